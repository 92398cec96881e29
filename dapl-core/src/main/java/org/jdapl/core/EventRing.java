package org.jdapl.core;

import org.jdapl.api.data.OperationKind;
import org.jspecify.annotations.Nullable;

/**
 * The events of a dispatcher that are not in its completion queue, oldest first: connection events, requests, software events, and
 * completions that were taken off the completion queue early or made by the runtime. It grows; only control calls make it. Used by the
 * holder of the dispatcher's lock alone.
 */
final class EventRing {

    private @Nullable Object[] events;
    private @Nullable Ledger[] ledgers;
    private long[] cookies;
    private int[] statuses;
    private int[] kinds;
    private long[] lengths;
    private int[] flags;
    private int[] immediates;
    private long[] invalidated;
    private int[] vendors;
    private int mask;
    private long head;
    private long tail;

    EventRing(int capacity) {
        allocate(slots(capacity));
    }

    private static int slots(int capacity) {
        return Integer.highestOneBit(Math.max(8, capacity) - 1) << 1;
    }

    private void allocate(int slots) {
        events = new Object[slots];
        ledgers = new Ledger[slots];
        cookies = new long[slots];
        statuses = new int[slots];
        kinds = new int[slots];
        lengths = new long[slots];
        flags = new int[slots];
        immediates = new int[slots];
        invalidated = new long[slots];
        vendors = new int[slots];
        mask = slots - 1;
    }

    int size() {
        return (int) (tail - head);
    }

    boolean isEmpty() {
        return tail == head;
    }

    /** Makes room for so many events in all. */
    void ensureCapacity(int capacity) {
        if (capacity > mask + 1) {
            grow(slots(capacity));
        }
    }

    private void grow(int slots) {
        EventRing bigger = new EventRing(slots);
        for (long i = head; i < tail; i++) {
            bigger.copyFrom(this, (int) i & mask);
        }
        events = bigger.events;
        ledgers = bigger.ledgers;
        cookies = bigger.cookies;
        statuses = bigger.statuses;
        kinds = bigger.kinds;
        lengths = bigger.lengths;
        flags = bigger.flags;
        immediates = bigger.immediates;
        invalidated = bigger.invalidated;
        vendors = bigger.vendors;
        mask = bigger.mask;
        head = bigger.head;
        tail = bigger.tail;
    }

    private void copyFrom(EventRing from, int slot) {
        int to = (int) tail++ & mask;
        events[to] = from.events[slot];
        ledgers[to] = from.ledgers[slot];
        cookies[to] = from.cookies[slot];
        statuses[to] = from.statuses[slot];
        kinds[to] = from.kinds[slot];
        lengths[to] = from.lengths[slot];
        flags[to] = from.flags[slot];
        immediates[to] = from.immediates[slot];
        invalidated[to] = from.invalidated[slot];
        vendors[to] = from.vendors[slot];
    }

    private int nextSlot() {
        if (size() > mask) {
            grow((mask + 1) * 2);
        }
        return (int) tail++ & mask;
    }

    void pushEvent(Object event) {
        int slot = nextSlot();
        events[slot] = event;
        ledgers[slot] = null;
    }

    /**
     * Puts an established event before the completions of its endpoint that were taken early; for a dispatcher that gets both.
     */
    void pushEstablished(Object event, EndpointImpl endpoint) {
        pushEvent(event);
        long at = tail - 1;
        for (long i = head; i < tail - 1; i++) {
            @Nullable Ledger l = ledgers[(int) i & mask];
            if (l != null && l.endpoint == endpoint) {
                at = i;
                break;
            }
        }
        for (long i = tail - 1; i > at; i--) {
            swap((int) i & mask, (int) (i - 1) & mask);
        }
    }

    private void swap(int a, int b) {
        EventRing one = new EventRing(1);
        one.copyFrom(this, a);
        set(a, this, b);
        set(b, one, 0);
    }

    private void set(int to, EventRing from, int slot) {
        events[to] = from.events[slot];
        ledgers[to] = from.ledgers[slot];
        cookies[to] = from.cookies[slot];
        statuses[to] = from.statuses[slot];
        kinds[to] = from.kinds[slot];
        lengths[to] = from.lengths[slot];
        flags[to] = from.flags[slot];
        immediates[to] = from.immediates[slot];
        invalidated[to] = from.invalidated[slot];
        vendors[to] = from.vendors[slot];
    }

    void pushCompletion(
            Ledger ledger,
            long cookie,
            int status,
            OperationKind kind,
            long length,
            int flagBits,
            int immediate,
            long invalidatedKey,
            int vendor) {
        int slot = nextSlot();
        events[slot] = null;
        ledgers[slot] = ledger;
        cookies[slot] = cookie;
        statuses[slot] = status;
        kinds[slot] = kind.ordinal();
        lengths[slot] = length;
        flags[slot] = flagBits;
        immediates[slot] = immediate;
        invalidated[slot] = invalidatedKey;
        vendors[slot] = vendor;
    }

    /** Moves the oldest event into a batch. */
    void moveTo(EventBatchImpl batch) {
        int slot = (int) head++ & mask;
        @Nullable Ledger ledger = ledgers[slot];
        if (ledger == null) {
            batch.addEvent(java.util.Objects.requireNonNull(events[slot]));
            events[slot] = null;
        } else {
            batch.addCompletion(
                    ledger.endpoint,
                    cookies[slot],
                    statuses[slot],
                    kinds[slot],
                    lengths[slot],
                    flags[slot],
                    immediates[slot],
                    invalidated[slot],
                    vendors[slot]);
            ledgers[slot] = null;
            ledger.free(1);
        }
    }

    /** Drops everything, giving places back. */
    void clear() {
        while (head < tail) {
            int slot = (int) head++ & mask;
            @Nullable Ledger ledger = ledgers[slot];
            if (ledger != null) {
                ledger.free(1);
            }
            events[slot] = null;
            ledgers[slot] = null;
        }
    }
}
