package org.jdapl.provider.soft.sim;

import java.util.PriorityQueue;

/**
 * What a simulated network takes time and order from. All state of the network is guarded by the
 * monitor of its timeline.
 */
abstract class Timeline {

    /** What {@link #nextEvent()} answers where nothing is to come. */
    static final long NEVER = Long.MAX_VALUE;

    private record Event(long timeNs, long number, Runnable action) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    (a, b) ->
                            a.timeNs == b.timeNs
                                    ? Long.compare(a.number, b.number)
                                    : Long.compare(a.timeNs, b.timeNs));
    private long numbers;

    /** Nanoseconds since the start. */
    abstract long elapsedNs();

    /**
     * Waits until a network has something to do, or the time is over. Called without the monitor,
     * by the thread that drives the network.
     */
    abstract void block(SimNetwork network, long timeoutNs);

    /** A poll of a network is over. Called without the monitor. */
    abstract void polled(SimNetwork network, int work);

    /** A network has something to do. Called with the monitor. */
    abstract void stirred(SimNetwork network);

    /** Has something done later. Called with the monitor. */
    final void in(long delayNs, Runnable action) {
        events.add(new Event(elapsedNs() + delayNs, numbers++, action));
        planned();
    }

    /** There is one more event. Called with the monitor. */
    abstract void planned();

    /** When the next event is due, {@link #NEVER} where none is. Called with the monitor. */
    final long nextEvent() {
        Event first = events.peek();
        return first == null ? NEVER : first.timeNs;
    }

    /** Runs what is due. Called with the monitor. */
    final int runDue() {
        int done = 0;
        long now = elapsedNs();
        for (Event e = events.peek(); e != null && e.timeNs <= now; e = events.peek()) {
            events.remove();
            e.action.run();
            done++;
        }
        return done;
    }
}
