package org.jdapl.api.data;

/**
 * The state of an endpoint (uDAPL {@code DAT_EP_STATE}; the ordinal is the number of the DAT
 * specification). The legal transitions are one table in the runtime, printed in {@code
 * docs/endpoint-states.md}.
 */
public enum EndpointState {
    /** Never connected, or reset. */
    UNCONNECTED(DatSubtype.INVALID_STATE_EP_UNCONNECTED),
    /**
     * Without what a connection needs; not used by this runtime, which refuses to connect with
     * EP_NOTREADY.
     */
    UNCONFIGURED_UNCONNECTED(DatSubtype.INVALID_STATE_EP_UNCONFIGURED),
    /** Held by a reserved service point. */
    RESERVED(DatSubtype.INVALID_STATE_EP_RESERVED),
    /** Not used by this runtime. */
    UNCONFIGURED_RESERVED(DatSubtype.INVALID_STATE_EP_UNCONFRESERVED),
    /** A reserved service point has a connection request for it. */
    PASSIVE_CONNECTION_PENDING(DatSubtype.INVALID_STATE_EP_PASSCONNPENDING),
    /** Not used by this runtime. */
    UNCONFIGURED_PASSIVE(DatSubtype.INVALID_STATE_EP_UNCONFPASSIVE),
    /** Asked to connect; no answer yet. */
    ACTIVE_CONNECTION_PENDING(DatSubtype.INVALID_STATE_EP_ACTCONNPENDING),
    /** Made by a public service point for a connection request. */
    TENTATIVE_CONNECTION_PENDING(DatSubtype.INVALID_STATE_EP_TENTCONNPENDING),
    /** Not used by this runtime. */
    UNCONFIGURED_TENTATIVE(DatSubtype.INVALID_STATE_EP_UNCONFTENTATIVE),
    /** Connected. */
    CONNECTED(DatSubtype.INVALID_STATE_EP_CONNECTED),
    /** Asked to disconnect; what was posted before is being finished. */
    DISCONNECT_PENDING(DatSubtype.INVALID_STATE_EP_DISCPENDING),
    /**
     * The connection ended, failed, or was refused; {@code reset()} makes the endpoint usable
     * again.
     */
    DISCONNECTED(DatSubtype.INVALID_STATE_EP_DISCONNECTED),
    /** A request was accepted with it; the connection is not there yet. */
    COMPLETION_PENDING(DatSubtype.INVALID_STATE_EP_COMPLPENDING),
    /** Connected over one path of several; no provider has it yet. */
    CONNECTED_SINGLE_PATH(DatSubtype.INVALID_STATE_EP_CONNECTED),
    /** Connected over several paths; no provider has it yet. */
    CONNECTED_MULTI_PATH(DatSubtype.INVALID_STATE_EP_CONNECTED);

    private final DatSubtype subtype;

    EndpointState(DatSubtype subtype) {
        this.subtype = subtype;
    }

    /**
     * What an {@link DatType#INVALID_STATE} error says about an endpoint in this state.
     *
     * @return the subtype
     */
    public DatSubtype subtype() {
        return subtype;
    }

    /**
     * Whether a connection is there or on its way in either direction.
     *
     * @return true from the first step of a connection until it has ended
     */
    public boolean isLive() {
        return switch (this) {
            case ACTIVE_CONNECTION_PENDING,
                    COMPLETION_PENDING,
                    CONNECTED,
                    DISCONNECT_PENDING,
                    CONNECTED_SINGLE_PATH,
                    CONNECTED_MULTI_PATH ->
                    true;
            default -> false;
        };
    }
}
