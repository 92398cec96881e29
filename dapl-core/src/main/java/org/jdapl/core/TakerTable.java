package org.jdapl.core;

import org.jspecify.annotations.Nullable;

/**
 * Endpoints by the numbers of their queue pairs: those that take receives from one shared queue.
 * Changes under the control lock; lookups by any thread, without allocation.
 */
final class TakerTable {

    private static final int HASH = 0x9E3779B1;

    private record Entry(int number, EndpointImpl endpoint, @Nullable Entry next) {}

    private volatile @Nullable Entry[] buckets = new Entry[8];
    private int size;

    @Nullable EndpointImpl find(int number) {
        @Nullable Entry[] b = buckets;
        @Nullable Entry e = b[bucket(number, b.length)];
        while (e != null && e.number != number) {
            e = e.next;
        }
        return e == null ? null : e.endpoint;
    }

    private static int bucket(int number, int buckets) {
        return number * HASH >>> Integer.numberOfLeadingZeros(buckets) + 1;
    }

    void add(int number, EndpointImpl endpoint) {
        if (++size > buckets.length) {
            grow();
        }
        put(buckets, number, endpoint);
        publish();
    }

    private void grow() {
        @Nullable Entry[] bigger = new Entry[buckets.length * 2];
        for (@Nullable Entry e : buckets) {
            for (; e != null; e = e.next) {
                put(bigger, e.number, e.endpoint);
            }
        }
        buckets = bigger;
    }

    private static void put(@Nullable Entry[] into, int number, EndpointImpl endpoint) {
        int i = bucket(number, into.length);
        into[i] = new Entry(number, endpoint, into[i]);
    }

    void remove(int number) {
        int i = bucket(number, buckets.length);
        @Nullable Entry kept = null;
        for (@Nullable Entry e = buckets[i]; e != null; e = e.next) {
            if (e.number != number) {
                kept = new Entry(e.number, e.endpoint, kept);
            } else {
                size--;
            }
        }
        buckets[i] = kept;
        publish();
    }

    /** Makes changed elements visible to other threads. */
    private void publish() {
        @Nullable Entry[] same = buckets;
        buckets = same;
    }
}
