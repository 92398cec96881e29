package org.jdapl.provider.verbs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.CompletionMeaning;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.DatagramSender;
import org.jdapl.api.data.ServiceType;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.AddressHandle;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.MemoryWindow;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jdapl.spi.SharedReceiveQueue;
import org.jdapl.spi.WaitSet;
import org.jdapl.verbs.AsyncEvent;
import org.jdapl.verbs.CompletionChannel;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.Device;
import org.jdapl.verbs.DeviceAttributes;
import org.jdapl.verbs.DeviceChange;
import org.jdapl.verbs.DeviceMonitor;
import org.jdapl.verbs.LinkLayer;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jspecify.annotations.Nullable;

/**
 * An open port of a device: its context, one completion channel, one event channel of the
 * connection manager, and the queue pairs and queues made from it.
 */
final class VerbsAdapter implements Adapter {

    /** How long the descriptors are left alone while somebody polls for all he can. */
    private static final long LOOK_EVERY_NS = 20_000;

    private static final long SWEEP_EVERY_NS = 200_000_000;

    // what can be read, in the order in which the wait set has them
    private static final int COMPLETIONS = 1;
    private static final int CONNECTIONS = 1 << 1;
    private static final int DEVICE = 1 << 2;
    private static final int ADDRESSES = 1 << 3;
    private static final int DEVICES = 1 << 4;

    /** Why an adapter is lost. */
    static final String REMOVED = "the device was removed";

    private final TransportTraits traits;
    private final Context context;
    private final int port;
    private final OpenParameters parameters;
    private final CompletionChannel completions;
    private final EventChannel connections;
    private final VerbsWaitSet waitSet;
    private final VerbsConnectionManager connectionManager;
    private final AdapterAttributes attributes;
    private final LinkLayer linkLayer;
    private final PortWatch portWatch;
    private final PendingAttempts attempts = new PendingAttempts();

    /** Hears of the device's end where the connection manager cannot tell it; else null. */
    private final @Nullable DeviceMonitor devices;

    private final Map<org.jdapl.verbs.CompletionQueue, VerbsCompletionQueue> queues =
            new ConcurrentHashMap<>();
    private final Map<Integer, VerbsQueuePair> queuePairs = new ConcurrentHashMap<>();
    private final Map<Integer, VerbsDatagramQueuePair> datagramQueuePairs =
            new ConcurrentHashMap<>();
    private final Map<AutoCloseable, VerbsSharedReceiveQueue> sharedQueues =
            new ConcurrentHashMap<>();

    private final List<VerbsMemoryWindow> windows = new CopyOnWriteArrayList<>();

    /** What is to be told to the listener on the driver's thread. */
    private final Queue<Runnable> news = new ConcurrentLinkedQueue<>();

    /** Queue pairs that disconnect when all before is done; their queues are polled here. */
    private final Queue<VerbsQueuePair> draining = new ConcurrentLinkedQueue<>();

    private long lookedNs;
    private long sweptNs;

    /** Whether the device is there; changed on the driver's thread. */
    private volatile Presence presence = Presence.HERE;

    private enum Presence {
        HERE,
        /** It was told that it has gone; the runtime has not flushed what it has of it. */
        LOST,
        /** All that was had of it is given back. */
        RELEASED
    }

    private VerbsAdapter(
            TransportTraits traits,
            String vendor,
            Context context,
            int port,
            OpenParameters parameters,
            EventChannel connections,
            PortWatch portWatch) {
        this.traits = traits;
        this.context = context;
        this.port = port;
        this.parameters = parameters;
        this.connections = connections;
        linkLayer = context.port(port).linkLayer();
        this.portWatch = portWatch;
        completions = CompletionChannel.create(context);
        attributes =
                new AdapterDescriber(
                                traits, vendor, context, port, portWatch.addresses(), parameters)
                        .describe();
        connectionManager = new VerbsConnectionManager(this, connections);
        devices = connectionManager.hearsOfRemoval() ? null : monitor();
        waitSet =
                new VerbsWaitSet(
                        this::look,
                        () -> patience(parameters.clock().nanoTime()),
                        completions.descriptor(),
                        connections.descriptor(),
                        context.asyncDescriptor(),
                        portWatch.descriptor(),
                        devices == null ? -1 : devices.descriptor());
    }

