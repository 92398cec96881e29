package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_comp_channel}: a descriptor by which completions wake. */
public final class IbvCompChannel {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_comp_channel").pointer("context").u32("fd").u32("refcnt");

    public static final long CONTEXT = LAYOUT.offset("context");
    public static final long FD = LAYOUT.offset("fd");
    public static final long REFCNT = LAYOUT.offset("refcnt");
    public static final long SIZE = LAYOUT.size();

    private IbvCompChannel() {}
}
