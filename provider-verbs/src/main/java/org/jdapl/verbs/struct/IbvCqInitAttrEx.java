package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_cq_init_attr_ex}: how to make a completion queue, in newer versions. */
public final class IbvCqInitAttrEx {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_cq_init_attr_ex")
                    .u32("cqe")
                    .pointer("cq_context")
                    .pointer("channel")
                    .u32("comp_vector")
                    .u64("wc_flags")
                    .u32("comp_mask")
                    .u32("flags")
                    .pointer("parent_domain");

    public static final long CQE = LAYOUT.offset("cqe");
    public static final long CQ_CONTEXT = LAYOUT.offset("cq_context");
    public static final long CHANNEL = LAYOUT.offset("channel");
    public static final long COMP_VECTOR = LAYOUT.offset("comp_vector");
    public static final long WC_FLAGS = LAYOUT.offset("wc_flags");
    public static final long COMP_MASK = LAYOUT.offset("comp_mask");
    public static final long FLAGS = LAYOUT.offset("flags");
    public static final long PARENT_DOMAIN = LAYOUT.offset("parent_domain");
    public static final long SIZE = LAYOUT.size();

    private IbvCqInitAttrEx() {}
}
