package org.jdapl.verbs;

/** Which kind of transport a device has: {@code enum ibv_transport_type}. */
public enum TransportType {
    /** The library does not tell. */
    UNKNOWN(-1),

    /** InfiniBand, or RoCE: see the link layer of its ports. */
    IB(0),

    /** iWARP, on TCP. */
    IWARP(1),

    /** usNIC. */
    USNIC(2),

    /** usNIC over UDP. */
    USNIC_UDP(3),

    /** Something else. */
    UNSPECIFIED(4);

    private final int code;

    TransportType(int code) {
        this.code = code;
    }

    /**
     * The constant of C's number.
     *
     * @param code a value of {@code enum ibv_transport_type}
     * @return the constant; {@link #UNKNOWN} where there is none
     */
    public static TransportType of(int code) {
        for (TransportType value : values()) {
            if (value.code == code) {
                return value;
            }
        }
        return UNKNOWN;
    }

    /**
     * C's number.
     *
     * @return the value of the constant in {@code infiniband/verbs.h}
     */
    public int code() {
        return code;
    }
}
