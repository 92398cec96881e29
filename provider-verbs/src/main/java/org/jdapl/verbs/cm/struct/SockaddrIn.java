package org.jdapl.verbs.cm.struct;

import org.jdapl.verbs.ffm.Struct;

/** An IPv4 address and a port. */
public final class SockaddrIn {
    public static final Struct LAYOUT =
            Struct.of("struct sockaddr_in")
                    .u16("sin_family")
                    .u16("sin_port")
                    .u32("sin_addr")
                    .bytes("sin_zero", 8);

    public static final long FAMILY = LAYOUT.offset("sin_family");
    public static final long PORT = LAYOUT.offset("sin_port");
    public static final long ADDR = LAYOUT.offset("sin_addr");
    public static final long SIZE = LAYOUT.size();

    private SockaddrIn() {}
}
