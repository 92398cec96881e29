package com.acme.rdma;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.spi.WorkRequest;

/**
 * This side's requests. Each is cut into frames; when all of its frames are written it is done, but
 * for a read, which is done when all of its response is here. Requests complete in the order of
 * posting: one that is done waits for those before it.
 */
final class Requester {

    private final Connection connection;
    private final AcmeQueuePair pair;
    private final FrameChannel channel;

    /** The number of the request that is cut into frames next, and how much of it is. */
    private long next;

    private long nextAt;

    /** All requests before this one are written. */
    private long written;

    /** Reads that are sent and not answered in full, and how much of the oldest one is here. */
    private final ArrayDeque<Work> reads = new ArrayDeque<>();

    private long readAt;

    Requester(Connection connection, AcmeQueuePair pair, FrameChannel channel) {
        this.connection = connection;
        this.pair = pair;
        this.channel = channel;
        next = pair.requests.head();
        written = next;
    }

    /** Whether all that was posted is done. */
    boolean isIdle() {
        return pair.requests.isEmpty();
    }

    /**
     * Puts frames into the channel while there is room.
     *
     * @return whether there was one
     */
    boolean fill() {
        boolean any = false;
        while (next < pair.requests.tail() && channel.room() > 0) {
            Work work = pair.requests.at(next);
            if (work.status != CompletionStatus.SUCCESS || !mayStart(work)) {
                break;
            }
            if (!frame(work)) {
                work.status = CompletionStatus.LOCAL_PROTECTION;
                retire();
                break;
            }
            any = true;
        }
        return any;
    }

    private boolean mayStart(Work work) {
        if (work.has(WorkRequest.FENCE) && !reads.isEmpty()) {
            return false;
        }
        return work.kind != OperationKind.RDMA_READ || reads.size() < connection.readsOut();
    }

    private boolean frame(Work work) {
        ByteBuffer out = channel.out();
        if (work.kind == OperationKind.RDMA_READ) {
            Frames.header(out, Frames.READ, 0, 0, work.remoteAddress, work.remoteKey, work.total);
            reads.add(work);
            next++;
            return true;
        }
        int piece = (int) Math.min(work.total - nextAt, channel.room());
        boolean last = nextAt + piece == work.total;
        int start = out.position();
        int flags =
                (last ? Frames.LAST : 0) | (work.has(WorkRequest.SOLICITED) ? Frames.SOLICITED : 0);
        byte type = work.kind == OperationKind.SEND ? Frames.SEND : Frames.WRITE;
        long address = work.remoteAddress + nextAt;
        Frames.header(out, type, flags, piece, address, work.remoteKey, work.total);
        int payload = out.position();
        if (!work.copy(nextAt, MemorySegment.ofBuffer(out.slice(payload, piece)), false)) {
            out.position(start);
            return false;
        }
        out.position(payload + piece);
        nextAt += piece;
        if (last) {
            next++;
            nextAt = 0;
        }
        return true;
    }

    /** The socket has all frames. */
    void allWritten() {
        written = next;
        retire();
    }

    /** A piece of what the oldest outstanding read asked for. */
    void response(int flags, ByteBuffer payload) {
        if (reads.isEmpty()) {
            connection.refuse(Refusal.PROTOCOL);
            return;
        }
        Work read = reads.element();
        boolean last = (flags & Frames.LAST) != 0;
        long at = readAt + payload.remaining();
        if (at > read.total || last != (at == read.total)) {
            failOldestRead(CompletionStatus.BAD_RESPONSE);
        } else if (!read.copy(readAt, MemorySegment.ofBuffer(payload), true)) {
            failOldestRead(CompletionStatus.LOCAL_PROTECTION);
        } else if (last) {
            read.answered = true;
            reads.remove();
            readAt = 0;
            retire();
        } else {
            readAt = at;
        }
    }

    /** The oldest outstanding read has failed; what was posted before it is done. */
    void failOldestRead(CompletionStatus status) {
        if (!reads.isEmpty()) {
            reads.element().status = status;
            allWritten();
        }
    }

    private void retire() {
        while (!pair.requests.isEmpty()) {
            Work work = pair.requests.oldest();
            if (work.status != CompletionStatus.SUCCESS) {
                pair.completeRequest();
                connection.refuse(
                        work.status == CompletionStatus.LOCAL_PROTECTION
                                ? Refusal.MEMORY_GONE
                                : Refusal.PROTOCOL);
                return;
            }
            boolean done =
                    work.kind == OperationKind.RDMA_READ
                            ? work.answered
                            : pair.requests.head() < written;
            if (!done) {
                return;
            }
            pair.completeRequest();
        }
    }
}
