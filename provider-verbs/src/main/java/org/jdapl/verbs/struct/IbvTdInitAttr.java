package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_td_init_attr}: how to make a thread domain. */
public final class IbvTdInitAttr {
    public static final Struct LAYOUT = Struct.of("struct ibv_td_init_attr").u32("comp_mask");

    public static final long COMP_MASK = LAYOUT.offset("comp_mask");
    public static final long SIZE = LAYOUT.size();

    private IbvTdInitAttr() {}
}
