package org.jdapl.verbs;

import java.util.Arrays;
import java.util.Optional;

/**
 * The completion queues of a channel by the pointers that C has for them. Looking one up allocates
 * nothing and takes no lock; entering and removing one copies.
 */
final class ChannelQueues {

    /** In the order of pointers; never changes. */
    private record Table(long[] pointers, Entry[] entries) {
        int find(long pointer) {
            return Arrays.binarySearch(pointers, pointer);
        }
    }

    /** A queue, in the form in which an event gives it out. */
    private record Entry(CompletionQueue queue, Optional<CompletionQueue> given) {}

    private volatile Table table = new Table(new long[0], new Entry[0]);

    /** The queue; empty where there is none. */
    Optional<CompletionQueue> find(long pointer) {
        Table now = table;
        int at = now.find(pointer);
        return at < 0 ? Optional.empty() : now.entries()[at].given();
    }

    /** Enters a queue, in the place of one that had the same address. */
    synchronized void put(long pointer, CompletionQueue queue) {
        int at = table.find(pointer);
        if (at >= 0) {
            without(at);
        }
        int to = -table.find(pointer) - 1;
        int size = table.pointers().length;
        long[] pointers = Arrays.copyOf(table.pointers(), size + 1);
        Entry[] entries = Arrays.copyOf(table.entries(), size + 1);
        System.arraycopy(pointers, to, pointers, to + 1, size - to);
        System.arraycopy(entries, to, entries, to + 1, size - to);
        pointers[to] = pointer;
        entries[to] = new Entry(queue, Optional.of(queue));
        table = new Table(pointers, entries);
    }

    /** Removes it, unless another queue has the same address by now. */
    synchronized void remove(long pointer, CompletionQueue queue) {
        int at = table.find(pointer);
        if (at >= 0 && table.entries()[at].queue() == queue) {
            without(at);
        }
    }

    private void without(int at) {
        int size = table.pointers().length - 1;
        long[] pointers = Arrays.copyOf(table.pointers(), size);
        Entry[] entries = Arrays.copyOf(table.entries(), size);
        System.arraycopy(table.pointers(), at + 1, pointers, at, size - at);
        System.arraycopy(table.entries(), at + 1, entries, at, size - at);
        table = new Table(pointers, entries);
    }
}
