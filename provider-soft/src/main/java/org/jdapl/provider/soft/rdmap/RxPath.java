package org.jdapl.provider.soft.rdmap;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.provider.soft.memory.SoftMemoryRegion;
import org.jdapl.provider.soft.wire.DdpHeader;
import org.jdapl.provider.soft.wire.Fpdu;
import org.jdapl.provider.soft.wire.InboundSegment;
import org.jdapl.provider.soft.wire.Msn;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.provider.soft.wire.ReadRequestHeader;
import org.jdapl.provider.soft.wire.TaggedRange;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.provider.soft.wire.TerminateMessage;
import org.jdapl.provider.soft.wire.WireFault;
import org.jdapl.spi.Completions;
import org.jspecify.annotations.Nullable;

/**
 * The incoming half of a connection: takes frames off the stream, checks them and places what they
 * carry. Nothing is placed before its CRC and its rights are checked, and nothing is allocated by
 * the measure of what a peer says.
 *
 * <p>Everything here belongs to the driver while it holds the connection's incoming lock.
 */
final class RxPath {

    /** Bytes that one call reads at most, so that other streams get their turn. */
    private static final int BYTES_PER_CALL = 1 << 20;

    /** Bytes that make it worth while to go on with the CRC of an incomplete frame. */
    private static final int CHECK_AHEAD = 4096;

    private final Engine engine;
    private final WorkQueues work;
    private final ReceiveQueue queue;
    private final SendQueue requests;
    private final Connection connection;
    private final CRC32C checksum = new CRC32C();

    // Set before the first frame.
    private OutstandingReads reads;
    private InboundReads inbound;
    private boolean crc;

    // What is left of an incomplete frame while another connection has the staging buffer.
    private @Nullable PooledBuffer kept;
    private int keptBytes;

    /** Bytes of the incomplete frame that the checksum covers already. */
    private int checked;

    private long framesSeen;
    private boolean dead;

    // The message of the send queue's peer that is coming in, where there is one.
    private boolean inMessage;
    private long messageOffset;
    private int segment;
    private long segmentOffset;
    private int sendMsn = Msn.FIRST;
    private int readMsn = Msn.FIRST;

    /** Bytes of the oldest outstanding read that are placed. */
    private long readOffset;

    private boolean kick;
    private boolean notify;

    RxPath(Engine engine, WorkQueues work, Connection connection) {
        this.engine = engine;
        this.work = work;
        this.queue = work.receives;
        this.requests = work.sends;
        this.connection = connection;
        this.reads = new OutstandingReads(0);
        this.inbound = new InboundReads(0);
    }

    void configure(OutstandingReads reads, InboundReads inbound, boolean crc) {
        this.reads = reads;
        this.inbound = inbound;
        this.crc = crc;
    }

    // ---- the buffer

    /** Another connection needs the staging buffer. */
    void keep(MemorySegment from, int start, int bytes) {
        connection.lockIncoming();
        try {
            if (!dead) {
                PooledBuffer b = engine.pool.takeExactly(bytes);
                MemorySegment.copy(from, start, b.segment, 0, bytes);
                kept = b;
                keptBytes = bytes;
            }
        } finally {
            connection.unlockIncoming();
        }
    }

    /** Puts what was kept back to the start of the staging buffer; returns how many bytes. */
    int restore(MemorySegment to) {
        PooledBuffer b = kept;
        if (b == null) {
            return 0;
        }
        int bytes = keptBytes;
        MemorySegment.copy(b.segment, 0, to, 0, bytes);
        forgetKept();
        return bytes;
    }

    private void forgetKept() {
        PooledBuffer b = kept;
        if (b != null) {
            kept = null;
            keptBytes = 0;
            engine.pool.giveBack(b);
        }
    }

    /** Nothing is placed or completed any more. */
    void die() {
        dead = true;
        forgetKept();
    }

    /**
     * Whether a completed read or a new request of the peer is the outgoing half's business; says
     * it once.
     */
    boolean takeKick() {
        boolean k = kick;
        kick = false;
        return k;
    }

