package org.jdapl.verbs;

/** How much data a packet carries at the most: {@code enum ibv_mtu}. */
public enum Mtu {
    /** 256 bytes. */
    MTU_256(1),

    /** 512 bytes. */
    MTU_512(2),

    /** 1,024 bytes. */
    MTU_1024(3),

    /** 2,048 bytes. */
    MTU_2048(4),

    /** 4,096 bytes. */
    MTU_4096(5);

    private final int code;

    Mtu(int code) {
        this.code = code;
    }

    /**
     * The MTU of C's number.
     *
     * @param code a value of {@code enum ibv_mtu}
     * @return the MTU; the nearest where there is none
     */
    public static Mtu of(int code) {
        return values()[Math.clamp(code, 1, values().length) - 1];
    }

    /**
     * The largest MTU that is not above so many bytes.
     *
     * @param bytes from 256
     * @return the MTU
     * @throws IllegalArgumentException if they are fewer than 256
     */
    public static Mtu ofBytes(int bytes) {
        if (bytes < MTU_256.bytes()) {
            throw new IllegalArgumentException("bytes=" + bytes + " is below 256");
        }
        return of(Integer.numberOfTrailingZeros(Integer.highestOneBit(bytes)) - 7);
    }

    /**
     * C's number.
     *
     * @return the value of the constant in {@code infiniband/verbs.h}
     */
    public int code() {
        return code;
    }

    /**
     * The MTU in bytes.
     *
     * @return 256 to 4,096
     */
    public int bytes() {
        return 128 << code;
    }
}
