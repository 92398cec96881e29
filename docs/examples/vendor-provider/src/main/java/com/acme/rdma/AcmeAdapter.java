package com.acme.rdma;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionMeaning;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.TargetProgress;
import org.jdapl.api.data.Transport;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jdapl.spi.WaitSet;
import org.jdapl.spi.kit.SoftwareCompletionQueue;

/**
 * An open adapter: a selector, and one lock over all that belongs to it. That is slow, and plainly
 * right; a provider for hardware needs no lock, since the hardware's queues are the state.
 *
 * <p>Two rules of the interface shape it. <em>The listener is called without the lock</em>, since
 * it may call back: what happens under the lock is put into {@link #events} and {@link #ready}, and
 * told once the lock is free. <em>Connection events are told by the driver alone</em>, from inside
 * of {@link #progress()} and {@link #await}; only completion queues that are ready may also be told
 * from inside of a post.
 */
final class AcmeAdapter implements Adapter, WaitSet {

    static final int MAX_READS = 32;

    private static final int MANY = 1 << 16;
    private static final int MAX_WORK = 1 << 14;
    static final int MAX_SEGMENTS = 8;
    private static final long MAX_MESSAGE = Integer.MAX_VALUE;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** What is advertised is there; what is not, the runtime refuses before anybody gets here. */
    private static final Set<Capability> CAPABILITIES =
            EnumSet.of(
                    Capability.RDMA_WRITE,
                    Capability.RDMA_READ,
                    Capability.SOLICITED_EVENT,
                    Capability.SELF_CONNECTION,
                    Capability.ENDPOINT_RESET,
                    Capability.EVD_RESIZE,
                    Capability.LARGE_REGION,
                    Capability.READ_ONLY_MEMORY);

    /** Guards everything that is reached from the adapter. */
    final Object lock = new Object();

    private final OpenParameters parameters;
    private final AdapterAttributes attributes;
    private final Regions regions;
    private final Selector selector;
    private final AcmeConnectionManager connectionManager = new AcmeConnectionManager(this);

    // Guarded by the lock.
    private final Set<FrameChannel> channels = new LinkedHashSet<>();
    private final ArrayDeque<Runnable> events = new ArrayDeque<>();
    private final ArrayDeque<SoftwareCompletionQueue> ready = new ArrayDeque<>();
    private int lastNumber;

    private volatile Thread driver;
    private volatile boolean woken;

