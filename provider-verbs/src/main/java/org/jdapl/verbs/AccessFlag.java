package org.jdapl.verbs;

import java.util.Set;

/** What may be done to memory, or by a peer through a queue pair: {@code enum ibv_access_flags}. */
public enum AccessFlag {
    /** The device may write into it: receives, reads and the results of atomics. */
    LOCAL_WRITE(1),
    /** Peers may write into it. Needs {@link #LOCAL_WRITE}. */
    REMOTE_WRITE(1 << 1),
    /** Peers may read it. */
    REMOTE_READ(1 << 2),
    /** Peers may do atomics on it. Needs {@link #LOCAL_WRITE}. */
    REMOTE_ATOMIC(1 << 3),
    /** Memory windows may be bound to it. */
    MW_BIND(1 << 4),
    /** Addresses of it count from zero. */
    ZERO_BASED(1 << 5),
    /** Its pages are not pinned; the device asks for them when it needs them. */
    ON_DEMAND(1 << 6),
    /** It lies in huge pages. */
    HUGETLB(1 << 7),
    /** The device may reorder its accesses; ignored where it cannot. */
    RELAXED_ORDERING(1 << 20);

    private final int bit;

    AccessFlag(int bit) {
        this.bit = bit;
    }

    /**
     * C's bit.
     *
     * @return the value of the {@code IBV_ACCESS_} constant
     */
    public int bit() {
        return bit;
    }

    /**
     * C's mask of several.
     *
     * @param flags the flags
     * @return their bits
     */
    public static int mask(Set<AccessFlag> flags) {
        int mask = 0;
        for (AccessFlag flag : flags) {
            mask |= flag.bit;
        }
        return mask;
    }
}
