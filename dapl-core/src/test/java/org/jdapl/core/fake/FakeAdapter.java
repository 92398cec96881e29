package org.jdapl.core.fake;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.DatagramSender;
import org.jdapl.api.data.ServiceType;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.AddressHandle;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.ConnectionInfo;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.Listener;
import org.jdapl.spi.MulticastMembership;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jspecify.annotations.Nullable;

/** An adapter in memory. */
public final class FakeAdapter implements Adapter, ConnectionManager {

    final FakeProvider provider;
    final FakeFabric fabric;
    final FaultPlan plan;
    final FakeWaitSet waitSet = new FakeWaitSet(this);

    /** Objects that are not closed. */
    final Set<Object> open = ConcurrentHashMap.newKeySet();

    final List<FakeQueuePair> pairs = new CopyOnWriteArrayList<>();
    final List<FakeDatagramQueuePair> datagramPairs = new CopyOnWriteArrayList<>();
    private final List<FakeMembership> memberships = new CopyOnWriteArrayList<>();
    private final AdapterListener listener;
    private final AdapterAttributes attributes;
    private final AtomicReference<@Nullable Thread> inside = new AtomicReference<>();
    private final ArrayDeque<Consumer<AdapterListener>> events = new ArrayDeque<>();
    private final List<Consumer<AdapterListener>> heldEvents = new ArrayList<>();
    private boolean holding;
    private volatile boolean closed;

    /** Whether a queue pair has requests to be carried out when the adapter is driven. */
    volatile boolean dirty;

    FakeAdapter(FakeProvider provider, OpenParameters parameters) {
        this.provider = provider;
        this.fabric = provider.fabric;
        this.plan = provider.plan;
        this.listener = parameters.listener();
        this.attributes = provider.attributesOf(parameters);
    }

    // ---- watching

    void check(boolean objectClosed, String call) {
        checkOpen(objectClosed, call);
        plan.at(call);
    }

    void checkOpen(boolean objectClosed, String call) {
        if (closed) {
            plan.violated(call + " after the adapter was closed");
        }
        if (objectClosed) {
            plan.violated(call + " on a closed object");
        }
    }

    void enter(String call) {
        checkOpen(false, call);
        if (!inside.compareAndSet(null, Thread.currentThread())) {
            plan.violated("two threads drive: " + inside.get());
        }
    }

    void exit() {
        inside.set(null);
    }

    /** Whether it was closed. */
    public boolean isClosed() {
        return closed;
    }

    /** The queue pairs that are open, oldest first. */
    public List<FakeQueuePair> queuePairs() {
        return pairs;
    }

    /** How many objects are open. */
    public int openObjects() {
        return open.size();
    }

    // ---- telling

    /** Queues an event for the next time that the adapter is driven. */
    public void tell(Consumer<AdapterListener> event) {
        synchronized (events) {
            if (holding) {
                heldEvents.add(event);
                return;
            }
            events.addLast(event);
        }
        waitSet.wake();
    }

    /** Keeps events from being told, until they are released. */
    public void holdEvents() {
        synchronized (events) {
            holding = true;
        }
    }

    /** How many events are held. */
    public int heldEvents() {
        synchronized (events) {
            return heldEvents.size();
        }
    }

    /** Has one held event told, by its place in the order in which they came. */
    public void releaseEvent(int index) {
        synchronized (events) {
            events.addLast(heldEvents.remove(index));
        }
        waitSet.wake();
    }

    /** Has all held events told and ends holding. */
    public void releaseEvents() {
        synchronized (events) {
            holding = false;
            events.addAll(heldEvents);
            heldEvents.clear();
        }
        waitSet.wake();
    }

    /** The armed queue of a context got a completion. */
    void ready(Object context) {
        listener.completionReady(context);
        waitSet.wake();
    }

    /** The runtime's listener, for calls that no contract allows. */
    public AdapterListener listener() {
        return listener;
    }

    // ---- driving

    @Override
    public int progress() {
        enter("progress");
        try {
            plan.run("progress");
            return work();
        } finally {
            exit();
        }
    }

