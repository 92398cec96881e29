package org.jdapl.core;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jdapl.api.AddressHandle;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.Connection;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.Counters;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.EndpointStatus;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.PrivateData;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.QualityOfService;
import org.jdapl.api.ReceiveCounts;
import org.jdapl.api.SharedReceiveQueue;
import org.jdapl.api.Work;
import org.jdapl.api.WorkList;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.DatagramPort;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.ServiceType;
import org.jdapl.core.EndpointStateTable.Effect;
import org.jdapl.core.EndpointStateTable.Rule;
import org.jdapl.core.EndpointStateTable.Trigger;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.ConnectionInfo;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint: state, connection, and the two halves of its data path ({@link Poster}). All but
 * posting happens under the control lock.
 */
final class EndpointImpl extends ObjectBase implements Endpoint {

    /** A graceful disconnect that has not finished by then becomes an abrupt one. */
    static final long GRACEFUL_LIMIT_NS = 30_000_000_000L;

    /** A connection that was accepted and is not there by then is given up. */
    static final long ACCEPT_LIMIT_NS = 30_000_000_000L;

    private static final String DISCONNECT = "ConnectionManager.disconnect";

    /**
     * What the provider gives back with each event of a queue pair: so a late one of a former queue
     * pair is told from one of the present.
     */
    static final class Link {
        final EndpointImpl endpoint;

        /** The shared receive queue that knows its queue pair by a number; null for none. */
        private @Nullable SharedReceiveQueueImpl shared;

        private int number;

        private Link(EndpointImpl endpoint) {
            this.endpoint = endpoint;
        }
    }

    private final EndpointCounts counts = new EndpointCounts(this);
    private final int index;
    private final Poster requestPoster;
    private final Poster receivePoster;
    private final Watermark watermark = new Watermark(this);
    private final EndpointDatagrams datagrams = new EndpointDatagrams(this);

    private volatile EndpointState state;
    private volatile int generation;
    private volatile @Nullable EndpointParts parts;
    private volatile EndpointAttributes attributes;
    private volatile @Nullable Connection connection;
    private volatile @Nullable Link link;

    /** Null where the protection zone is missing, or where a reset failed half-way. */
    private @Nullable QueuePair queuePair;

    private Timers.@Nullable Timer timer;

    /** What the peer gave with its request, for the accepting side's connection. */
    private PrivateData requestData = PrivateData.EMPTY;

    /**
     * Counts connections, so that an event of a former one is recognised. Changes under the control
     * lock alone.
     */
    private volatile int life;

    EndpointImpl(AdapterImpl owner, EndpointParts parts, EndpointState initial) {
        super(owner, HandleKind.ENDPOINT);
        this.state = initial;
        this.attributes = parts.attributes();
        this.requestPoster = new Poster(this, false, attributes.threadMode(), initial);
        this.receivePoster = new Poster(this, true, attributes.threadMode(), initial);
        parts.attach();
        boolean done = false;
        try {
            queuePair = makeQueuePair(parts);
            done = true;
        } finally {
            if (!done) {
                parts.detach();
            }
        }
        this.index = owner.endpoints().add(this);
        configure(parts);
    }

    // ---- parts

    /** Makes the queue pair for parts; null where they have no protection zone. */
    private @Nullable QueuePair makeQueuePair(EndpointParts p) {
        if (p.zone() == null) {
            return null;
        }
        Link fresh = new Link(this);
        QueuePairParameters wanted = p.queuePairParameters(owner);
        QueuePair qp =
                ProviderCalls.get(
                        "Adapter.createQueuePair",
                        () -> owner.provider().createQueuePair(wanted, fresh));
        @Nullable SharedReceiveQueueImpl shared = p.shared();
        boolean done = false;
        try {
            if (shared != null) {
                fresh.number = numberOf(qp);
                fresh.shared = shared;
                shared.addTaker(fresh.number, this);
            }
            done = true;
        } finally {
            if (!done) {
                owner.quietly("QueuePair.close", qp::close);
            }
        }
        link = fresh;
        return qp;
    }

    private static int numberOf(QueuePair qp) {
        return ProviderCalls.get("QueuePair.number", qp::number);
    }

