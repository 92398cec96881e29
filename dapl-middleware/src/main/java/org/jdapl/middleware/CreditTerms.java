package org.jdapl.middleware;

import java.nio.ByteBuffer;
import org.jdapl.api.PrivateData;

/**
 * What one side of a {@link CreditChannel} has posted for the other, who learns it with the private
 * data of the connection.
 *
 * @param receives how many receives; from 4 to 2<sup>20</sup>
 * @param messageBytes longest message without the channel's header, from 0 to 2<sup>30</sup>
 */
public record CreditTerms(int receives, int messageBytes) {

    /** Size of the private data, in bytes; less than what every transport can carry. */
    public static final int ENCODED_BYTES = 12;

    private static final int MAGIC = 0x4A44_4301; // the last byte is the version
    private static final int LEAST_RECEIVES = 4;
    private static final int MOST_RECEIVES = 1 << 20;
    private static final int MOST_BYTES = 1 << 30;

    /** Checks the numbers. */
    public CreditTerms {
        if (receives < LEAST_RECEIVES || receives > MOST_RECEIVES) {
            throw Refusals.parameter("receives=" + receives + " is not from 4 to " + MOST_RECEIVES);
        }
        if (messageBytes < 0 || messageBytes > MOST_BYTES) {
            throw Refusals.parameter(
                    "messageBytes=" + messageBytes + " is not from 0 to " + MOST_BYTES);
        }
    }

    /**
     * The terms as private data, for the request or for its acceptance.
     *
     * @return {@link #ENCODED_BYTES} bytes
     */
    public PrivateData toPrivateData() {
        return PrivateData.of(
                ByteBuffer.allocate(ENCODED_BYTES)
                        .putInt(MAGIC)
                        .putInt(receives)
                        .putInt(messageBytes)
                        .array());
    }

    /**
     * The peer's terms.
     *
     * @param data what came with the request or its acceptance; bytes behind the terms are ignored
     * @return the terms
     * @throws org.jdapl.api.DatException {@code INVALID_PARAMETER} where it is something else or of
     *     another version
     */
    public static CreditTerms of(PrivateData data) {
        ByteBuffer bytes = data.asByteBuffer();
        if (bytes.remaining() < ENCODED_BYTES || bytes.getInt() != MAGIC) {
            throw Refusals.parameter("the private data has no terms of a credit channel");
        }
        return new CreditTerms(bytes.getInt(), bytes.getInt());
    }
}
