package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_mw_bind_info}: what a memory window is bound to. */
public final class IbvMwBindInfo {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_mw_bind_info")
                    .pointer("mr")
                    .u64("addr")
                    .u64("length")
                    .u32("mw_access_flags");

    public static final long MR = LAYOUT.offset("mr");
    public static final long ADDR = LAYOUT.offset("addr");
    public static final long LENGTH = LAYOUT.offset("length");
    public static final long MW_ACCESS_FLAGS = LAYOUT.offset("mw_access_flags");
    public static final long SIZE = LAYOUT.size();

    private IbvMwBindInfo() {}
}