    private void configure(EndpointParts p) {
        generation = owner.endpoints().nextGeneration(index);
        parts = p;
        attributes = p.attributes();
        requestPoster.configure(
                p.requests(), p.zone(), queuePair, p.attributes(), ids(false), false);
        receivePoster.configure(
                p.receives(), p.zone(), queuePair, p.attributes(), ids(true), p.shared() != null);
    }

    private long ids(boolean receives) {
        return EndpointTable.base(index, generation, receives);
    }

    private void closeQueuePair(@Nullable QueuePair qp, @Nullable Link its) {
        if (qp != null) {
            if (its != null && its.shared != null) {
                its.shared.removeTaker(its.number); // what it took is in the dispatchers by now
            }
            owner.quietly("QueuePair.close", qp::close);
        }
    }

    private EndpointParts partsNow() {
        @Nullable EndpointParts p = parts;
        if (p == null) {
            throw Errors.closed(HandleKind.ENDPOINT);
        }
        return p;
    }

    @Override
    public void modify(EndpointChange change) {
        owner.control().lock();
        try {
            requireOpen();
            if (change.zone() != null) {
                require(Trigger.MODIFY_ZONE, "modify of the protection zone");
            }
            require(Trigger.MODIFY, "modify");
            if (!datagrams.isEmpty()) {
                throw Errors.state(
                        DatSubtype.INVALID_STATE_EP_NOTREADY,
                        "modify is not allowed during a look-up or while a group is joined");
            }
            EndpointParts former = partsNow();
            EndpointParts next = former.with(owner, change);
            if (next.attributes().serviceType() != former.attributes().serviceType()) {
                require(Trigger.CONNECT, "modify of the service type"); // nothing has begun
            }
            @Nullable QueuePair old = queuePair;
            @Nullable Link oldLink = link;
            // A receive that is posted meanwhile waits for the new account: the former one would
            // take it away.
            requestPoster.gate().lock();
            receivePoster.gate().lock();
            try {
                replaceParts(former, next);
            } finally {
                receivePoster.gate().unlock();
                requestPoster.gate().unlock();
            }
            closeQueuePair(old, oldLink);
        } finally {
            owner.control().unlock();
        }
    }

    /** Takes other parts and a queue pair for them; inside the gates. */
    private void replaceParts(EndpointParts former, EndpointParts next) {
        if (receivePoster.outstanding() > 0) {
            throw Errors.state(
                    DatSubtype.INVALID_STATE_EP_NOTREADY,
                    "modify is not allowed while receives are posted");
        }
        former.detach(); // first, so that what it takes is free for the new parts
        boolean done = false;
        try {
            next.attach();
            try {
                queuePair = makeQueuePair(next);
                done = true;
            } finally {
                if (!done) {
                    next.detach();
                }
            }
        } finally {
            if (!done) {
                former.attach(); // what was there a moment ago: nothing has changed
            }
        }
        configure(next);
    }

    // ---- the state machine

    Rule rule(Trigger trigger) {
        return EndpointStateTable.rule(attributes.serviceType(), state, trigger);
    }

    /** Whether it is for datagrams, and has no connection. */
    boolean isForDatagrams() {
        return attributes.serviceType() == ServiceType.UNRELIABLE_DATAGRAM;
    }

    /** The rule for a call; refuses as it says. */
    Rule require(Trigger trigger, String call) {
        Rule rule = rule(trigger);
        if (rule.effect() == Effect.REFUSED) {
            throw Errors.endpointState(state, call);
        }
        return rule;
    }

    /** Changes the state, keeping posters out while it changes. */
    private void setState(EndpointState next) {
        requestPoster.gate().lock();
        receivePoster.gate().lock();
        state = next;
        receivePoster.gate().unlock(next.ordinal());
        requestPoster.gate().unlock(next.ordinal());
    }

    /** Moves on by a rule that raises no event. */
    void move(Trigger trigger) {
        Rule rule = rule(trigger);
        if (rule.effect() == Effect.DONE && rule.next() != null) {
            setState(rule.next());
        }
    }

