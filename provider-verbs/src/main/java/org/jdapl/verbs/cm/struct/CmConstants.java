package org.jdapl.verbs.cm.struct;

/** Constants of {@code rdma/rdma_cma.h} and of sockets, by their names in C. */
public final class CmConstants {
    public static final int AF_INET = 2;
    public static final int AF_INET6 = 10;
    public static final int RDMA_PS_IPOIB = 0x0002;
    public static final int RDMA_PS_TCP = 0x0106;
    public static final int RDMA_PS_UDP = 0x0111;
    public static final int RDMA_PS_IB = 0x013F;
    public static final int RDMA_OPTION_ID = 0;
    public static final int RDMA_OPTION_ID_TOS = 0;
    public static final int RDMA_OPTION_ID_REUSEADDR = 1;
    public static final int RDMA_OPTION_ID_AFONLY = 2;
    public static final int RDMA_OPTION_ID_ACK_TIMEOUT = 3;
    public static final int RAI_PASSIVE = 1;
    public static final int RAI_NUMERICHOST = 2;
    public static final int RDMA_MAX_RESP_RES = 0xFF;
    public static final int RDMA_MAX_INIT_DEPTH = 0xFF;
    public static final int RDMA_CM_JOIN_MC_ATTR_ADDRESS = 1;
    public static final int RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS = 2;

    private CmConstants() {}
}
