package org.jdapl.verbs.handle;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jdapl.verbs.error.VerbsException;
import org.jspecify.annotations.Nullable;

/**
 * The life of one native object: open, closing, closed. It knows what it was made from (its
 * parents), what was made from it (its children), and which calls are under way.
 *
 * <ul>
 *   <li>A call is made between {@link #use} and {@link Use#close}; so the object and everything
 *       that it was made from exist until it returns.
 *   <li>Closing refuses new calls, wakes those that wait, waits for those under way, closes the
 *       children, newest first, and then frees the object. What fails leaves the object open, so
 *       that nothing is lost: it can be closed again.
 *   <li>Closing what is closed does nothing; of two threads that close, both return when it is
 *       done.
 * </ul>
 *
 * Thread-safe. No lock is held while native code runs.
 */
public final class Lifetime {

    /** A call under way. */
    public interface Use extends AutoCloseable {
        @Override
        void close();
    }

    private enum State {
        OPEN,
        CLOSING,
        CLOSED
    }

    private final String name;
    private final Runnable free;
    private final Use use = this::done;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // guarded by lock
    private State state = State.OPEN;
    private int uses;
    private @Nullable Thread closer;
    private final List<Lifetime> parents;
    private final Set<Lifetime> children = new LinkedHashSet<>();
    private final List<Runnable> wakeUps = new ArrayList<>();
    private final List<Guard> guards = new ArrayList<>();

    private Lifetime(String name, Runnable free, Lifetime... parents) {
        this.name = name;
        this.free = free;
        this.parents = new ArrayList<>(List.of(parents));
    }

    /**
     * Begins the life of an object. Its parents must be {@linkplain #use in use} by the caller,
     * from before the object was made until this returned.
     *
     * @param name what it is called in messages, such as {@code "queue pair 17"}
     * @param free frees it; called once, unless it throws
     * @param parents what it was made from
     */
    public static Lifetime of(String name, Runnable free, Lifetime... parents) {
        Lifetime lifetime = new Lifetime(name, free, parents);
        for (Lifetime parent : parents) {
            parent.adopt(lifetime);
        }
        return lifetime;
    }

    /**
     * Moves it to another parent. All three must be {@linkplain #use in use} by the caller.
     *
     * @param from what it was made from
     * @param to what it is part of from now on
     */
    public void move(Lifetime from, Lifetime to) {
        to.adopt(this);
        locked(() -> parents.set(parents.indexOf(from), to));
        from.forget(this);
    }

    /** A gate of the data path that closes with the object. */
    public Guard guard() {
        Guard guard = new Guard(name);
        locked(() -> guards.add(guard));
        return guard;
    }

    /** What ends the waiting of threads that are inside of a call when it closes. */
    public void onClosing(Runnable wakeUp) {
        locked(() -> wakeUps.add(wakeUp));
    }

    private void adopt(Lifetime child) {
        locked(() -> children.add(child));
    }

    private void forget(Lifetime child) {
        locked(() -> children.remove(child));
    }

    /** What it is called in messages. */
    public String name() {
        return name;
    }

    /** Whether it can be used. */
    public boolean isOpen() {
        return locked(() -> state == State.OPEN);
    }

    /** How many objects were made from it and are not closed. */
    public int childCount() {
        return locked(children::size);
    }

    /**
     * Begins a call.
     *
     * @param call its name, for the message
     * @return to be closed when it returned
     * @throws VerbsException if the object is closed or being closed
     */
    public Use use(String call) {
        lock.lock();
        try {
            if (state != State.OPEN) {
                throw VerbsException.closed(call, name);
            }
            uses++;
            return use;
        } finally {
            lock.unlock();
        }
    }

    private void done() {
        lock.lock();
        try {
            uses--;
            if (uses == 0) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends it: see the class. Not interruptible; it waits for calls under way, which are bounded.
     *
     * @throws VerbsException if the library or the kernel refused to free it, or one of its
     *     children
     */
    public void close() {
        if (!begin()) {
            return;
        }
        boolean closed = false;
        List<Guard> shut = List.of();
        try {
            locked(() -> List.copyOf(wakeUps)).forEach(Runnable::run);
            awaitUses();
            for (Lifetime child : locked(() -> new ArrayList<>(children).reversed())) {
                child.close();
            }
            shut = locked(() -> List.copyOf(guards));
            shut.forEach(Guard::close);
            free.run();
            closed = true;
        } finally {
            if (!closed) {
                shut.forEach(Guard::reopen);
            }
            end(closed ? State.CLOSED : State.OPEN);
        }
        for (Lifetime parent : locked(() -> List.copyOf(parents))) {
            parent.forget(this);
        }
    }

    /** False where there is nothing to do: it is closed, or this thread is closing it. */
    private boolean begin() {
        lock.lock();
        try {
            while (state == State.CLOSING) {
                if (closer == Thread.currentThread()) {
                    return false;
                }
                changed.awaitUninterruptibly();
            }
            if (state == State.CLOSED) {
                return false;
            }
            state = State.CLOSING;
            closer = Thread.currentThread();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void end(State last) {
        lock.lock();
        try {
            state = last;
            closer = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitUses() {
        lock.lock();
        try {
            while (uses > 0) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