    /**
     * Ends the connection or the attempt: everything outstanding is accounted for, then the one
     * terminal event is raised.
     */
    private void terminate(EndpointState next, ConnectionEvent event) {
        cancelTimer();
        datagrams.end();
        boolean cutShort = flush(next);
        startLife();
        ConnectionEvent told = cutShort ? cutShort(event) : event;
        counts.ended(told);
        owner.eventsOf(this).push(told);
    }

    /** Devices tell a peer that has died, and one that has ended the connection, alike. */
    private ConnectionEvent cutShort(ConnectionEvent event) {
        return event instanceof ConnectionEvent.Disconnected end && end.byPeer()
                ? new ConnectionEvent.Broken(
                        end.dispatcher(), this, "the connection ended before requests were done", 0)
                : event;
    }

    private void startLife() {
        int next = life + 1;
        life = next;
    }

    /** Whether requests were cut short by it. */
    private boolean flush(EndpointState next) {
        requestPoster.gate().lock();
        receivePoster.gate().lock();
        try {
            state = next;
            int succeeded = flushQueuePair();
            boolean cutShort = requestPoster.settle(succeeded);
            receivePoster.settle(0);
            return cutShort;
        } finally {
            receivePoster.gate().unlock(next.ordinal());
            requestPoster.gate().unlock(next.ordinal());
        }
    }

    private int flushQueuePair() {
        @Nullable QueuePair qp = queuePair;
        if (qp == null) {
            return 0;
        }
        try {
            return qp.flush();
        } catch (Throwable t) {
            ProviderCalls.letThreadEnd(t);
            owner.reportInternal(Errors.failedIn("QueuePair.flush", t));
            return 0;
        }
    }

    private void setTimer(long nanos, Runnable action) {
        cancelTimer();
        timer = owner.timers().set(nanos, action);
        owner.driver().wakeDriver();
    }

    private void cancelTimer() {
        Timers.@Nullable Timer t = timer;
        if (t != null) {
            owner.timers().cancel(t);
            timer = null;
        }
    }

    // ---- what the provider tells; under the control lock

    void onEstablished(ConnectionInfo info) {
        Rule rule = rule(Trigger.ESTABLISHED);
        if (rule.effect() != Effect.DONE) {
            return;
        }
        boolean passive = state == EndpointState.COMPLETION_PENDING;
        cancelTimer();
        PrivateData reply =
                passive
                        ? PrivateData.EMPTY
                        : PrivateDataCodec.decode(
                                info.privateData(), attributes.privateDataFraming(), false);
        connection =
                new Connection(
                        info.local(),
                        info.remote(),
                        passive ? requestData : reply,
                        info.readsIn(),
                        info.readsOut());
        counts.established(connection);
        requestPoster.setReadDepth(info.readsOut());
        @Nullable QueuePair qp = queuePair;
        if (!passive
                && qp != null
                && PrivateDataCodec.tellsExtensions(
                        info.privateData(), attributes.privateDataFraming())) {
            tellExtensions(qp);
        }
        EventDispatcherImpl events = owner.eventsOf(this);
        // State and event change together for whoever takes events; a post that follows the event
        // at once waits at the gate for the rest.
        requestPoster.gate().lock();
        receivePoster.gate().lock();
        try {
            events.pushEstablished(new ConnectionEvent.Established(events, this, reply), this);
        } finally {
            receivePoster.gate().unlock(EndpointState.CONNECTED.ordinal());
            requestPoster.gate().unlock(EndpointState.CONNECTED.ordinal());
        }
        events.signal();
        releaseHeld(partsNow().receives(), events);
        releaseHeld(partsNow().requests(), events);
    }

    private static void tellExtensions(QueuePair qp) {
        ProviderCalls.run("QueuePair.peerHasExtensions", qp::peerHasExtensions);
    }

    private void releaseHeld(
            @Nullable EventDispatcherImpl dispatcher, EventDispatcherImpl already) {
        if (dispatcher != null && dispatcher != already) {
            dispatcher.releaseHeld(this);
        }
    }

    /** Part of {@link #onEstablished}, when the event is in its dispatcher. */
    void markConnected() {
        state = EndpointState.CONNECTED;
    }

