package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_pd}: a protection domain. */
public final class IbvPd {
    public static final Struct LAYOUT = Struct.of("struct ibv_pd").pointer("context").u32("handle");

    public static final long CONTEXT = LAYOUT.offset("context");
    public static final long HANDLE = LAYOUT.offset("handle");
    public static final long SIZE = LAYOUT.size();

    private IbvPd() {}
}
