package org.jdapl.verbs.cm;

import static org.jdapl.verbs.cm.struct.CmConstants.RDMA_MAX_RESP_RES;

import java.lang.foreign.Arena;
import org.jdapl.verbs.cm.struct.RdmaConnParam;
import org.jdapl.verbs.ffm.Memory;

/**
 * What a side says when it connects or accepts, and what it hears from the other: {@code struct
 * rdma_conn_param}. An immutable value.
 *
 * <p>Without further ado it asks for as many RDMA reads as the device can do, retries 7 times,
 * which is the most, retries a receiver that is not ready without end, and sends no private data.
 */
public final class ConnectionParameters {

    /** As many RDMA reads and atomics as the device can have, or the request asked for. */
    public static final int AS_MANY_AS_POSSIBLE = RDMA_MAX_RESP_RES;

    /** The most that a retry count can be; of receivers that are not ready: without end. */
    public static final int MOST_RETRIES = 7;

    /** The most private data that the interface takes, in bytes; most transports take less. */
    public static final int MAX_PRIVATE_DATA_BYTES = 255;

    private static final ConnectionParameters DEFAULTS = builder().build();

    private final byte[] privateData;
    private final int responderResources;
    private final int initiatorDepth;
    private final boolean flowControl;
    private final int retryCount;
    private final int rnrRetryCount;
    private final boolean sharedReceiveQueue;
    private final int queuePairNumber;

    private ConnectionParameters(Builder builder) {
        privateData = builder.privateData;
        responderResources = builder.responderResources;
        initiatorDepth = builder.initiatorDepth;
        flowControl = builder.flowControl;
        retryCount = builder.retryCount;
        rnrRetryCount = builder.rnrRetryCount;
        sharedReceiveQueue = builder.sharedReceiveQueue;
        queuePairNumber = builder.queuePairNumber;
    }

    /**
     * The defaults, see the class.
     *
     * @return parameters without private data
     */
    public static ConnectionParameters defaults() {
        return DEFAULTS;
    }

    /**
     * The defaults, and private data.
     *
     * @param data at most {@value #MAX_PRIVATE_DATA_BYTES} bytes; copied
     * @return parameters with these bytes
     * @throws IllegalArgumentException if they are too many
     */
    public static ConnectionParameters withPrivateData(byte[] data) {
        return builder().privateData(data).build();
    }

    /**
     * Begins with the defaults.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects parameters. Not thread-safe. */
    public static final class Builder {
        private byte[] privateData = {};
        private int responderResources = AS_MANY_AS_POSSIBLE;
        private int initiatorDepth = AS_MANY_AS_POSSIBLE;
        private boolean flowControl;
        private int retryCount = MOST_RETRIES;
        private int rnrRetryCount = MOST_RETRIES;
        private boolean sharedReceiveQueue;
        private int queuePairNumber;

        private Builder() {}

        /**
         * Bytes that come with the request or the answer. How many a transport takes: on InfiniBand
         * and RoCE 56 in a request, 196 in an acceptance, 148 in a refusal; on iWARP as many as fit
         * here. In port space UDP it is 180 in a request and 136 in an acceptance.
         *
         * @param data at most {@value #MAX_PRIVATE_DATA_BYTES} bytes; copied
         * @return this
         * @throws IllegalArgumentException if they are too many
         */
        public Builder privateData(byte[] data) {
            if (data.length > MAX_PRIVATE_DATA_BYTES) {
                throw new IllegalArgumentException("privateData.length=" + data.length);
            }
            privateData = data.clone();
            return this;
        }

        /**
         * How many RDMA reads and atomics of the other side are taken at a time.
         *
         * @param reads 0 to 254, or {@link #AS_MANY_AS_POSSIBLE}, the default
         * @return this
         * @throws IllegalArgumentException if it is out of range
         */
        public Builder responderResources(int reads) {
            responderResources = inRange("responderResources", reads, 0xFF);
            return this;
        }

        /**
         * How many RDMA reads and atomics this side has under way at a time.
         *
         * @param reads 0 to 254, or {@link #AS_MANY_AS_POSSIBLE}, the default
         * @return this
         * @throws IllegalArgumentException if it is out of range
         */
        public Builder initiatorDepth(int reads) {
            initiatorDepth = inRange("initiatorDepth", reads, 0xFF);
            return this;
        }

        /**
         * Whether the hardware controls the flow end to end.
         *
         * @param on false by default
         * @return this
         */
        public Builder flowControl(boolean on) {
            flowControl = on;
            return this;
        }

        /**
         * How often a packet is sent again that nobody acknowledged. The accepting side takes what
         * the request says.
         *
         * @param times 0 to {@value #MOST_RETRIES}, the default
         * @return this
         * @throws IllegalArgumentException if it is out of range
         */
        public Builder retryCount(int times) {
            retryCount = inRange("retryCount", times, MOST_RETRIES);
            return this;
        }

        /**
         * How often a message is sent again that met no receive.
         *
         * @param times 0 to 6, or {@value #MOST_RETRIES}, the default: without end
         * @return this
         * @throws IllegalArgumentException if it is out of range
         */
        public Builder rnrRetryCount(int times) {
            rnrRetryCount = inRange("rnrRetryCount", times, MOST_RETRIES);
            return this;
        }