    /** The outgoing half is to look again. */
    void wantKick() {
        kick = true;
    }

    /** Tells the receive completion queue's listener; with no lock held. */
    void notifyReady() {
        work.receiveCompletions.notifyReady();
    }

    /** Whether the receive completion queue is to be told; says it once. */
    boolean takeNotify() {
        boolean n = notify;
        notify = false;
        return n;
    }

    long framesSeen() {
        return framesSeen;
    }

    /**
     * Reads and works until the stream has nothing more, or its turn is over; returns bytes read.
     */
    int receive() {
        if (dead) {
            return 0;
        }
        Staging staging = engine.staging;
        staging.claim(this);
        PooledBuffer b = staging.buffer;
        int total = 0;
        while (total < BYTES_PER_CALL && !dead) {
            staging.compact();
            int room = Staging.BYTES - staging.end;
            b.io.limit(Staging.BYTES).position(staging.end);
            int n;
            try {
                n = connection.stream().read(b.io);
            } catch (IOException e) {
                connection.streamEnded(staging.end > staging.start || isHalfDone(), e);
                return total + 1;
            }
            if (n < 0) {
                connection.streamEnded(staging.end > staging.start || isHalfDone(), null);
                return total + 1;
            }
            if (n == 0) {
                break;
            }
            total += n;
            staging.end += n;
            connection.arrived(staging);
            if (n < room) {
                break;
            }
        }
        return total;
    }

    private boolean isHalfDone() {
        return inMessage || readOffset > 0;
    }

    // ---- frames

    /** Works on all complete frames in the staging buffer. */
    void frames(Staging staging) {
        MemorySegment bytes = staging.buffer.segment;
        while (!dead) {
            int start = staging.start;
            int size = Fpdu.completeSize(bytes, start, staging.end - start);
            if (size <= 0) {
                if (size == Fpdu.BAD_LENGTH) {
                    fail(TerminateCode.MPA_LENGTH_OR_MARKER);
                } else if (crc) {
                    checkAhead(staging);
                }
                break;
            }
            int length = Fpdu.ulpduLength(bytes, start);
            if (crc && !crcMatches(staging.buffer, start, length)) {
                fail(TerminateCode.MPA_CRC);
                break;
            }
            int at = start + Fpdu.ULPDU_OFFSET;
            WireFault fault = InboundSegment.check(bytes, at, length);
            if (fault != WireFault.NONE) {
                connection.fail(
                        fault.sentence(),
                        Terminates.about(fault.terminateCode(), bytes, at, length));
                break;
            }
            framesSeen++;
            if (framesSeen == 1) {
                connection.firstFrame();
            }
            frame(bytes, at, length);
            staging.start = start + size;
        }
        if (staging.start == staging.end) {
            staging.start = 0;
            staging.end = 0;
        }
    }

    /**
     * Computes the CRC of what is there of a long frame, while it is in the cache and the rest is
     * under way.
     */
    private void checkAhead(Staging staging) {
        int available = staging.end - staging.start;
        if (available - checked < CHECK_AHEAD) {
            return;
        }
        int length = Fpdu.ulpduLength(staging.buffer.segment, staging.start);
        int covered = Math.min(available, Fpdu.crcOffset(length));
        if (checked == 0) {
            checksum.reset();
        }
        Fpdu.updateCrc(checksum, staging.buffer.view, staging.start + checked, covered - checked);
        checked = covered;
    }

    private boolean crcMatches(PooledBuffer buffer, int start, int length) {
        if (checked == 0) {
            return Fpdu.crcMatches(checksum, buffer.view, start, length);
        }
        int end = Fpdu.crcOffset(length);
        Fpdu.updateCrc(checksum, buffer.view, start + checked, end - checked);
        checked = 0;
        buffer.view.clear();
        return Fpdu.wireCrc(checksum) == buffer.view.getInt(start + end);
    }

