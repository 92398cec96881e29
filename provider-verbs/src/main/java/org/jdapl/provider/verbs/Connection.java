package org.jdapl.provider.verbs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jdapl.api.data.CompletionMeaning;
import org.jdapl.api.data.InfinibandAttributes;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.ConnectionInfo;
import org.jdapl.verbs.Mtu;
import org.jdapl.verbs.QueuePairAttributes;
import org.jdapl.verbs.QueuePairState;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.ConnectionParameters;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.PortSpace;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a queue pair, as the connection manager sees it.
 *
 * <pre>
 *   IDLE -connect-> RESOLVING -> ROUTING -> CONNECTING -> UP -disconnect-> DRAINING -> ENDED
 *   IDLE -accept--------------------------> ACCEPTING --> UP
 * </pre>
 *
 * and from everywhere to ENDED. Events are handled by the driver alone, calls come from any thread;
 * the state is guarded by this, and nothing is told to the listener under the lock.
 */
final class Connection {
    private static final Duration RESOLVE = Duration.ofSeconds(2);
    private static final InetAddress BROADCAST = InetAddress.ofLiteral("255.255.255.255");
    private static final long MIN_RESOLVE_NS = 1_000_000;
    private static final int MAX_READS = 255;

    /** As often as can be without being endless: some seconds, with the usual timer. */
    private static final int RNR_RETRIES = 6;

    private enum State {
        IDLE,
        RESOLVING,
        ROUTING,
        CONNECTING,
        ACCEPTING,
        UP,
        DRAINING,
        ENDED
    }

    private final VerbsAdapter adapter;
    private final VerbsQueuePair queuePair;
    private final Object context;

    // guarded by this
    private State state = State.IDLE;
    private @Nullable ConnectionId id;
    private @Nullable ConnectParameters parameters;
    private int ownOutstanding;
    private boolean disconnectSent;

    /** Whether a thread is starting the attempt. */
    private boolean starting;

    /** Whether the attempt is to be freed when the driver lets go of it. */
    private boolean abandoned;

    Connection(VerbsAdapter adapter, VerbsQueuePair queuePair, Object context) {
        this.adapter = adapter;
        this.queuePair = queuePair;
        this.context = context;
    }

    private AdapterListener listener() {
        return adapter.listener();
    }

    private TransportTraits traits() {
        return adapter.traits();
    }

    // ---- the connecting side

    synchronized void connect(
            EventChannel channel, InetSocketAddress remote, ConnectParameters wanted) {
        if (!isHost(remote.getAddress())) {
            state = State.ENDED;
            adapter.tell(
                    () ->
                            listener()
                                    .unreachable(
                                            context,
                                            remote.getAddress().getHostAddress() + " is no host",
                                            0));
            return;
        }
        Duration limit =
                Duration.ofNanos(Math.clamp(wanted.timeoutNs(), MIN_RESOLVE_NS, RESOLVE.toNanos()));
        ConnectionId made = ConnectionId.create(channel, PortSpace.TCP);
        made.attach(this);
        try {
            made.resolveAddress(adapter.source(remote.getAddress()), remote, limit);
        } catch (VerbsException e) {
            made.close();
            if (e.error() == VerbsError.CLOSED) {
                throw e;
            }
            state = State.ENDED;
            adapter.tell(() -> listener().unreachable(context, e.getMessage(), e.errno()));
            return;
        }
        id = made;
        parameters = wanted;
        state = State.RESOLVING;
    }

    /** Broadcast and multicast addresses are resolved, and then nobody ever answers. */
    private static boolean isHost(InetAddress address) {
        return !address.isMulticastAddress() && !address.equals(BROADCAST);
    }

    void addressResolved() {
        advance(State.RESOLVING, State.ROUTING, made -> made.resolveRoute(RESOLVE));
    }

    void routeResolved() {
        advance(
                State.ROUTING,
                State.CONNECTING,
                made -> {
                    bringUp(made, QueuePairState.INIT);
                    ConnectionParameters asked = toPeer();
                    if (traits().attemptsLinger()) {
                        starting = true;
                        adapter.attempts().run(() -> start(made, asked));
                    } else {
                        made.connect(asked);
                    }
                });
    }

