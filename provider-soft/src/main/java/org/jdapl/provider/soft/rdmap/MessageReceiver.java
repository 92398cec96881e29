package org.jdapl.provider.soft.rdmap;

import java.lang.foreign.MemorySegment;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.provider.soft.memory.RegionTable;
import org.jdapl.provider.soft.memory.SoftMemoryRegion;
import org.jdapl.provider.soft.memory.SteeringTag;
import org.jdapl.provider.soft.wire.DdpHeader;
import org.jdapl.provider.soft.wire.ImmediateData;
import org.jdapl.provider.soft.wire.Msn;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.spi.Completions;

/**
 * Takes the peer's sends: each message goes into the oldest posted receive, segment by segment.
 *
 * <p><strong>Threads:</strong> the driver, while it holds the connection's incoming lock.
 */
final class MessageReceiver {

    private final RegionTable regions;
    private final WorkQueues work;
    private final ReceiveQueue queue;
    private final Connection connection;

    // The message that is coming in, where there is one.
    private boolean inMessage;
    private long messageOffset;
    private int segment;
    private long segmentOffset;

    private int sendMsn = Msn.FIRST;
    private boolean notify;

    MessageReceiver(RegionTable regions, WorkQueues work, Connection connection) {
        this.regions = regions;
        this.work = work;
        this.queue = work.receives;
        this.connection = connection;
    }

    /** Whether part of a message is here and part is not. */
    boolean isHalfDone() {
        return inMessage;
    }

    /** Whether the receive completion queue is to be told; says it once. */
    boolean takeNotify() {
        boolean n = notify;
        notify = false;
        return n;
    }

    void send(MemorySegment bytes, int at, int length, int opcode) {
        int payload = length - DdpHeader.UNTAGGED_BYTES;
        if (DdpHeader.msn(bytes, at) != sendMsn) {
            fail(TerminateCode.DDP_UNTAGGED_INVALID_MSN, bytes, at, length);
            return;
        }
        if (DdpHeader.messageOffset(bytes, at) != (int) messageOffset) {
            fail(TerminateCode.DDP_UNTAGGED_INVALID_MO, bytes, at, length);
            return;
        }
        if (!inMessage) {
            if (!work.hasReceive()) {
                fail(TerminateCode.DDP_UNTAGGED_NO_BUFFER, bytes, at, length);
                return;
            }
            inMessage = true;
            segment = 0;
            segmentOffset = 0;
        }
        int i = queue.current();
        if (payload > queue.totalLength[i] - messageOffset) {
            completeReceive(CompletionStatus.LOCAL_LENGTH, Kinds.RECEIVE, 0, 0);
            fail(TerminateCode.DDP_UNTAGGED_TOO_LONG, bytes, at, length);
            return;
        }
        if (payload > 0 && !scatter(i, bytes, at + DdpHeader.UNTAGGED_BYTES, payload)) {
            completeReceive(CompletionStatus.LOCAL_PROTECTION, Kinds.RECEIVE, 0, 0);
            connection.fail(
                    "the memory of a receive was not there any more",
                    Terminates.LOCAL_CATASTROPHIC);
            return;
        }
        messageOffset += payload;
        if (DdpHeader.isLast(DdpHeader.control(bytes, at))) {
            endOfMessage(bytes, at, length, opcode);
        }
    }

    /**
     * Takes a message of immediate data: it uses the oldest receive up, whose memory is not
     * touched, and tells how much the write before it has brought.
     */
    void immediate(MemorySegment bytes, int at, int length, boolean solicited, long written) {
        if (DdpHeader.msn(bytes, at) != sendMsn) {
            fail(TerminateCode.DDP_UNTAGGED_INVALID_MSN, bytes, at, length);
            return;
        }
        if (inMessage) {
            fail(TerminateCode.DDP_UNTAGGED_INVALID_MO, bytes, at, length);
            return;
        }
        if (!work.hasReceive()) {
            fail(TerminateCode.DDP_UNTAGGED_NO_BUFFER, bytes, at, length);
            return;
        }
        long id = queue.id[queue.current()];
        queue.consume();
        notify |=
                work.receiveCompletions.add(
                        id,
                        CompletionStatus.SUCCESS.value(),
                        Kinds.RECEIVE_WRITE_IMMEDIATE,
                        written,
                        Completions.IMMEDIATE | (solicited ? Completions.SOLICITED : 0),
                        ImmediateData.value(bytes, at + DdpHeader.UNTAGGED_BYTES),
                        0,
                        0,
                        work.number);
        sendMsn = Msn.next(sendMsn);
    }

    private void endOfMessage(MemorySegment bytes, int at, int length, int opcode) {
        int flags = RdmapControl.isSolicited(opcode) ? Completions.SOLICITED : 0;
        int kind = Kinds.RECEIVE;
        long key = 0;
        if (RdmapControl.isInvalidating(opcode)) {
            int stag = DdpHeader.invalidateStag(bytes, at);
            SteeringTag tag = regions.lookup(stag);
            if (tag == null || !tag.isFor(work.domain, connection) || !tag.invalidate()) {
                fail(TerminateCode.RDMAP_CANNOT_INVALIDATE, bytes, at, length);
                return;
            }
            flags |= Completions.INVALIDATED;
            kind = Kinds.RECEIVE_WITH_INVALIDATE;
            key = Integer.toUnsignedLong(stag);
        }
        completeReceive(CompletionStatus.SUCCESS, kind, flags, key);
        inMessage = false;
        messageOffset = 0;
        sendMsn = Msn.next(sendMsn);
    }

    private void completeReceive(CompletionStatus status, int kind, int flags, long key) {
        long id = queue.id[queue.current()];
        queue.consume();
        notify |=
                work.receiveCompletions.add(
                        id,
                        status.value(),
                        kind,
                        status == CompletionStatus.SUCCESS ? messageOffset : 0,
                        flags,
                        0,
                        key,
                        0,
                        work.number);
    }

    /** Copies payload into the current receive; false where its memory is gone. */
    private boolean scatter(int i, MemorySegment bytes, int at, int payload) {
        int done = 0;
        while (done < payload) {
            if (segment >= queue.segments[i]) {
                return false;
            }
            int s = i * queue.maxSegments + segment;
            int piece = (int) Math.min(queue.length[s] - segmentOffset, payload - done);
            if (piece > 0) {
                SoftMemoryRegion region = queue.region[s];
                if (region == null
                        || !Copies.in(
                                region, queue.offset[s] + segmentOffset, bytes, at + done, piece)) {
                    return false;
                }
                done += piece;
                segmentOffset += piece;
            }
            if (segmentOffset >= queue.length[s]) {
                segment++;
                segmentOffset = 0;
            }
        }
        return true;
    }

    private void fail(TerminateCode code, MemorySegment bytes, int at, int length) {
        connection.fail(code.sentence(), Terminates.about(code, bytes, at, length));
    }
}
