package org.jdapl.tools;

import java.nio.file.Path;

/**
 * How a copy went.
 *
 * @param bytes size of the file
 * @param nanos how long it took, to the moment when the file was on the disk
 * @param sha256 its digest, the same at both ends
 * @param file the file at this end
 */
record CopyResult(long bytes, long nanos, String sha256, Path file) {

    /** One line about size and speed. */
    String line(String verb) {
        double seconds = nanos / 1e9;
        return String.format(
                java.util.Locale.ROOT,
                "%s %s bytes in %.2f s (%s/s)",
                verb,
                Sizes.grouped(bytes),
                seconds,
                Sizes.format(bytes / Math.max(seconds, 1e-9)));
    }

    /** Digest and name as {@code sha256sum} prints them. */
    String digestLine() {
        return sha256 + "  " + file;
    }
}