    private static @Nullable DeviceMonitor monitor() {
        try {
            return DeviceMonitor.open();
        } catch (VerbsException e) {
            return null; // the device's own events are left
        }
    }

    static VerbsAdapter open(
            Function<DeviceAttributes, TransportTraits> traitsOf,
            String vendor,
            Device device,
            int port,
            OpenParameters parameters) {
        List<AutoCloseable> made = new ArrayList<>();
        try {
            Context context = device.open();
            made.add(context);
            TransportTraits traits = traitsOf.apply(context.attributes());
            VerbsQueuePair.checkKeys(traits, parameters.transport(), "adapter");
            if (traits.placeholderDepth() > 0) { // closed with the context
                org.jdapl.verbs.CompletionQueue.create(context, traits.placeholderDepth());
            }
            EventChannel connections = EventChannel.create();
            made.add(connections);
            PortWatch portWatch = new PortWatch(context, port, parameters.listener());
            made.add(portWatch);
            return new VerbsAdapter(
                    traits, vendor, context, port, parameters, connections, portWatch);
        } catch (RuntimeException e) {
            closeAll(made.reversed(), e);
            throw e;
        }
    }

    private static void closeAll(List<AutoCloseable> made, RuntimeException cause) {
        for (AutoCloseable one : made) {
            try {
                one.close();
            } catch (Exception e) {
                cause.addSuppressed(e);
            }
        }
    }

    TransportTraits traits() {
        return traits;
    }

    Context context() {
        return context;
    }

    int port() {
        return port;
    }

    List<InetAddress> addresses() {
        return portWatch.addresses();
    }

    /** What datagrams and their addresses are like depends on it. */
    LinkLayer linkLayer() {
        return linkLayer;
    }

    /**
     * An address of this adapter in the family of a peer's, any port; what goes out from it goes
     * through this device.
     */
    InetSocketAddress source(InetAddress remote) {
        for (InetAddress address : addresses()) {
            if (address.getClass() == remote.getClass()) {
                return new InetSocketAddress(address, 0);
            }
        }
        throw new ProviderException(
                DatType.INVALID_ADDRESS,
                "the adapter has no address of the kind of " + remote.getHostAddress());
    }

    PendingAttempts attempts() {
        return attempts;
    }

    AdapterListener listener() {
        return parameters.listener();
    }

    CompletionChannel completionChannel() {
        return completions;
    }

    @Override
    public AdapterAttributes attributes() {
        return attributes;
    }

    @Override
    public ProtectionDomain createProtectionDomain() {
        return Native.call(() -> new VerbsProtectionDomain(this));
    }

    @Override
    public CompletionQueue createCompletionQueue(int depth, Object queueContext) {
        return Native.call(
                () -> {
                    VerbsCompletionQueue queue =
                            new VerbsCompletionQueue(this, depth, queueContext);
                    queues.put(queue.verbs(), queue);
                    return queue;
                });
    }

