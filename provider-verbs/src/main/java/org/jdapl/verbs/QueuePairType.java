package org.jdapl.verbs;

/** The service of a queue pair: {@code enum ibv_qp_type}. */
public enum QueuePairType {
    /** Reliable connection: the only one of iWARP. */
    RC(2),
    /** Unreliable connection. */
    UC(3),
    /** Unreliable datagrams. */
    UD(4),
    /** Raw packets, as the device takes them. */
    RAW_PACKET(8),
    /** The driver's own. */
    DRIVER(0xff);

    private final int code;

    QueuePairType(int code) {
        this.code = code;
    }

    /**
     * C's number.
     *
     * @return the value of the {@code IBV_QPT_} constant
     */
    public int code() {
        return code;
    }
}
