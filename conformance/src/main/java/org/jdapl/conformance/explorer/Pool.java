package org.jdapl.conformance.explorer;

import java.util.HashMap;
import java.util.Map;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.SharedReceiveQueue;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.conformance.explorer.End.Posted;
import org.jdapl.conformance.explorer.Finding.Check;
import org.jspecify.annotations.Nullable;

/** A shared receive queue, and the model of it: what was posted, and completes in any order. */
final class Pool {

    private static final int SIZE = 12;
    private static final int GROWTH = 4;

    final SharedReceiveQueue queue;
    private final String name;
    private final Map<Long, Posted> posted = new HashMap<>();

    /** Watermarks that were armed and have not been told. */
    private int armed;

    Pool(String name, InterfaceAdapter adapter, ProtectionZone zone) {
        this.name = name;
        queue = adapter.createSharedReceiveQueue(zone, SharedReceiveQueueAttributes.of(SIZE, 1));
    }

    int size() {
        return posted.size();
    }

    /** Posts a receive; whether it was taken. */
    boolean post(Posted wanted, Slots slots, Tally tally) {
        int outstanding = posted.size();
        posted.put(wanted.number(), wanted);
        int status =
                queue.postReceive(
                        slots.region(),
                        Slots.offset(wanted.slot()),
                        wanted.length(),
                        wanted.number());
        if (status == PostStatus.OK) {
            return true;
        }
        posted.remove(wanted.number());
        tally.count("refused shared RECEIVE: " + PostStatus.describe(status));
        Finding.require(
                status == PostStatus.QUEUE_FULL && outstanding >= queue.attributes().maxReceives(),
                Check.REFUSAL,
                "{}: a post to the shared queue with {} outstanding: {}",
                name,
                outstanding,
                PostStatus.describe(status));
        return false;
    }

    /** A receive has completed. */
    @Nullable Posted take(long number) {
        return posted.remove(number);
    }

    void resize(int amount, Tally tally) {
        int size = SIZE + amount % GROWTH;
        int outstanding = posted.size();
        int watermark = queue.attributes().lowWatermark();
        try {
            queue.resize(size);
            tally.count("shared queue resized");
            Finding.require(
                    queue.attributes().maxReceives() >= size,
                    Check.STATE,
                    "{}: the shared queue has {} places, not {}",
                    name,
                    queue.attributes().maxReceives(),
                    size);
        } catch (DatException e) {
            tally.count("refused resizing of a shared queue: " + e.type());
            Finding.require(
                    e.type() == DatType.INVALID_STATE && (outstanding > size || watermark >= size),
                    Check.REFUSAL,
                    "{}: the shared queue with {} outstanding and watermark {}: {}",
                    name,
                    outstanding,
                    watermark,
                    e);
        }
    }

    void arm(int amount) {
        int watermark = amount % SIZE;
        if (watermark > 0) {
            armed++;
        }
        queue.setLowWatermark(watermark);
    }

    void runsLow(AsyncEvent.LowWatermark event) {
        Finding.require(
                event.queue().equals(queue) && armed-- > 0,
                Check.EVENT,
                "{}: a low watermark that is not armed: {}",
                name,
                event);
    }

    /** All has come to an end: what is left are the receives that nobody took. */
    void check() {
        Finding.require(
                queue.available() == posted.size() && queue.inUse() == posted.size(),
                Check.ACCOUNT,
                "{}: the shared queue has {} receives and {} places in use, {} are outstanding",
                name,
                queue.available(),
                queue.inUse(),
                posted.size());
    }
}