    /**
     * A completion said that an operation failed: that breaks the connection, if it is still there.
     */
    void operationFailed(int ofLife, OperationKind kind, CompletionStatus status, int nativeCode) {
        breakLife(ofLife, kind + " failed: " + status, nativeCode);
    }

    /** Breaks the connection, if it is still the one that is meant. */
    void breakLife(int ofLife, String reason, int nativeCode) {
        owner.control().lock();
        try {
            if (ofLife == life && !isClosed()) {
                onTerminal(Trigger.BROKEN, PrivateData.EMPTY, reason, nativeCode);
            }
        } finally {
            owner.control().unlock();
        }
    }

    /** Raises the terminal event that the table names for a trigger. */
    void onTerminal(Trigger trigger, PrivateData data, String reason, int nativeCode) {
        Rule rule = rule(trigger);
        @Nullable EndpointState next = rule.next();
        if (rule.effect() != Effect.DONE || next == null) {
            return;
        }
        EventDispatcherImpl events = owner.eventsOf(this);
        boolean byPeer = state != EndpointState.DISCONNECT_PENDING;
        ConnectionEvent event =
                switch (String.valueOf(rule.event())) {
                    case "PeerRejected" -> new ConnectionEvent.PeerRejected(events, this, data);
                    case "NonPeerRejected" ->
                            new ConnectionEvent.NonPeerRejected(events, this, reason);
                    case "Unreachable" ->
                            new ConnectionEvent.Unreachable(events, this, reason, nativeCode);
                    case "TimedOut" -> new ConnectionEvent.TimedOut(events, this);
                    case "AcceptCompletionError" ->
                            new ConnectionEvent.AcceptCompletionError(events, this, reason);
                    case "Disconnected" -> new ConnectionEvent.Disconnected(events, this, byPeer);
                    default -> new ConnectionEvent.Broken(events, this, reason, nativeCode);
                };
        terminate(next, event);
    }

    void onRejected(boolean byConsumer, byte[] data, String reason) {
        PrivateDataFraming framing = attributes.privateDataFraming();
        if (byConsumer && PrivateDataCodec.canBeConsumersRejection(data, framing)) {
            onTerminal(
                    Trigger.PEER_REJECTED, PrivateDataCodec.decode(data, framing, true), reason, 0);
        } else {
            onTerminal(Trigger.NON_PEER_REJECTED, PrivateData.EMPTY, reason, 0);
        }
    }

    // ---- connecting

    @Override
    public void connect(InetSocketAddress remote, ConnectOptions options) {
        if (remote.isUnresolved()) {
            throw Errors.address(
                    DatSubtype.INVALID_ADDRESS_MALFORMED,
                    "the host name " + remote.getHostString() + " is not resolved");
        }
        if (remote.getPort() == 0) {
            throw Errors.parameter(3, "port 0 is no connection qualifier to connect to");
        }
        long timeoutNs = EventDispatcherImpl.nanos(options.timeout());
        if (timeoutNs == 0) {
            throw Errors.parameter(
                    4, "timeout=0: give a time limit above zero, or EventDispatcher.FOREVER");
        }
        if (options.multipath()) {
            throw owner.gate().refusal(Capability.MULTIPATH);
        }
        if (options.qualityOfService() != QualityOfService.BEST_EFFORT) {
            throw new DatException(
                    org.jdapl.api.data.DatCode.error(
                            DatType.MODEL_NOT_SUPPORTED, DatSubtype.NO_SUBTYPE),
                    "quality of service "
                            + options.qualityOfService()
                            + " is not offered, only BEST_EFFORT",
                    org.jdapl.api.ErrorScope.CALL,
                    org.jdapl.api.Remedy.NONE);
        }
        owner.control().lock();
        try {
            requireOpen();
            require(Trigger.CONNECT, "connect");
            QueuePair qp = readyQueuePair();
            byte[] data =
                    PrivateDataCodec.encode(
                            options.privateData(),
                            attributes.privateDataFraming(),
                            false,
                            owner.attributes().maxPrivateDataBytes(),
                            owner.hasExtensions());
            if (isForDatagrams()) {
                datagrams.lookUp(
                        qp, zoneNow(), remote, new ConnectParameters(data, 0, 0, timeoutNs));
                return;
            }
            setState(EndpointState.ACTIVE_CONNECTION_PENDING);
            counts.connecting(remote);
            int thisLife = life;
            ConnectParameters parameters =
                    new ConnectParameters(
                            data, attributes.maxReadsIn(), attributes.maxReadsOut(), timeoutNs);
            boolean started = false;
            try {
                ConnectionManager manager = owner.connectionManager();
                ProviderCalls.run(
                        "ConnectionManager.connect", () -> manager.connect(qp, remote, parameters));
                started = true;
            } catch (DatException e) {
                if (e.type() == DatType.INVALID_ADDRESS) {
                    // Refused at once or later: the consumer sees the same one event (uDAPL
                    // dat_ep_connect).
                    started = true;
                    onTerminal(Trigger.UNREACHABLE, PrivateData.EMPTY, e.text(), e.nativeCode());
                    return;
                }
                throw e;
            } finally {
                if (!started) {
                    counts.refused();
                    setState(EndpointState.UNCONNECTED);
                }
            }
            setTimer(timeoutNs, () -> timedOut(thisLife));
        } finally {
            owner.control().unlock();
        }
    }