    int work() {
        int done = 0;
        while (true) {
            Consumer<AdapterListener> event;
            synchronized (events) {
                event = events.pollFirst();
            }
            if (event == null) {
                break;
            }
            event.accept(listener);
            done++;
        }
        if (dirty) {
            dirty = false;
            for (FakeQueuePair pair : pairs) {
                if (pair.mode == FakeQueuePair.Mode.DRIVEN) {
                    done += pair.drive();
                }
            }
        }
        return done;
    }

    @Override
    public FakeWaitSet waitSet() {
        plan.at("waitSet");
        return waitSet;
    }

    @Override
    public ConnectionManager connectionManager() {
        return this;
    }

    // ---- making objects

    @Override
    public AdapterAttributes attributes() {
        check(false, "attributes");
        return attributes;
    }

    @Override
    public Map<String, Long> counters() {
        check(false, "counters");
        return provider.counters;
    }

    @Override
    public ProtectionDomain createProtectionDomain() {
        check(false, "createProtectionDomain");
        return remembered(new FakeProtectionDomain(this));
    }

    @Override
    public CompletionQueue createCompletionQueue(int depth, Object context) {
        check(false, "createCompletionQueue");
        return remembered(new FakeCompletionQueue(this, depth, context));
    }

    @Override
    public QueuePair createQueuePair(QueuePairParameters parameters, Object context) {
        check(false, "createQueuePair");
        if (parameters.attributes().serviceType() == ServiceType.UNRELIABLE_DATAGRAM) {
            FakeDatagramQueuePair made = new FakeDatagramQueuePair(this, parameters, context);
            datagramPairs.add(made);
            return remembered(made);
        }
        FakeQueuePair pair = new FakeQueuePair(this, parameters, context, provider.mode);
        pairs.add(pair);
        return remembered(pair);
    }

    private <T> T remembered(T object) {
        open.add(object);
        return object;
    }

    // ---- datagrams

    /** The queue pairs for datagrams that are open, oldest first. */
    public List<FakeDatagramQueuePair> datagramPairs() {
        return datagramPairs;
    }

    /** The memberships that were wished for, oldest first. */
    public List<FakeMembership> memberships() {
        return memberships;
    }

    @Override
    public AddressHandle createAddressHandle(ProtectionDomain domain, InetAddress remote) {
        check(false, "createAddressHandle");
        return new FakeAddressHandle(this);
    }

    @Override
    public AddressHandle createAddressHandle(ProtectionDomain domain, DatagramSender sender) {
        check(false, "createAddressHandle");
        return new FakeAddressHandle(this);
    }

    @Override
    public Listener listenForDatagrams(InetSocketAddress local, int backlog, Object context) {
        return listen(local, backlog, context);
    }

    @Override
    public void lookUp(
            QueuePair queuePair, InetSocketAddress remote, ConnectParameters wish, Object context) {
        check(false, "lookUp");
        FakeListener to;
        synchronized (fabric) {
            to = fabric.listeners.get(remote.getPort());
        }
        if (to == null) {
            tell(l -> l.rejected(context, false, new byte[0], "nobody listens"));
            return;
        }
        FakeDatagramAnswer request =
                new FakeDatagramAnswer(this, context, to.localAddress(), wish.privateData());
        to.adapter.tell(l -> l.connectionRequest(to.context, request));
    }

    @Override
    public MulticastMembership joinMulticast(
            QueuePair queuePair, InetAddress group, Object context) {
        check(false, "joinMulticast");
        FakeMembership made = new FakeMembership(this, group, context);
        memberships.add(made);
        return remembered(made);
    }

    // ---- connecting

    @Override
    public Listener listen(InetSocketAddress local, int backlog, Object context) {
        check(false, "listen");
        synchronized (fabric) {
            int port = local.getPort() == 0 ? fabric.freePort() : local.getPort();
            if (fabric.listeners.containsKey(port)) {
                throw new ProviderException(DatType.CONN_QUAL_IN_USE, "port " + port + " is taken");
            }
            FakeListener made =
                    new FakeListener(
                            this, new InetSocketAddress(local.getAddress(), port), context);
            fabric.listeners.put(port, made);
            return remembered(made);
        }
    }

