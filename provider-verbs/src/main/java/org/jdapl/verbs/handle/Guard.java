package org.jdapl.verbs.handle;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jdapl.verbs.error.VerbsException;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread at a time onto a queue of the data path, and none once the queue is closed, so
 * that the memory behind it can be freed. As C's verbs may be called from any thread, so may these.
 *
 * <p>The first thread that comes owns the guard: it says that it is inside by an ordinary write and
 * looks at the mode by an ordinary read, without a fence or an atomic instruction (one or two
 * nanoseconds). Whoever takes the guard away from it, a second thread or the one that closes,
 * writes the mode, has a {@linkplain Handshake handshake} with all threads, and then waits until
 * the owner is outside: either the owner's read comes after the handshake and sees the mode, or its
 * write came before and is seen. From the second thread on it is a spin lock.
 *
 * <pre>
 *   BIASED --second thread--> REVOKING --owner is outside--> SHARED
 *      \__________________________ close __________________/----> CLOSED
 * </pre>
 */
public final class Guard {
    private static final int BIASED = 0;
    private static final int REVOKING = 1;
    private static final int SHARED = 2;
    private static final int CLOSED = 3;

    private static final int SPINS = 200;
    private static final long NAP_NS = 50_000;

    private static final VarHandle MODE;
    private static final VarHandle INSIDE;
    private static final VarHandle LOCK;
    private static final VarHandle OWNER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MODE = lookup.findVarHandle(Guard.class, "mode", int.class);
            INSIDE = lookup.findVarHandle(Guard.class, "inside", int.class);
            LOCK = lookup.findVarHandle(Guard.class, "lock", int.class);
            OWNER = lookup.findVarHandle(Guard.class, "owner", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String object;

    @SuppressWarnings("unused") // by MODE
    private int mode;

    /** 1 while the owner is inside; written by it alone. */
    @SuppressWarnings("unused") // by INSIDE
    private int inside;

    /** 1 while a thread is inside, in mode SHARED. */
    @SuppressWarnings("unused") // by LOCK
    private int lock;

    /** Set once; a thread that reads itself here is the owner, whatever the order of memory. */
    private @Nullable Thread owner;

    /** A guard of what is called {@code object} in messages. */
    public Guard(String object) {
        this.object = object;
    }

    /**
     * Goes in; what is done inside must not go in again. Leave by {@link #exit} with what this
     * returned, in a {@code finally}.
     *
     * @param call the method, for the message
     * @return how it was entered
     * @throws VerbsException if it is closed
     */
    public boolean enter(String call) {
        if (owner == Thread.currentThread()) {
            INSIDE.setOpaque(this, 1);
            if ((int) MODE.getOpaque(this) == BIASED) {
                return true;
            }
            INSIDE.setRelease(this, 0);
        }
        return enterSlowly(call);
    }

    /** Goes out. */
    public void exit(boolean entered) {
        if (entered) {
            INSIDE.setRelease(this, 0);
        } else {
            LOCK.setRelease(this, 0);
        }
    }

    private boolean enterSlowly(String call) {
        for (int tries = 0; ; tries++) {
            switch ((int) MODE.getAcquire(this)) {
                case BIASED -> {
                    Thread me = Thread.currentThread();
                    if (OWNER.compareAndSet(this, null, me)) {
                        return enter(call);
                    }
                    revoke();
                }
                case SHARED -> {
                    if (LOCK.compareAndSet(this, 0, 1)) {
                        if ((int) MODE.getAcquire(this) == SHARED) {
                            return false;
                        }
                        LOCK.setRelease(this, 0);
                    } else {
                        pause(tries);
                    }
                }
                case CLOSED -> throw VerbsException.closed(call, object);
                default -> pause(tries);
            }
        }
    }

    private synchronized void revoke() {
        if ((int) MODE.getAcquire(this) == BIASED) {
            MODE.setVolatile(this, REVOKING);
            awaitOwner();
            MODE.setVolatile(this, SHARED);
        }
    }

    private void awaitOwner() {
        Handshake.withAllThreads();
        for (int tries = 0; (int) INSIDE.getAcquire(this) != 0; tries++) {
            pause(tries);
        }
    }

    /**
     * Lets nobody in any more, and returns when nobody is inside. Does nothing if it is closed.
     * Must not be called from inside.
     */
    public synchronized void close() {
        int before = (int) MODE.getAcquire(this);
        if (before == CLOSED) {
            return;
        }
        MODE.setVolatile(this, CLOSED);
        if (before == BIASED && OWNER.getVolatile(this) != null) {
            awaitOwner();
        } else if (before == SHARED) {
            for (int tries = 0; !LOCK.compareAndSet(this, 0, 1); tries++) {
                pause(tries);
            }
            LOCK.setRelease(this, 0);
        }
    }

    /**
     * Returns when every thread that was inside of one of them when this was called has left it;
     * who comes in later sees what was written before the call.
     */
    public static void passAll(Iterable<Guard> guards) {
        Handshake.withAllThreads();
        for (Guard guard : guards) {
            for (int tries = 0; guard.someoneIsInside(); tries++) {
                pause(tries);
            }
        }
    }

    private boolean someoneIsInside() {
        return (int) INSIDE.getAcquire(this) != 0 || (int) LOCK.getAcquire(this) != 0;
    }

    /** Undoes {@link #close}, when what is behind it could not be freed. */
    public synchronized void reopen() {
        MODE.compareAndSet(this, CLOSED, SHARED);
    }

    /** Whoever is inside stays for the length of a system call, at the most. */
    private static void pause(int tries) {
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else if (tries < 2 * SPINS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(NAP_NS);
        }
    }
}
