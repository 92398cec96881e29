package org.jdapl.provider.soft.rdmap;

import java.util.Arrays;
import org.jdapl.spi.kit.SpinLock;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of one adapter: connections borrow one while they have bytes under way and hold none
 * when idle. The buffer that came back last is lent first, since it is still in the cache.
 *
 * <p>There are small and large ones. While too many large ones are out, as happens when many peers
 * do not read, borrowers get small ones: their frames are then smaller, and memory stays bounded.
 *
 * <p><strong>Threads:</strong> any.
 */
final class BufferPool {

    /** Size of a small buffer: holds an Ethernet-sized frame, and each frame that has no data. */
    static final int SMALL_BYTES = 4096;

    /** Large buffers that may be out before borrowers are given small ones. */
    static final int MAX_LARGE_LENT = 256;

    private final int largeBytes;
    private final Stack small = new Stack();
    private final Stack large = new Stack();

    BufferPool(int largeBytes) {
        this.largeBytes = largeBytes;
    }

    /**
     * Lends a buffer for frames of a size; it may be smaller, but never below {@link #SMALL_BYTES}.
     */
    PooledBuffer take(int bytes) {
        if (bytes > SMALL_BYTES) {
            PooledBuffer lent = large.take(MAX_LARGE_LENT, largeBytes);
            if (lent != null) {
                return lent;
            }
        }
        return takeExactly(SMALL_BYTES);
    }

    /** Lends a buffer of at least that size, up to that of a large one. */
    PooledBuffer takeExactly(int bytes) {
        Stack stack = bytes > SMALL_BYTES ? large : small;
        PooledBuffer lent =
                stack.take(Integer.MAX_VALUE, bytes > SMALL_BYTES ? largeBytes : SMALL_BYTES);
        if (lent == null) {
            throw new IllegalStateException("no buffer of " + bytes + " bytes");
        }
        return lent;
    }

    void giveBack(PooledBuffer buffer) {
        (buffer.capacity > SMALL_BYTES ? large : small).put(buffer);
    }

    /** How many buffers are out. */
    int lent() {
        return small.lent() + large.lent();
    }

    private static final class Stack {
        private final SpinLock lock = new SpinLock();
        private @Nullable PooledBuffer[] free = new PooledBuffer[16];
        private int count;
        private int lent;

        @Nullable PooledBuffer take(int maxLent, int bytes) {
            lock.lock();
            try {
                if (lent >= maxLent) {
                    return null;
                }
                lent++;
                if (count > 0) {
                    PooledBuffer buffer = free[--count];
                    free[count] = null;
                    return buffer;
                }
            } finally {
                lock.unlock();
            }
            try {
                return new PooledBuffer(bytes);
            } catch (OutOfMemoryError e) {
                lock.lock();
                lent--;
                lock.unlock();
                throw e;
            }
        }

        void put(PooledBuffer buffer) {
            lock.lock();
            try {
                if (count == free.length) {
                    free = Arrays.copyOf(free, count * 2);
                }
                free[count++] = buffer;
                lent--;
            } finally {
                lock.unlock();
            }
        }

        int lent() {
            lock.lock();
            try {
                return lent;
            } finally {
                lock.unlock();
            }
        }
    }
}
