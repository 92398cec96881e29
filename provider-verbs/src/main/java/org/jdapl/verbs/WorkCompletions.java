package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Objects;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.struct.IbvWc;

/**
 * Room for completions, filled by {@link CompletionQueue#poll(WorkCompletions)}: an array of {@code
 * struct ibv_wc} in native memory.
 *
 * <p>After a poll that returned n, those at 0 to n-1 tell what completed, in order, until the next
 * poll into it. Where the status is an error only {@link #wrId}, {@link #status}, {@link
 * #queuePairNumber} and {@link #vendorError} mean something.
 *
 * <p>The memory lives as long as this object; there is nothing to close. One thread at a time may
 * use it. Accessors check their index and allocate nothing.
 */
@SuppressWarnings("ReachabilityFenceUsage") // where a check throws, no memory is touched
public final class WorkCompletions {
    private static final int MAX = 1 << 20;

    /** {@link #flags}: a global routing header precedes the data of a datagram, 40 bytes. */
    public static final int WITH_GRH = 1;

    /** {@link #flags}: there is immediate data. */
    public static final int WITH_IMM = 1 << 1;

    /** {@link #flags}: the checksums of IP are right. */
    public static final int IP_CSUM_OK = 1 << 2;

    /** {@link #flags}: a key was made invalid. */
    public static final int WITH_INV = 1 << 3;

    private final int capacity;

    /** Keeps the memory. */
    @SuppressWarnings({"unused", "FieldCanBeLocal"})
    private final MemorySegment memory;

    private final long completions;

    private WorkCompletions(int capacity) {
        this.capacity = Checks.range("capacity", capacity, 1, MAX);
        memory = Arena.ofAuto().allocate(capacity * IbvWc.SIZE, 64);
        completions = memory.address();
    }

    /**
     * Room for completions.
     *
     * @param capacity how many at a time, 1 to 2^20; 16 are a good number
     * @return the room
     */
    public static WorkCompletions allocate(int capacity) {
        return new WorkCompletions(capacity);
    }

    /**
     * For how many there is room.
     *
     * @return the number
     */
    public int capacity() {
        return capacity;
    }

    /**
     * What the work request was given.
     *
     * @param index the completion
     * @return its {@code wr_id}
     */
    public long wrId(int index) {
        return getLong(index, IbvWc.WR_ID);
    }

    /**
     * How it ended, by C's number.
     *
     * @param index the completion
     * @return 0: success; see {@link CompletionStatus#of}
     */
    public int status(int index) {
        return getInt(index, IbvWc.STATUS);
    }

    /**
     * How it ended.
     *
     * @param index the completion
     * @return the status
     */
    public CompletionStatus statusOf(int index) {
        return CompletionStatus.of(status(index));
    }

    /**
     * What it was, by C's number.
     *
     * @param index the completion
     * @return see {@link CompletionOpcode#of}; receives have bit 7 set
     */
    public int opcode(int index) {
        return getInt(index, IbvWc.OPCODE);
    }

    /**
     * What it was.
     *
     * @param index the completion
     * @return the opcode
     */
    public CompletionOpcode opcodeOf(int index) {
        return CompletionOpcode.of(opcode(index));
    }

    /**
     * The driver's own word for the error.
     *
     * @param index the completion
     * @return its number
     */
    public int vendorError(int index) {
        return getInt(index, IbvWc.VENDOR_ERR);
    }

    /**
     * How much was received, or read.
     *
     * @param index the completion
     * @return in bytes; of a datagram with the 40 bytes before its data
     */
    public int byteLength(int index) {
        return getInt(index, IbvWc.BYTE_LEN);
    }

    /**
     * What came with it.
     *
     * @param index the completion
     * @return {@link #WITH_GRH}, {@link #WITH_IMM}, {@link #IP_CSUM_OK} and {@link #WITH_INV},
     *     or-ed
     */
    public int flags(int index) {
        return getInt(index, IbvWc.WC_FLAGS);
    }

    /**
     * The immediate data, if {@link #WITH_IMM}.
     *
     * @param index the completion
     * @return the number that the other side gave
     */
    public int immediate(int index) {
        int value = Memory.getBigInt(at(index) + IbvWc.IMM_DATA);
        Reference.reachabilityFence(this);
        return value;
    }

    /**
     * The key that was made invalid, if {@link #WITH_INV}.
     *
     * @param index the completion
     * @return the key
     */
    public int invalidatedKey(int index) {
        return getInt(index, IbvWc.INVALIDATED_RKEY);
    }

    /**
     * On which queue pair of this side.
     *
     * @param index the completion
     * @return its number
     */
    public int queuePairNumber(int index) {
        return getInt(index, IbvWc.QP_NUM);
    }

    /**
     * From which queue pair a datagram came.
     *
     * @param index the completion
     * @return its number
     */
    public int sourceQueuePair(int index) {
        return getInt(index, IbvWc.SRC_QP);
    }

    /**
     * In which partition a datagram came.
     *
     * @param index the completion
     * @return index in the port's table of P_Keys
     */
    public int pkeyIndex(int index) {
        return Short.toUnsignedInt(getShort(index, IbvWc.PKEY_INDEX));
    }

    /**
     * From which LID a datagram came.
     *
     * @param index the completion
     * @return the local identifier; 0 on Ethernet
     */
    public int sourceLid(int index) {
        return Short.toUnsignedInt(getShort(index, IbvWc.SLID));
    }

    /**
     * On which service level a datagram came.
     *
     * @param index the completion
     * @return 0 to 15
     */
    public int serviceLevel(int index) {
        return Byte.toUnsignedInt(getByte(index, IbvWc.SL));
    }

    /**
     * The lower bits of the LID that a datagram was sent to.
     *
     * @param index the completion
     * @return 0 to 127
     */
    public int destinationPathBits(int index) {
        return Byte.toUnsignedInt(getByte(index, IbvWc.DLID_PATH_BITS));
    }

    private long getLong(int index, long field) {
        long value = Memory.getLong(at(index) + field);
        Reference.reachabilityFence(this);
        return value;
    }

    private int getInt(int index, long field) {
        int value = Memory.getInt(at(index) + field);
        Reference.reachabilityFence(this);
        return value;
    }

    private short getShort(int index, long field) {
        short value = Memory.getShort(at(index) + field);
        Reference.reachabilityFence(this);
        return value;
    }

    private byte getByte(int index, long field) {
        byte value = Memory.getByte(at(index) + field);
        Reference.reachabilityFence(this);
        return value;
    }

    private long at(int index) {
        return Memory.known(completions) + Objects.checkIndex(index, capacity) * IbvWc.SIZE;
    }

    long address() {
        return completions;
    }

    /** Of one of them. */
    long address(int index) {
        return at(index);
    }
}
