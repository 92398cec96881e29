package org.jdapl.provider.soft.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jdapl.spi.seam.Clock;
import org.jdapl.spi.seam.Parker;
import org.jdapl.spi.seam.ThreadEndError;
import org.jspecify.annotations.Nullable;

/**
 * Runs threads one at a time under a virtual clock. A thread gives its turn away where it parks,
 * waits or polls in vain, and now and then where a poll found something; the seed says who is next.
 * Where nobody can run, the clock jumps to the next event or deadline; where there is none, the run
 * is stuck.
 *
 * <p>Everything is guarded by this object's monitor, except that only the thread whose turn it is
 * changes the state of threads, besides those that start and end a run.
 */
final class Scheduler extends Timeline implements Clock, Parker {

    /** What a poll in vain costs at first. */
    static final long POLL_NS = 500;

    /** What a poll in vain costs at most. */
    static final long MAX_POLL_NS = 1_000_000;

    /** Polls in vain at the first cost; later ones cost twice as much as the one before. */
    private static final int CHEAP_POLLS = 16;

    /** Steps without an event that a run may take at least, however long they last. */
    private static final int IDLE_STEPS = 1000;

    /** One in so many polls that found something gives the turn away all the same. */
    private static final int SWITCHES = 4;

    /** The clock does not start at zero, which no code may rely on. */
    private static final long START_NS = 1_000_000_000_000L;

    private final Simulation simulation;
    private final Chance chance;
    private final Story story;
    private final long idleLimitNs;
    private final long watchdogNs;

    private final List<Task> tasks = new ArrayList<>();
    private long elapsedNs;
    private @Nullable Task main;
    private @Nullable Task current;
    private int pollsInVain;
    private int idleSteps;
    private long idleSinceNs;
    private int threadNumbers;

    /** Calls of seams, by which the watchdog sees that the run goes on. */
    private long visits;

    private @Nullable SimulationException failure;

    /** Whether the thread of {@link #run} was told of the failure. */
    private boolean mainTold;

    private volatile @Nullable Semaphore closer;

    Scheduler(
            Simulation simulation, Chance chance, Story story, long idleLimitNs, long watchdogNs) {
        this.simulation = simulation;
        this.chance = chance;
        this.story = story;
        this.idleLimitNs = idleLimitNs;
        this.watchdogNs = watchdogNs;
    }

    // ---- runs

    /** Lets the calling thread take part until a body is over. */
    void run(Simulation.Body body) throws Exception {
        Task me = new Task(Thread.currentThread(), null);
        synchronized (this) {
            if (current != null || closer != null) {
                throw new IllegalStateException(
                        closer != null ? "the simulation is closed" : "the simulation runs");
            }
            requireSound();
            tasks.add(me);
            main = me;
            current = me;
            mainTold = false;
            lively();
        }
        Watchdog watchdog = new Watchdog(this, watchdogNs);
        @Nullable Throwable thrown = null;
        try {
            body.run();
        } catch (Throwable t) {
            thrown = t;
        } finally {
            watchdog.stop();
        }
        leave(me, thrown);
    }

    private void leave(Task me, @Nullable Throwable thrown) throws Exception {
        @Nullable SimulationException failed;
        synchronized (this) {
            me.ended = true;
            tasks.remove(me);
            main = null;
            current = null;
            failed = failure;
        }
        if (failed != null) {
            if (failed instanceof SimulationBlockedException) {
                Thread.interrupted(); // by the watchdog
            }
            if (thrown != null && !(thrown instanceof ThreadEndError)) {
                failed.addSuppressed(thrown);
            }
            throw failed;
        }
        switch (thrown) {
            case null -> {
                // The body is over.
            }
            case Exception e -> throw e;
            case Error e -> throw e;
            default -> throw new SimulationException("the body failed", thrown);
        }
    }

    private void requireSound() {
        SimulationException f = failure;
        if (f != null) {
            throw new IllegalStateException("the simulation has failed", f);
        }
    }

    /** Ends every thread that is left, one after the other. */
    void close() {
        List<Task> left;
        Semaphore done = new Semaphore(0);
        synchronized (this) {
            if (current != null && failure == null) {
                throw new IllegalStateException("the simulation runs");
            }
            if (closer != null) {
                return;
            }
            closer = done;
            left = List.copyOf(tasks);
        }
        List<String> stubborn = new ArrayList<>();
        for (Task task : left) {
            synchronized (this) {
                current = task;
            }
            task.giveTurn();
            if (!ended(task, done)) {
                stubborn.add(task.name());
            }
        }
        if (!stubborn.isEmpty()) {
            throw new IllegalStateException("threads do not end: " + stubborn);
        }
    }

