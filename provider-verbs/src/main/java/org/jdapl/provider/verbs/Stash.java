package org.jdapl.provider.verbs;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jdapl.spi.Completions;
import org.jdapl.spi.DatagramSource;
import org.jspecify.annotations.Nullable;

/** Completions that wait for the runtime, oldest first. For one thread at a time. */
final class Stash {

    private record Entry(
            long id,
            int status,
            int kind,
            long length,
            int flags,
            int immediate,
            long invalidatedKey,
            int vendorStatus,
            int queuePair,
            @Nullable DatagramSource source) {}

    private final Deque<Entry> entries = new ArrayDeque<>();

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Keeps the first completion of a batch. */
    void add(Completions one) {
        entries.add(
                new Entry(
                        one.id[0],
                        one.status[0],
                        one.kind[0],
                        one.length[0],
                        one.flags[0],
                        one.immediate[0],
                        one.invalidatedKey[0],
                        one.vendorStatus[0],
                        one.queuePair[0],
                        source(one)));
    }

    private static @Nullable DatagramSource source(Completions one) {
        if ((one.flags[0] & Completions.DATAGRAM) == 0) {
            return null;
        }
        DatagramSource copy = new DatagramSource();
        copy.copyFrom(one.source[0]);
        return copy;
    }

    /** Gives back as many as there are, and is asked for. */
    int take(Completions into, int max) {
        int count = 0;
        while (count < max && !entries.isEmpty()) {
            Entry entry = entries.remove();
            into.id[count] = entry.id();
            into.status[count] = entry.status();
            into.kind[count] = entry.kind();
            into.length[count] = entry.length();
            into.flags[count] = entry.flags();
            into.immediate[count] = entry.immediate();
            into.invalidatedKey[count] = entry.invalidatedKey();
            into.vendorStatus[count] = entry.vendorStatus();
            into.queuePair[count] = entry.queuePair();
            DatagramSource.copy(entry.source(), into.source, count);
            count++;
        }
        return count;
    }
}
