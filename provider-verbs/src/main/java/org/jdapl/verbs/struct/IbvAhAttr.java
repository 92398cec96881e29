package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_ah_attr}: where packets go. */
public final class IbvAhAttr {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_ah_attr")
                    .member("grh", IbvGlobalRoute.LAYOUT)
                    .u16("dlid")
                    .u8("sl")
                    .u8("src_path_bits")
                    .u8("static_rate")
                    .u8("is_global")
                    .u8("port_num");

    public static final long GRH = LAYOUT.offset("grh");
    public static final long DLID = LAYOUT.offset("dlid");
    public static final long SL = LAYOUT.offset("sl");
    public static final long SRC_PATH_BITS = LAYOUT.offset("src_path_bits");
    public static final long STATIC_RATE = LAYOUT.offset("static_rate");
    public static final long IS_GLOBAL = LAYOUT.offset("is_global");
    public static final long PORT_NUM = LAYOUT.offset("port_num");
    public static final long SIZE = LAYOUT.size();

    private IbvAhAttr() {}
}
