package org.jdapl.tools;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jdapl.api.PrivateData;
import org.jspecify.annotations.Nullable;

/**
 * What a connecting tool says in its private data. The form has a fixed length, because a transport
 * may pad, and it fits the smallest private data of any transport.
 *
 * @param tool what the peer must be
 * @param lane which of several connections of one peer this is
 * @param token the same for all connections of one peer
 * @param first a number of the tool's
 * @param second another one
 */
record Hello(Tool tool, int lane, long token, int first, int second) {

    private static final int MAGIC = 0x4A44_5054;
    private static final int REASON_MAGIC = 0x4A44_5052;
    private static final int VERSION = 1;
    private static final int BYTES = 4 + 1 + 1 + 1 + 1 + 8 + 4 + 4;

    /** Longest reason for a refusal, so that it fits any transport too. */
    private static final int MAX_REASON = 44;

    /** The commands that talk to each other. */
    enum Tool {
        /** {@code jdapl ping}. */
        PING(1),
        /** {@code jdapl perf}. */
        PERF(2),
        /** {@code jdapl copy}. */
        COPY(3);

        private final byte number;

        Tool(int number) {
            this.number = (byte) number;
        }

        private static @Nullable Tool of(byte number) {
            for (Tool tool : values()) {
                if (tool.number == number) {
                    return tool;
                }
            }
            return null;
        }

        String command() {
            return "jdapl " + name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    PrivateData encode() {
        ByteBuffer b = ByteBuffer.allocate(BYTES);
        b.putInt(MAGIC).put((byte) VERSION).put(tool.number).put((byte) lane).put((byte) 0);
        b.putLong(token).putInt(first).putInt(second);
        return PrivateData.of(b.array());
    }

    /** What a peer said, or null where it is not one of these tools, or another version. */
    static @Nullable Hello decode(PrivateData data) {
        if (data.size() < BYTES) {
            return null;
        }
        ByteBuffer b = data.asByteBuffer();
        int magic = b.getInt();
        int version = b.get();
        @Nullable Tool tool = Tool.of(b.get());
        int lane = b.get();
        b.get();
        if (magic != MAGIC || version != VERSION || tool == null) {
            return null;
        }
        return new Hello(tool, lane, b.getLong(), b.getInt(), b.getInt());
    }

    /** The private data of a rejection. */
    static PrivateData refusal(String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        byte[] cut = Arrays.copyOf(text, Math.min(text.length, MAX_REASON));
        ByteBuffer b = ByteBuffer.allocate(5 + cut.length);
        b.putInt(REASON_MAGIC).put((byte) cut.length).put(cut);
        return PrivateData.of(b.array());
    }

    /** The reason in a rejection. */
    static String reason(PrivateData data) {
        ByteBuffer b = data.asByteBuffer();
        if (data.size() < 5 || b.getInt() != REASON_MAGIC) {
            return "it is not a jdapl command that listens";
        }
        byte[] text = new byte[Math.min(b.get() & 0xFF, b.remaining())];
        b.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