    private void frame(MemorySegment bytes, int at, int length) {
        int opcode = RdmapControl.opcode(DdpHeader.rdmapControl(bytes, at));
        switch (opcode) {
            case RdmapControl.WRITE -> write(bytes, at, length);
            case RdmapControl.READ_RESPONSE -> readResponse(bytes, at, length);
            case RdmapControl.SEND,
                    RdmapControl.SEND_INVALIDATE,
                    RdmapControl.SEND_SOLICITED,
                    RdmapControl.SEND_SOLICITED_INVALIDATE ->
                    send(bytes, at, length, opcode);
            case RdmapControl.READ_REQUEST -> readRequest(bytes, at, length);
            case RdmapControl.TERMINATE -> terminated(bytes, at, length);
            default -> fail(TerminateCode.RDMAP_UNEXPECTED_OPCODE, bytes, at, length);
        }
    }

    private void fail(TerminateCode code) {
        connection.fail(code.sentence(), Terminates.of(code));
    }

    private void fail(TerminateCode code, MemorySegment bytes, int at, int length) {
        connection.fail(code.sentence(), Terminates.about(code, bytes, at, length));
    }

    // ---- tagged

    private void write(MemorySegment bytes, int at, int length) {
        int payload = length - DdpHeader.TAGGED_BYTES;
        if (payload == 0) {
            // Neither tag nor offset of an empty segment is looked at.
            return;
        }
        long offset = DdpHeader.taggedOffset(bytes, at);
        SoftMemoryRegion region = engine.regions.lookup(DdpHeader.stag(bytes, at));
        TerminateCode fault = TerminateCode.UNKNOWN;
        if (region == null || !region.isRemotelyValid()) {
            fault = TerminateCode.DDP_TAGGED_INVALID_STAG;
        } else if (region.domain() != work.domain) {
            fault = TerminateCode.DDP_TAGGED_STAG_NOT_ASSOCIATED;
        } else if (TaggedRange.wraps(offset, payload)) {
            fault = TerminateCode.DDP_TAGGED_TO_WRAP;
        } else if (!TaggedRange.contains(
                region.remoteAddress(), region.length(), offset, payload)) {
            fault = TerminateCode.DDP_TAGGED_BASE_OR_BOUNDS;
        } else if (!region.grants(Privilege.REMOTE_WRITE.bit())) {
            fault = TerminateCode.RDMAP_ACCESS_RIGHTS;
        } else if (!Copies.in(
                region,
                offset - region.remoteAddress(),
                bytes,
                at + DdpHeader.TAGGED_BYTES,
                payload)) {
            fault = TerminateCode.DDP_TAGGED_INVALID_STAG;
        }
        if (fault != TerminateCode.UNKNOWN) {
            fail(fault, bytes, at, length);
        }
    }

    private void readResponse(MemorySegment bytes, int at, int length) {
        if (reads.isEmpty()) {
            fail(TerminateCode.RDMAP_UNEXPECTED_OPCODE, bytes, at, length);
            return;
        }
        int payload = length - DdpHeader.TAGGED_BYTES;
        int i = (int) reads.oldest() & requests.mask;
        int s = i * requests.maxSegments;
        long size = requests.totalLength[i];
        boolean last = DdpHeader.isLast(DdpHeader.control(bytes, at));
        if (size > 0) {
            SoftMemoryRegion sink = requests.region[s];
            if (sink == null || DdpHeader.stag(bytes, at) != sink.stag()) {
                badResponse(TerminateCode.DDP_TAGGED_INVALID_STAG, bytes, at, length);
                return;
            }
            long expected = sink.remoteAddress() + requests.offset[s] + readOffset;
            if (DdpHeader.taggedOffset(bytes, at) != expected
                    || payload > size - readOffset
                    || last != (readOffset + payload == size)) {
                badResponse(TerminateCode.DDP_TAGGED_BASE_OR_BOUNDS, bytes, at, length);
                return;
            }
            if (payload > 0
                    && !Copies.in(
                            sink,
                            requests.offset[s] + readOffset,
                            bytes,
                            at + DdpHeader.TAGGED_BYTES,
                            payload)) {
                connection.failRead(
                        CompletionStatus.LOCAL_PROTECTION,
                        "the sink of a read was not there any more",
                        Terminates.about(TerminateCode.DDP_TAGGED_INVALID_STAG, bytes, at, length));
                return;
            }
        } else if (payload != 0 || !last) {
            badResponse(TerminateCode.DDP_TAGGED_BASE_OR_BOUNDS, bytes, at, length);
            return;
        }
        readOffset += payload;
        if (last) {
            readOffset = 0;
            reads.finish();
            kick = true;
        }
    }

