package org.jdapl.api;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.DatagramSender;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.ProviderAttributes;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jspecify.annotations.Nullable;

/**
 * An open adapter (uDAPL {@code DAT_IA_HANDLE}): the root of all objects that communicate through
 * it. Objects of two adapters do not work together, also when both are openings of the same device.
 */
public interface InterfaceAdapter extends DatObject {

    /**
     * The full name under which it was opened, aliases resolved.
     *
     * @return {@code provider:device}
     */
    String name();

    /**
     * What the adapter can do (uDAPL {@code dat_ia_query}).
     *
     * @return the same record as long as it is open
     */
    AdapterAttributes attributes();

    /**
     * What its provider is (uDAPL {@code dat_ia_query}).
     *
     * @return the attributes
     */
    ProviderAttributes providerAttributes();

    /**
     * The event dispatcher for asynchronous events. It belongs to the adapter and is closed with
     * it.
     *
     * @return the dispatcher
     */
    EventDispatcher asyncEvents();

    /**
     * Makes a protection zone (uDAPL {@code dat_pz_create}).
     *
     * @return the zone
     * @throws DatException {@code INSUFFICIENT_RESOURCES} where the limit is reached
     */
    ProtectionZone createProtectionZone();

    /**
     * Makes an event dispatcher (uDAPL {@code dat_evd_create}). It is enabled and waitable.
     *
     * @param depth events that it must hold at least, from 1 to the adapter's maximum
     * @param streams what may feed it, at least one; {@link EventStream#ASYNC} not, which the
     *     adapter makes itself
     * @param notification what to trigger when an event arrives and nobody waits, or null
     * @return the dispatcher; its depth may be larger
     * @throws DatException {@code INVALID_PARAMETER} for a depth or streams that are not legal,
     *     {@code INSUFFICIENT_RESOURCES} where a limit is reached
     */
    EventDispatcher createEventDispatcher(
            int depth, Set<EventStream> streams, @Nullable NotificationObject notification);

    /**
     * Makes an event dispatcher without a notification object.
     *
     * @param depth events that it must hold at least
     * @param stream what may feed it
     * @param more what else may feed it
     * @return the dispatcher
     * @throws DatException as {@link #createEventDispatcher(int, Set, NotificationObject)}
     */
    default EventDispatcher createEventDispatcher(
            int depth, EventStream stream, EventStream... more) {
        return createEventDispatcher(depth, java.util.EnumSet.of(stream, more), null);
    }

    /**
     * Makes a notification object (uDAPL {@code dat_cno_create}).
     *
     * @param agent called when it is triggered, or null
     * @return the notification object
     */
    NotificationObject createNotificationObject(NotificationObject.@Nullable Agent agent);

    /**
     * Makes an endpoint with receives of its own (uDAPL {@code dat_ep_create}), {@code
     * UNCONNECTED}. Parts may be missing and be given later with {@link Endpoint#modify}, before it
     * is connected.
     *
     * @param zone its protection zone, or null
     * @param receives where completions of receives go (stream DTO), or null for an endpoint that
     *     receives nothing
     * @param requests where completions of requests go (stream DTO), or null for an endpoint that
     *     requests nothing
     * @param connections where connection events go (stream CONNECTION), or null
     * @param attributes what it can do
     * @return the endpoint
     * @throws DatException {@code INVALID_HANDLE} for a part that is closed, of another adapter or
     *     without the stream, {@code INVALID_PARAMETER} for attributes that contradict each other
     *     or are above the adapter's, {@code INSUFFICIENT_RESOURCES} where a limit is reached,
     *     {@code MODEL_NOT_SUPPORTED} for what is not advertised
     */
    Endpoint createEndpoint(
            @Nullable ProtectionZone zone,
            @Nullable EventDispatcher receives,
            @Nullable EventDispatcher requests,
            @Nullable EventDispatcher connections,
            EndpointAttributes attributes);

