package org.jdapl.core;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jdapl.api.PrivateData;
import org.jdapl.api.data.PrivateDataFraming;

/**
 * Puts private data into the form in which it travels, and back. The framed form is a header of
 * four bytes: magic {@code 4A}, version (high half) and flags (low half), and the length in two
 * bytes, big endian. The one flag says that the sender has the operations of RFC 7306; it tells no
 * consumer, only the provider.
 */
final class PrivateDataCodec {

    static final int HEADER = 4;

    private static final byte MAGIC = 0x4A;
    private static final byte VERSION = 0x10;
    private static final byte VERSION_MASK = (byte) 0xF0;
    private static final byte EXTENSIONS = 0x01;
    private static final byte[] DAPL_VERSION = {2, 0, 2, 0};

    private PrivateDataCodec() {}

    /** How many bytes the framing itself takes. */
    static int overhead(PrivateDataFraming framing, boolean reject) {
        return framing == PrivateDataFraming.FRAMED
                        || (framing == PrivateDataFraming.DAPL_C && reject)
                ? HEADER
                : 0;
    }

    static byte[] encode(
            PrivateData data,
            PrivateDataFraming framing,
            boolean reject,
            int max,
            boolean extensions) {
        int limit = max - overhead(framing, reject);
        if (data.size() > limit) {
            throw Errors.parameter(
                    5,
                    "private data of "
                            + data.size()
                            + " bytes is above the maximum of "
                            + limit
                            + " (framing "
                            + framing
                            + ")");
        }
        byte[] bytes = data.toByteArray();
        return switch (framing) {
            case RAW -> bytes;
            case DAPL_C -> reject ? concat(DAPL_VERSION, bytes) : bytes;
            case FRAMED ->
                    concat(
                            new byte[] {
                                MAGIC,
                                extensions ? VERSION | EXTENSIONS : VERSION,
                                (byte) (bytes.length >> 8),
                                (byte) bytes.length
                            },
                            bytes);
        };
    }

    /**
     * Whether a rejection can be the consumer's. Some transports have one sign for all rejections;
     * but where the framing gives each of a consumer's a header, one without is its system's.
     */
    static boolean canBeConsumersRejection(byte[] bytes, PrivateDataFraming framing) {
        return switch (framing) {
            case RAW -> true;
            case DAPL_C -> bytes.length >= HEADER;
            case FRAMED -> isFramed(bytes);
        };
    }

    private static boolean isFramed(byte[] bytes) {
        return bytes.length >= HEADER
                && bytes[0] == MAGIC
                && (byte) (bytes[1] & VERSION_MASK) == VERSION;
    }

    /** Whether the peer's bytes say that it has the operations of RFC 7306. */
    static boolean tellsExtensions(byte[] bytes, PrivateDataFraming framing) {
        return framing == PrivateDataFraming.FRAMED
                && isFramed(bytes)
                && (bytes[1] & EXTENSIONS) != 0;
    }

    private static byte[] concat(byte[] a, byte[] b) {
        return ByteBuffer.allocate(a.length + b.length).put(a).put(b).array();
    }

    /**
     * Takes the consumer's bytes out; bytes that are not in the expected form are given as they
     * are.
     */
    static PrivateData decode(byte[] bytes, PrivateDataFraming framing, boolean reject) {
        if (framing == PrivateDataFraming.DAPL_C && reject && bytes.length >= HEADER) {
            return PrivateData.of(Arrays.copyOfRange(bytes, HEADER, bytes.length));
        }
        if (framing == PrivateDataFraming.FRAMED && isFramed(bytes)) {
            int length = (bytes[2] & 0xFF) << 8 | (bytes[3] & 0xFF);
            if (length <= bytes.length - HEADER) {
                return PrivateData.of(Arrays.copyOfRange(bytes, HEADER, HEADER + length));
            }
        }
        return PrivateData.of(bytes);
    }
}
