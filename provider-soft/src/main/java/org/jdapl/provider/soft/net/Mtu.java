package org.jdapl.provider.soft.net;

import java.net.Inet6Address;
import java.net.InetAddress;

/** From an interface's MTU to TCP's segment size, which Java cannot ask for. */
final class Mtu {

    /** What is assumed of an interface that tells nothing: Ethernet's. */
    static final int DEFAULT = 1500;

    private static final int IPV4_HEADER = 20;
    private static final int IPV6_HEADER = 40;

    /** TCP header with the timestamps option, which both ends' systems use by default. */
    private static final int TCP_HEADER = 32;

    private Mtu() {}

    static int segmentSize(int mtu, InetAddress address) {
        int ip = address instanceof Inet6Address ? IPV6_HEADER : IPV4_HEADER;
        return mtu - ip - TCP_HEADER;
    }
}
