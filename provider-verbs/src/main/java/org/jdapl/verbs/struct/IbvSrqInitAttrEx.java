package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_srq_init_attr_ex}: how to make a shared receive queue, in newer versions. */
public final class IbvSrqInitAttrEx {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_srq_init_attr_ex")
                    .pointer("srq_context")
                    .member("attr", IbvSrqAttr.LAYOUT)
                    .u32("comp_mask")
                    .u32("srq_type")
                    .pointer("pd")
                    .pointer("xrcd")
                    .pointer("cq")
                    .member("tm_cap", IbvTmCap.LAYOUT);

    public static final long SRQ_CONTEXT = LAYOUT.offset("srq_context");
    public static final long ATTR = LAYOUT.offset("attr");
    public static final long COMP_MASK = LAYOUT.offset("comp_mask");
    public static final long SRQ_TYPE = LAYOUT.offset("srq_type");
    public static final long PD = LAYOUT.offset("pd");
    public static final long XRCD = LAYOUT.offset("xrcd");
    public static final long CQ = LAYOUT.offset("cq");
    public static final long TM_CAP = LAYOUT.offset("tm_cap");
    public static final long SIZE = LAYOUT.size();

    private IbvSrqInitAttrEx() {}
}
