package org.jdapl.verbs;

/** Which kind of packets a GID stands for: {@code enum ibv_gid_type}. */
public enum GidType {
    /** Not known: libraries before rdma-core 32 do not tell. */
    UNKNOWN(-1),

    /** InfiniBand; iWARP too. */
    IB(0),

    /** RoCE in Ethernet frames. */
    ROCE_V1(1),

    /** RoCE over UDP. */
    ROCE_V2(2);

    private final int code;

    GidType(int code) {
        this.code = code;
    }

    /**
     * The constant of C's number.
     *
     * @param code a value of {@code enum ibv_gid_type}
     * @return the constant; {@link #UNKNOWN} where there is none
     */
    public static GidType of(int code) {
        for (GidType value : values()) {
            if (value.code == code) {
                return value;
            }
        }
        return UNKNOWN;
    }

    /**
     * C's number.
     *
     * @return the value of the constant in {@code infiniband/verbs.h}; -1 of {@link #UNKNOWN}
     */
    public int code() {
        return code;
    }
}