    /** Starts the attempt where that may block, on a thread for that. */
    private void start(ConnectionId made, ConnectionParameters asked) {
        boolean wanted;
        synchronized (this) {
            wanted = state == State.CONNECTING;
        }
        VerbsException failed = null;
        if (wanted) {
            try {
                made.connect(asked);
            } catch (VerbsException e) {
                failed = e;
            }
        }
        boolean unwanted;
        synchronized (this) {
            starting = false;
            unwanted = abandoned;
        }
        if (unwanted) {
            bury(made);
        } else if (failed != null) {
            VerbsException reason = failed;
            adapter.tell(() -> notStarted(reason));
        }
    }

    private void notStarted(VerbsException reason) {
        synchronized (this) {
            if (state != State.CONNECTING) {
                return;
            }
            state = State.ENDED;
        }
        notConnected(reason);
    }

    private void notConnected(VerbsException reason) {
        queuePair.ended();
        if (reason.error() == VerbsError.REFUSED) {
            listener().rejected(context, false, new byte[0], reason.getMessage());
        } else {
            listener().unreachable(context, reason.getMessage(), reason.errno());
        }
    }

    /** Frees an attempt that was given up; waits until the driver lets go of it. */
    private void bury(ConnectionId made) {
        try (EventChannel grave = EventChannel.create()) {
            // While an identifier is freed, nobody can take events of its channel.
            made.migrate(grave);
            made.close();
        } catch (VerbsException e) {
            Native.quietly(made::close);
        } finally {
            Native.quietly(queuePair.verbs()::close);
            adapter.attempts().letGo();
        }
    }

    private interface Step {
        void run(ConnectionId id);
    }

    private void advance(State from, State to, Step step) {
        VerbsException failed = null;
        synchronized (this) {
            if (state != from || id == null) {
                return;
            }
            state = to;
            try {
                step.run(id);
            } catch (VerbsException e) {
                state = State.ENDED;
                failed = e;
            }
        }
        if (failed != null) {
            notConnected(failed);
        }
    }

    /** The other side accepted; where this side has to bring its queue pair up, that is due now. */
    void answered(CmEvent event) {
        VerbsException failed = null;
        synchronized (this) {
            if (state != State.CONNECTING || id == null) {
                return;
            }
            try {
                bringUp(id, QueuePairState.RTR);
                bringUp(id, QueuePairState.RTS);
                id.establish();
            } catch (VerbsException e) {
                failed = e;
            }
        }
        if (failed != null) {
            end("the connection could not be completed: " + failed.getMessage(), failed.errno());
        } else {
            up(event);
        }
    }

    // ---- the accepting side

    /**
     * Accepts a request. What fails, fails because the requester has gone, or its device has; that
     * is an event, as when it goes a moment later.
     */
    synchronized void accept(ConnectionId request, ConnectParameters wanted) {
        parameters = wanted;
        request.attach(this);
        id = request;
        state = State.ACCEPTING;
        try {
            bringUp(request, QueuePairState.INIT);
            if (traits().establishes()) {
                bringUp(request, QueuePairState.RTR);
                bringUp(request, QueuePairState.RTS);
            }
            request.accept(toPeer());
        } catch (VerbsException e) {
            state = State.ENDED;
            queuePair.ended();
            String reason = "the requester has gone: " + e.getMessage();
            adapter.tell(() -> listener().broken(context, reason, e.errno()));
        }
    }

    /** The first message came before the connection manager's answer did. */
    void heardOfPeer() {
        ConnectionId waiting;
        synchronized (this) {
            waiting = state == State.ACCEPTING ? id : null;
        }
        if (waiting != null) {
            Native.quietly(waiting::notifyCommunicationEstablished);
        }
    }

    // ---- both

