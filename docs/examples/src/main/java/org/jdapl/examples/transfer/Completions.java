package org.jdapl.examples.transfer;

import java.time.Duration;
import org.jdapl.api.DatException;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.NotificationObject;
import org.jspecify.annotations.Nullable;

/** Takes completions one by one, in one of the three ways that DAT has. */
final class Completions {

    /** How long the peer may take for one step. */
    static final Duration LIMIT = Duration.ofSeconds(30);

    private final Waiting waiting;
    private final @Nullable NotificationObject notification;

    Completions(Waiting waiting, @Nullable NotificationObject notification) {
        this.waiting = waiting;
        this.notification = notification;
    }

    /**
     * Waits for the next completion.
     *
     * @param dispatcher where it comes
     * @return the completion, of an operation that succeeded
     * @throws DatException where the operation failed
     * @throws IllegalStateException where none comes in time
     */
    DtoCompletion next(EventDispatcher dispatcher) throws InterruptedException {
        @Nullable Event event =
                switch (waiting) {
                    case WAIT -> dispatcher.await(LIMIT); //                      dat_evd_wait
                    case POLL -> polled(dispatcher);
                    case NOTIFY -> notified(dispatcher);
                };
        if (event instanceof DtoCompletion completion) {
            return completion.orThrow();
        }
        throw new IllegalStateException("no completion within " + LIMIT);
    }

    private static @Nullable Event polled(EventDispatcher dispatcher) {
        long end = System.nanoTime() + LIMIT.toNanos();
        @Nullable Event event = dispatcher.dequeue(); //                          dat_evd_dequeue
        while (event == null && System.nanoTime() < end) {
            Thread.onSpinWait();
            event = dispatcher.dequeue();
        }
        return event;
    }

    /** The trigger only says that something has come somewhere: look first, then wait. */
    private @Nullable Event notified(EventDispatcher dispatcher) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        @Nullable Event event = dispatcher.dequeue();
        while (event == null && notification != null) {
            Duration left = Duration.ofNanos(end - System.nanoTime());
            if (left.isNegative() || notification.await(left) == null) { //       dat_cno_wait
                return dispatcher.dequeue();
            }
            event = dispatcher.dequeue();
        }
        return event;
    }
}
