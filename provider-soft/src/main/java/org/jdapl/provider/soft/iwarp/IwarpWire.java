package org.jdapl.provider.soft.iwarp;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionMeaning;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.api.data.TargetProgress;
import org.jdapl.api.data.Transport;
import org.jdapl.provider.soft.memory.RegionTable;
import org.jdapl.provider.soft.memory.SoftProtectionDomain;
import org.jdapl.provider.soft.rdmap.Engine;
import org.jdapl.provider.soft.rdmap.SharedReceives;
import org.jdapl.provider.soft.rdmap.WorkQueues;
import org.jdapl.provider.soft.seam.StreamNetwork;
import org.jdapl.provider.soft.seam.Wire;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jdapl.spi.SharedReceiveQueue;
import org.jdapl.spi.kit.SoftwareCompletionQueue;

/** The iWARP protocols over a network of streams. */
public final class IwarpWire implements Wire {

    /** Most reads that one queue pair serves, or has outstanding. */
    public static final int MAX_READS = 128;

    private static final int MAX_SEGMENTS = 16;
    private static final int MAX_WORK_REQUESTS = 1 << 15;
    private static final int MAX_QUEUE_PAIRS = 1 << 20;
    private static final long MAX_MESSAGE = 0xFFFF_FFFFL;
    private static final int SCRATCH_BYTES = 1024;

    private final StreamNetwork network;
    private final OpenParameters parameters;
    private final IwarpSettings settings;
    private final Engine engine;
    private final HalfOpen halfOpen = new HalfOpen();
    private final IwarpConnectionManager connectionManager = new IwarpConnectionManager(this);

    /** By number, so that they are closed in the order of their making. */
    private final Set<IwarpQueuePair> queuePairs =
            new ConcurrentSkipListSet<>(Comparator.comparingInt(IwarpQueuePair::number));

