package com.acme.rdma;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.spi.Completions;

/**
 * What the peer asks for: its messages go into the oldest receives, its writes and reads to the
 * memory that they name, as far as they may. Nothing that a peer sends is used before it is
 * checked.
 */
final class Responder {

    /** A read of the peer that is not answered in full. */
    private record Read(long address, long key, long total) {}

    private static final Privilege READ = Privilege.REMOTE_READ;
    private static final Privilege WRITE = Privilege.REMOTE_WRITE;

    private final Connection connection;
    private final AcmeQueuePair pair;
    private final FrameChannel channel;
    private final Regions regions;
    private final ArrayDeque<Read> reads = new ArrayDeque<>();
    private long readAt;
    private boolean inMessage;
    private long messageAt;

    Responder(Connection connection, AcmeQueuePair pair, FrameChannel channel, Regions regions) {
        this.connection = connection;
        this.pair = pair;
        this.channel = channel;
        this.regions = regions;
    }

    /** Whether nothing that the peer has begun is half done. */
    boolean isIdle() {
        return reads.isEmpty() && !inMessage;
    }

    void send(int flags, ByteBuffer payload) {
        if (!inMessage && pair.receives.isEmpty()) {
            connection.refuse(Refusal.NO_RECEIVE);
            return;
        }
        inMessage = true;
        Work receive = pair.receives.oldest();
        int bytes = payload.remaining();
        if (bytes > receive.total - messageAt) {
            pair.completeReceive(CompletionStatus.LOCAL_LENGTH, 0, 0);
            connection.refuse(Refusal.TOO_LONG);
            return;
        }
        if (!receive.copy(messageAt, MemorySegment.ofBuffer(payload), true)) {
            pair.completeReceive(CompletionStatus.LOCAL_PROTECTION, 0, 0);
            connection.refuse(Refusal.MEMORY_GONE);
            return;
        }
        messageAt += bytes;
        if ((flags & Frames.LAST) != 0) {
            boolean solicited = (flags & Frames.SOLICITED) != 0;
            pair.completeReceive(
                    CompletionStatus.SUCCESS, messageAt, solicited ? Completions.SOLICITED : 0);
            inMessage = false;
            messageAt = 0;
        }
    }

    /** A piece of a write; one without bytes names nothing, and is always allowed. */
    void write(long address, long key, ByteBuffer payload) {
        int bytes = payload.remaining();
        if (bytes > 0 && !copy(address, key, MemorySegment.ofBuffer(payload), WRITE)) {
            connection.refuse(Refusal.WRITE_ACCESS);
        }
    }

    void read(long address, long key, long total) {
        if (reads.size() == connection.readsIn() || total < 0) {
            connection.refuse(Refusal.PROTOCOL);
            return;
        }
        reads.add(new Read(address, key, total));
    }

    /**
     * Puts pieces of responses into the channel while there is room. Whether the peer may read is
     * looked at for each piece: the region may have been closed since the last one.
     *
     * @return whether there was one
     */
    boolean fill() {
        boolean any = false;
        // Half of the room is left for this side's own requests.
        while (!reads.isEmpty() && channel.room() > Frames.MAX_PAYLOAD / 2) {
            Read read = reads.element();
            ByteBuffer out = channel.out();
            int piece = (int) Math.min(read.total - readAt, channel.room());
            boolean last = readAt + piece == read.total;
            int start = out.position();
            Frames.header(out, Frames.RESPONSE, last ? Frames.LAST : 0, piece, 0, 0, 0);
            int payload = out.position();
            MemorySegment to = MemorySegment.ofBuffer(out.slice(payload, piece));
            // All of it, not only this piece: so a read that is not allowed brings nothing.
            boolean allowed =
                    read.total == 0
                            || (mayRead(read) && copy(read.address + readAt, read.key, to, READ));
            if (!allowed) {
                out.position(start);
                connection.refuse(Refusal.READ_ACCESS);
                return true;
            }
            out.position(payload + piece);
            readAt += piece;
            if (last) {
                reads.remove();
                readAt = 0;
            }
            any = true;
        }
        return any;
    }

    private boolean mayRead(Read read) {
        return regions.lookUp(pair.domain, read.key, read.address, read.total, READ) != null;
    }

    /** Copies between a peer's range and a buffer; false where that is not allowed. */
    private boolean copy(long address, long key, MemorySegment buffer, Privilege right) {
        Regions.Region region = regions.lookUp(pair.domain, key, address, buffer.byteSize(), right);
        if (region == null) {
            return false;
        }
        MemorySegment range =
                region.segment().asSlice(address - region.remoteAddress(), buffer.byteSize());
        try {
            if (right == WRITE) {
                range.copyFrom(buffer);
            } else {
                buffer.copyFrom(range);
            }
            return true;
        } catch (IllegalStateException e) {
            return false; // its owner has closed it
        }
    }
}
