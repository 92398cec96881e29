package org.jdapl.provider.soft.rdmap;

import java.util.Map;
import java.util.TreeMap;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.PostStatus;
import org.jdapl.provider.soft.memory.SoftProtectionDomain;
import org.jdapl.spi.WorkRequest;
import org.jdapl.spi.kit.SoftwareCompletionQueue;
import org.jspecify.annotations.Nullable;

/** What a queue pair has independent of a connection: its queues and where their completions go. */
public final class WorkQueues {

    final int number;
    final SoftProtectionDomain domain;
    final SendQueue sends;
    final ReceiveQueue receives;
    final Traffic sent = Traffic.sent();
    final Traffic received = Traffic.received();
    private final @Nullable SharedReceives shared;

    /** Shared receives that were taken and not told of; the incoming half's. */
    private int taken;

    final SoftwareCompletionQueue requestCompletions;
    final SoftwareCompletionQueue receiveCompletions;

    /**
     * Makes empty queues.
     *
     * @param number the queue pair's number, for its completions
     * @param domain its protection domain
     * @param requestCompletions where completions of requests go
     * @param receiveCompletions where completions of receives go
     * @param maxRequests requests at once
     * @param requestSegments most segments of a request
     * @param maxReceives receives at once
     * @param receiveSegments most segments of a receive
     * @param shared where receives come from instead; null for a queue of their own
     */
    public WorkQueues(
            int number,
            SoftProtectionDomain domain,
            SoftwareCompletionQueue requestCompletions,
            SoftwareCompletionQueue receiveCompletions,
            int maxRequests,
            int requestSegments,
            int maxReceives,
            int receiveSegments,
            @Nullable SharedReceives shared) {
        this.number = number;
        this.domain = domain;
        this.requestCompletions = requestCompletions;
        this.receiveCompletions = receiveCompletions;
        sends = new SendQueue(maxRequests, requestSegments);
        this.shared = shared;
        // With a shared queue, the one receive that was taken from it.
        receives =
                shared == null
                        ? new ReceiveQueue(maxReceives, receiveSegments)
                        : new ReceiveQueue(1, shared.maxSegments());
    }

    /**
     * Queues a request. One thread at a time.
     *
     * @param request the request
     * @return a number of {@link PostStatus}
     */
    public int postSend(WorkRequest request) {
        return sends.post(request);
    }

    /**
     * Queues a receive. One thread at a time.
     *
     * @param request the receive
     * @return a number of {@link PostStatus}
     */
    public int postReceive(WorkRequest request) {
        return shared == null ? receives.post(request) : PostStatus.INVALID_STATE;
    }

    /**
     * Whether there is a receive for a message that begins; takes one from the shared queue where
     * there is such. Called by the driver.
     */
    boolean hasReceive() {
        return !receives.isEmpty() || takeShared();
    }

    private boolean takeShared() {
        if (shared == null || !shared.take(receives)) {
            return false;
        }
        taken++;
        return true;
    }

    /** How many receives were taken from the shared queue since the last call. */
    int takeTaken() {
        int count = taken;
        taken = 0;
        return count;
    }

    /**
     * Completes a receive that was taken from a shared queue and will never be finished: nobody but
     * the queue pair knows that it has it. No connection uses the queues.
     *
     * @return whether the receive completion queue is to be told
     */
    boolean flushTaken() {
        if (shared == null || receives.isEmpty()) {
            return false;
        }
        long id = receives.id[receives.current()];
        receives.consume();
        return receiveCompletions.add(
                id, CompletionStatus.FLUSHED.value(), Kinds.RECEIVE, 0, 0, 0, 0, 0, number);
    }

    /**
     * Adds what has gone over the queue pair's connections.
     *
     * @param totals values by name
     */
    public void addTraffic(Map<String, Long> totals) {
        sent.addTo(totals);
        received.addTo(totals);
    }

    /**
     * The names of {@link #addTraffic} with values of zero.
     *
     * @return a map that belongs to the caller
     */
    public static Map<String, Long> noTraffic() {
        Map<String, Long> totals = new TreeMap<>();
        Traffic.sent().addTo(totals);
        Traffic.received().addTo(totals);
        return totals;
    }

    /** Forgets all that is queued; no connection uses the queues. */
    public void clear() {
        sends.clear();
        receives.clear();
    }
}
