package org.jdapl.provider.soft.rdmap;

import java.lang.foreign.MemorySegment;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.provider.soft.memory.SoftMemoryRegion;
import org.jdapl.provider.soft.wire.AtomicResponseHeader;
import org.jdapl.provider.soft.wire.DdpHeader;
import org.jdapl.provider.soft.wire.Msn;
import org.jdapl.provider.soft.wire.TerminateCode;

/**
 * Takes the answers to atomic operations of this side. They come in the order of the requests,
 * reads included, so each must be that of the oldest.
 *
 * <p><strong>Threads:</strong> the driver, while it holds the connection's incoming lock.
 */
final class AtomicResponseReceiver {

    private final SendQueue requests;
    private final Connection connection;
    private OutstandingReads reads = new OutstandingReads(0);
    private int msn = Msn.FIRST;

    AtomicResponseReceiver(SendQueue requests, Connection connection) {
        this.requests = requests;
        this.connection = connection;
    }

    void reads(OutstandingReads outstanding) {
        reads = outstanding;
    }

    /** Takes an answer; whether an operation is done by it. */
    boolean response(MemorySegment bytes, int at, int length) {
        if (DdpHeader.msn(bytes, at) != msn) {
            fail(TerminateCode.DDP_UNTAGGED_INVALID_MSN, bytes, at, length);
            return false;
        }
        int i = reads.isEmpty() ? -1 : (int) reads.oldest() & requests.mask;
        if (i < 0 || !Kinds.isAtomic(requests.kind[i])) {
            fail(TerminateCode.RDMAP_UNEXPECTED_OPCODE, bytes, at, length);
            return false;
        }
        int header = at + DdpHeader.UNTAGGED_BYTES;
        if (AtomicResponseHeader.requestId(bytes, header) != requestId(reads.oldest())) {
            connection.failRead(
                    CompletionStatus.BAD_RESPONSE,
                    "an atomic response is not that of the oldest request",
                    Terminates.about(TerminateCode.RDMAP_OPERATION_UNSPECIFIED, bytes, at, length));
            return false;
        }
        int s = i * requests.maxSegments;
        SoftMemoryRegion sink = requests.region[s];
        if (sink == null
                || !Copies.in(
                        sink,
                        requests.offset[s],
                        AtomicResponseHeader.originalValue(bytes, header))) {
            connection.failRead(
                    CompletionStatus.LOCAL_PROTECTION,
                    "the memory of an atomic operation was not there any more",
                    Terminates.LOCAL_CATASTROPHIC);
            return false;
        }
        msn = Msn.next(msn);
        reads.finish();
        return true;
    }

    /** The identifier of the request of an entry of the send queue. */
    static int requestId(long entry) {
        return (int) entry;
    }

    private void fail(TerminateCode code, MemorySegment bytes, int at, int length) {
        connection.fail(code.sentence(), Terminates.about(code, bytes, at, length));
    }
}
