package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Objects;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.struct.IbvMwBindInfo;
import org.jdapl.verbs.struct.IbvSendWr;
import org.jdapl.verbs.struct.IbvSge;
import org.jspecify.annotations.Nullable;

/**
 * A list of send work requests in native memory, prepared once and posted as often as one likes:
 * {@code struct ibv_send_wr} with its {@code ibv_sge}s, linked in the order of their indexes.
 *
 * <p>Fill what does not change when the list is made; between two posts rewrite what does: an
 * address, a {@code wr_id}. {@link QueuePair#postSend(SendWorkRequests, int, int)} posts any range
 * of it by one call. The device has taken a request over when that returned, so the list may be
 * changed at once (but not the memory that it points to).
 *
 * <p>The memory lives as long as this object; there is nothing to close. One thread at a time may
 * use it. Setters check their indexes and allocate nothing.
 *
 * {@snippet :
 * SendWorkRequests writes = SendWorkRequests.allocate(16, 1);
 * for (int i = 0; i < 16; i++) {
 *     writes.opcode(i, SendOpcode.RDMA_WRITE);
 *     writes.element(i, 0, region, i * 4096L, 4096);
 *     writes.remote(i, remoteAddress + i * 4096L, remoteKey);
 * }
 * writes.flags(15, SendFlags.SIGNALED);
 * int refused = queuePair.postSend(writes, 0, 16); // zero, or a negative error number
 * }
 */
@SuppressWarnings("ReachabilityFenceUsage") // where a check throws, no memory is touched
public final class SendWorkRequests {
    private static final int MAX_REQUESTS = 1 << 20;
    private static final int MAX_ELEMENTS = 1 << 10;

    /**
     * So few elements stand behind their request, at a distance that the compiler knows; more have
     * an array of their own. A loop over the requests then has one address to count up.
     */
    private static final int NEAR = 4;

    /** From one request to the next. */
    private static final long STRIDE = IbvSendWr.SIZE + NEAR * IbvSge.SIZE;

    private static final int MAX_INLINE = 1 << 16;

    private static final int SLOTS = 3;
    private static final int DESTINATION = 0;
    private static final int WINDOW = 1;
    private static final int REGION = 2;

    /**
     * Stands in the place of the window, whose place in memory the header of a large send takes.
     */
    private static final PostedHandle HEADER = new PostedHandle("a header");

    private final int capacity;
    private final int maxElements;
    private final int maxInline;

    private final MemorySegment memory;
    private final long requests;
    private final long elements;
    private final long inlineData;
    private final long refusedWord;

    /** The request whose link is cut, since it was the last of a range that was posted; or -1. */
    private int cut = -1;

    /**
     * Handles whose native objects the driver reads when a request is posted, {@link #SLOTS} for
     * each request; a request without those that its opcode needs is not posted.
     */
    private @Nullable PostedHandle @Nullable [] handles;

    /** Whether a request was ever given an opcode that needs a handle. */
    private boolean needsHandles;

    private SendWorkRequests(int capacity, int maxElements, int maxInline) {
        this.capacity = Checks.range("capacity", capacity, 1, MAX_REQUESTS);
        this.maxElements = Checks.range("maxElements", maxElements, 0, MAX_ELEMENTS);
        this.maxInline = Checks.range("maxInline", maxInline, 0, MAX_INLINE);
        int inlineStride = inlineStride();
        long elementsOffset = capacity * STRIDE;
        long farElements = maxElements <= NEAR ? 0 : (long) capacity * maxElements;
        long inlineOffset = elementsOffset + farElements * IbvSge.SIZE;
        long refusedOffset = inlineOffset + (long) capacity * inlineStride;
        memory = Arena.ofAuto().allocate(refusedOffset + Long.BYTES, 64);
        requests = memory.address();
        elements = requests + elementsOffset;
        inlineData = requests + inlineOffset;
        refusedWord = requests + refusedOffset;
        for (int i = 0; i < capacity; i++) {
            Memory.putLong(request(i) + IbvSendWr.SG_LIST, element(i, 0));
            link(i);
        }
    }

    /**
     * A list of requests without inline data.
     *
     * @param capacity how many, 1 to 2^20
     * @param maxElements scatter/gather elements of each, 0 to 1,024
     * @return the list; all are unsignalled sends of nothing
     */
    public static SendWorkRequests allocate(int capacity, int maxElements) {
        return allocate(capacity, maxElements, 0);
    }