    private ProtectionZoneImpl zoneNow() {
        return Objects.requireNonNull(partsNow().zone()); // there is a queue pair
    }

    private void timedOut(int ofLife) {
        owner.control().lock();
        try {
            if (ofLife == life && !isClosed()) {
                timer = null;
                onTerminal(Trigger.TIMED_OUT, PrivateData.EMPTY, "the time limit ran out", 0);
            }
        } finally {
            owner.control().unlock();
        }
    }

    /** The queue pair, where everything that a connection needs is there. */
    private QueuePair readyQueuePair() {
        @Nullable QueuePair qp = queuePair;
        EndpointParts p = partsNow();
        if (qp == null || p.connections() == null) {
            throw Errors.state(
                    DatSubtype.INVALID_STATE_EP_NOTREADY,
                    "the endpoint lacks "
                            + (qp == null
                                    ? "a protection zone"
                                    : "a dispatcher for connection events"));
        }
        return qp;
    }

    /**
     * The accepting side's part of a connection; called by the request, which has checked the
     * state.
     *
     * @param peerHasExtensions whether the request says that the requester has the operations of
     *     RFC 7306
     */
    void accept(
            Trigger trigger,
            BiFunction<QueuePair, ConnectParameters, Boolean> provider,
            PrivateData reply,
            PrivateData request,
            boolean peerHasExtensions) {
        QueuePair qp = readyQueuePair();
        if (peerHasExtensions) {
            tellExtensions(qp);
        }
        byte[] data =
                PrivateDataCodec.encode(
                        reply,
                        attributes.privateDataFraming(),
                        false,
                        owner.attributes().maxPrivateDataBytes(),
                        owner.hasExtensions());
        EndpointState before = state;
        move(trigger);
        counts.accepting();
        boolean going;
        boolean done = false;
        try {
            going =
                    provider.apply(
                            qp,
                            new ConnectParameters(
                                    data,
                                    attributes.maxReadsIn(),
                                    attributes.maxReadsOut(),
                                    ACCEPT_LIMIT_NS));
            done = true;
        } finally {
            if (!done) {
                counts.refused();
                setState(before);
            }
        }
        requestData = request;
        if (going) {
            int thisLife = life;
            setTimer(ACCEPT_LIMIT_NS, () -> timedOut(thisLife));
        } else {
            onTerminal(Trigger.BROKEN, PrivateData.EMPTY, "the requester is gone", 0);
        }
    }

    /**
     * Answers a look-up with this endpoint; called by the request, which has checked the state.
     *
     * @param provider what takes the answer
     */
    void acceptLookUp(BiConsumer<QueuePair, ConnectParameters> provider, PrivateData reply) {
        byte[] data =
                PrivateDataCodec.encode(
                        reply,
                        attributes.privateDataFraming(),
                        false,
                        owner.attributes().maxPrivateDataBytes(),
                        false);
        provider.accept(readyQueuePair(), new ConnectParameters(data, 0, 0, ACCEPT_LIMIT_NS));
    }

