package org.jdapl.api.data;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/**
 * What may be done with a memory region (uDAPL {@code DAT_MEM_PRIV_FLAGS}). {@link #bit()} is the
 * number of the DAT specification. {@code DAT_MEM_PRIV_ALL_FLAG} (0x33) does not include atomics;
 * {@link #ALL} is that set.
 */
public enum Privilege {
    /** Local operations may read the region. */
    LOCAL_READ(0x01),
    /** The peer may read the region by RDMA. */
    REMOTE_READ(0x02),
    /** Receives and RDMA reads of this side may write into the region. */
    LOCAL_WRITE(0x10),
    /** The peer may write into the region by RDMA. */
    REMOTE_WRITE(0x20),
    /** The peer may run atomic operations on the region. */
    REMOTE_ATOMIC(0x40);

    /** The four privileges of {@code DAT_MEM_PRIV_ALL_FLAG}. */
    public static final Set<Privilege> ALL =
            Set.copyOf(EnumSet.of(LOCAL_READ, REMOTE_READ, LOCAL_WRITE, REMOTE_WRITE));

    private final int bit;

    Privilege(int bit) {
        this.bit = bit;
    }

    /**
     * The bit of the DAT specification.
     *
     * @return a number with one bit set
     */
    public int bit() {
        return bit;
    }

    /**
     * Whether a set of bits contains this privilege.
     *
     * @param bits bits of privileges
     * @return true where the bit is set
     */
    public boolean in(int bits) {
        return (bits & bit) != 0;
    }

    /**
     * Adds the bits of some privileges up.
     *
     * @param privileges the privileges
     * @return their bits
     */
    public static int bits(Collection<Privilege> privileges) {
        int bits = 0;
        for (Privilege p : privileges) {
            bits |= p.bit;
        }
        return bits;
    }

    /**
     * The privileges of a set of bits; unknown bits are left out.
     *
     * @param bits the bits
     * @return the privileges
     */
    public static Set<Privilege> of(int bits) {
        EnumSet<Privilege> set = EnumSet.noneOf(Privilege.class);
        for (Privilege p : values()) {
            if (p.in(bits)) {
                set.add(p);
            }
        }
        return set;
    }
}
