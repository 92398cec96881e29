package org.jdapl.provider.soft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32C;

/** Bytes for the tests of this package. */
final class WireBytes {

    /** Start of an MPA request, in hex. */
    static final String REQUEST_KEY = "4d504120494420526571204672616d65";

    /** Start of an MPA reply, in hex. */
    static final String REPLY_KEY = "4d504120494420526570204672616d65";

    private static final long SEED = 0x4a44_4150_4cL;

    private WireBytes() {}

    /** Bytes of a hex string; blanks and bars are for the reader. */
    static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replaceAll("[ |\n]", ""));
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** A segment of exactly these bytes, so that a read too far fails. */
    static MemorySegment segment(byte[] bytes) {
        return MemorySegment.ofArray(bytes);
    }

    static MemorySegment segment(String hex) {
        return MemorySegment.ofArray(hex(hex));
    }

    static byte[] bytes(MemorySegment segment, long offset, long lengthBytes) {
        return segment.asSlice(offset, lengthBytes).toArray(ValueLayout.JAVA_BYTE);
    }

    /** A direct view of a copy of these bytes. */
    static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).clear();
    }

    /** A generator with one fixed seed: the same sequence in every run. */
    static Random random() {
        return new Random(SEED);
    }

    /** The text of the first message of the rping program: 64 bytes, the last one zero. */
    static byte[] rpingText() {
        byte[] text = new byte[64];
        byte[] start = "rdma-ping-0: ".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(start, 0, text, 0, start.length);
        for (int i = start.length; i < text.length - 1; i++) {
            text[i] = (byte) ('A' + i - start.length);
        }
        return text;
    }

    /** Frames an untagged segment by the encoders under test, with CRC. */
    static byte[] untagged(int opcode, int invalidateStag, int queue, int msn, byte[] payload) {
        int ulpduLength = DdpHeader.UNTAGGED_BYTES + payload.length;
        ByteBuffer buffer = ByteBuffer.allocateDirect(Fpdu.sizeBytes(ulpduLength));
        MemorySegment segment = MemorySegment.ofBuffer(buffer);
        DdpHeader.putUntagged(
                segment,
                Fpdu.ULPDU_OFFSET,
                true,
                RdmapControl.encode(opcode),
                invalidateStag,
                queue,
                msn,
                0);
        return finish(buffer, segment, DdpHeader.UNTAGGED_BYTES, payload);
    }

    /** Frames a tagged segment by the encoders under test, with CRC. */
    static byte[] tagged(int opcode, int stag, long taggedOffset, byte[] payload) {
        int ulpduLength = DdpHeader.TAGGED_BYTES + payload.length;
        ByteBuffer buffer = ByteBuffer.allocateDirect(Fpdu.sizeBytes(ulpduLength));
        MemorySegment segment = MemorySegment.ofBuffer(buffer);
        DdpHeader.putTagged(
                segment, Fpdu.ULPDU_OFFSET, true, RdmapControl.encode(opcode), stag, taggedOffset);
        return finish(buffer, segment, DdpHeader.TAGGED_BYTES, payload);
    }

    private static byte[] finish(
            ByteBuffer buffer, MemorySegment segment, int headerBytes, byte[] payload) {
        int ulpduLength = headerBytes + payload.length;
        Fpdu.putUlpduLength(segment, 0, ulpduLength);
        buffer.put(Fpdu.ULPDU_OFFSET + headerBytes, payload);
        Fpdu.seal(new CRC32C(), buffer, 0, ulpduLength);
        return bytes(segment, 0, segment.byteSize());
    }
}
