package com.acme.rdma;

import java.lang.foreign.MemorySegment;
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

    private static final Privilege READ = Privilege.REMOTE_READ;
    private static final Privilege WRITE = Privilege.REMOTE_WRITE;

    private final Connection connection;
    private final AcmeQueuePair pair;
    private final FrameChannel channel;

    /** Reads of the peer that are not answered in full, and how much of the oldest one is. */
    private final ArrayDeque<Frame> reads = new ArrayDeque<>();

    private long readAt;
    private boolean inMessage;
    private long messageAt;

    Responder(Connection connection, AcmeQueuePair pair, FrameChannel channel) {
        this.connection = connection;
        this.pair = pair;
        this.channel = channel;
    }

    /** Whether nothing that the peer has begun is half done. */
    boolean isIdle() {
        return reads.isEmpty() && !inMessage;
    }

    void send(Frame frame, MemorySegment payload) {
        if (!inMessage && pair.receives.isEmpty()) {
            connection.refuse(Refusal.NO_RECEIVE);
            return;
        }
        inMessage = true;
        Work receive = pair.receives.oldest();
        if (frame.length() > receive.total - messageAt) {
            pair.completeReceive(CompletionStatus.LOCAL_LENGTH, 0, 0);
            connection.refuse(Refusal.TOO_LONG);
            return;
        }
        if (!receive.copy(messageAt, payload, true)) {
            pair.completeReceive(CompletionStatus.LOCAL_PROTECTION, 0, 0);
            connection.refuse(Refusal.MEMORY_GONE);
            return;
        }
        messageAt += frame.length();
        if (frame.has(Frame.LAST)) {
            int flags = frame.has(Frame.SOLICITED) ? Completions.SOLICITED : 0;
            pair.completeReceive(CompletionStatus.SUCCESS, messageAt, flags);
            inMessage = false;
            messageAt = 0;
        }
    }

    /** A piece of a write. */
    void write(Frame frame, MemorySegment payload) {
        if (!pair.domain.copy(frame.key(), frame.address(), payload, WRITE)) {
            connection.refuse(Refusal.WRITE_ACCESS);
        }
    }

    void read(Frame frame) {
        if (reads.size() == connection.readsIn || frame.total() < 0) {
            connection.refuse(Refusal.PROTOCOL);
            return;
        }
        reads.add(frame);
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
        while (!reads.isEmpty() && channel.room() > Frame.MAX_PAYLOAD / 2) {
            any = true;
            Frame read = reads.element();
            int piece = (int) Math.min(read.total() - readAt, channel.room());
            boolean last = readAt + piece == read.total();
            if (!respond(read, piece, last)) {
                connection.refuse(Refusal.READ_ACCESS);
                return true;
            }
            readAt += piece;
            if (last) {
                reads.remove();
                readAt = 0;
            }
        }
        return any;
    }

    private boolean respond(Frame read, int length, boolean last) {
        long key = read.key();
        long at = read.address() + readAt;
        Frame answer = new Frame(Frame.RESPONSE, last ? Frame.LAST : 0, length, 0, 0, 0);
        // All of it, not only this piece: so a read that is not allowed brings nothing.
        return pair.domain.allows(key, read.address(), read.total(), READ)
                && channel.add(answer, to -> pair.domain.copy(key, at, to, READ));
    }
}
