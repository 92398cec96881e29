package org.jdapl.core;

import org.jdapl.api.data.OperationKind;
import org.jdapl.spi.Completions;
import org.jdapl.spi.DatagramSource;
import org.jspecify.annotations.Nullable;

/**
 * The events of a dispatcher that are not in its completion queue, oldest first: connection events,
 * requests, software events, and completions that were taken off the completion queue early or made
 * by the runtime. It grows; only control calls make it. Used by the holder of the dispatcher's lock
 * alone.
 */
final class EventRing {

    private @Nullable Object[] events;
    private @Nullable Account[] accounts;
    private @Nullable EndpointImpl[] endpoints;
    private int[] places;
    private long[] cookies;
    private int[] statuses;
    private int[] kinds;
    private long[] lengths;
    private int[] flags;
    private int[] immediates;
    private long[] invalidated;
    private int[] vendors;

    /** Who sent what is a datagram; made for a slot when it first holds one. */
    private @Nullable DatagramSource[] senders;

    private boolean[] quiet;
    private int mask;
    private long head;
    private long tail;

    /** How many of the events notify nobody. */
    private int quietEvents;

    EventRing(int capacity) {
        int slots = slots(capacity);
        events = new Object[slots];
        accounts = new Account[slots];
        endpoints = new EndpointImpl[slots];
        places = new int[slots];
        cookies = new long[slots];
        statuses = new int[slots];
        kinds = new int[slots];
        lengths = new long[slots];
        flags = new int[slots];
        immediates = new int[slots];
        invalidated = new long[slots];
        vendors = new int[slots];
        senders = new DatagramSource[slots];
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
        accounts = other.accounts;
        endpoints = other.endpoints;
        places = other.places;
        cookies = other.cookies;
        statuses = other.statuses;
        kinds = other.kinds;
        lengths = other.lengths;
        flags = other.flags;
        immediates = other.immediates;
        invalidated = other.invalidated;
        vendors = other.vendors;
        senders = other.senders;
        quiet = other.quiet;
        quietEvents = other.quietEvents;
        mask = other.mask;
        head = other.head;
        tail = other.tail;
    }

    private void copyFrom(EventRing from, int slot) {
        int to = nextSlot();
        events[to] = from.events[slot];
        accounts[to] = from.accounts[slot];
        endpoints[to] = from.endpoints[slot];
        places[to] = from.places[slot];
        cookies[to] = from.cookies[slot];
        statuses[to] = from.statuses[slot];
        kinds[to] = from.kinds[slot];
        lengths[to] = from.lengths[slot];
        flags[to] = from.flags[slot];
        immediates[to] = from.immediates[slot];
        invalidated[to] = from.invalidated[slot];
        vendors[to] = from.vendors[slot];
        DatagramSource.copy(from.sender(slot), senders, to);
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
        accounts[slot] = null;
        endpoints[slot] = null;
        quiet[slot] = false;
    }

    /** Puts the completion of a bind in, which has a form of its own. */
    void pushBind(EndpointImpl endpoint, Account account, Object event, boolean isQuiet) {
        int slot = nextSlot();
        events[slot] = event;
        accounts[slot] = account;
        endpoints[slot] = endpoint;
        places[slot] = 0;
        setQuiet(slot, isQuiet);
    }

    void pushCompletion(
            EndpointImpl endpoint,
            Account account,
            int place,
            long cookie,
            int status,
            OperationKind kind,
            long length,
            int flagBits,
            int immediate,
            long invalidatedKey,
            int vendor,
            @Nullable DatagramSource sender,
            boolean isQuiet) {
        int slot = nextSlot();
        events[slot] = null;
        accounts[slot] = account;
        endpoints[slot] = endpoint;
        places[slot] = place;
        cookies[slot] = cookie;
        statuses[slot] = status;
        kinds[slot] = kind.ordinal();
        lengths[slot] = length;
        flags[slot] = flagBits;
        immediates[slot] = immediate;
        invalidated[slot] = invalidatedKey;
        vendors[slot] = vendor;
        DatagramSource.copy(sender, senders, slot);
        setQuiet(slot, isQuiet);
    }

    private @Nullable DatagramSource sender(int slot) {
        return (flags[slot] & Completions.DATAGRAM) == 0 ? null : senders[slot];
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
        @Nullable Object event = events[slot];
        @Nullable EndpointImpl endpoint = endpoints[slot];
        if (event != null) {
            batch.addEvent(event);
        } else {
            batch.addCompletion(
                    java.util.Objects.requireNonNull(endpoint),
                    cookies[slot],
                    statuses[slot],
                    kinds[slot],
                    lengths[slot],
                    flags[slot],
                    immediates[slot],
                    invalidated[slot],
                    vendors[slot],
                    sender(slot));
        }
        release(slot, endpoint);
    }

    /** Forgets what was in a slot, and gives the place of a completion back. */
    private void release(int slot, @Nullable EndpointImpl endpoint) {
        @Nullable Account account = accounts[slot];
        events[slot] = null;
        accounts[slot] = null;
        endpoints[slot] = null;
        if (account != null && endpoint != null) {
            account.reaped(endpoint, places[slot]);
        }
    }

    /** Whether a completion of an endpoint is there. */
    boolean hasCompletionOf(EndpointImpl endpoint) {
        for (long i = head; i < tail; i++) {
            if (endpoints[(int) i & mask] == endpoint) {
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
            boolean moves = endpoints[slot] == endpoint;
            (moves ? other : rest).copyFrom(this, slot);
        }
        adopt(rest);
    }

    /** Drops everything, giving places back. */
    void clear() {
        while (head < tail) {
            int slot = takeSlot();
            release(slot, endpoints[slot]);
        }
    }
}
