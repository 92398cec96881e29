package org.jdapl.verbs;

/** What atomic operations of a device are atomic against: {@code enum ibv_atomic_cap}. */
public enum AtomicCapability {
    /** It has none. */
    NONE(0),

    /** Those of the same device. */
    HCA(1),

    /** Those of the same device and of processors. */
    GLOB(2);

    private final int code;

    AtomicCapability(int code) {
        this.code = code;
    }

    /**
     * The constant of C's number.
     *
     * @param code a value of {@code enum ibv_atomic_cap}
     * @return the constant; {@link #NONE} where there is none
     */
    public static AtomicCapability of(int code) {
        for (AtomicCapability value : values()) {
            if (value.code == code) {
                return value;
            }
        }
        return NONE;
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
