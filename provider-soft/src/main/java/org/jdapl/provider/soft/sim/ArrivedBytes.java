package org.jdapl.provider.soft.sim;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** What has come and was not read. Guarded by the timeline's monitor. */
final class ArrivedBytes {

    private final ArrayDeque<byte[]> parts = new ArrayDeque<>();
    private int start;
    private int count;

    int count() {
        return count;
    }

    void add(byte[] bytes) {
        parts.add(bytes);
        count += bytes.length;
    }

    /** Moves so many bytes, of which there must be enough. */
    void take(ByteBuffer into, int bytes) {
        int left = bytes;
        while (left > 0) {
            byte[] head = parts.element();
            int n = Math.min(left, head.length - start);
            into.put(head, start, n);
            start += n;
            left -= n;
            if (start == head.length) {
                parts.remove();
                start = 0;
            }
        }
        count -= bytes;
    }

    void clear() {
        parts.clear();
        start = 0;
        count = 0;
    }
}
