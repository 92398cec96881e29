package org.jdapl.provider.soft.rdmap;

import org.jdapl.api.data.PostStatus;
import org.jdapl.provider.soft.memory.SoftProtectionDomain;
import org.jdapl.spi.WorkRequest;
import org.jdapl.spi.kit.SoftwareCompletionQueue;

/** What a queue pair has independent of a connection: its queues and where their completions go. */
public final class WorkQueues {

    final int number;
    final SoftProtectionDomain domain;
    final SendQueue sends;
    final ReceiveQueue receives;
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
     */
    public WorkQueues(
            int number,
            SoftProtectionDomain domain,
            SoftwareCompletionQueue requestCompletions,
            SoftwareCompletionQueue receiveCompletions,
            int maxRequests,
            int requestSegments,
            int maxReceives,
            int receiveSegments) {
        this.number = number;
        this.domain = domain;
        this.requestCompletions = requestCompletions;
        this.receiveCompletions = receiveCompletions;
        sends = new SendQueue(maxRequests, requestSegments);
        receives = new ReceiveQueue(maxReceives, receiveSegments);
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
        return receives.post(request);
    }

    /** Forgets all that is queued; no connection uses the queues. */
    public void clear() {
        sends.clear();
        receives.clear();
    }
}
