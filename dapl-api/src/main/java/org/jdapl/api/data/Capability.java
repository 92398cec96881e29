package org.jdapl.api.data;

/**
 * An operation or property that an adapter may or may not have. What an adapter does not advertise
 * is refused synchronously with {@link DatType#MODEL_NOT_SUPPORTED} and a text that names the
 * capability.
 */
public enum Capability {
    /** RDMA write. */
    RDMA_WRITE,
    /** RDMA read. */
    RDMA_READ,
    /** Shared receive queues. */
    SHARED_RECEIVE_QUEUE,
    /** Low-watermark event of a shared receive queue. */
    SRQ_LOW_WATERMARK,
    /** Resizing a shared receive queue. */
    SRQ_RESIZE,
    /** Receive watermarks of an endpoint. */
    RECEIVE_WATERMARKS,
    /** Counting the receives of an endpoint that are posted. */
    RECEIVE_QUERY,
    /** Memory windows that any endpoint of the protection zone may use (type 1). */
    MEMORY_WINDOW,
    /** Memory windows bound to one endpoint (type 2). */
    MEMORY_WINDOW_ENDPOINT,
    /** Send that invalidates a key of the receiver; on InfiniBand of windows of type 2 only. */
    SEND_WITH_INVALIDATE,
    /** RDMA read whose sink is named by a remote context. */
    READ_TO_RMR,
    /** Solicited events. */
    SOLICITED_EVENT,
    /** 64-bit fetch-and-add and compare-and-swap. */
    ATOMICS,
    /** The masked forms of the atomic operations. */
    MASKED_ATOMICS,
    /** Atomic operations of the fabric and of the CPU see each other as atomic. */
    ATOMICS_WITH_CPU,
    /** RDMA write with 32 bits of immediate data. */
    WRITE_WITH_IMMEDIATE,
    /** Send with 32 bits of immediate data. */
    SEND_WITH_IMMEDIATE,
    /** Unreliable datagrams. */
    UNRELIABLE_DATAGRAM,
    /** Multicast groups. */
    MULTICAST,
    /** A receiver that is not ready makes the sender retry instead of breaking the connection. */
    RECEIVER_NOT_READY_RETRY,
    /** Small messages that are copied when posted. */
    INLINE,
    /** Resizing an event dispatcher that completions are delivered to. */
    EVD_RESIZE,
    /** Connection over IPv6. */
    IPV6,
    /** Both ends of a connection may be in one process. */
    SELF_CONNECTION,
    /** Resetting an endpoint and connecting it anew. */
    ENDPOINT_RESET,
    /** Regions of more than 2 GiB. */
    LARGE_REGION,
    /** Regions that start at address zero for the peer. */
    ZERO_BASED_REGION,
    /** Regions over read-only memory. */
    READ_ONLY_MEMORY,
    /** Regions over memory that another region covers, in another process too. */
    SHARED_REGION,
    /** Common service points. */
    COMMON_SERVICE_POINT,
    /** Handing a connection request to another service point. */
    REQUEST_HANDOFF,
    /** A notification object that is a file descriptor. */
    NOTIFICATION_DESCRIPTOR,
    /** Several paths for one connection. */
    MULTIPATH,
    /** Transport counters. */
    COUNTERS,
    /** Adapters that come and go at run time are reported. */
    HOTPLUG,
    /** What happens to the adapter's port is reported: its link, its addresses. */
    PORT_EVENTS,
    /** Keep-alive probes on idle connections. */
    KEEP_ALIVE,
    /** Posting and polling in the steady state allocate no Java heap. */
    ZERO_ALLOCATION
}
