package org.jdapl.provider.soft.rdmap;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;
import org.jdapl.provider.soft.wire.AtomicRequestHeader;
import org.jdapl.provider.soft.wire.AtomicResponseHeader;
import org.jdapl.provider.soft.wire.DdpHeader;
import org.jdapl.provider.soft.wire.Fpdu;
import org.jdapl.provider.soft.wire.ImmediateData;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.provider.soft.wire.ReadRequestHeader;

/**
 * Builds single frames in a buffer. The payload is put in by the caller, between {@link #tagged} or
 * {@link #untagged} and {@link #seal}.
 *
 * <p><strong>Threads:</strong> whoever holds the connection's outgoing lock.
 */
final class FrameWriter {

    /** Offset of the payload in a tagged frame. */
    static final int TAGGED_PAYLOAD = Fpdu.ULPDU_OFFSET + DdpHeader.TAGGED_BYTES;

    /** Offset of the payload in an untagged frame. */
    static final int UNTAGGED_PAYLOAD = Fpdu.ULPDU_OFFSET + DdpHeader.UNTAGGED_BYTES;

    /** Tag of zero-length messages that have none: zero is not welcome everywhere. */
    static final int FILLER_STAG = 1;

    private final Traffic traffic;
    private final CRC32C checksum = new CRC32C();
    private boolean crc = true;
    private boolean packed;
    private int maxFrame = Fpdu.MIN_MSS_BYTES;

    FrameWriter(Traffic traffic) {
        this.traffic = traffic;
    }

    /** Sets what was agreed. */
    void configure(int newMaxFrame, boolean nowPacked, boolean crcOn) {
        maxFrame = newMaxFrame;
        packed = nowPacked;
        crc = crcOn;
    }

    /** Whether several frames go into one write. */
    boolean packed() {
        return packed;
    }

    /** The size of a full frame. */
    int maxFrame() {
        return maxFrame;
    }

    /** The size of a full frame where there is so much room. */
    int limit(int room) {
        return Math.min(maxFrame, room);
    }

    /** How large a buffer the next frame of a message wants that has so many bytes to come. */
    int bufferFor(long left) {
        return packed
                ? Staging.BYTES
                : (int) Math.min(left + UNTAGGED_PAYLOAD + Fpdu.MAX_TRAILER_BYTES, maxFrame);
    }

    static void tagged(
            PooledBuffer buffer,
            int at,
            boolean last,
            int opcode,
            int stag,
            long taggedOffset,
            int payload) {
        MemorySegment segment = buffer.segment;
        Fpdu.putUlpduLength(segment, at, DdpHeader.TAGGED_BYTES + payload);
        DdpHeader.putTagged(
                segment,
                at + Fpdu.ULPDU_OFFSET,
                last,
                RdmapControl.encode(opcode),
                stag,
                taggedOffset);
    }

    static void untagged(
            PooledBuffer buffer,
            int at,
            boolean last,
            int opcode,
            int invalidateStag,
            int queue,
            int msn,
            int messageOffset,
            int payload) {
        MemorySegment segment = buffer.segment;
        Fpdu.putUlpduLength(segment, at, DdpHeader.UNTAGGED_BYTES + payload);
        DdpHeader.putUntagged(
                segment,
                at + Fpdu.ULPDU_OFFSET,
                last,
                RdmapControl.encode(opcode),
                invalidateStag,
                queue,
                msn,
                messageOffset);
    }

    /**
     * Puts pad and CRC behind a frame whose DDP segment has so many bytes; returns the size of the
     * frame.
     */
    int seal(PooledBuffer buffer, int at, int ulpduLength) {
        int size =
                crc
                        ? Fpdu.seal(checksum, buffer.view, at, ulpduLength)
                        : Fpdu.sealWithoutCrc(buffer.view, at, ulpduLength);
        int control = DdpHeader.control(buffer.segment, at + Fpdu.ULPDU_OFFSET);
        traffic.fpdu(size, DdpHeader.isLast(control));
        return size;
    }