    private final QueuePairNumbers numbers;
    private final Counters counters = new Counters();
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);

    /**
     * Makes a wire.
     *
     * @param network where streams come from; closed with the wire
     * @param regions the adapter's regions
     * @param parameters how the adapter is opened
     */
    public IwarpWire(StreamNetwork network, RegionTable regions, OpenParameters parameters) {
        this(network, regions, parameters, QueuePairNumbers.growing());
    }

    /**
     * Makes a wire with numbers from elsewhere.
     *
     * @param network where streams come from; closed with the wire
     * @param regions the adapter's regions
     * @param parameters how the adapter is opened
     * @param numbers the numbers of queue pairs
     */
    public IwarpWire(
            StreamNetwork network,
            RegionTable regions,
            OpenParameters parameters,
            QueuePairNumbers numbers) {
        this.numbers = numbers;
        this.network = network;
        this.parameters = parameters;
        this.settings = IwarpSettings.ofAdapter(parameters.transport());
        this.engine = new Engine(regions, parameters.clock(), network::wake);
    }

    StreamNetwork network() {
        return network;
    }

    Engine engine() {
        return engine;
    }

    IwarpSettings settings() {
        return settings;
    }

    HalfOpen halfOpen() {
        return halfOpen;
    }

    AdapterListener listener() {
        return parameters.listener();
    }

    /** A small direct buffer for the driver's use inside one call. */
    ByteBuffer scratch() {
        return scratch;
    }

    static int depth(int offered) {
        return Math.min(offered, MAX_READS);
    }

    @Override
    public void describe(AdapterAttributes.Builder attributes) {
        List<InetAddress> addresses = network.addresses();
        Set<Capability> capabilities =
                EnumSet.of(
                        Capability.RDMA_WRITE,
                        Capability.RDMA_READ,
                        Capability.SEND_WITH_INVALIDATE,
                        Capability.SOLICITED_EVENT,
                        Capability.SELF_CONNECTION,
                        Capability.SHARED_RECEIVE_QUEUE,
                        Capability.SRQ_LOW_WATERMARK,
                        Capability.SRQ_RESIZE,
                        Capability.RECEIVE_WATERMARKS,
                        Capability.MEMORY_WINDOW,
                        Capability.MEMORY_WINDOW_ENDPOINT,
                        Capability.READ_TO_RMR,
                        // Where the peer is known to have RFC 7306. It has no message that is both
                        // a send and immediate data: those would take a receive each.
                        Capability.ATOMICS,
                        Capability.MASKED_ATOMICS,
                        Capability.ATOMICS_WITH_CPU,
                        Capability.WRITE_WITH_IMMEDIATE,
                        Capability.ZERO_BASED_REGION,
                        Capability.COUNTERS,
                        Capability.ENDPOINT_RESET,
                        Capability.EVD_RESIZE,
                        Capability.LARGE_REGION,
                        Capability.READ_ONLY_MEMORY,
                        Capability.ZERO_ALLOCATION);
        if (addresses.stream().anyMatch(Inet6Address.class::isInstance)) {
            capabilities.add(Capability.IPV6);
        }
        if (network.isRemovable()) {
            capabilities.add(Capability.HOTPLUG);
        }
        attributes
                .transport(Transport.IWARP)
                .addresses(addresses)
                .maxEndpoints(MAX_QUEUE_PAIRS)
                .maxWorkRequests(MAX_WORK_REQUESTS)
                .maxSharedReceiveQueues(MAX_QUEUE_PAIRS)
                .maxSharedReceives(MAX_WORK_REQUESTS)
                .maxReadsIn(MAX_READS)
                .maxReadsOut(MAX_READS)
                .maxSegments(MAX_SEGMENTS)
                .maxWriteSegments(MAX_SEGMENTS)
                .maxReadSegments(1)
                .maxMessageBytes(MAX_MESSAGE)
                .maxRdmaBytes(MAX_MESSAGE)
                .maxPrivateDataBytes(settings.connection().maxPrivateData())
                .privateDataPadded(false)
                .completionMeaning(CompletionMeaning.LOCAL)
                .livenessBound(Duration.ZERO)
                .targetProgress(TargetProgress.REQUIRED)
                .capabilities(capabilities)
                .transportAttributes(parameters.transport());
    }

    @Override
    public QueuePair createQueuePair(QueuePairParameters made, Object context) {
        EndpointAttributes attributes = made.attributes();
        int number = numbers.take();
        WorkQueues work =
                new WorkQueues(
                        number,
                        (SoftProtectionDomain) made.domain(),
                        (SoftwareCompletionQueue) made.requestQueue(),
                        (SoftwareCompletionQueue) made.receiveQueue(),
                        attributes.maxRequests(),
                        Math.max(attributes.maxRequestSegments(), attributes.maxWriteSegments()),
                        attributes.maxReceives(),
                        attributes.maxReceiveSegments(),
                        (SharedReceives) made.sharedReceiveQueue());
        IwarpQueuePair pair =
                new IwarpQueuePair(
                        this, work, number, settings.ofEndpoint(attributes.transport()), context);
        queuePairs.add(pair);
        return pair;
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(
            SharedReceiveQueueAttributes attributes, Object context) {
        return new SharedReceives(
                engine,
                attributes.maxReceives(),
                attributes.maxSegments(),
                () -> listener().lowWatermark(context));
    }

    Counters counters() {
        return counters;
    }

    @Override
    public Map<String, Long> counterValues() {
        return counters.values(queuePairs);
    }

    void forget(IwarpQueuePair pair) {
        boolean gone;
        synchronized (counters) { // so that nobody adds the traffic up in between
            gone = queuePairs.remove(pair);
            if (gone) {
                counters.keep(pair);
            }
        }
        if (gone) {
            numbers.giveBack(pair.number());
        }
    }

    @Override
    public ConnectionManager connectionManager() {
        return connectionManager;
    }

    @Override
    public int progress() {
        engine.enterDriver();
        return around(network.poll());
    }

    @Override
    public int await(long timeoutNs) {
        engine.enterDriver();
        int done = around(0);
        if (done > 0) {
            return done;
        }
        return around(network.await(Math.min(timeoutNs, engine.untilNextTimer())));
    }

    @Override
    public void completionReady() {
        engine.wakeDriver();
    }

    /** What the handlers left to be done when no lock is held, and what time has brought. */
    private int around(int done) {
        return done + engine.runTimers() + engine.runTasks();
    }

    @Override
    public void wake() {
        network.wake();
    }

    @Override
    public int buffersLent() {
        return engine.buffersLent();
    }

    @Override
    public void close() {
        for (IwarpQueuePair pair : queuePairs) {
            pair.close();
        }
        network.close();
    }
}
