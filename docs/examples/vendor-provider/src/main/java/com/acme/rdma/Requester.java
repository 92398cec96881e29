package com.acme.rdma;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.spi.WorkRequest;

/**
 * This side's requests. Each is cut into frames; when all of its bytes are copied it is done, but
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

    /** Reads that are sent and not answered in full, and how much of the oldest one is here. */
    private final ArrayDeque<Work> reads = new ArrayDeque<>();

    private long readAt;

    Requester(Connection connection, AcmeQueuePair pair, FrameChannel channel) {
        this.connection = connection;
        this.pair = pair;
        this.channel = channel;
        next = pair.requests.head();
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
            if (work.kind == OperationKind.RDMA_READ) {
                ask(work);
            } else if (!piece(work)) {
                work.status = CompletionStatus.LOCAL_PROTECTION;
            }
            any = true;
        }
        retire();
        return any;
    }

    private boolean mayStart(Work work) {
        if (work.has(WorkRequest.FENCE) && !reads.isEmpty()) {
            return false;
        }
        return work.kind != OperationKind.RDMA_READ || reads.size() < connection.readsOut;
    }

    private void ask(Work read) {
        Frame ask = new Frame(Frame.READ, 0, 0, read.remoteAddress, read.remoteKey, read.total);
        channel.add(ask, nothing -> true);
        reads.add(read);
        next++;
    }

    /** The next piece of a message or a write; false where its memory is gone. */
    private boolean piece(Work work) {
        long at = nextAt;
        int length = (int) Math.min(work.total - at, channel.room());
        boolean last = at + length == work.total;
        int flags = last ? Frame.LAST : 0;
        flags |= work.has(WorkRequest.SOLICITED) ? Frame.SOLICITED : 0;
        byte type = work.kind == OperationKind.SEND ? Frame.SEND : Frame.WRITE;
        long address = work.remoteAddress + at;
        Frame piece = new Frame(type, flags, length, address, work.remoteKey, work.total);
        if (!channel.add(piece, to -> work.copy(at, to, false))) {
            return false;
        }
        nextAt = last ? 0 : at + length;
        next += last ? 1 : 0;
        return true;
    }

    /** A piece of what the oldest outstanding read asked for. */
    void response(Frame frame, MemorySegment payload) {
        if (reads.isEmpty()) {
            connection.refuse(Refusal.PROTOCOL);
            return;
        }
        Work read = reads.element();
        long at = readAt + frame.length();
        if (at > read.total || frame.has(Frame.LAST) != (at == read.total)) {
            failOldestRead(CompletionStatus.BAD_RESPONSE);
        } else if (!read.copy(readAt, payload, true)) {
            failOldestRead(CompletionStatus.LOCAL_PROTECTION);
        } else if (at == read.total) {
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
            retire();
        }
    }

    /** Completes what is done, as far as a request that is not; a failure ends the connection. */
    private void retire() {
        while (!pair.requests.isEmpty()) {
            Work work = pair.requests.oldest();
            if (work.status != CompletionStatus.SUCCESS) {
                pair.completeRequest();
                boolean gone = work.status == CompletionStatus.LOCAL_PROTECTION;
                connection.refuse(gone ? Refusal.MEMORY_GONE : Refusal.PROTOCOL);
                return;
            }
            boolean isRead = work.kind == OperationKind.RDMA_READ;
            if (isRead ? !work.answered : pair.requests.head() >= next) {
                return;
            }
            pair.completeRequest();
        }
    }
}
