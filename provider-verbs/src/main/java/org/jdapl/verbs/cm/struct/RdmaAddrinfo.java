package org.jdapl.verbs.cm.struct;

import org.jdapl.verbs.ffm.Struct;

/** Addresses that a name was resolved to. */
public final class RdmaAddrinfo {
    public static final Struct LAYOUT =
            Struct.of("struct rdma_addrinfo")
                    .u32("ai_flags")
                    .u32("ai_family")
                    .u32("ai_qp_type")
                    .u32("ai_port_space")
                    .u32("ai_src_len")
                    .u32("ai_dst_len")
                    .pointer("ai_src_addr")
                    .pointer("ai_dst_addr")
                    .pointer("ai_src_canonname")
                    .pointer("ai_dst_canonname")
                    .u64("ai_route_len")
                    .pointer("ai_route")
                    .u64("ai_connect_len")
                    .pointer("ai_connect")
                    .pointer("ai_next");

    public static final long FLAGS = LAYOUT.offset("ai_flags");
    public static final long FAMILY = LAYOUT.offset("ai_family");
    public static final long QP_TYPE = LAYOUT.offset("ai_qp_type");
    public static final long PORT_SPACE = LAYOUT.offset("ai_port_space");
    public static final long SRC_LEN = LAYOUT.offset("ai_src_len");
    public static final long DST_LEN = LAYOUT.offset("ai_dst_len");
    public static final long SRC_ADDR = LAYOUT.offset("ai_src_addr");
    public static final long DST_ADDR = LAYOUT.offset("ai_dst_addr");
    public static final long ROUTE_LEN = LAYOUT.offset("ai_route_len");
    public static final long ROUTE = LAYOUT.offset("ai_route");
    public static final long CONNECT_LEN = LAYOUT.offset("ai_connect_len");
    public static final long CONNECT = LAYOUT.offset("ai_connect");
    public static final long NEXT = LAYOUT.offset("ai_next");
    public static final long SIZE = LAYOUT.size();

    private RdmaAddrinfo() {}
}
