package org.jdapl.core;

import java.net.InetSocketAddress;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DatObject;
import org.jdapl.api.Endpoint;
import org.jdapl.api.HandleKind;
import org.jdapl.api.PrivateData;
import org.jdapl.api.ServicePoint;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.core.EndpointStateTable.Trigger;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.QueuePair;
import org.jspecify.annotations.Nullable;

/** A connection request that waits for an answer. */
final class ConnectionRequestImpl extends ObjectBase implements ConnectionRequest {

    private final ServicePointBase servicePoint;
    private final IncomingConnection incoming;
    private final @Nullable EndpointImpl endpoint;
    private final PrivateData privateData;

    /** The same as it came, for another service point and for what is hidden in it. */
    private final byte[] sent;

    /** Whether the requester is gone. */
    private boolean gone;

    /** Whether it was accepted or rejected. */
    private boolean answered;

    ConnectionRequestImpl(
            AdapterImpl owner,
            ServicePointBase servicePoint,
            IncomingConnection incoming,
            @Nullable EndpointImpl endpoint,
            byte[] sent) {
        super(owner, HandleKind.CONNECTION_REQUEST);
        this.servicePoint = servicePoint;
        this.incoming = incoming;
        this.endpoint = endpoint;
        this.sent = sent;
        this.privateData = PrivateDataCodec.decode(sent, servicePoint.framing, false);
    }

    void markGone() {
        gone = true;
    }

    private void requirePending(String call) {
        if (isClosed()) {
            throw Errors.state(
                    DatSubtype.NO_SUBTYPE, call + ": the connection request was used up or closed");
        }
    }

    @Override
    public void accept(@Nullable Endpoint given, PrivateData reply) {
        owner.control().lock();
        try {
            owner.requireOpen();
            requirePending("accept");
            EndpointImpl e = chooseEndpoint(given);
            Trigger trigger = endpoint == null ? Trigger.ACCEPT : Trigger.ACCEPT_OWN;
            e.require(trigger, "accept");
            if (e.isForDatagrams()) {
                e.acceptLookUp(this::acceptAtProvider, reply);
                answered = true;
                closeNow();
                return;
            }
            e.accept(
                    trigger,
                    this::acceptAtProvider,
                    reply,
                    privateData,
                    PrivateDataCodec.tellsExtensions(sent, servicePoint.framing));
            answered = true;
            closeNow();
        } finally {
            owner.control().unlock();
        }
    }

    private EndpointImpl chooseEndpoint(@Nullable Endpoint given) {
        EndpointImpl own = endpoint;
        if (own != null) {
            if (given != null) {
                throw Errors.foreign(
                        DatSubtype.INVALID_HANDLE_EP,
                        "the request brought its own endpoint; give none");
            }
            return own;
        }
        if (given == null) {
            throw Errors.foreign(
                    DatSubtype.INVALID_HANDLE_EP, "the request brought no endpoint; give one");
        }
        EndpointImpl e = owner.own(given);
        if (e.attributes().serviceType() != servicePoint.service) {
            throw Errors.foreign(
                    DatSubtype.INVALID_HANDLE_EP,
                    "the request is for an endpoint of the service type " + servicePoint.service);
        }
        return e;
    }

    private boolean acceptAtProvider(QueuePair queuePair, ConnectParameters parameters) {
        if (gone) {
            return false;
        }
        ConnectionManager manager = owner.connectionManager();
        ProviderCalls.run(
                "ConnectionManager.accept", () -> manager.accept(incoming, queuePair, parameters));
        return true;
    }

    @Override
    public void reject(PrivateData reply) {
        owner.control().lock();
        try {
            owner.requireOpen();
            requirePending("reject");
            byte[] data =
                    PrivateDataCodec.encode(
                            reply,
                            servicePoint.framing,
                            true,
                            owner.attributes().maxPrivateDataBytes(),
                            false);
            if (!gone) {
                ConnectionManager manager = owner.connectionManager();
                ProviderCalls.run("ConnectionManager.reject", () -> manager.reject(incoming, data));
            }
            answered = true;
            closeNow();
            releaseEndpoint();
        } finally {
            owner.control().unlock();
        }
    }

    /**
     * Gives the endpoint that it brought back to its service point's consumer, or closes one made
     * for it.
     */
    private void releaseEndpoint() {
        EndpointImpl e = endpoint;
        if (e == null || e.isClosed()) {
            return;
        }
        if (e.rule(Trigger.REJECT_OWN).next() == null) {
            e.closeNow();
        } else {
            e.move(Trigger.REJECT_OWN);
        }
    }

    @Override
    public void handoff(ServicePoint target) {
        owner.control().lock();
        try {
            owner.requireOpen();
            requirePending("handoff");
            owner.gate().require(Capability.REQUEST_HANDOFF);
            ServicePointBase next = owner.own((DatObject) target, ServicePointBase.class);
            next.requireTaking();
            if (next.service != servicePoint.service) {
                throw Errors.parameter(
                        1, "the other service point is for the service type " + next.service);
            }
            @Nullable EndpointImpl nextEndpoint = next.endpointForRequest(); // it may be refused
            answered = true;
            closeNow();
            releaseEndpoint();
            next.take(incoming, sent, nextEndpoint, gone);
        } finally {
            owner.control().unlock();
        }
    }

    @Override
    public ServicePoint servicePoint() {
        return servicePoint.self();
    }

    @Override
    public InetSocketAddress localAddress() {
        return ProviderCalls.get("IncomingConnection.localAddress", incoming::localAddress);
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return ProviderCalls.get("IncomingConnection.remoteAddress", incoming::remoteAddress);
    }

    @Override
    public PrivateData privateData() {
        return privateData;
    }

    @Override
    public @Nullable Endpoint endpoint() {
        return endpoint;
    }

    @Override
    DatSubtype inUseSubtype() {
        return DatSubtype.NO_SUBTYPE;
    }

    @Override
    void dispose() {
        owner.forget(incoming);
        if (!answered) {
            owner.quietly("IncomingConnection.close", incoming::close);
            releaseEndpoint();
        }
    }
}
