package org.jdapl.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jdapl.api.data.OperationKind;
import org.jspecify.annotations.Nullable;

/**
 * The account of one queue of an endpoint: every piece of work that was posted and not yet given
 * back to the consumer. Work is entered in posting order and completes in posting order.
 *
 * <p>Three counts only grow: {@code tail} (entered), {@code head} (completed), {@code freed} (given
 * back to the consumer, or swallowed). {@code tail} belongs to the poster, inside the queue's
 * {@link PostGate}; {@code head} and {@code freed} belong to whoever holds the lock of the event
 * dispatcher that the completions go to. Always freed &lt;= head &lt;= tail &lt;= freed + depth.
 */
final class Ledger implements Account {

    /** Flag: a success gives the consumer no event. */
    private static final int SUPPRESSED = 1;

    /** Flag: a success is an event that notifies nobody. */
    private static final int QUIET = 2;

    private static final VarHandle FREED;
    private static final VarHandle TAIL;
    private static final VarHandle HEAD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            FREED = lookup.findVarHandle(Ledger.class, "freed", long.class);
            TAIL = lookup.findVarHandle(Ledger.class, "tail", long.class);
            HEAD = lookup.findVarHandle(Ledger.class, "head", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final EndpointImpl endpoint;
    final boolean receives;

    /** Whether successes notify only where the sender asked for it. */
    final boolean solicitedOnly;

    private final int depth;
    private final int mask;
    private final long[] cookies;
    private final byte[] kinds;
    private final byte[] flags;
    private final long[] lengths;
    private final @Nullable LocalMemoryRegionImpl[] regions;

    /** The regions of further segments (an array of them), or the {@link Binding} of a bind. */
    private final @Nullable Object[] extras;

    /** Where datagrams go; null for what cannot have any. */
    private final @Nullable AddressHandleImpl @Nullable [] destinations;

    private long tail;
    private long head;
    private long freed;

    /** Requests in a row that were posted without a native completion. */
    private int unsignaled;

    private boolean cutShort;

    Ledger(EndpointImpl endpoint, boolean receives, boolean solicitedOnly, int depth) {
        this(endpoint, receives, solicitedOnly, depth, false);
    }

    Ledger(
            EndpointImpl endpoint,
            boolean receives,
            boolean solicitedOnly,
            int depth,
            boolean sendsDatagrams) {
        this.endpoint = endpoint;
        this.receives = receives;
        this.solicitedOnly = solicitedOnly;
        this.depth = depth;
        int slots = Integer.highestOneBit(Math.max(1, depth - 1)) << 1;
        this.mask = slots - 1;
        cookies = new long[slots];
        kinds = new byte[slots];
        flags = new byte[slots];
        lengths = new long[slots];
        regions = new LocalMemoryRegionImpl[slots];
        extras = new Object[slots];
        destinations = sendsDatagrams ? new AddressHandleImpl[slots] : null;
    }

    int depth() {
        return depth;
    }

    /** Whether there is no place for another piece of work. By the poster. */
    boolean isFull() {
        // Acquire pairs with the release in free(): the slot's last reader is done.
        return tail - (long) FREED.getAcquire(this) >= depth;
    }

    /** Enters a piece of work; {@link #isFull()} was false. By the poster. */
    long enter(
            OperationKind kind,
            long cookie,
            long length,
            boolean suppressed,
            boolean quiet,
            @Nullable LocalMemoryRegionImpl region) {
        int slot = (int) tail & mask;
        cookies[slot] = cookie;
        kinds[slot] = (byte) kind.ordinal();
        flags[slot] = (byte) ((suppressed ? SUPPRESSED : 0) | (quiet ? QUIET : 0));
        lengths[slot] = length;
        regions[slot] = region;
        extras[slot] = null;
        long seq = tail;
        TAIL.setRelease(this, seq + 1);
        return seq;
    }

    /**
     * Names what else belongs to the work that was entered last: an array with the regions of its
     * further segments, or the {@link Binding} of a bind. By the poster.
     */
    void enterExtra(long seq, Object extra) {
        extras[(int) seq & mask] = extra;
    }

    /** Says where the datagram goes that was entered last. By the poster. */
    void enterDestination(long seq, AddressHandleImpl destination) {
        @Nullable AddressHandleImpl[] d = destinations;
        if (d != null) {
            d[(int) seq & mask] = destination;
        }
    }

    /** What a bind makes. */
    Binding binding(long seq) {
        return (Binding) java.util.Objects.requireNonNull(extras[(int) seq & mask]);
    }

    /**
     * Takes back the work that was entered last, because the provider refused it. By the poster.
     */
    void withdraw(long seq) {
        int slot = (int) seq & mask;
        clear(slot);
        TAIL.setRelease(this, seq);
    }

    /**
     * Whether the next request must have a native completion, so that suppressed ones give their
     * places back.
     */
    boolean mustSignal(boolean suppressed) {
        return !suppressed || unsignaled + 1 >= Math.max(1, depth / 4);
    }

    /**
     * A request was accepted by the provider, with or without a native completion. By the poster.
     */
    void accepted(boolean signaled) {
        unsignaled = signaled ? 0 : unsignaled + 1;
    }

    /**
     * The whole sequence number of a piece of work that is outstanding; -1 where there is none with
     * these low bits.
     */
    long sequence(int low) {
        long h = head;
        long seq = h + ((low - (int) h) & Integer.MAX_VALUE);
        return seq < (long) TAIL.getAcquire(this) ? seq : -1;
    }

    long head() {
        return head;
    }

    /**
     * Completes everything up to a piece of work, that one included; by the holder of the
     * dispatcher's lock.
     */
    void completeThrough(long seq) {
        for (long s = head; s <= seq; s++) {
            clear((int) s & mask);
        }
        HEAD.setRelease(this, seq + 1);
    }

    private void clear(int slot) {
        regions[slot] = null;
        extras[slot] = null;
        @Nullable AddressHandleImpl[] d = destinations;
        if (d != null) {
            d[slot] = null;
        }
    }

    /** Gives places back to the poster. */
    void free(long count) {
        FREED.setRelease(this, freed + count);
    }

    @Override
    public void reaped(EndpointImpl of, int place) {
        free(1);
    }

    long cookie(long seq) {
        return cookies[(int) seq & mask];
    }

    OperationKind kind(long seq) {
        return OperationKind.of(kinds[(int) seq & mask]);
    }

    boolean isSuppressed(long seq) {
        return (flags[(int) seq & mask] & SUPPRESSED) != 0;
    }

    boolean isQuiet(long seq) {
        return (flags[(int) seq & mask] & QUIET) != 0;
    }

    long length(long seq) {
        return lengths[(int) seq & mask];
    }

    /** How much work has no completion yet; from any thread, a moment's view. */
    long outstanding() {
        long h = (long) HEAD.getAcquire(this);
        return Math.max(0, (long) TAIL.getAcquire(this) - h);
    }

    /**
     * Whether outstanding work names a region; by a control call that holds the gate and the
     * dispatcher's lock.
     */
    boolean uses(LocalMemoryRegionImpl region) {
        for (long s = head; s < tail; s++) {
            int slot = (int) s & mask;
            if (regions[slot] == region) {
                return true;
            }
            if (names(extras[slot], region)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an outstanding datagram goes somewhere; called as {@link #uses}. */
    boolean sendsTo(AddressHandleImpl destination) {
        @Nullable AddressHandleImpl[] d = destinations;
        if (d != null) {
            for (long s = head; s < tail; s++) {
                if (d[(int) s & mask] == destination) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the regions of further segments contain one. */
    static boolean names(@Nullable Object extra, LocalMemoryRegionImpl region) {
        if (extra instanceof LocalMemoryRegionImpl[] more) {
            for (LocalMemoryRegionImpl r : more) {
                if (r == region) {
                    return true;
                }
            }
        }
        return false;
    }

    long tail() {
        return (long) TAIL.getAcquire(this);
    }

    /** Work that has a completion in any case was flushed. */
    void cutShort() {
        cutShort = true;
    }

    /**
     * Whether work was flushed since the last call that the other side cannot have served: without
     * a completion of its own, it may have succeeded.
     */
    boolean wasCutShort() {
        boolean was = cutShort;
        cutShort = false;
        return was;
    }
}
