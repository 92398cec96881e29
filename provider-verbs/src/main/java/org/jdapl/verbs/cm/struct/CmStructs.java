package org.jdapl.verbs.cm.struct;

import java.util.List;
import java.util.Map;
import org.jdapl.verbs.ffm.Struct;

/** All of them, and the constants beside them, for the test that compares them with the headers. */
public final class CmStructs {
    private CmStructs() {}

    /** The headers that declare them, as an {@code #include} line has them. */
    public static List<String> headers() {
        return List.of("rdma/rdma_cma.h", "netinet/in.h");
    }

    /** The structures. */
    public static List<Struct> all() {
        return List.of(
                SockaddrIn.LAYOUT,
                SockaddrIn6.LAYOUT,
                RdmaIbAddr.LAYOUT,
                RdmaAddr.LAYOUT,
                RdmaRoute.LAYOUT,
                RdmaEventChannel.LAYOUT,
                RdmaCmId.LAYOUT,
                RdmaConnParam.LAYOUT,
                RdmaUdParam.LAYOUT,
                RdmaCmEvent.LAYOUT,
                RdmaAddrinfo.LAYOUT,
                RdmaCmJoinMcAttrEx.LAYOUT,
                IbvSaPathRec.LAYOUT);
    }

    /** The constants of C that this package's Java relies on, by name. */
    public static Map<String, Long> constants() {
        return Map.ofEntries(
                Map.entry("AF_INET", (long) SockaddrIn.AF_INET),
                Map.entry("AF_INET6", (long) SockaddrIn6.AF_INET6),
                Map.entry("RDMA_PS_IPOIB", 0x0002L),
                Map.entry("RDMA_PS_TCP", 0x0106L),
                Map.entry("RDMA_PS_UDP", 0x0111L),
                Map.entry("RDMA_PS_IB", 0x013FL),
                Map.entry("RDMA_OPTION_ID", (long) RdmaCmId.OPTION_ID),
                Map.entry("RDMA_OPTION_ID_TOS", (long) RdmaCmId.OPTION_ID_TOS),
                Map.entry("RDMA_OPTION_ID_REUSEADDR", (long) RdmaCmId.OPTION_ID_REUSEADDR),
                Map.entry("RDMA_OPTION_ID_AFONLY", (long) RdmaCmId.OPTION_ID_AFONLY),
                Map.entry("RDMA_OPTION_ID_ACK_TIMEOUT", (long) RdmaCmId.OPTION_ID_ACK_TIMEOUT),
                Map.entry("RAI_PASSIVE", (long) RdmaAddrinfo.PASSIVE),
                Map.entry("RAI_NUMERICHOST", (long) RdmaAddrinfo.NUMERICHOST),
                Map.entry("RDMA_MAX_RESP_RES", (long) RdmaConnParam.MAX_RESP_RES),
                Map.entry("RDMA_MAX_INIT_DEPTH", (long) RdmaConnParam.MAX_INIT_DEPTH),
                Map.entry(
                        "RDMA_CM_JOIN_MC_ATTR_ADDRESS", (long) RdmaCmJoinMcAttrEx.WITH_ADDRESS),
                Map.entry(
                        "RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS",
                        (long) RdmaCmJoinMcAttrEx.WITH_JOIN_FLAGS),
                Map.entry("RDMA_CM_EVENT_ADDR_RESOLVED", 0L),
                Map.entry("RDMA_CM_EVENT_ADDR_ERROR", 1L),
                Map.entry("RDMA_CM_EVENT_ROUTE_RESOLVED", 2L),
                Map.entry("RDMA_CM_EVENT_ROUTE_ERROR", 3L),
                Map.entry("RDMA_CM_EVENT_CONNECT_REQUEST", 4L),
                Map.entry("RDMA_CM_EVENT_CONNECT_RESPONSE", 5L),
                Map.entry("RDMA_CM_EVENT_CONNECT_ERROR", 6L),
                Map.entry("RDMA_CM_EVENT_UNREACHABLE", 7L),
                Map.entry("RDMA_CM_EVENT_REJECTED", 8L),
                Map.entry("RDMA_CM_EVENT_ESTABLISHED", 9L),
                Map.entry("RDMA_CM_EVENT_DISCONNECTED", 10L),
                Map.entry("RDMA_CM_EVENT_DEVICE_REMOVAL", 11L),
                Map.entry("RDMA_CM_EVENT_MULTICAST_JOIN", 12L),
                Map.entry("RDMA_CM_EVENT_MULTICAST_ERROR", 13L),
                Map.entry("RDMA_CM_EVENT_ADDR_CHANGE", 14L),
                Map.entry("RDMA_CM_EVENT_TIMEWAIT_EXIT", 15L));
    }
}
