package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Objects;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.struct.IbvRecvWr;
import org.jdapl.verbs.struct.IbvSge;

/**
 * A list of receives in native memory, prepared once and posted as often as one likes: {@code
 * struct ibv_recv_wr} with its {@code ibv_sge}s, linked in the order of their indexes. For queue
 * pairs and for shared receive queues.
 *
 * <p>The memory lives as long as this object; there is nothing to close. One thread at a time may
 * use it. Setters check their indexes and allocate nothing. See {@link SendWorkRequests}.
 */
@SuppressWarnings("ReachabilityFenceUsage") // where a check throws, no memory is touched
public final class ReceiveWorkRequests {
    private static final int MAX_REQUESTS = 1 << 20;
    private static final int MAX_ELEMENTS = 1 << 10;

    private final int capacity;
    private final int maxElements;

    /** Keeps the memory. */
    @SuppressWarnings({"unused", "FieldCanBeLocal"})
    private final MemorySegment memory;

    private final long requests;
    private final long elements;
    private final long refusedWord;

    /** The request whose link is cut, since it was the last of a range that was posted; or -1. */
    private int cut = -1;

    private ReceiveWorkRequests(int capacity, int maxElements) {
        this.capacity = Checks.range("capacity", capacity, 1, MAX_REQUESTS);
        this.maxElements = Checks.range("maxElements", maxElements, 0, MAX_ELEMENTS);
        long elementsOffset = capacity * IbvRecvWr.SIZE;
        long refusedOffset = elementsOffset + (long) capacity * maxElements * IbvSge.SIZE;
        memory = Arena.ofAuto().allocate(refusedOffset + Long.BYTES, 64);
        requests = memory.address();
        elements = requests + elementsOffset;
        refusedWord = requests + refusedOffset;
        for (int i = 0; i < capacity; i++) {
            Memory.putLong(request(i) + IbvRecvWr.SG_LIST, element(i, 0));
            link(i);
        }
    }

    /**
     * A list of receives.
     *
     * @param capacity how many, 1 to 2^20
     * @param maxElements scatter/gather elements of each, 0 to 1,024
     * @return the list; all take messages without data
     */
    public static ReceiveWorkRequests allocate(int capacity, int maxElements) {
        return new ReceiveWorkRequests(capacity, maxElements);
    }

    /**
     * How many receives it has.
     *
     * @return the number
     */
    public int capacity() {
        return capacity;
    }

    /**
     * Sets what comes back in the completion.
     *
     * @param index the receive
     * @param wrId any number
     */
    public void wrId(int index, long wrId) {
        Memory.putLong(request(index) + IbvRecvWr.WR_ID, wrId);
        Reference.reachabilityFence(this);
    }

    /**
     * Sets how many scatter/gather elements count; they are filled by {@link #element}.
     *
     * @param index the receive
     * @param count 0 to the number that the list has for each
     */
    public void elementCount(int index, int count) {
        Objects.checkFromToIndex(0, count, maxElements);
        Memory.putInt(request(index) + IbvRecvWr.NUM_SGE, count);
        Reference.reachabilityFence(this);
    }

    /**
     * Sets one scatter/gather element, and the count to at least that many.
     *
     * @param index the receive
     * @param element which of its elements, from 0
     * @param region where the data goes; {@link AccessFlag#LOCAL_WRITE}
     * @param offset from the region's beginning, in bytes
     * @param length in bytes; 0 means 2^31, as in C
     * @throws IndexOutOfBoundsException if it is not inside of the region
     */
    public void element(int index, int element, MemoryRegion region, long offset, int length) {
        Objects.checkFromIndexSize(offset, length, region.length());
        element(index, element, region.address() + offset, length, region.lkey());
    }

    /**
     * Sets one scatter/gather element, and the count to at least that many. The device refuses
     * addresses that the key does not cover, by an error in the completion.
     *
     * @param index the receive
     * @param element which of its elements, from 0
     * @param address where the data goes
     * @param length in bytes; 0 means 2^31, as in C
     * @param lkey the region's local key
     */
    public void element(int index, int element, long address, int length, int lkey) {
        long request = request(index);
        long sge = element(index, Objects.checkIndex(element, maxElements));
        int count = Math.max(Memory.getInt(request + IbvRecvWr.NUM_SGE), element + 1);
        Memory.putInt(request + IbvRecvWr.NUM_SGE, count);
        Memory.putLong(sge + IbvSge.ADDR, address);
        Memory.putInt(sge + IbvSge.LENGTH, length);
        Memory.putInt(sge + IbvSge.LKEY, lkey);
        Reference.reachabilityFence(this);
    }

    /**
     * Changes the address of an element that was set before.
     *
     * @param index the receive
     * @param element which of its elements, from 0
     * @param address where the data goes
     */
    public void elementAddress(int index, int element, long address) {
        Objects.checkIndex(element, Memory.getInt(request(index) + IbvRecvWr.NUM_SGE));
        Memory.putLong(element(index, element) + IbvSge.ADDR, address);
        Reference.reachabilityFence(this);
    }

    /**
     * Which receive was the first that the last post refused: it, and those after it, were not
     * posted.
     *
     * @return its index; -1 if none was refused
     */
    public int refused() {
        long refused = Memory.getLong(Memory.known(refusedWord));
        Reference.reachabilityFence(this);
        return refused == 0 ? -1 : (int) ((refused - requests) / IbvRecvWr.SIZE);
    }

    /** Makes a range ready to be posted, and returns the address of its first request. */
    long range(int first, int count) {
        Checks.requests(first, count, capacity);
        int last = first + count - 1;
        if (cut != last) {
            if (cut >= 0) {
                link(cut);
            }
            Memory.putLong(request(last) + IbvRecvWr.NEXT, Memory.NULL);
            cut = last;
        }
        Memory.putLong(Memory.known(refusedWord), Memory.NULL);
        return requests + first * IbvRecvWr.SIZE;
    }

    long refusedWord() {
        return refusedWord;
    }

    private void link(int index) {
        long next = index + 1 < capacity ? request(index + 1) : Memory.NULL;
        Memory.putLong(request(index) + IbvRecvWr.NEXT, next);
    }

    private long request(int index) {
        return Memory.known(requests) + Objects.checkIndex(index, capacity) * IbvRecvWr.SIZE;
    }

    private long element(int index, int element) {
        return Memory.known(elements + ((long) index * maxElements + element) * IbvSge.SIZE);
    }

    /**
     * The list, for a debugger.
     *
     * @return how many receives it has
     */
    @Override
    public String toString() {
        return "receive work requests[" + capacity + "]";
    }
}
