package org.jdapl.tools;

import java.util.EnumSet;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventBatch;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.Privilege;

/**
 * The connection that is measured. It uses the hot style of the API: no call of a run allocates.
 *
 * <p>Memory: one buffer that is sent, one that is received and written into, each as long as the
 * longest message, and a few bytes for notes. All receives name the same buffer, as in perftest:
 * what is in it does not matter. They are all as long as the longest message, so that those left
 * over from one run do for the next.
 *
 * <p>Receives: there are always {@link #depth} of them posted, less those whose messages this side
 * has not looked at. The peer counts on that, since iWARP breaks a connection whose message meets
 * no receive.
 */
final class PerfLane implements AutoCloseable {

    /** Size of a message that only says that something has happened. */
    static final int NOTE_BYTES = 8;

    private static final long RECEIVE = -1;

    private final Link link;
    private final Endpoint endpoint;
    private final EventBatch batch;
    private final LocalMemoryRegion memory;
    private final long longest;
    private final int depth;
    private long peerAddress;
    private long peerKey;
    private int outstanding;
    private long completed;
    private long received;

    PerfLane(Fabric fabric, Link link, long longestMessage, int depth) {
        this.link = link;
        this.endpoint = link.endpoint();
        this.batch = link.batch();
        this.longest = Math.max(NOTE_BYTES, longestMessage);
        this.depth = depth;
        this.memory =
                fabric.zone()
                        .allocate(
                                Math.addExact(Math.multiplyExact(2, longest), NOTE_BYTES),
                                EnumSet.of(
                                        Privilege.LOCAL_WRITE,
                                        Privilege.REMOTE_READ,
                                        Privilege.REMOTE_WRITE));
        for (int i = 0; i < depth; i++) {
            postReceive();
        }
    }

    /** How many requests, and how many receives, there may be at once. */
    int depth() {
        return depth;
    }

    Link link() {
        return link;
    }

    /** The part of this side's memory that the peer writes into and reads from. */
    RemoteRegion window() {
        return memory.remoteRegion(longest, longest);
    }

    /** Tells where the peer's memory is. */
    void setPeer(RemoteRegion window) {
        if (window.length() < longest) {
            throw new Failure("the peer's memory is too small");
        }
        peerAddress = window.address();
        peerKey = window.key();
    }

    /** Begins a run: nothing is outstanding and all counts are zero. */
    void begin() {
        awaitIdle();
        completed = 0;
        received = 0;
    }

    void send(long bytes) {
        awaitRoom(depth);
        accepted(endpoint.postSend(memory, 0, bytes, 0, CompletionFlags.DEFAULT));
    }

    /** Sends a message that only says that something has happened. */
    void note() {
        awaitRoom(depth);
        accepted(endpoint.postSend(memory, 2 * longest, NOTE_BYTES, 0, CompletionFlags.DEFAULT));
    }

    void write(long bytes) {
        awaitRoom(depth);
        accepted(
                endpoint.postWrite(
                        memory, 0, bytes, peerAddress, peerKey, 0, CompletionFlags.DEFAULT));
    }

    void read(long bytes) {
        awaitRoom(depth);
        accepted(
                endpoint.postRead(
                        memory, 0, bytes, peerAddress, peerKey, 0, CompletionFlags.DEFAULT));
    }

    /** Requests that have finished since the run began. */
    long completed() {
        return completed;
    }

    /** Messages that have come since the run began. */
    long received() {
        return received;
    }

    /** Requests that have not finished. */
    int outstanding() {
        return outstanding;
    }

    /** Waits until so many messages have come since the run began. */
    void awaitReceived(long count) {
        while (received < count) {
            take();
        }
    }

    /** Waits until all requests have finished. */
    void awaitIdle() {
        while (outstanding > 0) {
            take();
        }
    }

    /** Waits until fewer requests than that are outstanding. */
    void awaitRoom(int limit) {
        while (outstanding >= limit) {
            take();
        }
    }

    /** Waits for events and counts them; receives are posted again at once. */
    void take() {
        int n = link.next();
        for (int i = 0; i < n; i++) {
            if (!batch.isCompletion(i) || batch.status(i) != CompletionStatus.SUCCESS) {
                link.requireSuccess(i);
            }
            if (batch.cookie(i) == RECEIVE) {
                postReceive();
                received++;
            } else {
                outstanding--;
                completed++;
            }
        }
    }

    @Override
    public void close() {
        link.close();
        memory.close();
    }

    private void accepted(int status) {
        link.requirePosted(status);
        outstanding++;
    }

    private void postReceive() {
        link.requirePosted(endpoint.postReceive(memory, longest, longest, RECEIVE));
    }
}
