package org.jdapl.verbs;

/** The largest payload of a packet: {@code enum ibv_mtu}. */
public enum Mtu {
    /** 256 bytes. */
    MTU_256,
    /** 512 bytes. */
    MTU_512,
    /** 1,024 bytes. */
    MTU_1024,
    /** 2,048 bytes. */
    MTU_2048,
    /** 4,096 bytes. */
    MTU_4096;

    private static final Mtu[] VALUES = values();

    /**
     * The MTU of C's number.
     *
     * @param code the value of an {@code IBV_MTU_} constant
     * @return the nearest MTU
     */
    public static Mtu of(int code) {
        return VALUES[Math.clamp(code - 1, 0, VALUES.length - 1)];
    }

    /**
     * C's number.
     *
     * @return the value of the {@code IBV_MTU_} constant
     */
    public int code() {
        return ordinal() + 1;
    }

    /**
     * The size.
     *
     * @return in bytes
     */
    public int bytes() {
        return 256 << ordinal();
    }
}
