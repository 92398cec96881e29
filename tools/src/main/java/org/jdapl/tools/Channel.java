package org.jdapl.tools;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Queue;
import org.jdapl.api.EventBatch;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.Privilege;
import org.jspecify.annotations.Nullable;

/**
 * Typed messages of up to {@link #PAYLOAD} bytes between two tools, over a link that may carry RDMA
 * operations beside them.
 *
 * <p>iWARP has no "receiver not ready": a send that meets no receive breaks the connection. So each
 * side starts with as many credits as the peer has posted receives; a message takes one, and comes
 * with those that its sender gives back. The last credit is kept for a message that does nothing
 * but give credits back, or gives a sign of life, so two sides that only talk cannot lock each
 * other out.
 *
 * <p>For one thread. Operations of the owner's carry cookies below {@link #OWN}.
 */
final class Channel implements AutoCloseable {

    /** Longest payload. */
    static final int PAYLOAD = 1000;

    /** Cookies from here on are the channel's. */
    static final long OWN = 1L << 62;

    /** Requests and receives that the link needs for the channel. */
    static final int DEPTH = 32;

    private static final int HEADER = 12;
    private static final int SLOT = 1024;
    private static final int CREDITS_ONLY = 0;
    private static final long SIGN_OF_LIFE_NS = 200_000_000L;
    private static final int GIVE_BACK_AT = DEPTH / 2;
    private static final long SEND = OWN | 1L << 32;
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final Link link;
    private final LocalMemoryRegion memory;
    private final Owner owner;
    private final Queue<Message> inbox = new ArrayDeque<>();
    private final ArrayDeque<Integer> freeSends = new ArrayDeque<>();
    private int credits = DEPTH;
    private int owed;
    private long heardNs = System.nanoTime();

    /**
     * What comes on the same link besides messages. It is told in the midst of handling events, so
     * it takes note and does not use the channel.
     */
    interface Owner {

        /** An operation of the owner's succeeded. */
        default void completed(long cookie) {}

        /** A software event came. */
        default void posted(@Nullable Object payload) {}
    }

    /**
     * A message.
     *
     * @param type a number above zero
     * @param payload what it says
     */
    record Message(int type, ByteBuffer payload) {}

    /** Makes a channel and posts its receives; the link is not connected yet. */
    Channel(Fabric fabric, Link link, Owner owner) {
        this.link = link;
        this.owner = owner;
        this.memory = fabric.zone().allocate(2L * DEPTH * SLOT, EnumSet.of(Privilege.LOCAL_WRITE));
        for (int i = 0; i < DEPTH; i++) {
            postReceive(i);
            freeSends.add(i);
        }
    }

    Link link() {
        return link;
    }

    /** Sends a message, once the peer has room for it. */
    void send(int type, ByteBuffer payload) {
        while (credits < 2 || freeSends.isEmpty()) {
            pump();
        }
        post(type, payload);
    }

    /** Sends a message without payload. */
    void send(int type) {
        send(type, ByteBuffer.allocate(0));
    }

    /** Waits for a message; the peer's silence is limited by the link's timeout. */
    Message receive() {
        heardNs = System.nanoTime();
        while (true) {
            @Nullable Message message = inbox.poll();
            if (message != null) {
                return message;
            }
            pump();
        }
    }

    /** The next message if it is here; does not wait. */
    @Nullable Message poll() {
        if (inbox.isEmpty()) {
            handle(link.next(0));
        }
        return inbox.poll();
    }

    /**
     * Waits for a message in silence, for so long as a peer's work may take that must not be
     * disturbed.
     */
    Message receive(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (inbox.isEmpty()) {
            int n = link.next(Math.max(1, deadline - System.nanoTime()));
            if (n == 0) {
                throw Failure.ofPeer("the peer was silent for " + Durations.format(limit));
            }
            handle(n);
        }
        return inbox.remove();
    }

    /**
     * Waits for something to happen, and handles it. Meanwhile the peer gets signs of life, since
     * its own wait is limited too and what this side does may take long.
     *
     * @throws Failure where the peer has given none for the link's timeout
     */
    void pump() {
        long limit = link.timeout().toNanos();
        while (true) {
            int n = link.next(Math.min(SIGN_OF_LIFE_NS, limit / 4));
            if (n > 0) {
                handle(n);
                return;
            }
            if (System.nanoTime() - heardNs > limit) {
                throw Failure.ofPeer("the peer was silent for " + Durations.format(link.timeout()));
            }
            if (credits >= 1 && !freeSends.isEmpty()) {
                post(CREDITS_ONLY, ByteBuffer.allocate(0));
            }
        }
    }

    @Override
    public void close() {
        link.close();
        memory.close();
    }

    private void handle(int count) {
        EventBatch batch = link.batch();
        @Nullable Failure failure = null;
        for (int i = 0; i < count; i++) {
            if (!batch.isCompletion(i) && batch.event(i) instanceof SoftwareEvent e) {
                try {
                    owner.posted(e.payload());
                } catch (Failure f) {
                    // The peer will be told, by this channel: so its accounts must be right.
                    failure = f;
                }
                continue;
            }
            link.requireSuccess(i);
            long cookie = batch.cookie(i);
            if (cookie < OWN) {
                owner.completed(cookie);
            } else if ((cookie & SEND) == SEND) {
                freeSends.add((int) cookie);
            } else {
                received((int) cookie, batch.length(i));
            }
        }
        if (owed >= GIVE_BACK_AT && credits >= 1 && !freeSends.isEmpty()) {
            post(CREDITS_ONLY, ByteBuffer.allocate(0));
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void received(int slot, long length) {
        MemorySegment segment = memory.segment();
        long at = (long) slot * SLOT;
        int type = segment.get(INT, at);
        int given = segment.get(INT, at + 4);
        int bytes = segment.get(INT, at + 8);
        if (length < HEADER
                || bytes < 0
                || bytes > PAYLOAD
                || bytes > length - HEADER
                || given < 0) {
            throw new Failure("the peer sent something that is not a message of this tool");
        }
        byte[] copy = new byte[bytes];
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at + HEADER, copy, 0, bytes);
        postReceive(slot);
        credits += given;
        owed++;
        heardNs = System.nanoTime();
        if (type != CREDITS_ONLY) {
            inbox.add(new Message(type, ByteBuffer.wrap(copy)));
        }
    }

    private void post(int type, ByteBuffer payload) {
        int slot = freeSends.remove();
        int bytes = payload.remaining();
        MemorySegment segment = memory.segment();
        long at = (long) (DEPTH + slot) * SLOT;
        segment.set(INT, at, type);
        segment.set(INT, at + 4, owed);
        segment.set(INT, at + 8, bytes);
        segment.asSlice(at + HEADER, bytes).copyFrom(MemorySegment.ofBuffer(payload));
        owed = 0;
        credits--;
        link.requirePosted(
                link.endpoint()
                        .postSend(
                                memory, at, HEADER + bytes, SEND | slot, CompletionFlags.DEFAULT));
    }

    private void postReceive(int slot) {
        link.requirePosted(
                link.endpoint().postReceive(memory, (long) slot * SLOT, SLOT, OWN | slot));
    }
}
