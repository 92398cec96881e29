package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_sge}: one piece of memory of a work request. */
public final class IbvSge {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_sge").u64("addr").u32("length").u32("lkey");

    public static final long ADDR = LAYOUT.offset("addr");
    public static final long LENGTH = LAYOUT.offset("length");
    public static final long LKEY = LAYOUT.offset("lkey");
    public static final long SIZE = LAYOUT.size();

    private IbvSge() {}
}
