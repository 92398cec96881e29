package org.jdapl.api;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request to connect (uDAPL {@code DAT_CR_HANDLE}). It waits until it is accepted, rejected or
 * closed; closing tells the requester of a refusal that is not the consumer's. After a successful
 * accept or reject it is closed.
 */
public interface ConnectionRequest extends DatObject {

    /**
     * Where it came to.
     *
     * @return the service point
     */
    ServicePoint servicePoint();

    /**
     * The address that it came to.
     *
     * @return address and port
     */
    InetSocketAddress localAddress();

    /**
     * The address that it came from.
     *
     * @return address and port
     */
    InetSocketAddress remoteAddress();

    /**
     * What the requester gave. With {@code RAW} framing on a transport that pads there may be
     * padding behind it.
     *
     * @return the bytes
     */
    PrivateData privateData();

    /**
     * The endpoint that the service point brought: reserved, or made by it.
     *
     * @return the endpoint, or null where the consumer gives one to {@link #accept}
     */
    @Nullable Endpoint endpoint();

    /**
     * Accepts the request (uDAPL {@code dat_cr_accept}). {@link ConnectionEvent.Established}
     * follows on the endpoint's dispatcher, or {@link ConnectionEvent.AcceptCompletionError} where
     * the requester is gone. A look-up of a datagram service is answered with an endpoint for
     * datagrams, which stays as it is, and no event follows.
     *
     * @param endpoint the endpoint, {@code UNCONNECTED} and with all its parts; null exactly where
     *     {@link #endpoint()} has one
     * @param privateData what to tell the requester
     * @throws DatException {@code INVALID_HANDLE} for an endpoint that is missing, superfluous or
     *     of another adapter, or for connections where the request is a look-up and the other way
     *     round; {@code INVALID_STATE} for one in another state or a request that was used up,
     *     {@code INVALID_PARAMETER} for private data that is too long; the request stays valid
     */
    void accept(@Nullable Endpoint endpoint, PrivateData privateData);

    /**
     * Accepts the request without private data.
     *
     * @param endpoint the endpoint
     * @throws DatException as {@link #accept(Endpoint, PrivateData)}
     */
    default void accept(Endpoint endpoint) {
        accept(endpoint, PrivateData.EMPTY);
    }

    /**
     * Rejects the request (uDAPL {@code dat_cr_reject}); the requester gets {@link
     * ConnectionEvent.PeerRejected}.
     *
     * @param privateData what to tell the requester
     * @throws DatException {@code INVALID_STATE} for a request that was used up, {@code
     *     INVALID_PARAMETER} for private data that is too long
     */
    void reject(PrivateData privateData);

    /** Rejects the request without private data. */
    default void reject() {
        reject(PrivateData.EMPTY);
    }

    /**
     * Accepts the request and waits for the connection.
     *
     * @param endpoint the endpoint, as in {@link #accept(Endpoint, PrivateData)}
     * @param privateData what to tell the requester
     * @param timeout how long at most
     * @return the event
     * @throws InterruptedException where the thread was interrupted
     * @throws DatException as {@link #accept(Endpoint, PrivateData)}, and with the event's text
     *     where the connection failed
     */
    default ConnectionEvent.Established acceptAndWait(
            @Nullable Endpoint endpoint, PrivateData privateData, Duration timeout)
            throws InterruptedException {
        java.util.Objects.requireNonNull(timeout, "timeout");
        @Nullable Endpoint own = endpoint();
        Endpoint connecting = own != null ? own : java.util.Objects.requireNonNull(endpoint);
        EventDispatcher events = Posts.connectionEvents(connecting);
        accept(endpoint, privateData);
        return events.expect(ConnectionEvent.Established.class, timeout);
    }

    /**
     * Hands the request to another service point of the adapter (uDAPL {@code dat_cr_handoff};
     * {@code REQUEST_HANDOFF}): it comes to that one's dispatcher as a new request, with the same
     * addresses and private data, and goes on as if it had come there; this object is closed. An
     * endpoint that the request brought is given back, or closed where its service point had made
     * it.
     *
     * @param target the other service point
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised, {@code
     *     INVALID_HANDLE} for a service point that is closed or of another adapter, {@code
     *     INVALID_STATE} for a request that was used up or a reserved service point whose request
     *     has come, {@code QUEUE_FULL} where its dispatcher is full; the request stays valid
     */
    void handoff(ServicePoint target);
}
