package org.jdapl.verbs.cm;

import static org.jdapl.verbs.cm.struct.CmConstants.RDMA_PS_IB;
import static org.jdapl.verbs.cm.struct.CmConstants.RDMA_PS_IPOIB;
import static org.jdapl.verbs.cm.struct.CmConstants.RDMA_PS_TCP;
import static org.jdapl.verbs.cm.struct.CmConstants.RDMA_PS_UDP;

/** What kind of service a {@link ConnectionId} is for: {@code enum rdma_port_space}. */
public enum PortSpace {
    /** Datagrams in the format of IP over InfiniBand. */
    IPOIB(RDMA_PS_IPOIB, true),

    /** Reliable connections, on InfiniBand, RoCE and iWARP. */
    TCP(RDMA_PS_TCP, false),

    /** Datagrams; ports are looked up, no connection is made. */
    UDP(RDMA_PS_UDP, true),

    /** Any service of InfiniBand. */
    IB(RDMA_PS_IB, false);

    private final int value;
    private final boolean datagrams;

    PortSpace(int value, boolean datagrams) {
        this.value = value;
        this.datagrams = datagrams;
    }

    int value() {
        return value;
    }

    /**
     * Whether its queue pairs are of type UD.
     *
     * @return true for datagrams, false for connections
     */
    public boolean isDatagrams() {
        return datagrams;
    }

    static PortSpace of(int value) {
        for (PortSpace space : values()) {
            if (space.value == value) {
                return space;
            }
        }
        throw new IllegalArgumentException("port space " + value);
    }
}
