package org.jdapl.verbs.cm;

/** What kind of service a {@link ConnectionId} is for: {@code enum rdma_port_space}. */
public enum PortSpace {
    /** Datagrams in the format of IP over InfiniBand. */
    IPOIB(0x0002, true),

    /** Reliable connections, on InfiniBand, RoCE and iWARP. */
    TCP(0x0106, false),

    /** Datagrams; ports are looked up, no connection is made. */
    UDP(0x0111, true),

    /** Any service of InfiniBand. */
    IB(0x013F, false);

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
