package org.jdapl.provider.soft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Small immutable byte strings for the set-up path, held as read-only heap segments.
 *
 * <p>A segment compares by identity; a record that carries bytes wants to compare them by content.
 */
final class ByteStrings {

    /** The byte string of length zero. */
    static final MemorySegment EMPTY = MemorySegment.ofArray(new byte[0]).asReadOnly();

    private ByteStrings() {}

    static MemorySegment copyOf(MemorySegment source, long offset, long lengthBytes) {
        return lengthBytes == 0
                ? EMPTY
                : MemorySegment.ofArray(
                                source.asSlice(offset, lengthBytes).toArray(ValueLayout.JAVA_BYTE))
                        .asReadOnly();
    }

    static boolean contentEquals(MemorySegment left, MemorySegment right) {
        return left.mismatch(right) == -1;
    }

    static int contentHash(MemorySegment bytes) {
        return Arrays.hashCode(bytes.toArray(ValueLayout.JAVA_BYTE));
    }
}