    /**
     * A list of requests.
     *
     * @param capacity how many, 1 to 2^20
     * @param maxElements scatter/gather elements of each, 0 to 1,024; at least 1 for inline data
     * @param maxInline bytes that each can carry inline, 0 to 65,536
     * @return the list; all are unsignalled sends of nothing
     */
    public static SendWorkRequests allocate(int capacity, int maxElements, int maxInline) {
        if (maxInline > 0) {
            Checks.range("maxElements", maxElements, 1, MAX_ELEMENTS);
        }
        SendWorkRequests list = new SendWorkRequests(capacity, maxElements, maxInline);
        for (int i = 0; i < capacity; i++) {
            list.opcode(i, SendOpcode.SEND);
        }
        return list;
    }

    /**
     * How many requests it has.
     *
     * @return the number
     */
    public int capacity() {
        return capacity;
    }

    /**
     * Sets what comes back in the completion.
     *
     * @param index the request
     * @param wrId any number
     */
    public void wrId(int index, long wrId) {
        Memory.putLong(request(index) + IbvSendWr.WR_ID, wrId);
        Reference.reachabilityFence(this);
    }

    /**
     * Sets what the request does.
     *
     * @param index the request
     * @param opcode what it does
     */
    public void opcode(int index, SendOpcode opcode) {
        Memory.putInt(request(index) + IbvSendWr.OPCODE, opcode.code());
        needsHandles |= opcode == SendOpcode.BIND_MW || opcode == SendOpcode.TSO;
        Reference.reachabilityFence(this);
    }

    /**
     * Sets its flags; whether it is inline stays as it is.
     *
     * @param index the request
     * @param flags constants of {@link SendFlags}, or-ed
     * @throws IllegalArgumentException if there are other bits
     */
    public void flags(int index, int flags) {
        if ((flags & ~SendFlags.ALL) != 0) {
            throw new IllegalArgumentException("flags=" + Integer.toHexString(flags));
        }
        long request = request(index);
        int isInline = Memory.getInt(request + IbvSendWr.SEND_FLAGS) & SendFlags.INLINE;
        Memory.putInt(request + IbvSendWr.SEND_FLAGS, flags | isInline);
        Reference.reachabilityFence(this);
    }

    /**
     * Sets how many scatter/gather elements count; they are filled by {@link #element}.
     *
     * @param index the request
     * @param count 0 to the number that the list has for each
     */
    public void elementCount(int index, int count) {
        Objects.checkFromToIndex(0, count, maxElements);
        plain(request(index), count);
        Reference.reachabilityFence(this);
    }

    /**
     * Sets one scatter/gather element, and the count to at least that many.
     *
     * @param index the request
     * @param element which of its elements, from 0
     * @param region where the data is
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
     * @param index the request
     * @param element which of its elements, from 0
     * @param address where the data is
     * @param length in bytes; 0 means 2^31, as in C
     * @param lkey the region's local key
     */
    public void element(int index, int element, long address, int length, int lkey) {
        long request = request(index);
        long sge = element(index, Objects.checkIndex(element, maxElements));
        plain(request, Math.max(elementsIn(request), element + 1));
        Memory.putLong(sge + IbvSge.ADDR, address);
        Memory.putInt(sge + IbvSge.LENGTH, length);
        Memory.putInt(sge + IbvSge.LKEY, lkey);
        Reference.reachabilityFence(this);
    }

    /**
     * Changes the address of an element that was set before; the one thing that changes when a
     * prepared request walks through a region.
     *
     * @param index the request
     * @param element which of its elements, from 0
     * @param address where the data is
     * @throws IllegalStateException if the request is inline
     */
    public void elementAddress(int index, int element, long address) {
        Objects.checkIndex(index, capacity);
        Objects.checkIndex(element, maxElements);
        // Where nothing fits inline the flags need not be looked at.
        if (maxInline != 0 && isInline(request(index))) {
            throw new IllegalStateException("request " + index + " is inline");
        }
        Memory.putLong(element(index, element) + IbvSge.ADDR, address);
        Reference.reachabilityFence(this);
    }

    /** How many elements count; none of an inline request, whose only one is the list's own. */
    private static int elementsIn(long request) {
        return isInline(request) ? 0 : Memory.getInt(request + IbvSendWr.NUM_SGE);
    }

