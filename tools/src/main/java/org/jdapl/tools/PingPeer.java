package org.jdapl.tools;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumSet;
import java.util.function.IntConsumer;
import org.jdapl.api.EventBatch;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.Privilege;

/** The two ends of {@code jdapl ping}. */
final class PingPeer implements AutoCloseable {

    /** Longest message; a peer allocates what it is asked for. */
    static final int MAX_BYTES = 64 << 20;

    /** The next message may be here before the last one's receive is posted again. */
    private static final int RECEIVES = 2;

    private static final int REQUESTS = 4;
    private static final long SEND = 1L << 32;

    private final Link link;
    private final LocalMemoryRegion memory;
    private final int bytes;
    private boolean sent = true;
    private int arrived = -1;

    private PingPeer(Fabric fabric, int bytes, Duration timeout) {
        this.bytes = bytes;
        this.link =
                new Link(
                        fabric,
                        Meeting.attributes(fabric, RECEIVES, REQUESTS),
                        Waiting.WAIT,
                        timeout);
        this.memory =
                fabric.zone().allocate((RECEIVES + 1L) * bytes, EnumSet.of(Privilege.LOCAL_WRITE));
        for (int i = 0; i < RECEIVES; i++) {
            receive(i);
        }
    }

    /** Connects the end that sends first. */
    static PingPeer connect(
            Fabric fabric, InetSocketAddress remote, Duration timeout, int bytes, int count) {
        PingPeer peer = new PingPeer(fabric, bytes, timeout);
        peer.link.connect(remote, new Hello(Hello.Tool.PING, 0, 0, bytes, count).encode());
        return peer;
    }

    /**
     * Sends all messages, one after the other, and ends the connection.
     *
     * @param validate whether each must come back as it was sent
     * @param times gets the round trip of each, in nanoseconds
     * @param done told the number of each that came back
     */
    void ping(boolean validate, long[] times, IntConsumer done) {
        MemorySegment out = slot(RECEIVES);
        for (int n = 0; n < times.length; n++) {
            if (validate) {
                fill(out, n);
            }
            long start = System.nanoTime();
            send();
            int slot = awaitMessage();
            times[n] = System.nanoTime() - start;
            if (validate) {
                check(out, slot(slot), n);
            }
            receive(slot);
            done.accept(n);
        }
        link.disconnect();
    }

    /** The end that answers; returns how many messages it answered. */
    static int serve(Fabric fabric, Door.Guest guest, Duration timeout) {
        int bytes = guest.hello().first();
        int count = guest.hello().second();
        if (bytes < 1 || bytes > MAX_BYTES || count < 1) {
            guest.request().reject(Hello.refusal("bad size or count"));
            throw new Failure("a peer asked for " + count + " messages of " + bytes + " bytes");
        }
        try (PingPeer peer = new PingPeer(fabric, bytes, timeout)) {
            peer.link.accept(guest.request());
            for (int n = 0; n < count; n++) {
                int slot = peer.awaitMessage();
                peer.slot(RECEIVES).copyFrom(peer.slot(slot));
                peer.receive(slot);
                peer.send();
            }
            peer.link.awaitEnd();
            return count;
        }
    }

    private MemorySegment slot(int index) {
        return memory.segment().asSlice((long) index * bytes, bytes);
    }

    private void receive(int slot) {
        link.requirePosted(link.endpoint().postReceive(memory, (long) slot * bytes, bytes, slot));
    }

    private void send() {
        sent = false;
        link.requirePosted(
                link.endpoint()
                        .postSend(
                                memory,
                                (long) RECEIVES * bytes,
                                bytes,
                                SEND,
                                CompletionFlags.DEFAULT));
    }

    /** Waits for a message, and until the memory of the last one sent may be changed. */
    private int awaitMessage() {
        while (arrived < 0 || !sent) {
            int n = link.next();
            EventBatch batch = link.batch();
            for (int i = 0; i < n; i++) {
                link.requireSuccess(i);
                if (batch.cookie(i) == SEND) {
                    sent = true;
                } else if (batch.length(i) == bytes) {
                    arrived = (int) batch.cookie(i);
                } else {
                    throw new Failure(
                            "a message of " + batch.length(i) + " bytes came, not of " + bytes);
                }
            }
        }
        int slot = arrived;
        arrived = -1;
        return slot;
    }

    private static void fill(MemorySegment segment, int n) {
        for (long i = 0; i < segment.byteSize(); i++) {
            segment.set(ValueLayout.JAVA_BYTE, i, (byte) (n * 31L + i));
        }
    }

    private static void check(MemorySegment sent, MemorySegment came, int n) {
        long at = sent.mismatch(came);
        if (at >= 0) {
            throw new Failure("message " + (n + 1) + " came back changed at byte " + at);
        }
    }

    @Override
    public void close() {
        link.close();
        memory.close();
    }
}
