package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Set;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.struct.IbvQpAttr;

/**
 * Attributes of a queue pair, to be changed by {@link QueuePair#modify}, or as {@link
 * QueuePair#query} found them: {@code struct ibv_qp_attr} with its mask. Only what was set is
 * changed. The transitions need:
 *
 * <table class="striped">
 * <caption>Attributes of the transitions; RC, UC and UD</caption>
 * <thead>
 * <tr><th>to<th>RC<th>UC<th>UD
 * </thead>
 * <tbody>
 * <tr><td>INIT<td>pkeyIndex, port, access<td>pkeyIndex, port, access<td>pkeyIndex, port, qkey
 * <tr><td>RTR<td>path, pathMtu, destination, receivePsn, maxDestinationReads, minRnrTimer
 *     <td>path, pathMtu, destination, receivePsn<td>-
 * <tr><td>RTS<td>sendPsn, maxReads, retryCount, rnrRetry, timeout<td>sendPsn<td>sendPsn
 * </tbody>
 * </table>
 *
 * <p>The memory lives as long as this object; there is nothing to close. One thread at a time may
 * use it.
 */
public final class QueuePairAttributes {
    private static final int STATE = 1;
    private static final int CUR_STATE = 1 << 1;
    private static final int EN_SQD_ASYNC_NOTIFY = 1 << 2;
    private static final int ACCESS_FLAGS = 1 << 3;
    private static final int PKEY_INDEX = 1 << 4;
    private static final int PORT = 1 << 5;
    private static final int QKEY = 1 << 6;
    private static final int AV = 1 << 7;
    private static final int PATH_MTU = 1 << 8;
    private static final int TIMEOUT = 1 << 9;
    private static final int RETRY_CNT = 1 << 10;
    private static final int RNR_RETRY = 1 << 11;
    private static final int RQ_PSN = 1 << 12;
    private static final int MAX_QP_RD_ATOMIC = 1 << 13;
    private static final int ALT_PATH = 1 << 14;
    private static final int MIN_RNR_TIMER = 1 << 15;
    private static final int SQ_PSN = 1 << 16;
    private static final int MAX_DEST_RD_ATOMIC = 1 << 17;
    private static final int PATH_MIG_STATE = 1 << 18;
    private static final int CAP = 1 << 19;
    private static final int DEST_QPN = 1 << 20;
    private static final int RATE_LIMIT = 1 << 25;

    /** All that {@code ibv_query_qp} can be asked for. */
    static final int ALL = (DEST_QPN << 1) - 1;

    private final MemorySegment memory = Arena.ofAuto().allocate(IbvQpAttr.SIZE, 8);
    private final long attr = memory.address();
    private int mask;

    private QueuePairAttributes() {}

    /**
     * Attributes of which none is set.
     *
     * @return the attributes
     */
    public static QueuePairAttributes of() {
        return new QueuePairAttributes();
    }

    /**
     * Attributes that lead to a state.
     *
     * @param state the state
     * @return attributes of which only the state is set
     */
    public static QueuePairAttributes of(QueuePairState state) {
        return of().state(state);
    }

    /**
     * Sets the state to go to.
     *
     * @param state the state
     * @return this
     */
    public QueuePairAttributes state(QueuePairState state) {
        Memory.putInt(attr + IbvQpAttr.QP_STATE, state.code());
        return set(STATE);
    }

    /**
     * Tells the state.
     *
     * @return the state
     */
    public QueuePairState state() {
        return QueuePairState.of(kept(Memory.getInt(attr + IbvQpAttr.QP_STATE)));
    }

    /**
     * Sets the state that it is assumed to be in.
     *
     * @param state the state
     * @return this
     */
    public QueuePairAttributes currentState(QueuePairState state) {
        Memory.putInt(attr + IbvQpAttr.CUR_QP_STATE, state.code());
        return set(CUR_STATE);
    }

    /**
     * Sets what peers may do through it.
     *
     * @param access remote write, read and atomic; also local write, which says nothing here
     * @return this
     */
    public QueuePairAttributes access(Set<AccessFlag> access) {
        Memory.putInt(attr + IbvQpAttr.QP_ACCESS_FLAGS, AccessFlag.mask(access));
        return set(ACCESS_FLAGS);
    }