    @Override
    public void connect(QueuePair queuePair, InetSocketAddress remote, ConnectParameters wish) {
        check(false, "connect");
        FakeQueuePair from = (FakeQueuePair) queuePair;
        FakeListener to;
        synchronized (fabric) {
            to = fabric.listeners.get(remote.getPort());
        }
        if (to == null) {
            tell(l -> l.rejected(from.context, false, new byte[0], "nobody listens"));
            return;
        }
        FakeRequest request = new FakeRequest(from, to, wish);
        from.request = request;
        to.adapter.tell(l -> l.connectionRequest(to.context, request));
    }

    @Override
    public void accept(IncomingConnection incoming, QueuePair queuePair, ConnectParameters wish) {
        check(false, "accept");
        if (incoming instanceof FakeDatagramAnswer answer) {
            answer.accept(queuePair.number(), wish.privateData());
            return;
        }
        FakeRequest request = (FakeRequest) incoming;
        FakeQueuePair passive = (FakeQueuePair) queuePair;
        FakeQueuePair active = request.from;
        request.answered = true;
        int readsOut = Math.min(wish.readsOut(), request.parameters.readsIn());
        int readsIn = Math.min(wish.readsIn(), request.parameters.readsOut());
        synchronized (fabric) {
            if (active == null || active.request != request) {
                tell(l -> l.broken(passive.context, "the requester is gone", 104));
                return;
            }
            active.request = null;
            active.peer = passive;
            passive.peer = active;
            active.connected = true;
            passive.connected = true;
        }
        InetSocketAddress here = request.localAddress();
        InetSocketAddress there = request.remoteAddress();
        byte[] reply = wish.privateData();
        ConnectionInfo ours = new ConnectionInfo(here, there, new byte[0], readsIn, readsOut);
        ConnectionInfo theirs = new ConnectionInfo(there, here, reply, readsOut, readsIn);
        tell(l -> l.established(passive.context, ours));
        active.adapter.tell(l -> l.established(active.context, theirs));
    }

    @Override
    public void reject(IncomingConnection incoming, byte[] privateData) {
        check(false, "reject");
        if (incoming instanceof FakeDatagramAnswer answer) {
            answer.reject(privateData);
            return;
        }
        FakeRequest request = (FakeRequest) incoming;
        request.answered = true;
        FakeQueuePair active = request.from;
        if (active != null && active.request == request) {
            active.request = null;
            active.adapter.tell(l -> l.rejected(active.context, true, privateData, "rejected"));
        }
    }

    @Override
    public void disconnect(QueuePair queuePair, boolean graceful) {
        check(false, "disconnect");
        FakeQueuePair pair = (FakeQueuePair) queuePair;
        if (graceful) {
            pair.closeGracefully();
        } else {
            endConnection(pair);
        }
    }

    /** Ends a connection for both ends. */
    void endConnection(FakeQueuePair pair) {
        synchronized (fabric) {
            FakeQueuePair other = pair.peer;
            pair.peer = null;
            tell(l -> l.disconnected(pair.context));
            if (other != null && other.peer == pair) {
                other.peer = null;
                other.adapter.tell(l -> l.disconnected(other.context));
            }
        }
    }

    /** A request from a peer that is not there. */
    public FakeRequest strangeRequest(int port, byte[] privateData) {
        FakeListener to;
        synchronized (fabric) {
            to = fabric.listeners.get(port);
        }
        if (to == null) {
            throw new ProviderException(
                    DatType.INVALID_ADDRESS, DatSubtype.NO_SUBTYPE, "nobody listens", 0);
        }
        FakeRequest request =
                new FakeRequest(null, to, new ConnectParameters(privateData, 4, 4, 1_000_000_000L));
        to.adapter.tell(l -> l.connectionRequest(to.context, request));
        return request;
    }

    @Override
    public void close() {
        check(false, "adapter.close");
        if (inside.get() != null && inside.get() != Thread.currentThread()) {
            plan.violated("adapter closed while " + inside.get() + " drives");
        }
        if (!open.isEmpty() && provider.expectsOrder) {
            plan.violated("adapter closed with open objects: " + open);
        }
        closed = true;
    }
}
