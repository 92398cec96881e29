package com.acme.rdma;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.EnumSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionMeaning;
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
import org.jdapl.spi.kit.HostAddresses;
import org.jdapl.spi.kit.SoftwareCompletionQueue;
import org.jdapl.spi.seam.Clock;

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

    static final String DESCRIPTION = "an example: RDMA in software over TCP";
    static final int MAX_PRIVATE_DATA = 256;
    static final int MAX_READS = 32;
    static final int MAX_SEGMENTS = 8;

    private static final int MANY = 1 << 16;
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

    final Selector selector;

    /** The only time there is. */
    final Clock clock;

    private final AdapterListener listener;
    private final AdapterAttributes attributes;
    private final Regions regions;
    private final AcmeConnectionManager connectionManager = new AcmeConnectionManager(this);

    private final Queue<Consumer<AdapterListener>> events = new ConcurrentLinkedQueue<>();

    /** Completion queues that were armed and have got their completion, to be told of. */
    final Queue<SoftwareCompletionQueue> ready = new ConcurrentLinkedQueue<>();

    private final AtomicInteger lastNumber = new AtomicInteger();
    private volatile boolean woken;

    AcmeAdapter(OpenParameters parameters) {
        this.clock = parameters.clock();
        this.listener = parameters.listener();
        this.regions = new Regions(lock, parameters.random());
        this.attributes = describe(parameters);
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new ProviderException(DatType.INSUFFICIENT_RESOURCES, "no selector: " + e);
        }
    }

    private static AdapterAttributes describe(OpenParameters parameters) {
        return AdapterAttributes.builder()
                .adapterName(parameters.adapterName())
                .vendorName("ACME")
                .hardwareVersion("none")
                .firmwareVersion(AcmeProvider.VERSION)
                .transport(Transport.SOFTWARE)
                .addresses(HostAddresses.bindable())
                .progress(parameters.progress())
                .targetProgress(TargetProgress.REQUIRED)
                .completionMeaning(CompletionMeaning.LOCAL)
                .maxEndpoints(MANY)
                .maxEventDispatchers(MANY)
                .maxEventDepth(1 << 20)
                .maxProtectionZones(MANY)
                .maxRegions(MANY)
                .maxRegionBytes(Long.MAX_VALUE >>> 17)
                .maxWorkRequests(1 << 14)
                .maxSegments(MAX_SEGMENTS)
                .maxWriteSegments(MAX_SEGMENTS)
                .maxReadSegments(MAX_SEGMENTS)
                .maxReadsIn(MAX_READS)
                .maxReadsOut(MAX_READS)
                .maxMessageBytes(MAX_MESSAGE)
                .maxRdmaBytes(MAX_MESSAGE)
                .maxPrivateDataBytes(MAX_PRIVATE_DATA)
                .capabilities(CAPABILITIES)
                .build();
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
        return new AcmeQueuePair(this, lastNumber.incrementAndGet(), wanted, context);
    }

    @Override
    public ConnectionManager connectionManager() {
        return connectionManager;
    }

    @Override
    public WaitSet waitSet() {
        return this;
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
        woken = true; // for a wait that has not begun: progress() would take the other away
        selector.wakeup();
    }

    private int drive(long limitNs) {
        long untilTimeOut = tellTimeOuts();
        int done = tellEvents();
        done += select(done > 0 ? 0 : Math.min(limitNs, untilTimeOut));
        return done + tellEvents();
    }

    private int select(long limitNs) {
        try {
            return limitNs == 0
                    ? selector.selectNow(this::dispatch)
                    : selector.select(this::dispatch, Math.ceilDiv(limitNs, NANOS_PER_MILLI));
        } catch (IOException e) {
            throw new UncheckedIOException("the selector failed", e);
        }
    }

    private void dispatch(SelectionKey key) {
        synchronized (lock) {
            ((FrameChannel) key.attachment()).ready();
        }
    }

    /** Tells the channels whose time is over; gives the nanoseconds until the next one's is. */
    private long tellTimeOuts() {
        long now = clock.nanoTime();
        long least = Long.MAX_VALUE;
        synchronized (lock) {
            for (SelectionKey key : selector.keys()) {
                least = Math.min(least, ((FrameChannel) key.attachment()).untilTimeOut(now));
            }
        }
        return least;
    }

    /** Has the driver tell something, once the lock is free. */
    void tell(Consumer<AdapterListener> event) {
        events.add(event);
        wake();
    }

    private int tellEvents() {
        tellReady();
        int told = 0;
        for (var event = events.poll(); event != null; event = events.poll()) {
            event.accept(listener);
            told++;
        }
        return told;
    }

    /** Tells of completion queues; by any thread that does not hold the lock. */
    void tellReady() {
        for (var queue = ready.poll(); queue != null; queue = ready.poll()) {
            queue.notifyReady();
        }
    }

    private void completionReady(Object context) {
        listener.completionReady(context);
        wake(); // who waits for this completion may be inside of await
    }

    @Override
    public void close() {
        synchronized (lock) {
            selector.keys().forEach(key -> ((FrameChannel) key.attachment()).close());
        }
        try {
            selector.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
