package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code union ibv_gid}: an address of a port, 16 bytes in network byte order. */
public final class IbvGid {
    public static final Struct LAYOUT =
            Struct.of("union ibv_gid")
                    .union(
                            "",
                            Struct.of("").bytes("raw", 16),
                            Struct.of("global").u64("subnet_prefix").u64("interface_id"));

    public static final long RAW = LAYOUT.offset("raw");
    public static final long GLOBAL_SUBNET_PREFIX = LAYOUT.offset("global.subnet_prefix");
    public static final long GLOBAL_INTERFACE_ID = LAYOUT.offset("global.interface_id");
    public static final long SIZE = LAYOUT.size();

    private IbvGid() {}
}
