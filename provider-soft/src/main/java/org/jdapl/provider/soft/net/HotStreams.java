package org.jdapl.provider.soft.net;

import org.jspecify.annotations.Nullable;

/**
 * The few streams that had data lately. They are read without asking the selector first, which
 * finds a message with one system call instead of two; a stream that is read in vain too often is
 * left to the selector again.
 *
 * <p><strong>Threads:</strong> the driver alone.
 */
final class HotStreams {

    /** Most streams that are read without being known to be ready. */
    private static final int MAX_HOT = 4;

    /** A stream is hot no longer after so many reads in a row that found nothing. */
    private static final int COLD_AFTER_MISSES = 1024;

    private final @Nullable NioStream[] hot = new NioStream[MAX_HOT];
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    /** Reads them all; returns the amount of work. */
    int poll() {
        int work = 0;
        for (int i = count - 1; i >= 0; i--) {
            NioStream stream = hot[i];
            if (stream == null || stream.isClosed()) {
                cool(i);
                continue;
            }
            int done = stream.readDirectly();
            if (done > 0) {
                stream.misses = 0;
                work += done;
            } else if (++stream.misses > COLD_AFTER_MISSES) {
                cool(i);
            }
        }
        return work;
    }

    private void cool(int index) {
        if (index < count) {
            NioStream stream = hot[index];
            if (stream != null) {
                stream.isHot = false;
            }
            hot[index] = hot[--count];
            hot[count] = null;
        }
    }

    /** The selector found data on a stream: it is hot from now on. */
    void warm(NioStream stream) {
        stream.misses = 0;
        if (stream.isHot) {
            return;
        }
        if (count == MAX_HOT) {
            // The one that has waited longest in vain gives way, if any has.
            int coldest = 0;
            for (int i = 1; i < MAX_HOT; i++) {
                if (missesOf(i) > missesOf(coldest)) {
                    coldest = i;
                }
            }
            if (missesOf(coldest) < MAX_HOT) {
                return;
            }
            cool(coldest);
        }
        stream.isHot = true;
        hot[count++] = stream;
    }

    private int missesOf(int index) {
        NioStream stream = hot[index];
        return stream == null ? Integer.MAX_VALUE : stream.misses;
    }
}
