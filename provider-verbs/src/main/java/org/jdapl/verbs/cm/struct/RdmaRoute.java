package org.jdapl.verbs.cm.struct;

import org.jdapl.verbs.ffm.Struct;

/** The addresses of a connection and the paths between them. */
public final class RdmaRoute {
    public static final Struct LAYOUT =
            Struct.of("struct rdma_route")
                    .member("addr", RdmaAddr.LAYOUT)
                    .pointer("path_rec")
                    .u32("num_paths");

    public static final long ADDR = LAYOUT.offset("addr");
    public static final long PATH_REC = LAYOUT.offset("path_rec");
    public static final long NUM_PATHS = LAYOUT.offset("num_paths");
    public static final long SIZE = LAYOUT.size();

    private RdmaRoute() {}
}
