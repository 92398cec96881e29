package org.jdapl.verbs.umad;

import java.nio.charset.StandardCharsets;

/**
 * An attribute as the IBA specification counts it: fields by their first bit, from the highest bit
 * of the first byte on.
 */
final class Fields {
    private final byte[] bytes;
    private final int base;

    /** The attribute that begins at a byte. */
    Fields(byte[] bytes, int base) {
        this.bytes = bytes;
        this.base = base;
    }

    /** An unsigned field of at most 31 bits. */
    int number(int bit, int width) {
        return (int) bits(bit, width);
    }

    /** A field of at most 64 bits. */
    long bits(int bit, int width) {
        long value = 0;
        for (int i = bit; i < bit + width; i++) {
            int inByte = bytes[base + i / Byte.SIZE] >> (Byte.SIZE - 1 - i % Byte.SIZE) & 1;
            value = value << 1 | inByte;
        }
        return value;
    }

    /** A flag. */
    boolean flag(int bit) {
        return bits(bit, 1) != 0;
    }

    /** A text that ends at a zero byte, or with the field. */
    String text(int bit, int maxBytes) {
        int from = base + bit / Byte.SIZE;
        int length = 0;
        while (length < maxBytes && bytes[from + length] != 0) {
            length++;
        }
        return new String(bytes, from, length, StandardCharsets.UTF_8);
    }
}