    private static boolean isInline(long request) {
        return (Memory.getInt(request + IbvSendWr.SEND_FLAGS) & SendFlags.INLINE) != 0;
    }

    private static void plain(long request, int count) {
        int flags = Memory.getInt(request + IbvSendWr.SEND_FLAGS);
        Memory.putInt(request + IbvSendWr.SEND_FLAGS, flags & ~SendFlags.INLINE);
        Memory.putInt(request + IbvSendWr.NUM_SGE, count);
    }

    /**
     * Makes it carry its data itself: copies it now, into memory of this list, and sets the inline
     * flag. The driver copies inline data while it posts, from any address that it is given; so it
     * is given none but this. {@link #element} or {@link #elementCount} make it a plain one again.
     *
     * @param index the request
     * @param data what is sent; copied
     * @throws IndexOutOfBoundsException if it is more than the list has room for
     */
    public void inline(int index, MemorySegment data) {
        long length = data.byteSize();
        Objects.checkFromToIndex(0, length, maxInline);
        long request = request(index);
        long to = copyIn(index, data);
        Memory.putInt(
                request + IbvSendWr.SEND_FLAGS,
                Memory.getInt(request + IbvSendWr.SEND_FLAGS) | SendFlags.INLINE);
        Memory.putInt(request + IbvSendWr.NUM_SGE, length == 0 ? 0 : 1);
        long sge = element(index, 0);
        Memory.putLong(sge + IbvSge.ADDR, to);
        Memory.putInt(sge + IbvSge.LENGTH, (int) length);
        Memory.putInt(sge + IbvSge.LKEY, 0);
        Reference.reachabilityFence(this);
    }

    /**
     * Makes it carry its data itself, none so far: {@link #appendInline} adds to it. For data that
     * lies in several places.
     *
     * @param index the request
     */
    public void beginInline(int index) {
        long request = request(index);
        Memory.putInt(
                request + IbvSendWr.SEND_FLAGS,
                Memory.getInt(request + IbvSendWr.SEND_FLAGS) | SendFlags.INLINE);
        Memory.putInt(request + IbvSendWr.NUM_SGE, 0);
        Reference.reachabilityFence(this);
    }

    /**
     * Adds data to a request that was begun by {@link #beginInline}; it is copied now.
     *
     * @param index the request
     * @param data where it is
     * @param offset from the segment's beginning, in bytes
     * @param length in bytes
     * @throws IndexOutOfBoundsException if it is more than the list has room for, or not in the
     *     segment
     * @throws IllegalStateException if the request is not inline
     */
    public void appendInline(int index, MemorySegment data, long offset, int length) {
        long request = request(index);
        if (!isInline(request)) {
            throw new IllegalStateException("request " + index + " is not inline");
        }
        if (length == 0) {
            return;
        }
        long sge = element(index, 0);
        boolean first = Memory.getInt(request + IbvSendWr.NUM_SGE) == 0;
        int before = first ? 0 : Memory.getInt(sge + IbvSge.LENGTH);
        Objects.checkFromIndexSize(before, length, maxInline);
        long to = inlineData + (long) index * inlineStride();
        MemorySegment.copy(data, offset, memory, to - requests + before, length);
        Memory.putInt(request + IbvSendWr.NUM_SGE, 1);
        Memory.putLong(sge + IbvSge.ADDR, to);
        Memory.putInt(sge + IbvSge.LENGTH, before + length);
        Memory.putInt(sge + IbvSge.LKEY, 0);
        Reference.reachabilityFence(this);
    }

    /**
     * Sets the remote memory of a read or a write.
     *
     * @param index the request
     * @param address where, as the other side told
     * @param rkey its remote key
     */
    public void remote(int index, long address, int rkey) {
        long request = request(index);
        Memory.putLong(request + IbvSendWr.WR_RDMA_REMOTE_ADDR, address);
        Memory.putInt(request + IbvSendWr.WR_RDMA_RKEY, rkey);
        noDestination(index);
        Reference.reachabilityFence(this);
    }