        /**
         * For a queue pair that the identifier does not know: whether it takes receives from a
         * shared receive queue.
         *
         * @param on false by default
         * @return this
         */
        public Builder sharedReceiveQueue(boolean on) {
            sharedReceiveQueue = on;
            return this;
        }

        /**
         * For a queue pair that the identifier does not know: its number.
         *
         * @param number 24 bits; 0 by default
         * @return this
         * @throws IllegalArgumentException if it is out of range
         */
        public Builder queuePairNumber(int number) {
            queuePairNumber = inRange("queuePairNumber", number, 0xFF_FFFF);
            return this;
        }

        private static int inRange(String name, int value, int most) {
            if (value < 0 || value > most) {
                throw new IllegalArgumentException(name + "=" + value);
            }
            return value;
        }

        /**
         * What was collected.
         *
         * @return the parameters
         */
        public ConnectionParameters build() {
            return new ConnectionParameters(this);
        }
    }

    /** Copies them out of an event. */
    static ConnectionParameters read(long from) {
        Builder builder = new Builder();
        long data = Memory.getLong(from + RdmaConnParam.PRIVATE_DATA);
        if (data != Memory.NULL) {
            builder.privateData =
                    Memory.bytes(data, unsigned(from + RdmaConnParam.PRIVATE_DATA_LEN));
        }
        builder.responderResources = unsigned(from + RdmaConnParam.RESPONDER_RESOURCES);
        builder.initiatorDepth = unsigned(from + RdmaConnParam.INITIATOR_DEPTH);
        builder.flowControl = unsigned(from + RdmaConnParam.FLOW_CONTROL) != 0;
        builder.retryCount = unsigned(from + RdmaConnParam.RETRY_COUNT);
        builder.rnrRetryCount = unsigned(from + RdmaConnParam.RNR_RETRY_COUNT);
        builder.sharedReceiveQueue = unsigned(from + RdmaConnParam.SRQ) != 0;
        builder.queuePairNumber = Memory.getInt(from + RdmaConnParam.QP_NUM);
        return builder.build();
    }

    private static int unsigned(long address) {
        return Byte.toUnsignedInt(Memory.getByte(address));
    }

    /** Writes them for a call. */
    long write(Arena arena) {
        long to = arena.allocate(RdmaConnParam.SIZE, 8).address();
        if (privateData.length > 0) {
            long data = arena.allocate(privateData.length).address();
            Memory.putBytes(data, privateData);
            Memory.putLong(to + RdmaConnParam.PRIVATE_DATA, data);
        }
        Memory.putByte(to + RdmaConnParam.PRIVATE_DATA_LEN, (byte) privateData.length);
        Memory.putByte(to + RdmaConnParam.RESPONDER_RESOURCES, (byte) responderResources);
        Memory.putByte(to + RdmaConnParam.INITIATOR_DEPTH, (byte) initiatorDepth);
        Memory.putByte(to + RdmaConnParam.FLOW_CONTROL, (byte) (flowControl ? 1 : 0));
        Memory.putByte(to + RdmaConnParam.RETRY_COUNT, (byte) retryCount);
        Memory.putByte(to + RdmaConnParam.RNR_RETRY_COUNT, (byte) rnrRetryCount);
        Memory.putByte(to + RdmaConnParam.SRQ, (byte) (sharedReceiveQueue ? 1 : 0));
        Memory.putInt(to + RdmaConnParam.QP_NUM, queuePairNumber);
        return to;
    }

    /**
     * The private data. A transport may send more bytes than the other side gave, zeros at the end
     * (InfiniBand fills its messages up): a length in the data tells.
     *
     * @return a copy
     */
    public byte[] privateData() {
        return privateData.clone();
    }

    /**
     * How many RDMA reads and atomics of the other side are taken at a time.
     *
     * @return 0 to 254, or {@link #AS_MANY_AS_POSSIBLE}
     */
    public int responderResources() {
        return responderResources;
    }

    /**
     * How many RDMA reads and atomics this side has under way at a time.
     *
     * @return 0 to 254, or {@link #AS_MANY_AS_POSSIBLE}
     */
    public int initiatorDepth() {
        return initiatorDepth;
    }

    /**
     * Whether the hardware controls the flow.
     *
     * @return true if so
     */
    public boolean flowControl() {
        return flowControl;
    }

    /**
     * How often a packet is sent again.
     *
     * @return 0 to {@value #MOST_RETRIES}
     */
    public int retryCount() {
        return retryCount;
    }

    /**
     * How often a message is sent again that met no receive.
     *
     * @return 0 to {@value #MOST_RETRIES}
     */
    public int rnrRetryCount() {
        return rnrRetryCount;
    }

    /**
     * Whether there is a shared receive queue.
     *
     * @return true if so
     */
    public boolean sharedReceiveQueue() {
        return sharedReceiveQueue;
    }

    /**
     * The number of the queue pair.
     *
     * @return 24 bits; 0 where it was not told
     */
    public int queuePairNumber() {
        return queuePairNumber;
    }

    @Override
    public String toString() {
        return "ConnectionParameters[privateData="
                + privateData.length
                + " bytes, responderResources="
                + responderResources
                + ", initiatorDepth="
                + initiatorDepth
                + ", queuePairNumber="
                + queuePairNumber
                + "]";
    }
}
