package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_mr}: a memory region. */
public final class IbvMr {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_mr")
                    .pointer("context")
                    .pointer("pd")
                    .pointer("addr")
                    .u64("length")
                    .u32("handle")
                    .u32("lkey")
                    .u32("rkey");

    public static final long CONTEXT = LAYOUT.offset("context");
    public static final long PD = LAYOUT.offset("pd");
    public static final long ADDR = LAYOUT.offset("addr");
    public static final long LENGTH = LAYOUT.offset("length");
    public static final long HANDLE = LAYOUT.offset("handle");
    public static final long LKEY = LAYOUT.offset("lkey");
    public static final long RKEY = LAYOUT.offset("rkey");
    public static final long SIZE = LAYOUT.size();

    private IbvMr() {}
}
