package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_srq_init_attr}: how to make a shared receive queue. */
public final class IbvSrqInitAttr {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_srq_init_attr")
                    .pointer("srq_context")
                    .member("attr", IbvSrqAttr.LAYOUT);

    public static final long SRQ_CONTEXT = LAYOUT.offset("srq_context");
    public static final long ATTR = LAYOUT.offset("attr");
    public static final long SIZE = LAYOUT.size();

    private IbvSrqInitAttr() {}
}