    /** A zero-length RDMA Write, which does nothing at the peer but be there. */
    int filler(PooledBuffer buffer, int at) {
        tagged(buffer, at, true, RdmapControl.WRITE, FILLER_STAG, 0, 0);
        return seal(buffer, at, DdpHeader.TAGGED_BYTES);
    }

    int readRequest(
            PooledBuffer buffer,
            int at,
            int msn,
            int sinkStag,
            long sinkOffset,
            int size,
            int sourceStag,
            long sourceOffset) {
        untagged(
                buffer,
                at,
                true,
                RdmapControl.READ_REQUEST,
                0,
                DdpHeader.QUEUE_READ_REQUEST,
                msn,
                0,
                ReadRequestHeader.BYTES);
        ReadRequestHeader.put(
                buffer.segment,
                at + UNTAGGED_PAYLOAD,
                sinkStag,
                sinkOffset,
                size,
                sourceStag,
                sourceOffset);
        return seal(buffer, at, DdpHeader.UNTAGGED_BYTES + ReadRequestHeader.BYTES);
    }

    int atomicRequest(PooledBuffer buffer, int at, int msn, SendQueue queue, int i, int requestId) {
        untagged(
                buffer,
                at,
                true,
                RdmapControl.ATOMIC_REQUEST,
                0,
                DdpHeader.QUEUE_READ_REQUEST,
                msn,
                0,
                AtomicRequestHeader.BYTES);
        boolean add = queue.kind[i] == Kinds.FETCH_AND_ADD;
        AtomicRequestHeader.put(
                buffer.segment,
                at + UNTAGGED_PAYLOAD,
                add ? AtomicRequestHeader.FETCH_ADD : AtomicRequestHeader.COMPARE_SWAP,
                requestId,
                queue.remoteKey[i],
                queue.remoteAddress[i],
                add ? queue.compareOrAdd[i] : queue.swap[i],
                add ? queue.compareOrFieldMask[i] : queue.swapMask[i],
                add ? 0 : queue.compareOrAdd[i],
                add ? 0 : queue.compareOrFieldMask[i]);
        return seal(buffer, at, DdpHeader.UNTAGGED_BYTES + AtomicRequestHeader.BYTES);
    }

    int atomicResponse(PooledBuffer buffer, int at, int msn, int requestId, long original) {
        untagged(
                buffer,
                at,
                true,
                RdmapControl.ATOMIC_RESPONSE,
                0,
                DdpHeader.QUEUE_ATOMIC_RESPONSE,
                msn,
                0,
                AtomicResponseHeader.BYTES);
        AtomicResponseHeader.put(buffer.segment, at + UNTAGGED_PAYLOAD, requestId, original);
        return seal(buffer, at, DdpHeader.UNTAGGED_BYTES + AtomicResponseHeader.BYTES);
    }

    int immediate(PooledBuffer buffer, int at, int msn, boolean solicited, int value) {
        untagged(
                buffer,
                at,
                true,
                solicited ? RdmapControl.IMMEDIATE_SOLICITED : RdmapControl.IMMEDIATE,
                0,
                DdpHeader.QUEUE_SEND,
                msn,
                0,
                ImmediateData.BYTES);
        ImmediateData.putValue(buffer.segment, at + UNTAGGED_PAYLOAD, value);
        return seal(buffer, at, DdpHeader.UNTAGGED_BYTES + ImmediateData.BYTES);
    }

    int terminate(PooledBuffer buffer, int at, byte[] payload) {
        traffic.terminate();
        untagged(
                buffer,
                at,
                true,
                RdmapControl.TERMINATE,
                0,
                DdpHeader.QUEUE_TERMINATE,
                1,
                0,
                payload.length);
        MemorySegment.copy(
                MemorySegment.ofArray(payload),
                0,
                buffer.segment,
                at + UNTAGGED_PAYLOAD,
                payload.length);
        return seal(buffer, at, DdpHeader.UNTAGGED_BYTES + payload.length);
    }
}
