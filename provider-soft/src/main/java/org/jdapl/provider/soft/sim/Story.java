package org.jdapl.provider.soft.sim;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;

/**
 * What happened in a run, line by line in the order of the happening. Guarded by the timeline's
 * monitor.
 */
final class Story {

    /** Lines that are kept; older ones count for the digest alone. */
    static final int KEPT_LINES = 100_000;

    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final Consumer<String> listener;
    private final ArrayDeque<String> lines = new ArrayDeque<>();
    private long digest = FNV_BASIS;

    Story(Consumer<String> listener) {
        this.listener = listener;
    }

    /** Adds a line. */
    void tell(long elapsedNs, String what) {
        String line = time(elapsedNs) + ' ' + what;
        for (int i = 0; i < line.length(); i++) {
            digest = (digest ^ line.charAt(i)) * FNV_PRIME;
        }
        digest = (digest ^ '\n') * FNV_PRIME;
        if (lines.size() == KEPT_LINES) {
            lines.removeFirst();
        }
        lines.addLast(line);
        listener.accept(line);
    }

    private static String time(long elapsedNs) {
        String fraction = Long.toString(NANOS_PER_SECOND + elapsedNs % NANOS_PER_SECOND);
        return elapsedNs / NANOS_PER_SECOND + "." + fraction.substring(1);
    }

    String digest() {
        return "%016x".formatted(digest);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }
}
