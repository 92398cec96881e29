package org.jdapl.core;

import java.net.InetSocketAddress;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.ServicePoint;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.ServiceType;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.Listener;
import org.jspecify.annotations.Nullable;

/** What service points have in common: a listener, and a dispatcher for its requests. */
abstract class ServicePointBase extends ObjectBase {

    final EventDispatcherImpl events;
    final PrivateDataFraming framing;

    /** What its requests ask for: a connection, or where datagrams are to go. */
    final ServiceType service;

    private final Listener listener;
    private final InetSocketAddress local;

    /** Whether the listener is closed; under the control lock. */
    private boolean silent;

    @SuppressWarnings(
            "this-escape") // the listener reports requests only when the adapter is driven
    ServicePointBase(
            AdapterImpl owner,
            HandleKind kind,
            InetSocketAddress local,
            EventDispatcherImpl events,
            PrivateDataFraming framing,
            ServiceType service) {
        super(owner, kind);
        if (local.isUnresolved()) {
            throw Errors.address(
                    DatSubtype.INVALID_ADDRESS_MALFORMED,
                    "the host name " + local.getHostString() + " is not resolved");
        }
        this.events = events;
        this.framing = framing;
        this.service = service;
        this.listener = listen(local);
        boolean done = false;
        try {
            this.local = ProviderCalls.get("Listener.localAddress", listener::localAddress);
            done = true;
        } finally {
            if (!done) {
                stopListening();
            }
        }
        events.retain();
    }

    private Listener listen(InetSocketAddress local) {
        ConnectionManager manager = owner.connectionManager();
        return service == ServiceType.UNRELIABLE_DATAGRAM
                ? ProviderCalls.get(
                        "ConnectionManager.listenForDatagrams",
                        () -> manager.listenForDatagrams(local, events.backlog(), this))
                : ProviderCalls.get(
                        "ConnectionManager.listen",
                        () -> manager.listen(local, events.backlog(), this));
    }

    /** This object as the consumer knows it. */
    abstract ServicePoint self();

    /** The endpoint that goes with a request, or null for one of the consumer's. */
    abstract @Nullable EndpointImpl endpointForRequest();

    /** Whether a request can be taken now. */
    abstract boolean takesRequests();

    /**
     * A request has come; under the control lock. One that cannot be queued is refused to the
     * requester, and counted.
     */
    final void onRequest(IncomingConnection incoming) {
        boolean taken = false;
        try {
            if (!isClosed() && takesRequests() && events.hasRoom()) {
                byte[] data = // first: nothing is to be undone where that fails
                        ProviderCalls.get("IncomingConnection.privateData", incoming::privateData);
                take(incoming, data, endpointForRequest(), false);
                taken = true;
            }
        } catch (DatException e) {
            owner.reportInternal("a connection request was refused: " + e.text());
        } finally {
            if (!taken) {
                owner.countRefusedRequest();
                owner.quietly("IncomingConnection.close", incoming::close);
            }
        }
    }

    /** Refuses a request that is handed over to this service point but cannot be taken. */
    final void requireTaking() {
        if (!takesRequests()) {
            throw Errors.state(
                    DatSubtype.NO_SUBTYPE, "the reserved service point's request has come already");
        }
        if (!events.hasRoom()) {
            throw Errors.queueFull("the dispatcher of the other service point is full");
        }
    }

    /** Makes a request for the consumer, with the endpoint that goes with it. */
    final void take(
            IncomingConnection incoming,
            byte[] data,
            @Nullable EndpointImpl endpoint,
            boolean gone) {
        ConnectionRequestImpl request =
                new ConnectionRequestImpl(owner, this, incoming, endpoint, data);
        if (gone) {
            request.markGone();
        }
        owner.remember(request);
        owner.remember(incoming, request);
        events.push(new ConnectionRequestEvent(events, self(), request));
    }

    final void stopListening() {
        if (!silent) {
            silent = true;
            owner.quietly("Listener.close", listener::close);
        }
    }

    public final InetSocketAddress localAddress() {
        return local;
    }

    public final EventDispatcher requests() {
        return events;
    }

    @Override
    DatSubtype inUseSubtype() {
        return DatSubtype.NO_SUBTYPE;
    }

    @Override
    void dispose() {
        stopListening();
        events.releaseUser();
    }
}