    /** Brings the queue pair to a state, with what the connection manager says of it, and we. */
    private void bringUp(ConnectionId of, QueuePairState to) {
        QueuePairAttributes attributes = of.queuePairAttributes(to);
        ConnectParameters wanted = wanted();
        TransportAttributes transport = queuePair.attributes().transport();
        if (traits().establishes() && to == QueuePairState.RTR) {
            attributes.maxDestinationReads(wanted.readsIn());
            transport
                    .get(InfinibandAttributes.PATH_MTU)
                    .ifPresent(bytes -> attributes.pathMtu(Mtu.valueOf("MTU_" + bytes)));
        }
        if (traits().establishes() && to == QueuePairState.RTS) {
            attributes.maxReads(Math.min(wanted.readsOut(), Math.max(1, attributes.maxReads())));
            // What the connection manager says here is the peer's wish.
            attributes.rnrRetry(
                    transport.get(InfinibandAttributes.RNR_RETRY_COUNT).orElse(RNR_RETRIES));
        }
        if (to == QueuePairState.INIT) {
            attributes.access(queuePair.rights());
        }
        queuePair.verbs().modify(attributes);
    }

    private ConnectParameters wanted() {
        ConnectParameters wanted = parameters;
        if (wanted == null) {
            throw new IllegalStateException("a connection without parameters");
        }
        return wanted;
    }

    private ConnectionParameters toPeer() {
        ConnectParameters wanted = wanted();
        TransportAttributes transport = queuePair.attributes().transport();
        ConnectionParameters.Builder builder =
                ConnectionParameters.builder()
                        .privateData(wanted.privateData())
                        .responderResources(Math.min(wanted.readsIn(), MAX_READS))
                        .initiatorDepth(Math.min(wanted.readsOut(), MAX_READS))
                        .queuePairNumber(queuePair.number());
        transport.get(InfinibandAttributes.RETRY_COUNT).ifPresent(builder::retryCount);
        return builder.build();
    }

    void established(CmEvent event) {
        synchronized (this) {
            if (state != State.CONNECTING && state != State.ACCEPTING) {
                return;
            }
        }
        up(event);
    }

    private void up(CmEvent event) {
        ConnectionInfo info;
        synchronized (this) {
            if (id == null || (state != State.CONNECTING && state != State.ACCEPTING)) {
                return;
            }
            boolean active = state == State.CONNECTING;
            state = State.UP;
            if (active && traits().hiddenFirstMessage() && queuePair.postOwn()) {
                ownOutstanding++;
            }
            info = info(id, event, active);
        }
        listener().established(context, info);
    }

    private ConnectionInfo info(ConnectionId of, CmEvent event, boolean active) {
        ConnectParameters wanted = wanted();
        int in = wanted.readsIn();
        int out = wanted.readsOut();
        if (active && event.connectionParameters().isPresent()) {
            ConnectionParameters theirs = event.connectionParameters().get();
            in = Math.min(in, theirs.responderResources());
            out = Math.min(out, theirs.initiatorDepth());
        }
        InetSocketAddress none = new InetSocketAddress(0);
        return new ConnectionInfo(
                of.localAddress().orElse(none),
                of.peerAddress().orElse(none),
                active ? event.privateData() : new byte[0],
                in,
                out);
    }

    /** The other side, or its system, refused. */
    void rejected(CmEvent event) {
        State before;
        synchronized (this) {
            before = state;
            if (before == State.ENDED) {
                return;
            }
            state = State.ENDED;
        }
        queuePair.ended();
        if (before == State.ACCEPTING) {
            listener().broken(context, "the requester refused the answer", event.status());
            return;
        }
        boolean byProgram = event.status() == traits().rejectedByProgram();
        listener()
                .rejected(
                        context,
                        byProgram,
                        byProgram ? event.privateData() : new byte[0],
                        event.toString());
    }

    /** It could not be reached; at the accepting side: the requester has gone. */
    void failed(CmEvent event) {
        State before;
        synchronized (this) {
            before = state;
            if (before == State.ENDED) {
                return;
            }
            state = State.ENDED;
        }
        queuePair.ended();
        switch (before) {
            case RESOLVING, ROUTING, CONNECTING ->
                    listener().unreachable(context, event.toString(), event.status());
            default -> listener().broken(context, event.toString(), event.status());
        }
    }

