package org.jdapl.provider.soft.rdmap;

import java.lang.foreign.MemorySegment;
import org.jdapl.api.data.Privilege;
import org.jdapl.provider.soft.memory.RegionTable;
import org.jdapl.provider.soft.memory.SoftMemoryRegion;
import org.jdapl.provider.soft.wire.DdpHeader;
import org.jdapl.provider.soft.wire.Msn;
import org.jdapl.provider.soft.wire.ReadRequestHeader;
import org.jdapl.provider.soft.wire.TaggedRange;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jspecify.annotations.Nullable;

/**
 * Takes the peer's read requests: checks them, and hands them to the outgoing half, the bad ones
 * too, so that they are refused when the ones before them are answered.
 *
 * <p><strong>Threads:</strong> the driver, while it holds the connection's incoming lock.
 */
final class ReadRequestReceiver {

    private final RegionTable regions;
    private final WorkQueues work;
    private final Connection connection;
    private InboundReads inbound = new InboundReads(0);
    private int readMsn = Msn.FIRST;

    ReadRequestReceiver(RegionTable regions, WorkQueues work, Connection connection) {
        this.regions = regions;
        this.work = work;
        this.connection = connection;
    }

    void inbound(InboundReads requests) {
        inbound = requests;
    }

    /** Takes a request; false where it is refused: then nothing that comes after it counts. */
    boolean request(MemorySegment bytes, int at, int length) {
        if (DdpHeader.msn(bytes, at) != readMsn) {
            TerminateCode code = TerminateCode.DDP_UNTAGGED_INVALID_MSN;
            connection.fail(code.sentence(), Terminates.about(code, bytes, at, length));
            return true;
        }
        readMsn = Msn.next(readMsn);
        if (!inbound.hasRoom()) {
            return refuse(TerminateCode.DDP_UNTAGGED_NO_BUFFER, bytes, at, length);
        }
        int header = at + DdpHeader.UNTAGGED_BYTES;
        long size = ReadRequestHeader.sizeBytes(bytes, header);
        long offset = ReadRequestHeader.sourceTaggedOffset(bytes, header);
        SoftMemoryRegion source = null;
        long sourceOffset = 0;
        if (size > 0) {
            source = regions.lookup(ReadRequestHeader.sourceStag(bytes, header));
            TerminateCode fault = check(source, offset, size);
            if (source == null || fault != TerminateCode.UNKNOWN) {
                return refuse(fault, bytes, at, length);
            }
            sourceOffset = offset - source.remoteAddress();
        }
        inbound.add(
                ReadRequestHeader.sinkStag(bytes, header),
                ReadRequestHeader.sinkTaggedOffset(bytes, header),
                size,
                source,
                sourceOffset);
        return true;
    }

    /** Whether a range may be read: the fault, or {@link TerminateCode#UNKNOWN} for none. */
    private TerminateCode check(@Nullable SoftMemoryRegion source, long offset, long size) {
        if (source == null || !source.isRemotelyValid()) {
            return TerminateCode.RDMAP_INVALID_STAG;
        }
        if (source.domain() != work.domain) {
            return TerminateCode.RDMAP_STAG_NOT_ASSOCIATED;
        }
        if (TaggedRange.wraps(offset, size)) {
            return TerminateCode.RDMAP_TO_WRAP;
        }
        if (!TaggedRange.contains(source.remoteAddress(), source.length(), offset, size)) {
            return TerminateCode.RDMAP_BASE_OR_BOUNDS;
        }
        return source.grants(Privilege.REMOTE_READ.bit())
                ? TerminateCode.UNKNOWN
                : TerminateCode.RDMAP_ACCESS_RIGHTS;
    }

    private boolean refuse(TerminateCode code, MemorySegment bytes, int at, int length) {
        inbound.addRefused(
                new InboundReads.Refusal(
                        "a read request of the peer was refused: " + code.sentence(),
                        Terminates.about(code, bytes, at, length)));
        return false;
    }
}
