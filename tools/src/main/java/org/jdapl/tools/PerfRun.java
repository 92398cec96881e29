package org.jdapl.tools;

import java.nio.ByteBuffer;

/**
 * One run of a test, as the measuring side tells it to the other.
 *
 * @param test what is measured
 * @param bytes size of a message
 * @param iterations how many
 */
record PerfRun(PerfTest test, long bytes, int iterations) {

    private static final int BYTES = 4 + 4 + 8 + 4;

    ByteBuffer encode() {
        return ByteBuffer.allocate(BYTES)
                .putInt(test.op().number)
                .putInt(test.kind().number)
                .putLong(bytes)
                .putInt(iterations)
                .flip();
    }

    static PerfRun decode(ByteBuffer b) {
        if (b.remaining() < BYTES) {
            throw new Failure("the peer asked for a test in an unknown form");
        }
        PerfTest test = PerfTest.of(b.getInt(), b.getInt());
        return new PerfRun(test, b.getLong(), b.getInt());
    }
}
