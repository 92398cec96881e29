package org.jdapl.provider.soft.rdmap;

import java.lang.foreign.MemorySegment;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.provider.soft.memory.RegionTable;
import org.jdapl.provider.soft.memory.SoftMemoryRegion;
import org.jdapl.provider.soft.memory.SteeringTag;
import org.jdapl.provider.soft.wire.DdpHeader;
import org.jdapl.provider.soft.wire.TaggedRange;
import org.jdapl.provider.soft.wire.TerminateCode;

/**
 * Takes tagged segments: the peer's writes, which go where the peer says as far as it may, and the
 * responses to reads of this side, which go where the oldest read wants them and nowhere else.
 *
 * <p><strong>Threads:</strong> the driver, while it holds the connection's incoming lock.
 */
final class TaggedReceiver {

    private final RegionTable regions;
    private final WorkQueues work;
    private final SendQueue requests;
    private final Connection connection;
    private OutstandingReads reads = new OutstandingReads(0);

    /** Bytes of the oldest outstanding read that are placed. */
    private long readOffset;

    /** Bytes of the write that ended last, or is coming in. */
    private long writeBytes;

    private boolean inWrite;

    TaggedReceiver(RegionTable regions, WorkQueues work, Connection connection) {
        this.regions = regions;
        this.work = work;
        this.requests = work.sends;
        this.connection = connection;
    }

    void reads(OutstandingReads outstanding) {
        reads = outstanding;
    }

    /** Whether part of a response is here and part is not. */
    boolean isHalfDone() {
        return readOffset > 0;
    }

    void write(MemorySegment bytes, int at, int length) {
        int payload = length - DdpHeader.TAGGED_BYTES;
        writeBytes = inWrite ? writeBytes + payload : payload;
        inWrite = !DdpHeader.isLast(DdpHeader.control(bytes, at));
        if (payload == 0) {
            // Neither tag nor offset of an empty segment is looked at.
            return;
        }
        long offset = DdpHeader.taggedOffset(bytes, at);
        SteeringTag tag = regions.lookup(DdpHeader.stag(bytes, at));
        TerminateCode fault = TerminateCode.UNKNOWN;
        if (tag == null || !tag.isValid()) {
            fault = TerminateCode.DDP_TAGGED_INVALID_STAG;
        } else if (!tag.isFor(work.domain, connection)) {
            fault = TerminateCode.DDP_TAGGED_STAG_NOT_ASSOCIATED;
        } else if (TaggedRange.wraps(offset, payload)) {
            fault = TerminateCode.DDP_TAGGED_TO_WRAP;
        } else if (!TaggedRange.contains(tag.base(), tag.length(), offset, payload)) {
            fault = TerminateCode.DDP_TAGGED_BASE_OR_BOUNDS;
        } else if (!tag.grants(Privilege.REMOTE_WRITE.bit())) {
            fault = TerminateCode.RDMAP_ACCESS_RIGHTS;
        } else if (!Copies.in(tag, offset, bytes, at + DdpHeader.TAGGED_BYTES, payload)) {
            fault = TerminateCode.DDP_TAGGED_INVALID_STAG;
        }
        if (fault != TerminateCode.UNKNOWN) {
            fail(fault, bytes, at, length);
        }
    }

    /**
     * A message other than a write is here: how many bytes the write right before it had; 0 where
     * there was another message in between.
     */
    long takeWriteBytes() {
        long taken = writeBytes;
        writeBytes = 0;
        return taken;
    }

    /** Takes a segment of a response; whether it was the last one of its read. */
    boolean readResponse(MemorySegment bytes, int at, int length) {
        if (reads.isEmpty()
                || requests.kind[(int) reads.oldest() & requests.mask] != Kinds.RDMA_READ) {
            fail(TerminateCode.RDMAP_UNEXPECTED_OPCODE, bytes, at, length);
            return false;
        }
        int payload = length - DdpHeader.TAGGED_BYTES;
        int i = (int) reads.oldest() & requests.mask;
        int s = i * requests.maxSegments;
        long size = requests.totalLength[i];
        boolean last = DdpHeader.isLast(DdpHeader.control(bytes, at));
        if (size > 0) {
            SoftMemoryRegion sink = requests.region[s];
            if (sink == null || DdpHeader.stag(bytes, at) != requests.sinkStag[i]) {
                badResponse(TerminateCode.DDP_TAGGED_INVALID_STAG, bytes, at, length);
                return false;
            }
            long expected = sink.remoteAddress() + requests.offset[s] + readOffset;
            if (DdpHeader.taggedOffset(bytes, at) != expected
                    || payload > size - readOffset
                    || last != (readOffset + payload == size)) {
                badResponse(TerminateCode.DDP_TAGGED_BASE_OR_BOUNDS, bytes, at, length);
                return false;
            }
            if (payload > 0 && !place(i, sink, bytes, at + DdpHeader.TAGGED_BYTES, payload)) {
                connection.failRead(
                        CompletionStatus.LOCAL_PROTECTION,
                        "the sink of a read was not there any more",
                        Terminates.about(TerminateCode.DDP_TAGGED_INVALID_STAG, bytes, at, length));
                return false;
            }
        } else if (payload != 0 || !last) {
            badResponse(TerminateCode.DDP_TAGGED_BASE_OR_BOUNDS, bytes, at, length);
            return false;
        }
        readOffset += payload;
        if (last) {
            readOffset = 0;
            reads.finish();
        }
        return last;
    }

    /** Puts part of a response into its sink; false where that is gone, or its window unbound. */
    private boolean place(int i, SoftMemoryRegion sink, MemorySegment bytes, int at, int payload) {
        long offset = requests.offset[i * requests.maxSegments] + readOffset;
        if (requests.window[i] == null) {
            return Copies.in(sink, offset, bytes, at, payload);
        }
        SteeringTag tag = regions.lookup(requests.sinkStag[i]);
        return tag != null && Copies.in(tag, sink.remoteAddress() + offset, bytes, at, payload);
    }

    private void badResponse(TerminateCode code, MemorySegment bytes, int at, int length) {
        connection.failRead(
                CompletionStatus.BAD_RESPONSE,
                "a read response does not fit the oldest read: " + code.sentence(),
                Terminates.about(code, bytes, at, length));
    }

    private void fail(TerminateCode code, MemorySegment bytes, int at, int length) {
        connection.fail(code.sentence(), Terminates.about(code, bytes, at, length));
    }
}
