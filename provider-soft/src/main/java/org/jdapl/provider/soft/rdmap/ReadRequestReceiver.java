package org.jdapl.provider.soft.rdmap;

import java.lang.foreign.MemorySegment;
import org.jdapl.api.data.Privilege;
import org.jdapl.provider.soft.memory.RegionTable;
import org.jdapl.provider.soft.memory.SteeringTag;
import org.jdapl.provider.soft.wire.AtomicRequestHeader;
import org.jdapl.provider.soft.wire.DdpHeader;
import org.jdapl.provider.soft.wire.Msn;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.provider.soft.wire.ReadRequestHeader;
import org.jdapl.provider.soft.wire.TaggedRange;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.provider.soft.wire.WireFault;
import org.jspecify.annotations.Nullable;

/**
 * Takes the peer's reads and atomic operations: checks them, and hands them to the outgoing half,
 * the bad ones too, so that they are refused when the ones before them are answered.
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
        return RdmapControl.opcode(DdpHeader.rdmapControl(bytes, at)) == RdmapControl.ATOMIC_REQUEST
                ? atomic(bytes, at, length, header)
                : read(bytes, at, length, header);
    }

    private boolean atomic(MemorySegment bytes, int at, int length, int header) {
        WireFault wrong = AtomicRequestHeader.check(bytes, header);
        if (wrong != WireFault.NONE) {
            return refuse(wrong.terminateCode(), bytes, at, length);
        }
        SteeringTag target = regions.lookup(AtomicRequestHeader.stag(bytes, header));
        long address = AtomicRequestHeader.taggedOffset(bytes, header);
        TerminateCode fault = check(target, address, Long.BYTES, Privilege.REMOTE_ATOMIC);
        if (target == null || fault != TerminateCode.UNKNOWN) {
            return refuse(fault, bytes, at, length);
        }
        if (!AtomicUnit.isAligned(target, address)) {
            return refuse(WireFault.ATOMIC_ALIGNMENT.terminateCode(), bytes, at, length);
        }
        inbound.addAtomic(bytes, header, target);
        return true;
    }

    private boolean read(MemorySegment bytes, int at, int length, int header) {
        long size = ReadRequestHeader.sizeBytes(bytes, header);
        long offset = ReadRequestHeader.sourceTaggedOffset(bytes, header);
        SteeringTag source = null;
        if (size > 0) {
            source = regions.lookup(ReadRequestHeader.sourceStag(bytes, header));
            TerminateCode fault = check(source, offset, size, Privilege.REMOTE_READ);
            if (source == null || fault != TerminateCode.UNKNOWN) {
                return refuse(fault, bytes, at, length);
            }
        }
        inbound.add(
                ReadRequestHeader.sinkStag(bytes, header),
                ReadRequestHeader.sinkTaggedOffset(bytes, header),
                size,
                source,
                offset);
        return true;
    }

    /** Whether a range may be accessed so: the fault, or {@link TerminateCode#UNKNOWN} for none. */
    private TerminateCode check(
            @Nullable SteeringTag source, long offset, long size, Privilege right) {
        if (source == null || !source.isValid()) {
            return TerminateCode.RDMAP_INVALID_STAG;
        }
        if (!source.isFor(work.domain, connection)) {
            return TerminateCode.RDMAP_STAG_NOT_ASSOCIATED;
        }
        if (TaggedRange.wraps(offset, size)) {
            return TerminateCode.RDMAP_TO_WRAP;
        }
        if (!TaggedRange.contains(source.base(), source.length(), offset, size)) {
            return TerminateCode.RDMAP_BASE_OR_BOUNDS;
        }
        return source.grants(right.bit())
                ? TerminateCode.UNKNOWN
                : TerminateCode.RDMAP_ACCESS_RIGHTS;
    }

    private boolean refuse(TerminateCode code, MemorySegment bytes, int at, int length) {
        inbound.addRefused(
                new InboundReads.Refusal(
                        "a request of the peer was refused: " + code.sentence(),
                        Terminates.about(code, bytes, at, length)));
        return false;
    }
}
