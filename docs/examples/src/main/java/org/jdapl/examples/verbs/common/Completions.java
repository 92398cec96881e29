package org.jdapl.examples.verbs.common;

import java.time.Duration;
import org.jdapl.verbs.CompletionChannel;
import org.jdapl.verbs.CompletionQueue;
import org.jdapl.verbs.CompletionStatus;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.WorkCompletions;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.EventChannel;

/**
 * The completions of a connection, one by one. Sleeps where there is none, and looks now and then
 * whether the other side has gone.
 */
public final class Completions implements AutoCloseable {
    private static final Duration GLANCE = Duration.ofMillis(100);

    private final CompletionChannel channel;
    private final CompletionQueue queue;
    private final EventChannel events;
    private final WorkCompletions completions = WorkCompletions.allocate(1);

    /**
     * Makes a completion queue.
     *
     * @param context the device
     * @param entries how many completions it is to hold
     * @param events where the connection's end is told
     */
    public Completions(Context context, int entries, EventChannel events) {
        channel = CompletionChannel.create(context);
        queue = CompletionQueue.create(context, entries, channel, 0);
        this.events = events;
    }

    /**
     * The queue, to make a queue pair with.
     *
     * @return the queue
     */
    public CompletionQueue queue() {
        return queue;
    }

    /**
     * Waits for the next completion.
     *
     * @return the completion, at index 0; of a work request that was flushed if the connection
     *     ended
     * @throws IllegalStateException if it failed otherwise
     */
    public WorkCompletions next() {
        while (queue.poll(completions) == 0) {
            queue.requestNotification(false);
            // One may have come before the queue was armed, and raised no event.
            if (queue.poll(completions) != 0) {
                break;
            }
            while (channel.awaitEvent(GLANCE).isEmpty()) {
                events.pollEvent().ifPresent(Completions::isEnd);
            }
        }
        CompletionStatus status = completions.statusOf(0);
        if (status != CompletionStatus.SUCCESS && status != CompletionStatus.WR_FLUSH_ERR) {
            throw new IllegalStateException(
                    "a work request completed with " + status + " of " + completions.wrId(0));
        }
        return completions;
    }

    /** The other side has gone: so do we, which flushes what was posted. */
    private static void isEnd(CmEvent event) {
        event.expect(CmEventType.DISCONNECTED).id().disconnect();
    }

    /**
     * Whether a completion is of a connection that ended.
     *
     * @param completion what {@link #next} gave
     * @return true if it was flushed
     */
    public static boolean isFlushed(WorkCompletions completion) {
        return completion.statusOf(0) == CompletionStatus.WR_FLUSH_ERR;
    }

    /** Closes the queue and its channel, and the queue pairs that complete on it. */
    @Override
    public void close() {
        channel.close();
    }
}
