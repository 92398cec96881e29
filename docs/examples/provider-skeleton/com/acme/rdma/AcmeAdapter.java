package com.acme.rdma;

import java.io.IOException;
import java.io.UncheckedIOException;
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

/**
 * An open adapter: what it can do, what it makes, and what its driver waits on. State every limit
 * and capability as it is: the runtime refuses by them, and the rules hold you to them.
 *
 * <p>The listener is called without the lock, since it may call back, and by the driver alone: from
 * inside of {@link #progress()} and {@link #await}.
 */
final class AcmeAdapter implements Adapter, WaitSet {

    static final String DESCRIPTION = "a provider in the making";
    static final int MAX_PRIVATE_DATA = 256;
    static final int MAX_SEGMENTS = 8;

    private static final int MANY = 1 << 16;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** What is advertised is there; what is not, the runtime refuses before anybody gets here. */
    private static final Set<Capability> CAPABILITIES =
            EnumSet.of(
                    Capability.ENDPOINT_RESET,
                    Capability.EVD_RESIZE,
                    Capability.LARGE_REGION,
                    Capability.READ_ONLY_MEMORY);

    /** Guards everything that is reached from the adapter. */
    final Object lock = new Object();

    private final AdapterListener listener;
    private final AdapterAttributes attributes;
    private final Regions regions;
    private final AcmeConnectionManager connectionManager = new AcmeConnectionManager();
    private final Queue<Consumer<AdapterListener>> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger lastNumber = new AtomicInteger();
    private final Selector selector;
    private volatile boolean woken;

    AcmeAdapter(OpenParameters parameters) {
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
                .maxEventDepth(MANY)
                .maxProtectionZones(MANY)
                .maxRegions(MANY)
                .maxRegionBytes(Long.MAX_VALUE >>> 17)
                .maxWorkRequests(1 << 14)
                .maxSegments(MAX_SEGMENTS)
                .maxWriteSegments(MAX_SEGMENTS)
                .maxReadSegments(MAX_SEGMENTS)
                .maxMessageBytes(Integer.MAX_VALUE)
                .maxRdmaBytes(Integer.MAX_VALUE)
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
        return new SoftwareCompletionQueue(depth, context, listener::completionReady);
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
        return tellEvents();
    }

    @Override
    public int await(long timeoutNs) {
        int done = tellEvents();
        try {
            if (done > 0 || woken) {
                selector.selectNow();
            } else {
                selector.select(Math.ceilDiv(timeoutNs, NANOS_PER_MILLI));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the selector failed", e);
        }
        woken = false;
        return done + tellEvents();
    }

    @Override
    public void wake() {
        woken = true; // for a wait that has not begun
        selector.wakeup();
    }

    /** Has the driver tell something; by any thread. */
    void tell(Consumer<AdapterListener> event) {
        events.add(event);
        wake();
    }

    private int tellEvents() {
        int told = 0;
        for (var event = events.poll(); event != null; event = events.poll()) {
            event.accept(listener);
            told++;
        }
        return told;
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
