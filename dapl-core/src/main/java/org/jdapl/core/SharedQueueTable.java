package org.jdapl.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds shared receive queues by the ids of their receives. Such an id is negative, which tells it
 * from those of {@link EndpointTable}: below the sign it holds the queue's index (23 bits), and in
 * its low half the receive's place. Changes under the control lock; lookups by any thread.
 */
final class SharedQueueTable {

    static final int MAX = 1 << 23;

    private static final int INDEX_SHIFT = 40;
    private static final int INDEX_MASK = MAX - 1;

    private volatile @Nullable SharedReceiveQueueImpl[] slots = new SharedReceiveQueueImpl[4];

    /**
     * Adds a queue.
     *
     * @return the ids of its receives, without their places
     */
    long add(SharedReceiveQueueImpl queue) {
        @Nullable SharedReceiveQueueImpl[] s = slots;
        int index = 0;
        while (index < s.length && s[index] != null) {
            index++;
        }
        if (index == s.length) {
            s = Arrays.copyOf(s, s.length * 2);
        }
        s[index] = queue;
        slots = s; // publishes the element, too
        return Long.MIN_VALUE | (long) index << INDEX_SHIFT;
    }

    void remove(long ids) {
        @Nullable SharedReceiveQueueImpl[] s = slots;
        s[index(ids)] = null;
        slots = s;
    }

    private static int index(long id) {
        return (int) (id >>> INDEX_SHIFT) & INDEX_MASK;
    }

    /** The queue that an id belongs to, or null. */
    @Nullable SharedReceiveQueueImpl find(long id) {
        @Nullable SharedReceiveQueueImpl[] s = slots;
        int index = index(id);
        return index < s.length ? s[index] : null;
    }
}