    @Override
    public void duplicateConnect(Endpoint other, ConnectOptions options) {
        requireOpen();
        if (!(other instanceof EndpointImpl o) || o.owner != owner) {
            throw Errors.foreign(
                    DatSubtype.INVALID_HANDLE2, "the other endpoint belongs to another adapter");
        }
        o.requireOpen();
        @Nullable Connection c = o.connection;
        EndpointState s = o.state;
        if (c == null || s != EndpointState.CONNECTED) {
            throw Errors.endpointState(s, "duplicateConnect of the other endpoint");
        }
        refuseForDatagrams("duplicateConnect");
        connect(c.remote(), options);
    }

    @Override
    public void commonConnect(InetSocketAddress remote, ConnectOptions options) {
        requireOpen();
        owner.gate().require(Capability.COMMON_SERVICE_POINT);
        refuseForDatagrams("commonConnect");
        connect(remote, options); // over IP, address and port name every service point
    }

    private void refuseForDatagrams(String call) {
        if (isForDatagrams()) {
            throw Errors.state(state.subtype(), call + ": the endpoint is for datagrams");
        }
    }

    private void requireForDatagrams(String call) {
        if (!isForDatagrams()) {
            throw Errors.state(state.subtype(), call + ": the endpoint is not for datagrams");
        }
    }

    @Override
    public void joinMulticast(InetAddress group) {
        requireOpen();
        owner.gate().require(Capability.MULTICAST);
        if (!group.isMulticastAddress()) {
            throw Errors.address(
                    DatSubtype.INVALID_ADDRESS_MALFORMED,
                    group.getHostAddress() + " is no address of a multicast group");
        }
        owner.control().lock();
        try {
            requireOpen();
            requireForDatagrams("joinMulticast");
            require(Trigger.CONNECT, "joinMulticast");
            datagrams.join(readyQueuePair(), zoneNow(), group);
        } finally {
            owner.control().unlock();
        }
    }

    @Override
    public DatagramPort datagramPort() {
        owner.control().lock();
        try {
            requireOpen();
            requireForDatagrams("datagramPort");
            @Nullable QueuePair qp = queuePair;
            if (qp == null) {
                throw Errors.state(
                        DatSubtype.INVALID_STATE_EP_NOTREADY,
                        "the endpoint lacks a protection zone");
            }
            return new DatagramPort(
                    numberOf(qp), ProviderCalls.get("QueuePair.queueKey", qp::queueKey));
        } finally {
            owner.control().unlock();
        }
    }

    // ---- disconnecting

    @Override
    public void disconnect(DisconnectMode mode) {
        owner.control().lock();
        try {
            requireOpen();
            boolean graceful = mode == DisconnectMode.GRACEFUL;
            Trigger trigger = graceful ? Trigger.DISCONNECT_GRACEFUL : Trigger.DISCONNECT_ABRUPT;
            Rule rule = require(trigger, "disconnect");
            @Nullable QueuePair qp = queuePair;
            if (rule.effect() == Effect.NO_EFFECT || qp == null) {
                return;
            }
            if (rule.next() == EndpointState.DISCONNECT_PENDING) {
                disconnectGracefully(qp);
            } else {
                disconnectAbruptly(qp);
            }
        } finally {
            owner.control().unlock();
        }
    }

    private void disconnectGracefully(QueuePair qp) {
        setState(EndpointState.DISCONNECT_PENDING);
        boolean started = false;
        try {
            ConnectionManager manager = owner.connectionManager();
            ProviderCalls.run(DISCONNECT, () -> manager.disconnect(qp, true));
            started = true;
        } finally {
            if (!started) {
                setState(EndpointState.CONNECTED);
            }
        }
        int thisLife = life;
        setTimer(GRACEFUL_LIMIT_NS, () -> gracefulTimedOut(thisLife));
    }

    /** Ends it here and now, whatever the provider says: the flush gives the connection up. */
    private void disconnectAbruptly(QueuePair qp) {
        owner.quietly(DISCONNECT, () -> owner.provider().connectionManager().disconnect(qp, false));
        EventDispatcherImpl events = owner.eventsOf(this);
        terminate(
                EndpointState.DISCONNECTED, new ConnectionEvent.Disconnected(events, this, false));
        owner.driver().wakeDriver();
    }

