package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_mw}: a memory window. */
public final class IbvMw {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_mw")
                    .pointer("context")
                    .pointer("pd")
                    .u32("rkey")
                    .u32("handle")
                    .u32("type");

    public static final long CONTEXT = LAYOUT.offset("context");
    public static final long PD = LAYOUT.offset("pd");
    public static final long RKEY = LAYOUT.offset("rkey");
    public static final long HANDLE = LAYOUT.offset("handle");
    public static final long TYPE = LAYOUT.offset("type");
    public static final long SIZE = LAYOUT.size();

    private IbvMw() {}
}
