package org.jdapl.verbs.cm.struct;

import org.jdapl.verbs.ffm.Struct;
import org.jdapl.verbs.struct.IbvAhAttr;

/** Where datagrams are to be sent. */
public final class RdmaUdParam {
    public static final Struct LAYOUT =
            Struct.of("struct rdma_ud_param")
                    .pointer("private_data")
                    .u8("private_data_len")
                    .member("ah_attr", IbvAhAttr.LAYOUT)
                    .u32("qp_num")
                    .u32("qkey");

    public static final long PRIVATE_DATA = LAYOUT.offset("private_data");
    public static final long PRIVATE_DATA_LEN = LAYOUT.offset("private_data_len");
    public static final long AH_ATTR = LAYOUT.offset("ah_attr");
    public static final long QP_NUM = LAYOUT.offset("qp_num");
    public static final long QKEY = LAYOUT.offset("qkey");
    public static final long SIZE = LAYOUT.size();

    private RdmaUdParam() {}
}
