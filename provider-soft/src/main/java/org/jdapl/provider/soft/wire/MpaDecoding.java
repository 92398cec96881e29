package org.jdapl.provider.soft.wire;

/** What {@link MpaFrame#decode} makes of the bytes received so far. */
public sealed interface MpaDecoding {

    /**
     * Nothing wrong yet, but the frame is not all there. Call again with more bytes; the ones seen
     * so far must still be there.
     *
     * @param missingBytes how many more bytes are needed before the decoder can say more, at least
     *     1
     */
    record NeedMore(int missingBytes) implements MpaDecoding {}

    /**
     * The bytes are no frame that may be answered, however many more come.
     *
     * @param fault what is wrong
     */
    record Malformed(MpaFault fault) implements MpaDecoding {}

    /**
     * A whole, well-formed frame. Bytes behind it belong to the FPDU stream.
     *
     * @param frame its fields, which hold no reference to the receive buffer
     * @param sizeBytes how many stream bytes it took, 20 to 532
     */
    record Complete(MpaFrame frame, int sizeBytes) implements MpaDecoding {}
}