    private boolean ended(Task task, Semaphore done) {
        try {
            while (!task.ended) {
                if (!done.tryAcquire(watchdogNs, TimeUnit.NANOSECONDS)) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return task.ended;
        }
    }

    // ---- threads

    Thread thread(@Nullable Station host, Runnable body) {
        int number;
        synchronized (this) {
            number = ++threadNumbers;
        }
        @Nullable Task maker = taskOf(Thread.currentThread());
        @Nullable Station of = host == null && maker != null ? maker.host : host;
        return new SimThread(this, of, "thread-" + number, body);
    }

    void started(Task task) {
        synchronized (this) {
            requireSound();
            if (closer != null) {
                throw new IllegalStateException("the simulation is closed");
            }
            Station host = task.host;
            task.doomed = host != null && host.dead;
            task.run();
            tasks.add(task);
            tell("start \"" + task.name() + "\"");
            lively();
        }
    }

    /** A thread's life, on that thread. */
    void live(Task task, Runnable body) {
        task.awaitTurn();
        @Nullable Throwable thrown = null;
        try {
            check(task);
            body.run();
        } catch (ThreadEndError _) {
            // It was to end.
        } catch (Throwable t) {
            thrown = t;
        }
        end(task, thrown);
    }

    private void end(Task task, @Nullable Throwable thrown) {
        @Nullable Task next;
        synchronized (this) {
            task.ended = true;
            tasks.remove(task);
            Semaphore c = closer;
            if (c != null) {
                c.release();
                return;
            }
            tell(
                    "end \""
                            + task.name()
                            + "\""
                            + (thrown == null ? "" : " by " + thrown.getClass().getName()));
            lively();
            if (thrown != null && failure == null) {
                failure =
                        new SimulationException(
                                seed() + "thread \"" + task.name() + "\" failed: " + thrown,
                                thrown);
            }
            next = next();
            pass(task, next);
        }
        if (next != null) {
            next.giveTurn();
        }
    }

    private void pass(Task from, @Nullable Task to) {
        current = to;
        if (to != from && to != null) {
            tell("turn \"" + from.name() + "\" -> \"" + to.name() + "\"");
        }
    }

    /** Waits for another thread's end. */
    void join(Thread thread) {
        Task me = me();
        @Nullable Task other = taskOf(thread);
        if (other == null) {
            throw new IllegalArgumentException("not a thread of this simulation: " + thread);
        }
        synchronized (this) {
            me.await("the end of \"" + other.name() + "\"", () -> other.ended, false, NEVER);
        }
        switchOver(me);
    }

    /** Dooms the threads of a host: each ends at its next seam. Called with the monitor. */
    void doom(Station host) {
        for (Task task : tasks) {
            if (task.host == host) {
                task.doomed = true;
            }
        }
    }

    private @Nullable Task taskOf(Thread thread) {
        if (thread instanceof SimThread s) {
            return s.task();
        }
        synchronized (this) {
            Task m = main;
            return m != null && m.thread == thread ? m : null;
        }
    }

    /** The calling thread, whose turn it is. */
    private Task me() {
        @Nullable Task me = taskOf(Thread.currentThread());
        if (me == null) {
            throw new IllegalStateException(
                    "thread "
                            + Thread.currentThread().getName()
                            + " is not of this simulation: use Simulation.run");
        }
        synchronized (this) {
            visits++;
        }
        check(me);
        return me;
    }

    private void check(Task me) {
        synchronized (this) {
            if (closer != null) {
                throw new ThreadEndError("the simulation is closed");
            }
            if (failure != null) {
                throw new ThreadEndError("the simulation has failed: " + failure.getMessage());
            }
            if (me.doomed) {
                throw new ThreadEndError("the process of this thread has died");
            }
        }
    }

    // ---- turns

    private void switchOver(Task me) {
        @Nullable Task next;
        synchronized (this) {
            next = next();
            pass(me, next);
        }
        if (next != me) {
            if (next != null) {
                next.giveTurn();
            }
            me.awaitTurn();
        }
        synchronized (this) {
            me.run();
        }
        check(me);
    }

    /** Who is next; moves the clock where nobody can run. */
    private @Nullable Task next() {
        while (failure == null) {
            if (runDue() > 0) {
                lively();
            }
            List<Task> able = new ArrayList<>(tasks.size());
            for (Task task : tasks) {
                if (task.canRun(elapsedNs)) {
                    able.add(task);
                }
            }
            if (!able.isEmpty()) {
                return able.get(able.size() == 1 ? 0 : chance.below(able.size()));
            }
            long at = nextTime();
            if (at == NEVER) {
                failure = new SimulationStuckException(seed() + "nothing is to come:" + whoWaits());
            } else {
                elapsedNs = at;
                idled();
            }
        }
        if (mainTold) {
            return null;
        }
        mainTold = true;
        return main;
    }

    /** The next event or deadline. */
    private long nextTime() {
        long at = nextEvent();
        for (Task task : tasks) {
            at = Math.min(at, task.deadlineNs());
        }
        return at;
    }

    /** A step without any event; too many of them, and the run gets nowhere. */
    private void idled() {
        idleSteps++;
        if (idleSteps > IDLE_STEPS && elapsedNs - idleSinceNs > idleLimitNs) {
            failure =
                    new SimulationStuckException(
                            seed()
                                    + "nothing has happened for "
                                    + FaultText.duration(elapsedNs - idleSinceNs)
                                    + ":"
                                    + whoWaits());
        }
    }

    /** Something happened. */
    private void lively() {
        pollsInVain = 0;
        idleSteps = 0;
        idleSinceNs = elapsedNs;
    }

    private String whoWaits() {
        StringBuilder text = new StringBuilder();
        for (Task task : tasks) {
            text.append("\n  ").append(task.describe(elapsedNs));
            appendStack(text, task.thread);
        }
        return text.toString();
    }

    private static void appendStack(StringBuilder text, Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            text.append("\n      at ").append(frame);
        }
    }

