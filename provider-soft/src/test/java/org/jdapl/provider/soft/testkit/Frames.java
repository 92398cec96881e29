package org.jdapl.provider.soft.testkit;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jdapl.provider.soft.wire.AtomicRequestHeader;
import org.jdapl.provider.soft.wire.AtomicResponseHeader;
import org.jdapl.provider.soft.wire.DdpHeader;
import org.jdapl.provider.soft.wire.Fpdu;
import org.jdapl.provider.soft.wire.ImmediateData;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.provider.soft.wire.ReadRequestHeader;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.provider.soft.wire.TerminateMessage;

/** Builds and takes apart frames, for tests that play the peer. */
public final class Frames {

    /** One received frame. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Frame(byte[] ulpdu) {
        private MemorySegment segment() {
            return MemorySegment.ofArray(ulpdu);
        }

        public int opcode() {
            return RdmapControl.opcode(DdpHeader.rdmapControl(segment(), 0));
        }

        public boolean last() {
            return DdpHeader.isLast(DdpHeader.control(segment(), 0));
        }

        public int stag() {
            return DdpHeader.stag(segment(), 0);
        }

        public long offset() {
            return DdpHeader.taggedOffset(segment(), 0);
        }

        public int msn() {
            return DdpHeader.msn(segment(), 0);
        }

        public byte[] payload() {
            int header = DdpHeader.headerBytes(DdpHeader.control(segment(), 0));
            return Arrays.copyOfRange(ulpdu, header, ulpdu.length);
        }

        /** The reason of a Terminate, by the RFC's reading alone; null for other frames. */
        public TerminateCode terminateCode() {
            if (opcode() != RdmapControl.TERMINATE) {
                return null;
            }
            int first = ulpdu[DdpHeader.UNTAGGED_BYTES];
            return TerminateCode.of(
                    first >> 4 & 0xf, first & 0xf, ulpdu[DdpHeader.UNTAGGED_BYTES + 1] & 0xff);
        }
    }

    private Frames() {}

    private static byte[] seal(byte[] ulpdu) {
        byte[] frame = new byte[Fpdu.sizeBytes(ulpdu.length)];
        MemorySegment segment = MemorySegment.ofArray(frame);
        if (ulpdu.length >= Fpdu.MIN_ULPDU_BYTES) {
            Fpdu.putUlpduLength(segment, 0, ulpdu.length);
        } else {
            frame[1] = (byte) ulpdu.length;
        }
        System.arraycopy(ulpdu, 0, frame, Fpdu.ULPDU_OFFSET, ulpdu.length);
        Fpdu.seal(new CRC32C(), ByteBuffer.wrap(frame), 0, ulpdu.length);
        return frame;
    }

    /** Any DDP segment as a frame with good CRC. */
    public static byte[] raw(byte[] ulpdu) {
        return seal(ulpdu);
    }

    public static byte[] tagged(int opcode, boolean last, int stag, long offset, byte[] payload) {
        byte[] ulpdu = new byte[DdpHeader.TAGGED_BYTES + payload.length];
        DdpHeader.putTagged(
                MemorySegment.ofArray(ulpdu), 0, last, RdmapControl.encode(opcode), stag, offset);
        System.arraycopy(payload, 0, ulpdu, DdpHeader.TAGGED_BYTES, payload.length);
        return seal(ulpdu);
    }

    public static byte[] untagged(
            int opcode,
            boolean last,
            int invalidate,
            int queue,
            int msn,
            int offset,
            byte[] payload) {
        byte[] ulpdu = new byte[DdpHeader.UNTAGGED_BYTES + payload.length];
        DdpHeader.putUntagged(
                MemorySegment.ofArray(ulpdu),
                0,
                last,
                RdmapControl.encode(opcode),
                invalidate,
                queue,
                msn,
                offset);
        System.arraycopy(payload, 0, ulpdu, DdpHeader.UNTAGGED_BYTES, payload.length);
        return seal(ulpdu);
    }

    public static byte[] send(int msn, byte[] payload) {
        return untagged(RdmapControl.SEND, true, 0, 0, msn, 0, payload);
    }

    public static byte[] write(int stag, long offset, byte[] payload) {
        return tagged(RdmapControl.WRITE, true, stag, offset, payload);
    }

    public static byte[] filler() {
        return write(1, 0, new byte[0]);
    }

    public static byte[] readRequest(
            int msn, int sinkStag, long sinkOffset, int size, int sourceStag, long sourceOffset) {
        byte[] header = new byte[ReadRequestHeader.BYTES];
        ReadRequestHeader.put(
                MemorySegment.ofArray(header),
                0,
                sinkStag,
                sinkOffset,
                size,
                sourceStag,
                sourceOffset);
        return untagged(RdmapControl.READ_REQUEST, true, 0, 1, msn, 0, header);
    }

    public static byte[] atomicRequest(
            int msn,
            int operation,
            int id,
            int stag,
            long offset,
            long data,
            long mask,
            long compare,
            long compareMask) {
        byte[] header = new byte[AtomicRequestHeader.BYTES];
        AtomicRequestHeader.put(
                MemorySegment.ofArray(header),
                0,
                operation,
                id,
                stag,
                offset,
                data,
                mask,
                compare,
                compareMask);
        return untagged(RdmapControl.ATOMIC_REQUEST, true, 0, 1, msn, 0, header);
    }

    public static byte[] atomicResponse(int msn, int id, long original) {
        byte[] header = new byte[AtomicResponseHeader.BYTES];
        AtomicResponseHeader.put(MemorySegment.ofArray(header), 0, id, original);
        return untagged(RdmapControl.ATOMIC_RESPONSE, true, 0, 3, msn, 0, header);
    }

    public static byte[] immediate(int msn, boolean solicited, int value) {
        byte[] data = new byte[ImmediateData.BYTES];
        ImmediateData.putValue(MemorySegment.ofArray(data), 0, value);
        int opcode = solicited ? RdmapControl.IMMEDIATE_SOLICITED : RdmapControl.IMMEDIATE;
        return untagged(opcode, true, 0, 0, msn, 0, data);
    }

    public static byte[] terminate(TerminateCode code) {
        byte[] bytes = new byte[TerminateMessage.MAX_BYTES];
        int n = TerminateMessage.encode(MemorySegment.ofArray(bytes), 0, code);
        return untagged(RdmapControl.TERMINATE, true, 0, 2, 1, 0, Arrays.copyOf(bytes, n));
    }

    /** A Terminate that repeats the headers of a frame. */
    public static byte[] terminateAbout(TerminateCode code, Frame offender) {
        byte[] bytes = new byte[TerminateMessage.MAX_BYTES];
        int n =
                TerminateMessage.encode(
                        MemorySegment.ofArray(bytes),
                        0,
                        code,
                        MemorySegment.ofArray(offender.ulpdu()),
                        0,
                        offender.ulpdu().length);
        return untagged(RdmapControl.TERMINATE, true, 0, 2, 1, 0, Arrays.copyOf(bytes, n));
    }

    /** Takes bytes apart that are whole frames with good CRCs. */
    public static List<Frame> parse(byte[] bytes) {
        List<Frame> frames = new ArrayList<>();
        int end = parse(bytes, frames);
        if (end != bytes.length) {
            throw new AssertionError("no frame at " + end + " of " + Hex.text(bytes));
        }
        return frames;
    }

    /** Takes the whole frames off the start of some bytes; returns where they end. */
    public static int parse(byte[] bytes, List<Frame> frames) {
        int at = 0;
        MemorySegment segment = MemorySegment.ofArray(bytes);
        while (at < bytes.length) {
            int size = Fpdu.completeSize(segment, at, bytes.length - at);
            if (size == Fpdu.INCOMPLETE) {
                break;
            }
            if (size < 0) {
                throw new AssertionError("no frame at " + at + " of " + Hex.text(bytes));
            }
            int length = Fpdu.ulpduLength(segment, at);
            if (!Fpdu.crcMatches(new CRC32C(), ByteBuffer.wrap(bytes), at, length)) {
                throw new AssertionError("bad CRC at " + at + " of " + Hex.text(bytes));
            }
            frames.add(
                    new Frame(
                            Arrays.copyOfRange(
                                    bytes,
                                    at + Fpdu.ULPDU_OFFSET,
                                    at + Fpdu.ULPDU_OFFSET + length)));
            at += size;
        }
        return at;
    }
}