    /**
     * Tells what peers may do through it.
     *
     * @return the bits, see {@link AccessFlag#bit}
     */
    public int accessBits() {
        return kept(Memory.getInt(attr + IbvQpAttr.QP_ACCESS_FLAGS));
    }

    /**
     * Sets the way to the other side.
     *
     * @param path the way
     * @return this
     */
    public QueuePairAttributes path(AddressVector path) {
        path.write(attr + IbvQpAttr.AH_ATTR);
        return set(AV);
    }

    /**
     * Tells the way to the other side.
     *
     * @return the way
     */
    public AddressVector path() {
        try {
            return AddressVector.read(attr + IbvQpAttr.AH_ATTR);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Sets a second way, to be taken when the first one fails.
     *
     * @param path the way
     * @param pkeyIndex its partition: index in the port's table of P_Keys
     * @param timeout its timeout, see {@link #timeout(int)}
     * @return this
     */
    public QueuePairAttributes alternatePath(AddressVector path, int pkeyIndex, int timeout) {
        path.write(attr + IbvQpAttr.ALT_AH_ATTR);
        Memory.putShort(attr + IbvQpAttr.ALT_PKEY_INDEX, (short) pkeyIndex);
        Memory.putByte(attr + IbvQpAttr.ALT_PORT_NUM, (byte) path.port());
        Memory.putByte(attr + IbvQpAttr.ALT_TIMEOUT, (byte) timeout);
        return set(ALT_PATH);
    }

    /**
     * Sets the state of the second way.
     *
     * @param state the state
     * @return this
     */
    public QueuePairAttributes migration(MigrationState state) {
        Memory.putInt(attr + IbvQpAttr.PATH_MIG_STATE, state.ordinal());
        return set(PATH_MIG_STATE);
    }

    /** Which way is taken: {@code enum ibv_mig_state}, in its order. */
    public enum MigrationState {
        /** The second way is taken, or there is none. */
        MIGRATED,
        /** The second way is to be loaded. */
        REARM,
        /** The second way is ready. */
        ARMED
    }

    /**
     * Sets the size of packets.
     *
     * @param mtu at most the port's
     * @return this
     */
    public QueuePairAttributes pathMtu(Mtu mtu) {
        Memory.putInt(attr + IbvQpAttr.PATH_MTU, mtu.code());
        return set(PATH_MTU);
    }

    /**
     * Tells the size of packets.
     *
     * @return the size
     */
    public Mtu pathMtu() {
        return Mtu.of(kept(Memory.getInt(attr + IbvQpAttr.PATH_MTU)));
    }

    /**
     * Asks for an asynchronous event when the send queue is drained.
     *
     * @param notify whether it comes
     * @return this
     */
    public QueuePairAttributes notifyDrained(boolean notify) {
        Memory.putByte(attr + IbvQpAttr.EN_SQD_ASYNC_NOTIFY, (byte) (notify ? 1 : 0));
        return set(EN_SQD_ASYNC_NOTIFY);
    }

    /**
     * Tells whether the send queue is being drained.
     *
     * @return true in state SQD, until it is
     */
    public boolean draining() {
        return kept(Memory.getByte(attr + IbvQpAttr.SQ_DRAINING)) != 0;
    }

    /**
     * Sets how much it is to hold, where the device can change that.
     *
     * @param capacities the capacities
     * @return this
     */
    public QueuePairAttributes capacities(QueuePairCapacities capacities) {
        capacities.write(attr + IbvQpAttr.CAP);
        return set(CAP);
    }

    /**
     * Tells how much it holds.
     *
     * @return the capacities
     */
    public QueuePairCapacities capacities() {
        try {
            return QueuePairCapacities.read(attr + IbvQpAttr.CAP);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Sets the partition.
     *
     * @param pkeyIndex index in the port's table of P_Keys
     * @return this
     */
    public QueuePairAttributes pkeyIndex(int pkeyIndex) {
        Memory.putShort(attr + IbvQpAttr.PKEY_INDEX, (short) pkeyIndex);
        return set(PKEY_INDEX);
    }

    /**
     * Tells the partition.
     *
     * @return index in the port's table of P_Keys
     */
    public int pkeyIndex() {
        return kept(Short.toUnsignedInt(Memory.getShort(attr + IbvQpAttr.PKEY_INDEX)));
    }

    /**
     * Sets the port.
     *
     * @param port from 1
     * @return this
     */
    public QueuePairAttributes port(int port) {
        Memory.putByte(attr + IbvQpAttr.PORT_NUM, (byte) port);
        return set(PORT);
    }

    /**
     * Tells the port.
     *
     * @return from 1
     */
    public int port() {
        return kept(Byte.toUnsignedInt(Memory.getByte(attr + IbvQpAttr.PORT_NUM)));
    }

    /**
     * Sets the queue key that datagrams to it must bear.
     *
     * @param qkey any number; without its highest bit
     * @return this
     */
    public QueuePairAttributes qkey(int qkey) {
        Memory.putInt(attr + IbvQpAttr.QKEY, qkey);
        return set(QKEY);
    }

    /**
     * Tells the queue key that datagrams to it must bear.
     *
     * @return any number; without its highest bit
     */
    public int qkey() {
        return kept(Memory.getInt(attr + IbvQpAttr.QKEY));
    }

    /**
     * Sets the queue pair at the other side.
     *
     * @param destination its number, 24 bits
     * @return this
     */
    public QueuePairAttributes destination(int destination) {
        Memory.putInt(attr + IbvQpAttr.DEST_QP_NUM, destination);
        return set(DEST_QPN);
    }

    /**
     * Tells the queue pair at the other side.
     *
     * @return its number, 24 bits
     */
    public int destination() {
        return kept(Memory.getInt(attr + IbvQpAttr.DEST_QP_NUM));
    }

    /**
     * Sets the first packet number that is received.
     *
     * @param receivePsn 24 bits; the other side's sendPsn
     * @return this
     */
    public QueuePairAttributes receivePsn(int receivePsn) {
        Memory.putInt(attr + IbvQpAttr.RQ_PSN, receivePsn);
        return set(RQ_PSN);
    }

    /**
     * Tells the first packet number that is received.
     *
     * @return 24 bits; the other side's sendPsn
     */
    public int receivePsn() {
        return kept(Memory.getInt(attr + IbvQpAttr.RQ_PSN));
    }

    /**
     * Sets the first packet number that is sent.
     *
     * @param sendPsn 24 bits
     * @return this
     */
    public QueuePairAttributes sendPsn(int sendPsn) {
        Memory.putInt(attr + IbvQpAttr.SQ_PSN, sendPsn);
        return set(SQ_PSN);
    }

    /**
     * Tells the first packet number that is sent.
     *
     * @return 24 bits
     */
    public int sendPsn() {
        return kept(Memory.getInt(attr + IbvQpAttr.SQ_PSN));
    }

    /**
     * Sets how many reads and atomics may be outstanding.
     *
     * @param maxReads 0 to the device's limit, and to what the other side answers
     * @return this
     */
    public QueuePairAttributes maxReads(int maxReads) {
        Memory.putByte(attr + IbvQpAttr.MAX_RD_ATOMIC, (byte) maxReads);
        return set(MAX_QP_RD_ATOMIC);
    }

    /**
     * Tells how many reads and atomics may be outstanding.
     *
     * @return 0 to the device's limit, and to what the other side answers
     */
    public int maxReads() {
        return kept(Byte.toUnsignedInt(Memory.getByte(attr + IbvQpAttr.MAX_RD_ATOMIC)));
    }

    /**
     * Sets how many reads and atomics of the other side are answered at a time.
     *
     * @param maxDestinationReads 0 to the device's limit
     * @return this
     */
    public QueuePairAttributes maxDestinationReads(int maxDestinationReads) {
        Memory.putByte(attr + IbvQpAttr.MAX_DEST_RD_ATOMIC, (byte) maxDestinationReads);
        return set(MAX_DEST_RD_ATOMIC);
    }

    /**
     * Tells how many reads and atomics of the other side are answered at a time.
     *
     * @return 0 to the device's limit
     */
    public int maxDestinationReads() {
        return kept(Byte.toUnsignedInt(Memory.getByte(attr + IbvQpAttr.MAX_DEST_RD_ATOMIC)));
    }

    /**
     * Sets how long the other side waits when no receive is posted.
     *
     * @param minRnrTimer a code, 0 to 31: 12 is 0.64 ms, 0 is 655 ms, the longest
     * @return this
     */
    public QueuePairAttributes minRnrTimer(int minRnrTimer) {
        Memory.putByte(attr + IbvQpAttr.MIN_RNR_TIMER, (byte) minRnrTimer);
        return set(MIN_RNR_TIMER);
    }

    /**
     * Tells how long the other side waits when no receive is posted.
     *
     * @return a code, 0 to 31: 12 is 0.64 ms, 0 is 655 ms, the longest
     */
    public int minRnrTimer() {
        return kept(Byte.toUnsignedInt(Memory.getByte(attr + IbvQpAttr.MIN_RNR_TIMER)));
    }

    /**
     * Sets how long an acknowledgement is waited for.
     *
     * @param timeout a code, 0 to 31: 4.096 us times two to this power; 0: without end
     * @return this
     */
    public QueuePairAttributes timeout(int timeout) {
        Memory.putByte(attr + IbvQpAttr.TIMEOUT, (byte) timeout);
        return set(TIMEOUT);
    }

    /**
     * Tells how long an acknowledgement is waited for.
     *
     * @return a code, 0 to 31: 4.096 us times two to this power; 0: without end
     */
    public int timeout() {
        return kept(Byte.toUnsignedInt(Memory.getByte(attr + IbvQpAttr.TIMEOUT)));
    }

    /**
     * Sets how often it is sent again when there is no answer.
     *
     * @param retryCount 0 to 7
     * @return this
     */
    public QueuePairAttributes retryCount(int retryCount) {
        Memory.putByte(attr + IbvQpAttr.RETRY_CNT, (byte) retryCount);
        return set(RETRY_CNT);
    }

    /**
     * Tells how often it is sent again when there is no answer.
     *
     * @return 0 to 7
     */
    public int retryCount() {
        return kept(Byte.toUnsignedInt(Memory.getByte(attr + IbvQpAttr.RETRY_CNT)));
    }

    /**
     * Sets how often it is sent again when the other side has no receive posted.
     *
     * @param rnrRetry 0 to 6; 7: without end
     * @return this
     */
    public QueuePairAttributes rnrRetry(int rnrRetry) {
        Memory.putByte(attr + IbvQpAttr.RNR_RETRY, (byte) rnrRetry);
        return set(RNR_RETRY);
    }

    /**
     * Tells how often it is sent again when the other side has no receive posted.
     *
     * @return 0 to 6; 7: without end
     */
    public int rnrRetry() {
        return kept(Byte.toUnsignedInt(Memory.getByte(attr + IbvQpAttr.RNR_RETRY)));
    }

    /**
     * Sets the limit of the rate of raw packets.
     *
     * @param rateLimit in kbit/s; 0: none
     * @return this
     */
    public QueuePairAttributes rateLimit(int rateLimit) {
        Memory.putInt(attr + IbvQpAttr.RATE_LIMIT, rateLimit);
        return set(RATE_LIMIT);
    }

    /**
     * Tells the limit of the rate of raw packets.
     *
     * @return in kbit/s; 0: none
     */
    public int rateLimit() {
        return kept(Memory.getInt(attr + IbvQpAttr.RATE_LIMIT));
    }

    private QueuePairAttributes set(int bit) {
        mask |= bit;
        return this;
    }

    /** The value; and this object, whose memory it came from, lived until here. */
    private int kept(int value) {
        try {
            return value;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** The address of the {@code ibv_qp_attr}, of {@link IbvQpAttr#SIZE} bytes. */
    long address() {
        return attr;
    }

    int mask() {
        return mask;
    }

    /** Takes over what another library says is to be set. */
    QueuePairAttributes withMask(int newMask) {
        mask = newMask;
        return this;
    }

    /**
     * The attributes, for a debugger.
     *
     * @return the state and what is set
     */
    @Override
    public String toString() {
        return "queue pair attributes of " + state() + ", set " + Integer.toHexString(mask);
    }
}
