package org.jdapl.spi;

import java.util.Arrays;

/**
 * A reusable batch of completions, as arrays with one element for each. Not safe for use by several
 * threads.
 */
public final class Completions {

    /** Flag: the completion carries 32 bits of immediate data. */
    public static final int IMMEDIATE = 1;

    /** Flag: the sender asked for a solicited event, or may have: not every device tells. */
    public static final int SOLICITED = 2;

    /** Flag: the message invalidated a key of this side. */
    public static final int INVALIDATED = 4;

    /** Flag: a datagram was received, and {@link #source} says from whom. */
    public static final int DATAGRAM = 8;

    /** The {@link WorkRequest#id} of the work. */
    public final long[] id;

    /** Numbers of {@link org.jdapl.api.data.CompletionStatus#value()}. */
    public final int[] status;

    /** Ordinals of {@link org.jdapl.api.data.OperationKind}; for receives, of what was received. */
    public final int[] kind;

    /** Bytes transferred; meaningful for successful receives and reads. */
    public final long[] length;

    /** Bits of {@link #IMMEDIATE}, {@link #SOLICITED}, {@link #INVALIDATED}, {@link #DATAGRAM}. */
    public final int[] flags;

    /** Immediate data, where the flag is set. */
    public final int[] immediate;

    /** The key that was invalidated, where the flag is set. */
    public final long[] invalidatedKey;

    /** The provider's own code, for diagnosis; 0 on success. */
    public final int[] vendorStatus;

    /** {@link QueuePair#number()} of the queue pair. */
    public final int[] queuePair;

    /** Who sent a datagram, where the flag is set; objects that are used again and again. */
    public final DatagramSource[] source;

    /**
     * Makes an empty batch.
     *
     * @param capacity how many completions it can take, at least 1
     */
    public Completions(int capacity) {
        id = new long[capacity];
        status = new int[capacity];
        kind = new int[capacity];
        length = new long[capacity];
        flags = new int[capacity];
        immediate = new int[capacity];
        invalidatedKey = new long[capacity];
        vendorStatus = new int[capacity];
        queuePair = new int[capacity];
        source = new DatagramSource[capacity];
        Arrays.setAll(source, _ -> new DatagramSource());
    }

    /**
     * How many completions it can take.
     *
     * @return the capacity
     */
    public int capacity() {
        return id.length;
    }
}