    private void badResponse(TerminateCode code, MemorySegment bytes, int at, int length) {
        connection.failRead(
                CompletionStatus.BAD_RESPONSE,
                "a read response does not fit the oldest read: " + code.sentence(),
                Terminates.about(code, bytes, at, length));
    }

    // ---- untagged

    private void send(MemorySegment bytes, int at, int length, int opcode) {
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
            if (queue.isEmpty()) {
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

    private void endOfMessage(MemorySegment bytes, int at, int length, int opcode) {
        int flags = RdmapControl.isSolicited(opcode) ? Completions.SOLICITED : 0;
        int kind = Kinds.RECEIVE;
        long key = 0;
        if (RdmapControl.isInvalidating(opcode)) {
            int stag = DdpHeader.invalidateStag(bytes, at);
            SoftMemoryRegion region = engine.regions.lookup(stag);
            if (region == null || region.domain() != work.domain || !region.invalidate()) {
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

    private void readRequest(MemorySegment bytes, int at, int length) {
        if (DdpHeader.msn(bytes, at) != readMsn) {
            fail(TerminateCode.DDP_UNTAGGED_INVALID_MSN, bytes, at, length);
            return;
        }
        readMsn = Msn.next(readMsn);
        if (!inbound.hasRoom()) {
            refuse(TerminateCode.DDP_UNTAGGED_NO_BUFFER, bytes, at, length);
            return;
        }
        int header = at + DdpHeader.UNTAGGED_BYTES;
        long size = ReadRequestHeader.sizeBytes(bytes, header);
        long offset = ReadRequestHeader.sourceTaggedOffset(bytes, header);
        SoftMemoryRegion source = null;
        long sourceOffset = 0;
        if (size > 0) {
            source = engine.regions.lookup(ReadRequestHeader.sourceStag(bytes, header));
            TerminateCode fault = TerminateCode.UNKNOWN;
            if (source == null || !source.isRemotelyValid()) {
                fault = TerminateCode.RDMAP_INVALID_STAG;
            } else if (source.domain() != work.domain) {
                fault = TerminateCode.RDMAP_STAG_NOT_ASSOCIATED;
            } else if (TaggedRange.wraps(offset, size)) {
                fault = TerminateCode.RDMAP_TO_WRAP;
            } else if (!TaggedRange.contains(
                    source.remoteAddress(), source.length(), offset, size)) {
                fault = TerminateCode.RDMAP_BASE_OR_BOUNDS;
            } else if (!source.grants(Privilege.REMOTE_READ.bit())) {
                fault = TerminateCode.RDMAP_ACCESS_RIGHTS;
            } else {
                sourceOffset = offset - source.remoteAddress();
            }
            if (fault != TerminateCode.UNKNOWN) {
                refuse(fault, bytes, at, length);
                return;
            }
        }
        inbound.add(
                ReadRequestHeader.sinkStag(bytes, header),
                ReadRequestHeader.sinkTaggedOffset(bytes, header),
                size,
                source,
                sourceOffset);
        kick = true;
    }

    /** The reads before it are answered first; nothing that comes after it counts. */
    private void refuse(TerminateCode code, MemorySegment bytes, int at, int length) {
        inbound.addRefused(
                new InboundReads.Refusal(
                        "a read request of the peer was refused: " + code.sentence(),
                        Terminates.about(code, bytes, at, length)));
        dead = true;
        kick = true;
        connection.deaf();
    }

    private void terminated(MemorySegment bytes, int at, int length) {
        TerminateMessage message =
                TerminateMessage.decode(
                        bytes,
                        at + DdpHeader.UNTAGGED_BYTES,
                        length - DdpHeader.UNTAGGED_BYTES,
                        framesSeen == 1);
        connection.terminated(message);
    }
}
