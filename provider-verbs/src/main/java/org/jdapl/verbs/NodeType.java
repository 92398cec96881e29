package org.jdapl.verbs;

/** What kind of node of a fabric a device is: {@code enum ibv_node_type}. */
public enum NodeType {
    /** The library does not tell. */
    UNKNOWN(-1),

    /** A channel adapter, InfiniBand or RoCE. */
    CA(1),

    /** A switch. */
    SWITCH(2),

    /** A router. */
    ROUTER(3),

    /** An adapter of iWARP. */
    RNIC(4),

    /** An adapter of usNIC. */
    USNIC(5),

    /** An adapter of usNIC over UDP. */
    USNIC_UDP(6),

    /** Something else. */
    UNSPECIFIED(7);

    private final int code;

    NodeType(int code) {
        this.code = code;
    }

    /**
     * The constant of C's number.
     *
     * @param code a value of {@code enum ibv_node_type}
     * @return the constant; {@link #UNKNOWN} where there is none
     */
    public static NodeType of(int code) {
        for (NodeType value : values()) {
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