    /**
     * Makes an endpoint that draws its receives from a shared queue (uDAPL {@code
     * dat_ep_create_with_srq}).
     *
     * @param zone its protection zone
     * @param receives where completions of receives go
     * @param requests where completions of requests go
     * @param connections where connection events go
     * @param sharedReceives where its receives come from
     * @param attributes what it can do; the numbers for receives are ignored
     * @return the endpoint
     * @throws DatException as {@link #createEndpoint(ProtectionZone, EventDispatcher,
     *     EventDispatcher, EventDispatcher, EndpointAttributes)}, {@code MODEL_NOT_SUPPORTED} where
     *     {@code SHARED_RECEIVE_QUEUE} is not advertised, {@code INVALID_HANDLE/SRQ} for a queue of
     *     another adapter or another zone
     */
    Endpoint createEndpoint(
            ProtectionZone zone,
            EventDispatcher receives,
            @Nullable EventDispatcher requests,
            @Nullable EventDispatcher connections,
            SharedReceiveQueue sharedReceives,
            EndpointAttributes attributes);

    /**
     * Makes a shared receive queue (uDAPL {@code dat_srq_create}; {@code SHARED_RECEIVE_QUEUE}).
     *
     * @param zone its protection zone
     * @param attributes its size
     * @return the queue
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised, {@code
     *     INVALID_PARAMETER} for a bad size
     */
    SharedReceiveQueue createSharedReceiveQueue(
            ProtectionZone zone, SharedReceiveQueueAttributes attributes);

    /**
     * Listens for connection requests (uDAPL {@code dat_psp_create}, and {@code dat_psp_create_any}
     * with port 0).
     *
     * @param local address and port; port 0 for any free one, {@link ServicePoint#localAddress()}
     *     tells it
     * @param requests where connection requests go (stream CONNECTION_REQUEST)
     * @param creation who makes the endpoints
     * @param framing how private data of requests and rejections travels
     * @return the service point
     * @throws DatException {@code CONN_QUAL_IN_USE} where the port is taken, {@code
     *     INVALID_ADDRESS} where the address is not this machine's, {@code INVALID_HANDLE} for a
     *     dispatcher without the stream
     */
    PublicServicePoint createPublicServicePoint(
            InetSocketAddress local,
            EventDispatcher requests,
            EndpointCreation creation,
            PrivateDataFraming framing);

    /**
     * Listens for connection requests whose private data is raw, with endpoints of the consumer's.
     *
     * @param local address and port; port 0 for any free one
     * @param requests where connection requests go
     * @return the service point
     * @throws DatException as {@link #createPublicServicePoint(InetSocketAddress, EventDispatcher,
     *     EndpointCreation, PrivateDataFraming)}
     */
    default PublicServicePoint createPublicServicePoint(
            InetSocketAddress local, EventDispatcher requests) {
        return createPublicServicePoint(
                local, requests, EndpointCreation.CONSUMER, PrivateDataFraming.RAW);
    }

    /**
     * Answers look-ups of a datagram service ({@code UNRELIABLE_DATAGRAM}; uDAPL extension {@code
     * DAT_IB_UD_CONNECTION_REQUEST_EVENT}). Each comes as a connection request; accepting it with
     * an endpoint for datagrams tells that endpoint's queue pair to the requester. Nothing follows
     * here: who the requester is, its first datagram says.
     *
     * @param local address and port; port 0 for any free one. Ports for datagrams and for
     *     connections are apart.
     * @param requests where the requests go
     * @param framing how private data travels
     * @return the service point
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised, else as {@link
     *     #createPublicServicePoint(InetSocketAddress, EventDispatcher)}
     */
    PublicServicePoint createDatagramServicePoint(
            InetSocketAddress local, EventDispatcher requests, PrivateDataFraming framing);

    /**
     * Listens for one connection request for one endpoint (uDAPL {@code dat_rsp_create}). The
     * endpoint becomes {@code RESERVED}.
     *
     * @param local address and port; port 0 for any free one
     * @param endpoint the endpoint, {@code UNCONNECTED}
     * @param requests where the connection request goes
     * @return the service point
     * @throws DatException as {@link #createPublicServicePoint(InetSocketAddress,
     *     EventDispatcher)}, and {@code INVALID_STATE} for an endpoint in another state
     */
    ReservedServicePoint createReservedServicePoint(
            InetSocketAddress local, Endpoint endpoint, EventDispatcher requests);

