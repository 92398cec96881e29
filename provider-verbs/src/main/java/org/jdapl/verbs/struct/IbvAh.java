package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_ah}: an address handle. */
public final class IbvAh {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_ah").pointer("context").pointer("pd").u32("handle");

    public static final long CONTEXT = LAYOUT.offset("context");
    public static final long PD = LAYOUT.offset("pd");
    public static final long HANDLE = LAYOUT.offset("handle");
    public static final long SIZE = LAYOUT.size();

    private IbvAh() {}
}