    AcmeAdapter(OpenParameters parameters) {
        this.parameters = parameters;
        this.regions = new Regions(lock, parameters.random());
        this.attributes = describe(parameters);
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new ProviderException(
                    DatType.INSUFFICIENT_RESOURCES,
                    DatSubtype.RESOURCE_DEVICE,
                    "cannot open a selector: " + e.getMessage(),
                    0);
        }
    }

    private static AdapterAttributes describe(OpenParameters parameters) {
        return AdapterAttributes.builder()
                .adapterName(parameters.adapterName())
                .vendorName("ACME")
                .hardwareVersion("none")
                .firmwareVersion(AcmeProvider.VERSION)
                .transport(Transport.SOFTWARE)
                .addresses(addresses())
                .progress(parameters.progress())
                .targetProgress(TargetProgress.REQUIRED)
                .completionMeaning(CompletionMeaning.LOCAL)
                .maxEndpoints(MANY)
                .maxEventDispatchers(MANY)
                .maxEventDepth(1 << 20)
                .maxProtectionZones(MANY)
                .maxRegions(MANY)
                .maxRegionBytes(Long.MAX_VALUE >>> 17)
                .maxWorkRequests(MAX_WORK)
                .maxSegments(MAX_SEGMENTS)
                .maxWriteSegments(MAX_SEGMENTS)
                .maxReadSegments(MAX_SEGMENTS)
                .maxReadsIn(MAX_READS)
                .maxReadsOut(MAX_READS)
                .maxMessageBytes(MAX_MESSAGE)
                .maxRdmaBytes(MAX_MESSAGE)
                .maxPrivateDataBytes(Frames.MAX_PRIVATE_DATA)
                .capabilities(CAPABILITIES)
                .build();
    }

    /** Addresses that can be bound, loopback last. */
    private static List<InetAddress> addresses() {
        List<InetAddress> all = new ArrayList<>();
        try {
            NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLinkLocalAddress())
                    .forEach(all::add);
        } catch (SocketException e) {
            all.add(InetAddress.getLoopbackAddress());
        }
        all.sort((a, b) -> Boolean.compare(a.isLoopbackAddress(), b.isLoopbackAddress()));
        return all;
    }

    @Override
    public AdapterAttributes attributes() {
        return attributes;
    }

    // ---- what it makes

    @Override
    public ProtectionDomain createProtectionDomain() {
        return regions.new Domain();
    }

    @Override
    public CompletionQueue createCompletionQueue(int depth, Object context) {
        return new SoftwareCompletionQueue(depth, context, this::completionReady);
    }

    @Override
    public QueuePair createQueuePair(QueuePairParameters wanted, Object context) {
        AcmeProvider.refuseUnknown(wanted.attributes().transport(), "endpoint");
        synchronized (lock) {
            return new AcmeQueuePair(this, ++lastNumber, wanted, context);
        }
    }

    @Override
    public ConnectionManager connectionManager() {
        return connectionManager;
    }

    @Override
    public WaitSet waitSet() {
        return this;
    }

    Regions regions() {
        return regions;
    }

    AdapterListener listener() {
        return parameters.listener();
    }

    // ---- the driver

    @Override
    public int progress() {
        return drive(0);
    }

    @Override
    public int await(long timeoutNs) {
        int done = drive(woken ? 0 : timeoutNs);
        woken = false;
        return done;
    }

    @Override
    public void wake() {
        woken = true;
        selector.wakeup();
    }

    private int drive(long timeoutNs) {
        driver = Thread.currentThread();
        try {
            int done = tellEvents();
            int[] ready = {done};
            select(done > 0 ? 0 : timeoutNs, key -> ready[0] += dispatch(key));
            return ready[0] + tellEvents();
        } finally {
            driver = null;
        }
    }

    private void select(long limitNs, Consumer<SelectionKey> action) {
        try {
            if (limitNs <= 0) {
                selector.selectNow(action);
            } else if (limitNs > Long.MAX_VALUE - NANOS_PER_MILLI) {
                selector.select(action);
            } else {
                selector.select(action, (limitNs + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the selector failed", e);
        } catch (ClosedSelectorException e) {
            // The adapter is closed.
        }
    }

    private int dispatch(SelectionKey key) {
        synchronized (lock) {
            try {
                return ((FrameChannel) key.attachment()).ready();
            } catch (CancelledKeyException e) {
                return 0; // closed by another thread
            }
        }
    }

    /**
     * Has something done later, under the lock. The time is the Java VM's: sockets live by no other
     * one. What measures time takes the clock of the {@link OpenParameters}.
     */
    void later(long delayNs, Runnable action) {
        CompletableFuture.delayedExecutor(delayNs, TimeUnit.NANOSECONDS)
                .execute(
                        () -> {
                            synchronized (lock) {
                                action.run();
                            }
                        });
    }

    /** Has the driver tell something, once the lock is free. */
    void tell(Runnable event) {
        events.add(event);
        wakeDriver();
    }

    private int tellEvents() {
        tellReady();
        int told = 0;
        for (Runnable event = nextEvent(); event != null; event = nextEvent()) {
            event.run();
            told++;
        }
        return told;
    }

    private Runnable nextEvent() {
        synchronized (lock) {
            return events.poll();
        }
    }

    /** Notes that an armed completion queue has got its completion. */
    void becameReady(SoftwareCompletionQueue queue) {
        ready.add(queue);
    }

    /** Tells of completion queues; by any thread that does not hold the lock. */
    void tellReady() {
        for (SoftwareCompletionQueue queue = nextReady(); queue != null; queue = nextReady()) {
            queue.notifyReady();
        }
    }

    private SoftwareCompletionQueue nextReady() {
        synchronized (lock) {
            return ready.poll();
        }
    }

    private void completionReady(Object context) {
        listener().completionReady(context);
        wakeDriver(); // who waits for this completion may be inside of await
    }

    /** Gets the driver out of the selector, where it may be there. */
    void wakeDriver() {
        if (driver != Thread.currentThread()) {
            selector.wakeup();
        }
    }

    // ---- channels

    SelectionKey register(SocketChannel socket, int operations, FrameChannel channel)
            throws IOException {
        SelectionKey key = socket.register(selector, operations, channel);
        channels.add(channel);
        wakeDriver();
        return key;
    }

    void forget(FrameChannel channel) {
        channels.remove(channel);
    }

    @Override
    public void close() {
        synchronized (lock) {
            List.copyOf(channels).forEach(FrameChannel::close);
        }
        try {
            selector.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
