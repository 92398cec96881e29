package org.jdapl.verbs.cm;

/** What an event channel tells: {@code enum rdma_cm_event_type}, in its order. */
public enum CmEventType {
    /** The address is resolved; the identifier belongs to a device now. */
    ADDR_RESOLVED,

    /** The address could not be resolved. */
    ADDR_ERROR,

    /** The route is resolved; the identifier can be connected. */
    ROUTE_RESOLVED,

    /** The route could not be resolved. */
    ROUTE_ERROR,

    /** Somebody wants to connect; {@link CmEvent#id()} is the new identifier. */
    CONNECT_REQUEST,

    /** The other side accepted, and no queue pair is bound to the identifier: establish it. */
    CONNECT_RESPONSE,

    /** Connecting, or completing a connection, failed. */
    CONNECT_ERROR,

    /** The other side did not answer. */
    UNREACHABLE,

    /** The other side refused, or nobody listens there. */
    REJECTED,

    /** The connection is there; for datagrams, the other side's address is. */
    ESTABLISHED,

    /** The connection has ended. */
    DISCONNECTED,

    /** The device goes away; everything on it has to be closed. */
    DEVICE_REMOVAL,

    /** The multicast group is joined. */
    MULTICAST_JOIN,

    /** The multicast group could not be joined, or was lost. */
    MULTICAST_ERROR,

    /** The network device of this identifier changed its address. */
    ADDR_CHANGE,

    /** The time has passed in which packets of an ended connection may still arrive. */
    TIMEWAIT_EXIT;

    private static final CmEventType[] VALUES = values();

    static CmEventType of(int value) {
        return VALUES[value];
    }

    /**
     * Whether it tells of a failure.
     *
     * @return true for the errors, a refusal and a device that goes away
     */
    public boolean isFailure() {
        return switch (this) {
            case ADDR_ERROR,
                    ROUTE_ERROR,
                    CONNECT_ERROR,
                    UNREACHABLE,
                    REJECTED,
                    DEVICE_REMOVAL,
                    MULTICAST_ERROR ->
                    true;
            default -> false;
        };
    }
}
