package org.jdapl.provider.soft.rdmap;

import org.jdapl.api.data.CompletionStatus;
import org.jdapl.spi.WorkRequest;

/**
 * How far the requests of a connection have come, and their completions, in the order of posting: a
 * request is <em>built</em> when all of it is in frames, <em>written</em> when the stream has those
 * frames, and done when it is written or, for a read, answered.
 *
 * <p><strong>Threads:</strong> whoever holds the connection's outgoing lock.
 */
final class Retirement {

    private final WorkQueues work;
    private final SendQueue queue;
    private final Connection connection;
    private OutstandingReads reads = new OutstandingReads(0);

    private long built;
    private long written;
    private long readsRetired;

    /** Nothing is built any more: an error is on its way to the driver. */
    private boolean stopped;

    /** A request has failed: what was posted behind it gets no completion from here. */
    private boolean failed;

    private boolean notify;
    private int unsignaledSuccesses;

    Retirement(WorkQueues work, Connection connection) {
        this.work = work;
        this.queue = work.sends;
        this.connection = connection;
        built = queue.head();
        written = built;
    }

    void reads(OutstandingReads outstanding) {
        reads = outstanding;
    }

    /** Whether there is a request that is not built, and may be. */
    boolean hasNext() {
        return !stopped && built < queue.tail();
    }

    /** The request that is built next, or is being built. */
    long next() {
        return built;
    }

    /** Whether all requests before the next one are done. */
    boolean nextIsOldest() {
        return built == queue.head();
    }

    void advance() {
        built++;
    }

    /** Whether a request is not done. */
    boolean hasOutstanding() {
        return queue.head() < queue.tail();
    }

    boolean isStopped() {
        return stopped;
    }

    void stop() {
        stopped = true;
    }

    /** The stream has all frames. */
    void allWritten() {
        written = built;
        retire();
    }

    /** Whether an armed completion queue has to be told; says it once. */
    boolean takeNotify() {
        boolean n = notify;
        notify = false;
        return n;
    }

    int unsignaledSuccesses() {
        return unsignaledSuccesses;
    }

    /** Takes requests that are done off the queue, oldest first. */
    void retire() {
        while (!failed) {
            long head = queue.head();
            int i = (int) head & queue.mask;
            if (head >= built) {
                retireFailed(head, i);
                return;
            }
            if (Kinds.isAnswered(queue.kind[i])) {
                if (readsRetired == reads.done()) {
                    return;
                }
                readsRetired++;
            } else if (head >= written && queue.kind[i] != Kinds.BIND) {
                return;
            }
            complete(i, 0, 0);
            queue.retire();
        }
    }

    private void retireFailed(long head, int i) {
        if (stopped && head < queue.tail() && queue.status[i] != 0) {
            complete(i, queue.status[i], 0);
            queue.retire();
            built++;
            connection.localFailure(
                    queue.kind[i] == Kinds.BIND
                            ? "a window could not be bound"
                            : "the memory of a request was not there any more",
                    Terminates.LOCAL_CATASTROPHIC);
        }
    }

    /**
     * The next request cannot be carried out: it completes with an error in its turn, and nothing
     * behind it starts.
     */
    void failNext(CompletionStatus status) {
        queue.status[(int) built & queue.mask] = status.value();
        stopped = true;
        retire();
    }

    /** The oldest outstanding read has failed: completes it, after what was posted before it. */
    void failOldestRead(CompletionStatus status, int vendorStatus) {
        retire();
        long head = queue.head();
        int i = (int) head & queue.mask;
        if (!failed && head < built && Kinds.isAnswered(queue.kind[i])) {
            complete(i, status.value(), vendorStatus);
            queue.retire();
            readsRetired++;
        }
        stopped = true;
    }

    private void complete(int i, int status, int vendorStatus) {
        if (status == 0 && (queue.flags[i] & WorkRequest.SIGNALED) == 0) {
            unsignaledSuccesses++;
            return;
        }
        unsignaledSuccesses = 0;
        failed = status != 0;
        notify |=
                work.requestCompletions.add(
                        queue.id[i],
                        status,
                        queue.kind[i],
                        status == 0 ? queue.totalLength[i] : 0,
                        0,
                        0,
                        0,
                        vendorStatus,
                        work.number);
    }
}
