package org.jdapl.conformance.base;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Ends a test that hangs: after its time it prints what every thread does, here and in the peers,
 * and interrupts the test's thread. Once it has struck, {@link #close()} fails the test even if it
 * has come to an end.
 */
public final class Watchdog implements AutoCloseable {

    private static final List<Runnable> DUMPS = new CopyOnWriteArrayList<>();

    private final String name;
    private final Bound bound;
    private final Thread watched = Thread.currentThread();
    private final Thread thread;
    private volatile boolean struck;

    /**
     * Starts to watch the calling thread.
     *
     * @param name of the test
     * @param bound how long it may take
     */
    @SuppressWarnings("this-escape") // the thread is started last
    public Watchdog(String name, Bound bound) {
        this.name = name;
        this.bound = bound;
        thread = Thread.ofPlatform().daemon().name("watchdog").unstarted(this::watch);
        thread.start();
    }

    /**
     * Adds something that prints what another process does.
     *
     * @param dump prints it
     */
    public static void addDump(Runnable dump) {
        DUMPS.add(dump);
    }

    /**
     * Removes what {@link #addDump} added.
     *
     * @param dump the same
     */
    public static void removeDump(Runnable dump) {
        DUMPS.remove(dump);
    }

    private void watch() {
        try {
            Thread.sleep(bound.duration());
        } catch (InterruptedException _) {
            return; // the test has ended
        }
        struck = true;
        System.err.println(
                name + " has taken " + bound.millis() + " ms and is ended. What the threads do:");
        System.err.println(threads());
        DUMPS.forEach(Runnable::run);
        watched.interrupt();
    }

    /**
     * What every thread of this process does.
     *
     * @return their names and stacks
     */
    public static String threads() {
        StringBuilder out = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
            out.append('"')
                    .append(entry.getKey().getName())
                    .append("\" ")
                    .append(entry.getKey().getState())
                    .append('\n');
            for (StackTraceElement frame : entry.getValue()) {
                out.append("    at ").append(frame).append('\n');
            }
        }
        return out.toString();
    }

    /**
     * Stops watching.
     *
     * @throws AssertionError where the test took too long
     */
    @Override
    public void close() {
        thread.interrupt();
        if (struck) {
            throw new AssertionError(
                    name + " took longer than " + bound + "=" + bound.millis() + " ms");
        }
    }
}