    /**
     * Sets the operands of an atomic operation.
     *
     * @param index the request
     * @param address of eight remote bytes, a multiple of eight
     * @param rkey their remote key
     * @param compareAdd what to add, or what to compare with
     * @param swap what to swap in; ignored when adding
     */
    public void atomic(int index, long address, int rkey, long compareAdd, long swap) {
        long request = request(index);
        Memory.putLong(request + IbvSendWr.WR_ATOMIC_REMOTE_ADDR, address);
        Memory.putInt(request + IbvSendWr.WR_ATOMIC_RKEY, rkey);
        Memory.putLong(request + IbvSendWr.WR_ATOMIC_COMPARE_ADD, compareAdd);
        Memory.putLong(request + IbvSendWr.WR_ATOMIC_SWAP, swap);
        noDestination(index);
        Reference.reachabilityFence(this);
    }

    /**
     * Sets the four bytes that a request with immediate data carries.
     *
     * @param index the request
     * @param immediate a number; it travels in network byte order
     */
    public void immediate(int index, int immediate) {
        Memory.putBigInt(request(index) + IbvSendWr.IMM_DATA, immediate);
        Reference.reachabilityFence(this);
    }

    /**
     * Sets the key that a local invalidation, or a send with invalidate, makes invalid.
     *
     * @param index the request
     * @param rkey the key
     */
    public void invalidate(int index, int rkey) {
        Memory.putInt(request(index) + IbvSendWr.INVALIDATE_RKEY, rkey);
        Reference.reachabilityFence(this);
    }

    /**
     * Sets where a datagram goes.
     *
     * @param index the request
     * @param destination the way to the other side's port
     * @param queuePairNumber the other side's, 24 bits; 0xffffff for a multicast group
     * @param qkey the other side's queue key
     */
    public void datagram(int index, AddressHandle destination, int queuePairNumber, int qkey) {
        long request = request(index);
        Memory.putLong(request + IbvSendWr.WR_UD_AH, destination.pointer());
        Memory.putInt(request + IbvSendWr.WR_UD_REMOTE_QPN, queuePairNumber);
        Memory.putInt(request + IbvSendWr.WR_UD_REMOTE_QKEY, qkey);
        handle(index, DESTINATION, destination.posted());
        Reference.reachabilityFence(this);
    }

    /**
     * Sets the binding of a memory window of type 2: {@link SendOpcode#BIND_MW}.
     *
     * @param index the request
     * @param window what is bound
     * @param rkey the key that it gets: its own with another lowest byte
     * @param region what it is bound to
     * @param offset from the region's beginning, in bytes
     * @param length in bytes; 0 takes a binding back
     * @param access the bits of what peers may do through it, see {@link AccessFlag#bit}
     * @throws IndexOutOfBoundsException if it is not inside of the region
     */
    public void bindWindow(
            int index,
            MemoryWindow window,
            int rkey,
            MemoryRegion region,
            long offset,
            long length,
            int access) {
        Objects.checkFromIndexSize(offset, length, region.length());
        long request = request(index);
        Memory.putLong(request + IbvSendWr.BIND_MW_MW, window.pointer());
        Memory.putInt(request + IbvSendWr.BIND_MW_RKEY, rkey);
        Memory.putLong(request + IbvSendWr.BIND_MW_BIND_INFO + IbvMwBindInfo.MR, region.pointer());
        Memory.putLong(
                request + IbvSendWr.BIND_MW_BIND_INFO + IbvMwBindInfo.ADDR,
                region.address() + offset);
        Memory.putLong(request + IbvSendWr.BIND_MW_BIND_INFO + IbvMwBindInfo.LENGTH, length);
        Memory.putInt(
                request + IbvSendWr.BIND_MW_BIND_INFO + IbvMwBindInfo.MW_ACCESS_FLAGS, access);
        handle(index, WINDOW, window.posted());
        handle(index, REGION, region.posted());
        Reference.reachabilityFence(this);
    }

    /**
     * Sets the header of a large datagram that the device cuts: {@link SendOpcode#TSO}. It is
     * copied now, into the room for inline data.
     *
     * @param index the request
     * @param header what each piece begins with
     * @param pieceBytes how long the pieces are, without the header (MSS), 1 to 65,535
     * @throws IndexOutOfBoundsException if it is more than the list has room for
     */
    public void largeSend(int index, MemorySegment header, int pieceBytes) {
        Checks.range("pieceBytes", pieceBytes, 1, 0xffff);
        Objects.checkFromToIndex(0, header.byteSize(), Math.min(maxInline, 0xffff));
        long request = request(index);
        long to = copyIn(index, header);
        Memory.putLong(request + IbvSendWr.TSO_HDR, to);
        Memory.putShort(request + IbvSendWr.TSO_HDR_SZ, (short) header.byteSize());
        Memory.putShort(request + IbvSendWr.TSO_MSS, (short) pieceBytes);
        handle(index, WINDOW, HEADER);
        handle(index, REGION, null);
        Reference.reachabilityFence(this);
    }

