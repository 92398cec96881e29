package org.jdapl.core;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds endpoints by the ids of their work requests. An id holds the endpoint's index (24 bits),
 * the generation of its present life (8 bits), which queue (1 bit), and the low 31 bits of the
 * sequence number. Changes under the control lock; lookups by any thread.
 */
final class EndpointTable {

    static final int MAX = 1 << 24;

    private static final int INDEX_SHIFT = 40;
    private static final int GENERATION_SHIFT = 32;
    private static final int GENERATION_MASK = 0xFF;
    private static final long RECEIVE = 1L << 31;

    private volatile @Nullable EndpointImpl[] slots = new EndpointImpl[16];
    private byte[] generations = new byte[16];
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private int next;

    int add(EndpointImpl endpoint) {
        @Nullable Integer reused = free.pollFirst();
        int index = reused != null ? reused : next++;
        @Nullable EndpointImpl[] s = slots;
        if (index >= s.length) {
            s = Arrays.copyOf(s, s.length * 2);
            generations = Arrays.copyOf(generations, s.length);
        }
        s[index] = endpoint;
        slots = s; // publishes the element, too
        return index;
    }

    void remove(int index) {
        @Nullable EndpointImpl[] s = slots;
        s[index] = null;
        slots = s;
        free.addLast(index);
    }

    /** Starts another life for an index: completions of the former one are not found any more. */
    int nextGeneration(int index) {
        return ++generations[index] & GENERATION_MASK;
    }

    static long base(int index, int generation, boolean receives) {
        return (long) index << INDEX_SHIFT
                | (long) generation << GENERATION_SHIFT
                | (receives ? RECEIVE : 0);
    }

    /** The ledger that an id belongs to; null for an id of a former life. */
    @Nullable Ledger ledger(long id) {
        @Nullable EndpointImpl[] s = slots;
        int index = (int) (id >>> INDEX_SHIFT);
        @Nullable EndpointImpl endpoint = index < s.length ? s[index] : null;
        if (endpoint == null
                || endpoint.generation() != (int) (id >>> GENERATION_SHIFT & GENERATION_MASK)) {
            return null;
        }
        return (id & RECEIVE) != 0 ? endpoint.receiveLedger() : endpoint.requestLedger();
    }
}
