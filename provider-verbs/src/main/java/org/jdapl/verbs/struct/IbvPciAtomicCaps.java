package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_pci_atomic_caps}: atomic operations on the bus. */
public final class IbvPciAtomicCaps {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_pci_atomic_caps")
                    .u16("fetch_add")
                    .u16("swap")
                    .u16("compare_swap");

    public static final long FETCH_ADD = LAYOUT.offset("fetch_add");
    public static final long SWAP = LAYOUT.offset("swap");
    public static final long COMPARE_SWAP = LAYOUT.offset("compare_swap");
    public static final long SIZE = LAYOUT.size();

    private IbvPciAtomicCaps() {}
}
