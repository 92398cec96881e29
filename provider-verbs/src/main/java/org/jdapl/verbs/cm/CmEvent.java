package org.jdapl.verbs.cm;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jspecify.annotations.Nullable;

/**
 * An event of connection management: {@code struct rdma_cm_event}, copied. It was acknowledged
 * before it was handed out, so there is nothing to give back. Immutable; what it names, the
 * identifiers, may be closed in the meantime.
 */
public final class CmEvent {
    private final CmEventType type;
    private final ConnectionId id;
    private final @Nullable ConnectionId listener;
    private final int status;
    private final byte[] privateData;
    private final @Nullable ConnectionParameters connection;
    private final @Nullable UdParameters datagrams;
    private final @Nullable InetSocketAddress group;

    CmEvent(
            CmEventType type,
            ConnectionId id,
            @Nullable ConnectionId listener,
            int status,
            byte[] privateData,
            @Nullable ConnectionParameters connection,
            @Nullable UdParameters datagrams,
            @Nullable InetSocketAddress group) {
        this.type = type;
        this.id = id;
        this.listener = listener;
        this.status = status;
        this.privateData = privateData;
        this.connection = connection;
        this.datagrams = datagrams;
        this.group = group;
    }

    /**
     * What happened.
     *
     * @return the type
     */
    public CmEventType type() {
        return type;
    }

    /**
     * What it happened to. Of a {@link CmEventType#CONNECT_REQUEST} a new identifier, the caller's
     * to accept, or to reject, and to close.
     *
     * @return the identifier
     */
    public ConnectionId id() {
        return id;
    }

    /**
     * Of a {@link CmEventType#CONNECT_REQUEST}, the identifier that listens.
     *
     * @return it, or nothing
     */
    public Optional<ConnectionId> listener() {
        return Optional.ofNullable(listener);
    }

    /**
     * The library's status: 0; or a negative error number of Linux; or, of a {@link
     * CmEventType#REJECTED} on InfiniBand and RoCE, the reason by the InfiniBand specification
     * (12.6.7.2; 8: no such service, 28: the other program rejected it).
     *
     * @return the status
     */
    public int status() {
        return status;
    }

    /**
     * What kind of failure it tells of.
     *
     * @return the kind; nothing if it is none
     */
    public Optional<VerbsError> error() {
        return switch (type) {
            case REJECTED -> Optional.of(VerbsError.REFUSED);
            case DEVICE_REMOVAL -> Optional.of(VerbsError.NO_DEVICE);
            case UNREACHABLE, ADDR_ERROR, ROUTE_ERROR, CONNECT_ERROR, MULTICAST_ERROR ->
                    Optional.of(ofStatus());
            default -> Optional.empty();
        };
    }

    private VerbsError ofStatus() {
        // -1 is the library's own "see errno", and that is gone.
        if (status < -1) {
            return VerbsError.of(-status);
        }
        return type == CmEventType.UNREACHABLE ? VerbsError.TIMED_OUT : VerbsError.OTHER;
    }

    /**
     * Takes it for what was waited for.
     *
     * @param expected the type that it should have
     * @return this
     * @throws VerbsException if it has another: with its {@link #error}, or {@link
     *     VerbsError#DISCONNECTED} of a disconnection, or {@link VerbsError#OTHER}
     */
    public CmEvent expect(CmEventType expected) {
        if (type == expected) {
            return this;
        }
        VerbsError kind =
                error().orElse(
                                type == CmEventType.DISCONNECTED
                                        ? VerbsError.DISCONNECTED
                                        : VerbsError.OTHER);
        throw VerbsException.of(
                kind, "rdma_get_cm_event", "expected " + expected + ", got " + this);
    }

    /**
     * What the other side sent along. InfiniBand fills it up with zeros to the length of its
     * message.
     *
     * @return a copy; empty if there is nothing
     */
    public byte[] privateData() {
        return privateData.clone();
    }

    /**
     * Of connections, what the other side offers or asks for.
     *
     * @return the parameters, or nothing
     */
    public Optional<ConnectionParameters> connectionParameters() {
        return Optional.ofNullable(connection);
    }

    /**
     * Of datagrams and multicast groups, where to send.
     *
     * @return the parameters, or nothing
     */
    public Optional<UdParameters> udParameters() {
        return Optional.ofNullable(datagrams);
    }

    /**
     * Of multicast events, which group.
     *
     * @return the address that was joined, or nothing
     */
    public Optional<InetSocketAddress> multicastGroup() {
        return Optional.ofNullable(group);
    }

    /**
     * The event in words.
     *
     * @return its type, status and identifier
     */
    @Override
    public String toString() {
        return type + (status == 0 ? "" : " with status " + status) + " of " + id;
    }
}