    void disconnected() {
        State before;
        boolean fault;
        synchronized (this) {
            before = state;
            if (before == State.ENDED || before == State.IDLE) {
                return;
            }
            state = State.ENDED;
            fault = before == State.UP && queuePair.isInError(); // disconnecting puts it there, too
            sendDisconnect();
        }
        queuePair.ended();
        if (fault) {
            listener().broken(context, VerbsQueuePair.IN_ERROR, 0);
        } else if (before == State.UP || before == State.DRAINING) {
            listener().disconnected(context);
        } else if (before == State.ACCEPTING) {
            listener().broken(context, "the requester went away", 0);
        } else {
            listener().unreachable(context, "the peer closed the connection", 0);
        }
    }

    /** The device found that it is broken. On the driver's thread. */
    void broke(String reason, int nativeCode) {
        boolean crossed;
        synchronized (this) {
            if (state != State.UP && state != State.DRAINING) {
                return;
            }
            crossed =
                    state == State.DRAINING
                            && traits().completionMeaning() == CompletionMeaning.LOCAL;
        }
        if (crossed) {
            // The other side has ended the connection too: our last request finds no stream.
            drained();
        } else {
            end(reason, nativeCode);
        }
    }

    private void end(String reason, int nativeCode) {
        synchronized (this) {
            if (state == State.ENDED) {
                return;
            }
            state = State.ENDED;
            sendDisconnect();
        }
        queuePair.ended();
        listener().broken(context, reason, nativeCode);
    }

    /** Ends it: after all that was posted before, if graceful. */
    void disconnect(boolean graceful) {
        synchronized (this) {
            if (state != State.UP && state != State.DRAINING) {
                return;
            }
            if (graceful && state == State.UP && queuePair.postOwn()) {
                ownOutstanding++;
                state = State.DRAINING;
                adapter.draining(queuePair);
                return;
            }
            if (graceful && state == State.DRAINING) {
                return;
            }
            state = State.DRAINING;
            sendDisconnect();
        }
        queuePair.ended();
        afterDisconnect();
    }

    /**
     * On InfiniBand the other side has to answer before the connection manager says that this side
     * is disconnected; that may take its time-outs. The caller is told now.
     */
    private void afterDisconnect() {
        adapter.tell(this::disconnected);
    }

    /** A request of our own is done, so everything before it is. */
    void ownDone(boolean success) {
        synchronized (this) {
            ownOutstanding--;
            if (state != State.DRAINING || (ownOutstanding > 0 && success)) {
                return;
            }
        }
        drained();
    }

    private void drained() {
        synchronized (this) {
            sendDisconnect();
        }
        queuePair.ended();
        afterDisconnect();
    }

    synchronized boolean isDraining() {
        return state == State.DRAINING && !disconnectSent;
    }

    private void sendDisconnect() {
        ConnectionId of = id;
        if (!disconnectSent && of != null) {
            disconnectSent = true;
            Native.quietly(of::disconnect);
        }
    }

    /**
     * Nobody wants to hear of it any more.
     *
     * @return whether the driver holds the queue pair for an attempt that cannot be called off; it
     *     is freed with that
     */
    synchronized boolean giveUp() {
        if (state == State.UP || state == State.DRAINING || state == State.ACCEPTING) {
            sendDisconnect();
        }
        ConnectionId made = id;
        boolean held = state == State.CONNECTING && traits().attemptsLinger();
        state = State.ENDED;
        if (!held || made == null) {
            return false;
        }
        abandoned = true;
        id = null;
        adapter.attempts().hold();
        if (!starting) {
            adapter.attempts().run(() -> bury(made));
        }
        return true;
    }

    /** Frees the identifier. */
    void free() {
        ConnectionId of;
        synchronized (this) {
            of = id;
            id = null;
        }
        if (of != null) {
            Native.run(of::close);
        }
    }
}
