package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_srq_attr}: the sizes of a shared receive queue. */
public final class IbvSrqAttr {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_srq_attr").u32("max_wr").u32("max_sge").u32("srq_limit");

    public static final long MAX_WR = LAYOUT.offset("max_wr");
    public static final long MAX_SGE = LAYOUT.offset("max_sge");
    public static final long SRQ_LIMIT = LAYOUT.offset("srq_limit");
    public static final long SIZE = LAYOUT.size();

    private IbvSrqAttr() {}
}
