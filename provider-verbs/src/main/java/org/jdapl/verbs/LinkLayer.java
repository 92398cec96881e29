package org.jdapl.verbs;

/** What a port is linked by: the {@code IBV_LINK_LAYER_} constants. */
public enum LinkLayer {
    /** An old kernel, which means InfiniBand for adapters of it. */
    UNSPECIFIED(0),

    /** InfiniBand. */
    INFINIBAND(1),

    /** Ethernet: RoCE or iWARP. */
    ETHERNET(2);

    private final int code;

    LinkLayer(int code) {
        this.code = code;
    }

    /**
     * The constant of C's number.
     *
     * @param code the value of an {@code IBV_LINK_LAYER_} constant
     * @return the constant; {@link #UNSPECIFIED} where there is none
     */
    public static LinkLayer of(int code) {
        for (LinkLayer value : values()) {
            if (value.code == code) {
                return value;
            }
        }
        return UNSPECIFIED;
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
