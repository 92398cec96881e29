package org.jdapl.provider.soft.rdmap;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.jdapl.provider.soft.memory.RegionTable;
import org.jdapl.spi.seam.Clock;
import org.jspecify.annotations.Nullable;

/**
 * What all connections of one adapter share: buffers, timers, and a queue of things for the driver
 * to do.
 *
 * <p><strong>Threads:</strong> {@link #execute} by any thread; {@link #runTasks()}, {@link
 * #runTimers()} and {@link #untilNextTimer()} by the driver.
 */
public final class Engine {

    /** Tasks that one call runs at most, so that tasks which make tasks do not keep it. */
    private static final int MAX_TASKS = 1024;

    /** Large enough for several frames of the largest size in one write. */
    private static final int LARGE_BUFFER = 256 << 10;

    final RegionTable regions;
    final Clock clock;
    final BufferPool pool = new BufferPool(LARGE_BUFFER);
    final TimerQueue timers = new TimerQueue();
    final Staging staging = new Staging();

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Runnable wake;
    private volatile @Nullable Thread driver;

    /**
     * Makes an engine.
     *
     * @param regions the adapter's regions
     * @param clock the only source of time
     * @param wake makes the driver call {@link #runTasks()} soon
     */
    public Engine(RegionTable regions, Clock clock, Runnable wake) {
        this.regions = regions;
        this.clock = clock;
        this.wake = wake;
    }

    /**
     * Has something done by the driver, with no lock held, in the order of the calls.
     *
     * @param task what to do
     */
    public void execute(Runnable task) {
        tasks.add(task);
        wakeDriver();
    }

    /** Ends the driver's wait, unless the calling thread is the driver. */
    public void wakeDriver() {
        if (Thread.currentThread() != driver) {
            wake.run();
        }
    }

    /**
     * The calling thread drives the adapter from now on: it needs no wake-up for tasks of its own.
     */
    public void enterDriver() {
        if (driver != Thread.currentThread()) {
            driver = Thread.currentThread();
        }
    }

    /**
     * Runs what was handed to {@link #execute}.
     *
     * @return how many there were
     */
    public int runTasks() {
        int done = 0;
        while (done < MAX_TASKS) {
            Runnable task = tasks.poll();
            if (task == null) {
                break;
            }
            task.run();
            done++;
        }
        return done;
    }

    /**
     * Runs timers that are due.
     *
     * @return how many there were
     */
    public int runTimers() {
        return timers.isEmpty() ? 0 : timers.run(clock.nanoTime());
    }

    /**
     * When the next timer is due.
     *
     * @return nanoseconds, at least 1; {@link Long#MAX_VALUE} where none is set
     */
    public long untilNextTimer() {
        return timers.isEmpty() ? TimerQueue.NEVER : timers.untilNext(clock.nanoTime());
    }

    /**
     * Runs an action later. Called by the driver.
     *
     * @param action what to do
     * @param delayNs when, from now
     * @return what to give {@link #cancel}
     */
    public Object schedule(Runnable action, long delayNs) {
        Timer timer = new Timer(action);
        timers.set(timer, clock.nanoTime() + delayNs);
        return timer;
    }

    /**
     * Takes an action back. Nothing happens where it has run. Called by the driver.
     *
     * @param scheduled what {@link #schedule} gave
     */
    public void cancel(Object scheduled) {
        timers.cancel((Timer) scheduled);
    }

    /**
     * How many buffers connections hold, for tests.
     *
     * @return the number
     */
    public int buffersLent() {
        return pool.lent();
    }
}
