package org.jdapl.verbs.cm.struct;

import org.jdapl.verbs.ffm.Struct;

/** An IPv6 address, its scope and a port. */
public final class SockaddrIn6 {
    /** Room for any address: {@code struct sockaddr_storage}. */
    public static final int STORAGE_SIZE = 128;

    public static final Struct LAYOUT =
            Struct.of("struct sockaddr_in6")
                    .u16("sin6_family")
                    .u16("sin6_port")
                    .u32("sin6_flowinfo")
                    .opaque("sin6_addr", 16, 4)
                    .u32("sin6_scope_id");

    public static final long FAMILY = LAYOUT.offset("sin6_family");
    public static final long PORT = LAYOUT.offset("sin6_port");
    public static final long FLOWINFO = LAYOUT.offset("sin6_flowinfo");
    public static final long ADDR = LAYOUT.offset("sin6_addr");
    public static final long SCOPE_ID = LAYOUT.offset("sin6_scope_id");
    public static final long SIZE = LAYOUT.size();

    private SockaddrIn6() {}
}
