package org.jdapl.examples.verbs.common;

import java.time.Duration;
import java.util.Optional;
import org.jdapl.verbs.CompletionChannel;
import org.jdapl.verbs.CompletionQueue;
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
    private boolean ended;

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
     * @return the completion, at index 0; nothing if the other side has gone
     * @throws IllegalStateException if the work request failed for another reason
     */
    public Optional<WorkCompletions> next() {
        while (queue.poll(completions) == 0) {
            if (ended) {
                return Optional.empty();
            }
            queue.requestNotification(false);
            // One may have come before the queue was armed, and raised no event.
            if (queue.poll(completions) != 0) {
                break;
            }
            if (channel.awaitEvent(GLANCE).isEmpty()) {
                events.pollEvent().ifPresent(this::end);
            }
        }
        return switch (completions.statusOf(0)) {
            case SUCCESS -> Optional.of(completions);
            case WR_FLUSH_ERR -> Optional.empty();
            default ->
                    throw new IllegalStateException(
                            "a work request completed with " + completions.statusOf(0));
        };
    }

    /** The other side has disconnected: so do we. What completed before is still to be polled. */
    private void end(CmEvent event) {
        event.expect(CmEventType.DISCONNECTED).id().disconnect();
        ended = true;
    }

    /** Closes the queue and its channel, and the queue pairs that complete on it. */
    @Override
    public void close() {
        channel.close();
    }
}