    /** What a failure's message starts with, for whoever replays it. */
    private String seed() {
        return "seed " + simulation.seed() + ": ";
    }

    private long deadline(long nanos) {
        return nanos > NEVER - START_NS - elapsedNs ? NEVER : elapsedNs + nanos;
    }

    /** Passes a little time, never beyond what is to come. */
    private void spend() {
        pollsInVain++;
        int doublings = Math.max(0, Math.min(pollsInVain - CHEAP_POLLS, 16));
        long cost = Math.min(POLL_NS << doublings, MAX_POLL_NS);
        long left = nextTime() - elapsedNs;
        elapsedNs += Math.max(0, Math.min(cost, left));
        idled();
    }

    // ---- the network's

    @Override
    long elapsedNs() {
        return elapsedNs;
    }

    @Override
    void block(SimNetwork network, long timeoutNs) {
        Task me = me();
        synchronized (this) {
            me.await(
                    network.host().name() + "'s network",
                    network::isStirred,
                    true,
                    deadline(timeoutNs));
        }
        switchOver(me);
    }

    @Override
    void polled(SimNetwork network, int work) {
        Task me = me();
        synchronized (this) {
            if (work > 0) {
                lively();
                if (chance.below(SWITCHES) != 0) {
                    return;
                }
            } else {
                spend();
            }
            me.run();
        }
        switchOver(me);
    }

    @Override
    void stirred(SimNetwork network) {
        // Who waits for it looks when the next turn is given.
    }

    @Override
    void planned() {
        // As well.
    }

    Simulation simulation() {
        return simulation;
    }

    /** Adds a line to the story. Called with the monitor. */
    void tell(String what) {
        story.tell(elapsedNs, what);
    }

    // ---- seams

    @Override
    public long nanoTime() {
        synchronized (this) {
            return START_NS + elapsedNs;
        }
    }

    @Override
    public void park(long nanos) {
        Task me = me();
        if (nanos <= 0) {
            return;
        }
        synchronized (this) {
            if (me.permit) {
                me.permit = false;
                return;
            }
            if (me.thread.isInterrupted()) {
                spend();
                me.run();
            } else {
                me.await("being unparked", () -> me.permit, true, deadline(nanos));
            }
        }
        switchOver(me);
        synchronized (this) {
            me.permit = false;
        }
    }

    @Override
    public void unpark(Thread thread) {
        @Nullable Task task = taskOf(thread);
        if (task == null) {
            LockSupport.unpark(thread);
            return;
        }
        synchronized (this) {
            task.permit = true;
        }
    }

    @Override
    public void giveWay() {
        Task me = me();
        synchronized (this) {
            spend();
            me.run();
        }
        switchOver(me);
    }

    /** Passes time. */
    void sleep(long nanos) throws InterruptedException {
        Task me = me();
        synchronized (this) {
            me.await("the end of its sleep", () -> false, true, deadline(Math.max(nanos, 0)));
        }
        switchOver(me);
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while sleeping");
        }
    }

    // ---- the watchdog's

    synchronized long visits() {
        return visits;
    }

    /**
     * The thread whose turn it is has not come to a seam for too long: the run fails, and the
     * thread of {@link #run} is told, at the latest when it comes to a seam. Returns why.
     */
    String blocked(long boundNs) {
        @Nullable Task holder;
        @Nullable Task told = null;
        String why;
        synchronized (this) {
            holder = current;
            if (failure != null || holder == null) {
                return "the run has failed and does not end: " + failure;
            }
            StringBuilder stack = new StringBuilder();
            appendStack(stack, holder.thread);
            why =
                    seed()
                            + "thread \""
                            + holder.name()
                            + "\" has not come to a seam for "
                            + FaultText.duration(boundNs)
                            + " of real time:"
                            + stack
                            + "\nthe others:"
                            + whoWaits();
            failure = new SimulationBlockedException(why);
            if (holder != main) {
                told = main;
                mainTold = true;
            }
        }
        holder.thread.interrupt();
        if (told != null) {
            told.giveTurn();
        }
        return why;
    }
}