    private long copyIn(int index, MemorySegment data) {
        long to = inlineData + (long) index * inlineStride();
        MemorySegment.copy(data, 0, memory, to - requests, data.byteSize());
        return to;
    }

    /**
     * Which request was the first that the last post refused: it, and those after it, were not
     * posted.
     *
     * @return its index; -1 if none was refused
     */
    public int refused() {
        long refused = Memory.getLong(Memory.known(refusedWord));
        Reference.reachabilityFence(this);
        return refused == 0 ? -1 : (int) ((refused - requests) / STRIDE);
    }

    /**
     * Makes a range ready to be posted, and returns the address of its first request. Called inside
     * of the queue's gate: a handle that is open then stays so until this thread leaves it, see
     * {@link PostedHandle}.
     *
     * @param datagrams whether the queue pair sends datagrams
     * @param gates the gates of the queue pair's domain
     */
    long range(int first, int count, boolean datagrams, Gates gates) {
        Checks.requests(first, count, capacity);
        int last = first + count - 1;
        if (cut != last) {
            if (cut >= 0) {
                link(cut);
            }
            Memory.putLong(request(last) + IbvSendWr.NEXT, Memory.NULL);
            cut = last;
        }
        Memory.putLong(Memory.known(refusedWord), Memory.NULL);
        if (needsHandles || datagrams) {
            for (int i = first; i <= last; i++) {
                checkHandles(i, datagrams, gates);
            }
        }
        return requests + first * STRIDE;
    }

    long refusedWord() {
        return refusedWord;
    }

    private void checkHandles(int index, boolean datagrams, Gates gates) {
        int opcode = Memory.getInt(request(index) + IbvSendWr.OPCODE);
        if (datagrams) {
            open(index, DESTINATION, "datagram", gates);
        }
        if (opcode == SendOpcode.BIND_MW.code()) {
            if (open(index, WINDOW, "bindWindow", gates) == HEADER) {
                throw missing(index, "bindWindow");
            }
            open(index, REGION, "bindWindow", gates);
        } else if (opcode == SendOpcode.TSO.code()
                && open(index, WINDOW, "largeSend", gates) != HEADER) {
            throw missing(index, "largeSend");
        }
    }

    private PostedHandle open(int index, int slot, String setter, Gates gates) {
        @Nullable PostedHandle @Nullable [] all = handles;
        PostedHandle handle = all == null ? null : all[SLOTS * index + slot];
        if (handle == null) {
            throw missing(index, setter);
        }
        handle.check("postSend", gates);
        return handle;
    }

    private static IllegalStateException missing(int index, String setter) {
        return new IllegalStateException("request " + index + " needs " + setter + "(...)");
    }

    private void handle(int index, int slot, @Nullable PostedHandle handle) {
        @Nullable PostedHandle @Nullable [] all = handles;
        if (all == null) {
            all = new @Nullable PostedHandle[SLOTS * capacity];
            handles = all;
        }
        all[SLOTS * index + slot] = handle;
    }

    /** The destination's place in memory was written over. */
    private void noDestination(int index) {
        if (handles != null) {
            handle(index, DESTINATION, null);
        }
    }

    private int inlineStride() {
        return (maxInline + 7) & ~7;
    }

    private void link(int index) {
        long next = index + 1 < capacity ? request(index + 1) : Memory.NULL;
        Memory.putLong(request(index) + IbvSendWr.NEXT, next);
    }

    private long request(int index) {
        return Memory.known(requests) + Objects.checkIndex(index, capacity) * STRIDE;
    }

    private long element(int index, int element) {
        return maxElements <= NEAR
                ? request(index) + IbvSendWr.SIZE + element * IbvSge.SIZE
                : Memory.known(elements + ((long) index * maxElements + element) * IbvSge.SIZE);
    }

    /**
     * The list, for a debugger.
     *
     * @return how many requests it has
     */
    @Override
    public String toString() {
        return "send work requests[" + capacity + "]";
    }
}