    private void gracefulTimedOut(int ofLife) {
        owner.control().lock();
        try {
            @Nullable QueuePair qp = queuePair;
            if (ofLife == life && state == EndpointState.DISCONNECT_PENDING && qp != null) {
                timer = null;
                disconnectAbruptly(qp);
            }
        } finally {
            owner.control().unlock();
        }
    }

    @Override
    public void reset() {
        owner.control().lock();
        try {
            requireOpen();
            Rule rule = require(Trigger.RESET, "reset");
            if (rule.effect() == Effect.NO_EFFECT) {
                return;
            }
            QueuePair qp = renewQueuePair();
            generation = owner.endpoints().nextGeneration(index);
            requestPoster.renew(qp, ids(false), attributes.maxReadsOut());
            receivePoster.renew(qp, ids(true), attributes.maxReadsOut());
            startLife();
            connection = null;
            requestData = PrivateData.EMPTY;
            setState(EndpointState.UNCONNECTED);
        } finally {
            owner.control().unlock();
        }
    }

    /**
     * A new queue pair for another life. The old one's late events carry its link, so they are told
     * from those of the new one whatever a provider has under way; a queue pair that lives on could
     * not give that. Where it fails the endpoint stays as it is, and a reset can be tried again.
     */
    private QueuePair renewQueuePair() {
        @Nullable QueuePair old = queuePair;
        queuePair = null;
        closeQueuePair(old, link);
        QueuePair fresh = Objects.requireNonNull(makeQueuePair(partsNow()));
        queuePair = fresh;
        return fresh;
    }

    // ---- posting

    @Override
    public int postSend(
            LocalMemoryRegion region, long offset, long length, long cookie, int flags) {
        return requestPoster.postOne(
                OperationKind.SEND, null, region, offset, length, 0, 0, cookie, flags);
    }

    @Override
    public int postSendTo(
            AddressHandle peer,
            LocalMemoryRegion region,
            long offset,
            long length,
            long cookie,
            int flags) {
        return requestPoster.postOne(
                OperationKind.SEND,
                Objects.requireNonNull(peer, "peer"),
                region,
                offset,
                length,
                0,
                0,
                cookie,
                flags);
    }

    @Override
    public int postReceive(LocalMemoryRegion region, long offset, long length, long cookie) {
        return receivePoster.postOne(
                OperationKind.RECEIVE, null, region, offset, length, 0, 0, cookie, 0);
    }

    @Override
    public int postWrite(
            LocalMemoryRegion region,
            long offset,
            long length,
            long remoteAddress,
            long remoteKey,
            long cookie,
            int flags) {
        return requestPoster.postOne(
                OperationKind.RDMA_WRITE,
                null,
                region,
                offset,
                length,
                remoteAddress,
                remoteKey,
                cookie,
                flags);
    }

    @Override
    public int postRead(
            LocalMemoryRegion region,
            long offset,
            long length,
            long remoteAddress,
            long remoteKey,
            long cookie,
            int flags) {
        return requestPoster.postOne(
                OperationKind.RDMA_READ,
                null,
                region,
                offset,
                length,
                remoteAddress,
                remoteKey,
                cookie,
                flags);
    }

    @Override
    public int post(Work work) {
        WorkImpl w = (WorkImpl) work;
        return (w.request.kind == OperationKind.RECEIVE ? receivePoster : requestPoster).post(w);
    }

    @Override
    public int post(WorkList list) {
        WorkListImpl l = (WorkListImpl) list;
        if (l.size() == 0) {
            l.refusal = PostStatus.OK;
            return 0;
        }
        boolean receives = l.get(0).request.kind == OperationKind.RECEIVE;
        return (receives ? receivePoster : requestPoster).post(l);
    }

    // ---- queries

    @Override
    public EndpointState state() {
        return state;
    }

    @Override
    public EndpointStatus status() {
        requireOpen();
        return new EndpointStatus(
                state, receivePoster.outstanding() == 0, requestPoster.outstanding() == 0);
    }

