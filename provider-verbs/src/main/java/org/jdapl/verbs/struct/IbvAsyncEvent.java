package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/**
 * {@code struct ibv_async_event}: what happened beside of the completions. The element is a pointer
 * or a port number.
 */
public final class IbvAsyncEvent {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_async_event")
                    .union(
                            "element",
                            Struct.of("").pointer("cq"),
                            Struct.of("").pointer("qp"),
                            Struct.of("").pointer("srq"),
                            Struct.of("").pointer("wq"),
                            Struct.of("").u32("port_num"))
                    .u32("event_type");

    public static final long ELEMENT_CQ = LAYOUT.offset("element.cq");
    public static final long ELEMENT_QP = LAYOUT.offset("element.qp");
    public static final long ELEMENT_SRQ = LAYOUT.offset("element.srq");
    public static final long ELEMENT_WQ = LAYOUT.offset("element.wq");
    public static final long ELEMENT_PORT_NUM = LAYOUT.offset("element.port_num");
    public static final long EVENT_TYPE = LAYOUT.offset("event_type");
    public static final long SIZE = LAYOUT.size();

    private IbvAsyncEvent() {}
}
