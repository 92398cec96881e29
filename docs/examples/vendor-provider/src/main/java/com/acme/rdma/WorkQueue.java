package com.acme.rdma;

import org.jdapl.spi.WorkRequest;

/**
 * A ring of posted work, in the order of posting. The runtime never lets more be outstanding than
 * the queue pair was made for, so it cannot overflow. Used under the adapter's lock.
 */
final class WorkQueue {

    private final Work[] ring;
    private final int maxSegments;
    private long head;
    private long tail;

    WorkQueue(int depth, int maxSegments) {
        this.ring = new Work[depth];
        this.maxSegments = maxSegments;
    }

    void post(WorkRequest request) {
        int slot = slot(tail++);
        if (ring[slot] == null) {
            ring[slot] = new Work(maxSegments);
        }
        ring[slot].copyOf(request);
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** The number of the oldest that is there; posts are numbered from 0. */
    long head() {
        return head;
    }

    /** The number that the next post will have. */
    long tail() {
        return tail;
    }

    Work at(long number) {
        return ring[slot(number)];
    }

    Work oldest() {
        return ring[slot(head)];
    }

    Work takeOldest() {
        return ring[slot(head++)];
    }

    void clear() {
        head = tail;
    }

    private int slot(long number) {
        return (int) (number % ring.length);
    }
}
