package org.jdapl.verbs;

/** The logical state of a port: {@code enum ibv_port_state}. */
public enum PortState {
    /** The device does not tell. */
    NOP(0),

    /** There is no link. */
    DOWN(1),

    /** There is a link, and the subnet manager has not set the port up. */
    INIT(2),

    /** Set up; data does not pass yet. */
    ARMED(3),

    /** Data passes. */
    ACTIVE(4),

    /** Active; the link is being trained again. */
    ACTIVE_DEFER(5);

    private final int code;

    PortState(int code) {
        this.code = code;
    }

    /**
     * The constant of C's number.
     *
     * @param code a value of {@code enum ibv_port_state}
     * @return the constant; {@link #NOP} where there is none
     */
    public static PortState of(int code) {
        for (PortState value : values()) {
            if (value.code == code) {
                return value;
            }
        }
        return NOP;
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
