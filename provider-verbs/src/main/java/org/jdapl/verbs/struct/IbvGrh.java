package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/**
 * {@code struct ibv_grh}: the header that stands before a datagram in its receive buffer, in
 * network byte order.
 */
public final class IbvGrh {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_grh")
                    .u32("version_tclass_flow")
                    .u16("paylen")
                    .u8("next_hdr")
                    .u8("hop_limit")
                    .member("sgid", IbvGid.LAYOUT)
                    .member("dgid", IbvGid.LAYOUT);

    public static final long VERSION_TCLASS_FLOW = LAYOUT.offset("version_tclass_flow");
    public static final long PAYLEN = LAYOUT.offset("paylen");
    public static final long NEXT_HDR = LAYOUT.offset("next_hdr");
    public static final long HOP_LIMIT = LAYOUT.offset("hop_limit");
    public static final long SGID = LAYOUT.offset("sgid");
    public static final long DGID = LAYOUT.offset("dgid");
    public static final long SIZE = LAYOUT.size();

    private IbvGrh() {}
}