    /**
     * Makes a common service point (uDAPL {@code dat_csp_create}; {@code COMMON_SERVICE_POINT}).
     *
     * @param local address and port
     * @param requests where connection requests go
     * @return the service point
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised, else as {@link
     *     #createPublicServicePoint(InetSocketAddress, EventDispatcher)}
     */
    CommonServicePoint createCommonServicePoint(InetSocketAddress local, EventDispatcher requests);

    /**
     * Makes an address handle from what is known of a peer ({@code UNRELIABLE_DATAGRAM}; {@code
     * ibv_create_ah}): what its {@link Endpoint#datagramPort} says, and where its adapter is.
     *
     * @param zone the zone of the endpoints that send
     * @param remote the address of the peer's adapter; the port says nothing
     * @param queuePair the peer's queue pair, 24 bits
     * @param queueKey the key that datagrams to it must carry
     * @return the address handle
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised, or on a fabric
     *     where an address alone does not lead to a port; {@code INVALID_PARAMETER} for a number of
     *     more than 24 bits; {@code INVALID_ADDRESS} for an address that is unresolved or has no
     *     path
     */
    AddressHandle createAddressHandle(
            ProtectionZone zone, InetSocketAddress remote, int queuePair, int queueKey);

    /**
     * Makes the address handle of the way back to the sender of a datagram ({@code
     * UNRELIABLE_DATAGRAM}; {@code ibv_create_ah_from_wc}).
     *
     * @param zone the zone of the endpoints that send
     * @param sender the sender, as a completion told it
     * @param queueKey the key that datagrams to it must carry: by default that of one's own
     *     endpoint, see {@link Endpoint#datagramPort}
     * @return the address handle
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised; {@code
     *     INVALID_ADDRESS} where there is no path
     */
    AddressHandle createAddressHandle(ProtectionZone zone, DatagramSender sender, int queueKey);

    /**
     * Makes a prepared piece of work, to be filled once and posted many times.
     *
     * @param maxSegments how many segments it can have, at least 1
     * @return the work, empty
     */
    Work createWork(int maxSegments);

    /**
     * Makes a list of prepared work, to be posted in one go.
     *
     * @param capacity how many pieces it can have, at least 1 and at most the adapter's {@link
     *     AdapterAttributes#maxWorkRequests()}
     * @return the list, empty
     * @throws DatException {@code INVALID_PARAMETER} for another capacity
     */
    WorkList createWorkList(int capacity);

    /**
     * Makes a batch that events are polled into.
     *
     * @param capacity how many events it can take, at least 1 and at most the adapter's {@link
     *     AdapterAttributes#maxEventDepth()}
     * @return the batch, empty
     * @throws DatException {@code INVALID_PARAMETER} for another capacity
     */
    EventBatch createEventBatch(int capacity);

    /**
     * Makes the adapter do what it can without blocking. It is the heart of {@code MANUAL}
     * progress; with {@code AUTO} it is allowed and seldom needed.
     *
     * @return how much was done; 0 where there was nothing to do, or where another thread is at it
     */
    int progress();

    /**
     * What lives at this moment, for leak checks and diagnosis.
     *
     * @return how many objects of each kind are open, and how much work is outstanding
     */
    Census census();

    /**
     * The counters of the adapter, all from its opening on. The transport's own are there with the
     * capability {@code COUNTERS}, under names that start with {@code transport.}. Works on a
     * closed adapter too, without those of the transport. The names of all counters are in {@code
     * docs/observability.md}.
     *
     * @return the values at this moment
     */
    Counters counters();

    /**
     * An object of the provider behind this adapter.
     *
     * @param type its class
     * @param <T> its class
     * @return the object, or empty where there is none of that class
     */
    <T> Optional<T> unwrap(Class<T> type);

    /**
     * Closes the adapter (uDAPL {@code dat_ia_close}).
     *
     * @param mode whether to refuse while it has objects
     * @throws DatException {@code INVALID_STATE/IA_IN_USE} for a graceful close with objects; the
     *     text counts them
     */
    void close(CloseMode mode);

    /** Closes the adapter and all that it made, as {@link CloseMode#ABRUPT}. Never throws. */
    @Override
    void close();
}