    @Override
    public EndpointAttributes attributes() {
        return attributes;
    }

    @Override
    public @Nullable ProtectionZone protectionZone() {
        @Nullable EndpointParts p = parts;
        return p == null ? null : p.zone();
    }

    @Override
    public @Nullable EventDispatcher receives() {
        @Nullable EndpointParts p = parts;
        return p == null ? null : p.receives();
    }

    @Override
    public @Nullable EventDispatcher requests() {
        @Nullable EndpointParts p = parts;
        return p == null ? null : p.requests();
    }

    @Override
    public @Nullable EventDispatcher connections() {
        return connectionEvents();
    }

    @Nullable EventDispatcherImpl connectionEvents() {
        @Nullable EndpointParts p = parts;
        return p == null ? null : p.connections();
    }

    @Override
    public @Nullable SharedReceiveQueue sharedReceiveQueue() {
        @Nullable EndpointParts p = parts;
        return p == null ? null : p.shared();
    }

    @Override
    public Counters counters() {
        return counts.read();
    }

    EndpointCounts counts() {
        return counts;
    }

    @Override
    public Optional<Connection> connection() {
        return Optional.ofNullable(connection);
    }

    @Override
    public ReceiveCounts receiveCounts() {
        requireOpen();
        if (sharedReceiveQueue() != null) {
            int inUse = watermark.inUse();
            return new ReceiveCounts(inUse, inUse);
        }
        int posted = (int) receivePoster.outstanding();
        return new ReceiveCounts(
                posted, posted); // receives of one queue complete in order: there are no gaps
    }

    @Override
    public void setWatermark(int soft, int hard) {
        requireOpen();
        owner.gate().require(Capability.RECEIVE_WATERMARKS);
        if (sharedReceiveQueue() == null) {
            throw Errors.state(
                    DatSubtype.INVALID_STATE_EP_RECV_WATERMARK,
                    "watermarks are for receives from a shared queue; the endpoint has its own");
        }
        watermark.set(soft, hard);
    }

    /** It took a receive from its shared queue. */
    void receiveTaken() {
        watermark.taken();
    }

    /** The consumer has the completion of a receive from the shared queue. */
    void receiveReaped() {
        watermark.reaped();
    }

    int postBind(Binding binding, int privileges, long cookie, int flags) {
        return requestPoster.postBind(binding, privileges, cookie, flags);
    }

    /** Its place in the table of endpoints. */
    int index() {
        return index;
    }

    int generation() {
        return generation;
    }

    int life() {
        return life;
    }

    /** Whether a link is that of the present queue pair. */
    boolean isLinkedBy(Link candidate) {
        return link == candidate;
    }

    Ledger requestLedger() {
        return requestPoster.ledger();
    }

    Ledger receiveLedger() {
        return receivePoster.ledger();
    }

    /** Whether a completion now would come before its connection event. */
    boolean awaitsEstablished() {
        EndpointState s = state;
        return s == EndpointState.ACTIVE_CONNECTION_PENDING
                || s == EndpointState.COMPLETION_PENDING;
    }

    boolean isIn(ProtectionZoneImpl zone) {
        @Nullable EndpointParts p = parts;
        return p != null && p.zone() == zone;
    }

    boolean usesRegion(LocalMemoryRegionImpl region) {
        return requestPoster.uses(region) || receivePoster.uses(region);
    }

    boolean sendsTo(AddressHandleImpl destination) {
        return requestPoster.sendsTo(destination);
    }

    // ---- closing

    @Override
    DatSubtype inUseSubtype() {
        return state.subtype();
    }

    @Override
    void checkClosable() {
        require(Trigger.CLOSE, "close");
    }

    @Override
    void dispose() {
        cancelTimer();
        datagrams.end();
        flush(EndpointState.DISCONNECTED);
        startLife();
        counts.closed();
        requestPoster.close();
        receivePoster.close();
        owner.endpoints().remove(index);
        @Nullable QueuePair qp = queuePair;
        queuePair = null;
        closeQueuePair(qp, link);
        @Nullable EndpointParts p = parts;
        if (p != null) {
            p.detach();
        }
    }
}
