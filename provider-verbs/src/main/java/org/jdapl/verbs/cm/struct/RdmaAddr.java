package org.jdapl.verbs.cm.struct;

import org.jdapl.verbs.ffm.Struct;

/** Both ends of a connection: socket addresses and GIDs. */
public final class RdmaAddr {
    public static final Struct LAYOUT =
            Struct.of("struct rdma_addr")
                    .opaque("src_storage", SockaddrIn6.STORAGE_SIZE, 8)
                    .opaque("dst_storage", SockaddrIn6.STORAGE_SIZE, 8)
                    .member("addr.ibaddr", RdmaIbAddr.LAYOUT);

    public static final long SRC = LAYOUT.offset("src_storage");
    public static final long DST = LAYOUT.offset("dst_storage");
    public static final long IBADDR = LAYOUT.offset("addr.ibaddr");
    public static final long SIZE = LAYOUT.size();

    private RdmaAddr() {}
}
