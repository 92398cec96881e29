package org.jdapl.verbs.cm.struct;

import org.jdapl.verbs.ffm.Struct;
import org.jdapl.verbs.struct.IbvGid;

/** The GIDs of both ends and the partition. */
public final class RdmaIbAddr {
    public static final Struct LAYOUT =
            Struct.of("struct rdma_ib_addr")
                    .member("sgid", IbvGid.LAYOUT)
                    .member("dgid", IbvGid.LAYOUT)
                    .u16("pkey");

    public static final long SGID = LAYOUT.offset("sgid");
    public static final long DGID = LAYOUT.offset("dgid");
    public static final long PKEY = LAYOUT.offset("pkey");
    public static final long SIZE = LAYOUT.size();

    private RdmaIbAddr() {}
}
