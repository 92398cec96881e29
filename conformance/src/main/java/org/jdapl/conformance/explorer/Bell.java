package org.jdapl.conformance.explorer;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.NotificationObject;
import org.jdapl.conformance.explorer.Finding.Check;
import org.jspecify.annotations.Nullable;

/** A notification object of a side, and which dispatchers trigger it. */
final class Bell {

    private final Side side;
    private final NotificationObject notification;
    private final Set<EventDispatcher> watched = new LinkedHashSet<>();

    Bell(Side side) {
        this.side = side;
        this.notification = side.adapter.createNotificationObject(null);
    }

    /** Gives it to a dispatcher, or takes it away, or has the dispatcher be quiet. */
    void watch(EventDispatcher dispatcher, int how) {
        switch (how) {
            case 0 -> {
                dispatcher.setNotificationObject(null);
                watched.remove(dispatcher);
            }
            case 1 -> {
                dispatcher.disable();
                watched.remove(dispatcher);
            }
            default -> {
                dispatcher.setNotificationObject(notification);
                dispatcher.enable();
                watched.add(dispatcher);
            }
        }
    }

    /**
     * Takes all events, and waits for the next trigger. Where the time runs out there is no event
     * in what it watches, or the trigger has come meanwhile.
     */
    void await(EventBatch batch, long nanos, Tally tally) throws InterruptedException {
        int seen = side.look(batch);
        while (seen > 0) {
            seen = side.look(batch);
        }
        @Nullable EventDispatcher by = notification.await(Duration.ofNanos(nanos));
        tally.count(by == null ? "no trigger" : "trigger");
        boolean unread = watched.stream().anyMatch(d -> d.size() > 0);
        Finding.require(
                by != null || !unread || notification.takeTrigger() != null,
                Check.LIVENESS,
                "{}: events are in {}, and nothing has triggered",
                side.name,
                watched);
    }

    void close() {
        notification.close();
    }
}