    @Override
    public QueuePair createQueuePair(QueuePairParameters made, Object queuePairContext) {
        VerbsQueuePair.checkKeys(traits, made.attributes().transport(), "endpoint");
        if (made.attributes().serviceType() == ServiceType.UNRELIABLE_DATAGRAM) {
            return Native.call(
                    () -> {
                        VerbsDatagramQueuePair queuePair =
                                new VerbsDatagramQueuePair(this, made, queuePairContext);
                        datagramQueuePairs.put(queuePair.number(), queuePair);
                        return queuePair;
                    });
        }
        return Native.call(
                () -> {
                    VerbsQueuePair queuePair = new VerbsQueuePair(this, made, queuePairContext);
                    queuePairs.put(queuePair.number(), queuePair);
                    return queuePair;
                });
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(
            ProtectionDomain domain,
            SharedReceiveQueueAttributes queueAttributes,
            Object queueContext) {
        return Native.call(
                () -> {
                    VerbsSharedReceiveQueue queue =
                            new VerbsSharedReceiveQueue(
                                    this,
                                    (VerbsProtectionDomain) domain,
                                    queueAttributes,
                                    queueContext);
                    sharedQueues.put(queue.verbs(), queue);
                    return queue;
                });
    }

    @Override
    public MemoryWindow createMemoryWindow(ProtectionDomain domain, boolean endpointScope) {
        return Native.call(
                () -> new VerbsMemoryWindow((VerbsProtectionDomain) domain, endpointScope));
    }

    @Override
    public AddressHandle createAddressHandle(ProtectionDomain domain, InetAddress remote) {
        return Native.call(() -> VerbsAddressHandle.of((VerbsProtectionDomain) domain, remote));
    }

    @Override
    public AddressHandle createAddressHandle(ProtectionDomain domain, DatagramSender sender) {
        return Native.call(() -> VerbsAddressHandle.of((VerbsProtectionDomain) domain, sender));
    }

    @Override
    public Map<String, Long> counters() {
        return HardwareCounters.read(context.device(), port);
    }

    @Override
    public ConnectionManager connectionManager() {
        return connectionManager;
    }

    @Override
    public WaitSet waitSet() {
        return waitSet;
    }

    /**
     * Completions are polled where they are, without the help of this; so the descriptors, which
     * cost a system call, are looked at only now and then.
     */
    @Override
    public int progress() {
        long now = parameters.clock().nanoTime();
        boolean quiet = news.isEmpty() && draining.isEmpty();
        if (now - lookedNs < LOOK_EVERY_NS && quiet) {
            return 0;
        }
        lookedNs = now;
        int ready = waitSet.ready();
        return quiet && ready == 0 && patience(now) > 0 ? 0 : look(ready);
    }

    /**
     * How long a wait may last. A request that fails in the device is told by its completion alone,
     * and nobody may be waiting for that: so completions are looked at now and then.
     */
    private long patience(long now) {
        if (queuePairs.isEmpty()
                || presence != Presence.HERE
                || traits.completionMeaning() == CompletionMeaning.LOCAL) {
            return Long.MAX_VALUE;
        }
        return Math.max(0, sweptNs + SWEEP_EVERY_NS - now);
    }

    private void sweep() {
        long now = parameters.clock().nanoTime();
        if (patience(now) == 0) {
            sweptNs = now;
            queues.values().forEach(queue -> Native.quietly(queue::lookForFailures));
        }
    }

    /** Takes and tells everything that has come. Faults come before the disconnects they cause. */
    private int look(int ready) {
        int done = 0;
        if (presence == Presence.LOST) {
            release();
            done++;
        }
        if (presence == Presence.HERE) {
            done += takeEvents(ready);
        }
        sweep();
        if (!draining.isEmpty()) { // an iterator is garbage
            draining.forEach(this::drain);
        }
        for (Runnable item = news.poll(); item != null; item = news.poll()) {
            item.run();
            done++;
        }
        return done;
    }

    private int takeEvents(int ready) {
        int done = 0;
        if ((ready & DEVICE) != 0) {
            for (AsyncEvent event = nextAsync(); event != null; event = nextAsync()) {
                happened(event);
                done++;
            }
        }
        if ((ready & COMPLETIONS) != 0) {
            done += takeCompletionEvents();
        }
        if ((ready & CONNECTIONS) != 0) {
            for (CmEvent event = next(); event != null; event = next()) {
                connectionManager.happened(event);
                done++;
            }
        }
        if ((ready & ADDRESSES) != 0) {
            done += portWatch.take();
        }
        if ((ready & DEVICES) != 0) {
            takeChanges();
        }
        return done;
    }

    private int takeCompletionEvents() {
        int done = 0;
        for (var queue = completions.pollEvent();
                queue.isPresent();
                queue = completions.pollEvent()) {
            VerbsCompletionQueue mine = queues.get(queue.get());
            if (mine != null) {
                mine.ready();
            }
            done++;
        }
        return done;
    }

    private void takeChanges() {
        while (devices != null) {
            Optional<DeviceChange> change = devices.pollChange();
            if (change.isEmpty()) {
                return;
            }
            if (change.get().equals(removal())) {
                lose(REMOVED);
            }
        }
    }

    private DeviceChange removal() {
        return new DeviceChange(
                DeviceChange.Action.REMOVED,
                DeviceChange.Subject.FILE,
                context.device().fileName());
    }

    private @Nullable AsyncEvent nextAsync() {
        try {
            return context.pollAsyncEvent().orElse(null);
        } catch (VerbsException e) {
            if (e.error() != VerbsError.NO_DEVICE) {
                throw e;
            }
            lose(REMOVED);
            return null;
        }
    }

    private void drain(VerbsQueuePair queuePair) {
        if (!queuePair.connection().isDraining()) {
            draining.remove(queuePair);
            return;
        }
        queuePair.armSends();
        queuePair.rescue();
    }

    void draining(VerbsQueuePair queuePair) {
        draining.add(queuePair);
        waitSet.wake();
    }

    private @Nullable CmEvent next() {
        return connections.pollEvent().orElse(null);
    }

    private void happened(AsyncEvent event) {
        switch (event.type()) {
            case QP_FATAL, QP_REQ_ERR, QP_ACCESS_ERR -> {
                VerbsQueuePair mine = queuePair(event);
                String reason = "asynchronous event " + event.type();
                if (mine != null) {
                    mine.fault(reason, event.code());
                }
                VerbsDatagramQueuePair datagrams = datagramQueuePair(event);
                if (datagrams != null) {
                    datagrams.fault(reason, event.code());
                }
            }
            case COMM_EST -> {
                VerbsQueuePair mine = queuePair(event);
                if (mine != null) {
                    mine.heardOfPeer();
                }
            }
            case SRQ_LIMIT_REACHED -> {
                AutoCloseable queue = event.element();
                VerbsSharedReceiveQueue mine = queue == null ? null : sharedQueues.get(queue);
                if (mine != null) {
                    mine.limitReached();
                }
            }
            case DEVICE_FATAL -> lose("the device reported a fatal error");
            // What that means for connections, the connections tell.
            default -> portWatch.happened(event);
        }
    }

    private @Nullable VerbsQueuePair queuePair(AsyncEvent event) {
        return event.element() instanceof org.jdapl.verbs.QueuePair queuePair
                ? queuePair(queuePair.number())
                : null;
    }

    private @Nullable VerbsDatagramQueuePair datagramQueuePair(AsyncEvent event) {
        return event.element() instanceof org.jdapl.verbs.QueuePair queuePair
                ? datagramQueuePairs.get(queuePair.number())
                : null;
    }

    /**
     * The device goes. Told once; on the driver's thread. Drivers that cannot take a device away
     * from its users go on until the last one has closed it, and so long the removal waits: what is
     * had of it is given back as soon as the runtime has heard of it.
     */
    void lose(String reason) {
        if (presence == Presence.HERE) {
            presence = Presence.LOST;
            listener().adapterLost(context.device().name() + ": " + reason);
            waitSet.wake();
        }
    }

    /**
     * Gives back all that is had of a device that goes; the objects stay, and refuse. What had
     * completed is kept for the runtime, which has flushed the queue pairs by now.
     */
    private void release() {
        presence = Presence.RELEASED;
        queues.values().forEach(queue -> Native.quietly(queue::retire));
        attempts.free(
                () -> {
                    Native.quietly(connections::close);
                    Native.quietly(context::close);
                });
    }

    /** Whether all that was had of the device is given back, or is being given back. */
    boolean isReleased() {
        return presence == Presence.RELEASED;
    }

    /** Has something told to the listener, on the driver's thread. */
    void tell(Runnable item) {
        news.add(item);
        waitSet.wake();
    }

    @Nullable VerbsQueuePair queuePair(int number) {
        return queuePairs.get(number);
    }

    void forget(VerbsQueuePair queuePair) {
        draining.remove(queuePair);
        queuePairs.remove(queuePair.number(), queuePair);
    }

    void forget(VerbsDatagramQueuePair queuePair) {
        datagramQueuePairs.remove(queuePair.number(), queuePair);
    }

    void forget(VerbsCompletionQueue queue) {
        queues.remove(queue.verbs());
    }

    void forget(VerbsSharedReceiveQueue queue) {
        sharedQueues.remove(queue.verbs());
    }

    /** A key of this side was made invalid by a peer. */
    void invalidated(long key) {
        for (VerbsMemoryWindow window : windows) {
            window.invalidated(key);
        }
    }

    void know(VerbsMemoryWindow window) {
        windows.add(window);
    }

    void forget(VerbsMemoryWindow window) {
        windows.remove(window);
    }

    @Override
    public void close() {
        attempts.free(this::free);
        attempts.close();
    }

    private void free() {
        List<VerbsException> failures = new ArrayList<>();
        for (Runnable step :
                List.<Runnable>of(
                        connectionManager::close,
                        connections::close,
                        context::close,
                        portWatch::close,
                        () -> {
                            if (devices != null) {
                                devices.close();
                            }
                        },
                        waitSet::close)) {
            try {
                step.run();
            } catch (VerbsException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw StatusTable.control(failures.getFirst());
        }
    }
}
