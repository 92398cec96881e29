package org.jdapl.api;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The consumer's bytes that travel with connection set-up. Immutable. */
public final class PrivateData {

    /** No bytes. */
    public static final PrivateData EMPTY = new PrivateData(new byte[0]);

    private final byte[] bytes;

    private PrivateData(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Copies bytes.
     *
     * @param bytes the bytes
     * @return the private data
     */
    public static PrivateData of(byte... bytes) {
        return bytes.length == 0 ? EMPTY : new PrivateData(bytes.clone());
    }

    /**
     * Encodes a text in UTF-8.
     *
     * @param text the text
     * @return the private data
     */
    public static PrivateData of(String text) {
        return new PrivateData(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * How many bytes there are.
     *
     * @return the number
     */
    public int size() {
        return bytes.length;
    }

    /**
     * The bytes.
     *
     * @return a copy
     */
    public byte[] toByteArray() {
        return bytes.clone();
    }

    /**
     * The bytes as a buffer.
     *
     * @return a new read-only buffer
     */
    public ByteBuffer asByteBuffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /**
     * The bytes as UTF-8 text.
     *
     * @return the text
     */
    public String asText() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PrivateData that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The number of bytes only: private data may hold secrets. */
    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
