package org.jdapl.core;

import org.jdapl.api.data.OperationKind;
import org.jspecify.annotations.Nullable;

/**
 * The events of a dispatcher that are not in its completion queue, oldest first: connection events,
 * requests, software events, and completions that were taken off the completion queue early or made
 * by the runtime. It grows; only control calls make it. Used by the holder of the dispatcher's lock
 * alone.
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
    private boolean[] quiet;
    private int mask;
    private long head;
    private long tail;

    /** How many of the events notify nobody. */
    private int quietEvents;

    EventRing(int capacity) {
        int slots = slots(capacity);
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
        quiet = new boolean[slots];
        mask = slots - 1;
    }

    private static int slots(int capacity) {
        return Integer.highestOneBit(Math.max(8, capacity) - 1) << 1;
    }

    int size() {
        return (int) (tail - head);
    }

    boolean isEmpty() {
        return tail == head;
    }

    /** Whether one of the events notifies. */
    boolean notifies() {
        return size() > quietEvents;
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
        adopt(bigger);
    }

    private void adopt(EventRing other) {
        events = other.events;
        ledgers = other.ledgers;
        cookies = other.cookies;
        statuses = other.statuses;
        kinds = other.kinds;
        lengths = other.lengths;
        flags = other.flags;
        immediates = other.immediates;
        invalidated = other.invalidated;
        vendors = other.vendors;
        quiet = other.quiet;
        quietEvents = other.quietEvents;
        mask = other.mask;
        head = other.head;
        tail = other.tail;
    }

    private void copyFrom(EventRing from, int slot) {
        int to = nextSlot();
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
        setQuiet(to, from.quiet[slot]);
    }

    private void setQuiet(int slot, boolean isQuiet) {
        quiet[slot] = isQuiet;
        if (isQuiet) {
            quietEvents++;
        }
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
        quiet[slot] = false;
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
            int vendor,
            boolean isQuiet) {
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
        setQuiet(slot, isQuiet);
    }

    private int takeSlot() {
        int slot = (int) head++ & mask;
        if (quiet[slot]) {
            quietEvents--;
        }
        return slot;
    }

    /** Moves the oldest event into a batch. */
    void moveTo(EventBatchImpl batch) {
        int slot = takeSlot();
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

    /** Whether a completion of an endpoint is there. */
    boolean hasCompletionOf(EndpointImpl endpoint) {
        for (long i = head; i < tail; i++) {
            @Nullable Ledger ledger = ledgers[(int) i & mask];
            if (ledger != null && ledger.endpoint == endpoint) {
                return true;
            }
        }
        return false;
    }

    /** Moves the completions of an endpoint to the end of another ring, in order. */
    void moveTo(EventRing other, EndpointImpl endpoint) {
        if (isEmpty()) {
            return;
        }
        EventRing rest = new EventRing(mask + 1);
        for (long i = head; i < tail; i++) {
            int slot = (int) i & mask;
            @Nullable Ledger ledger = ledgers[slot];
            boolean moves = ledger != null && ledger.endpoint == endpoint;
            (moves ? other : rest).copyFrom(this, slot);
        }
        adopt(rest);
    }

    /** Drops everything, giving places back. */
    void clear() {
        while (head < tail) {
            int slot = takeSlot();
            @Nullable Ledger ledger = ledgers[slot];
            if (ledger != null) {
                ledger.free(1);
            }
            events[slot] = null;
            ledgers[slot] = null;
        }
    }
}
