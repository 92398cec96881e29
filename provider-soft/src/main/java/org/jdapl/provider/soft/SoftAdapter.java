package org.jdapl.provider.soft;

import java.util.Map;
import java.util.function.Consumer;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.provider.soft.memory.RegionTable;
import org.jdapl.provider.soft.memory.SoftProtectionDomain;
import org.jdapl.provider.soft.seam.Wire;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.MemoryWindow;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jdapl.spi.SharedReceiveQueue;
import org.jdapl.spi.WaitSet;
import org.jdapl.spi.kit.SoftwareCompletionQueue;

/** An open adapter: memory and completion queues, which are the same for all wires, and a wire. */
public final class SoftAdapter implements Adapter {

    private static final int MAX_QUEUES = 1 << 20;
    private static final int MAX_DEPTH = 1 << 24;

    private final RegionTable regions;
    private final Wire wire;
    private final AdapterAttributes attributes;
    private final Consumer<Object> ready;
    private final Runnable beforeArm;

    SoftAdapter(RegionTable regions, Wire wire, OpenParameters parameters) {
        this(regions, wire, parameters, () -> {});
    }

    /**
     * Makes an adapter.
     *
     * @param regions its memory regions
     * @param wire what it runs on; closed with the adapter
     * @param parameters how it is opened
     * @param beforeArm called whenever a completion queue is about to be armed
     */
    public SoftAdapter(
            RegionTable regions, Wire wire, OpenParameters parameters, Runnable beforeArm) {
        this.beforeArm = beforeArm;
        this.regions = regions;
        this.wire = wire;
        this.ready =
                context -> {
                    parameters.listener().completionReady(context);
                    wire.completionReady();
                };
        AdapterAttributes.Builder builder =
                AdapterAttributes.builder()
                        .adapterName(parameters.adapterName())
                        .vendorName("JDAPL")
                        .hardwareVersion("none")
                        .firmwareVersion(SoftProvider.VERSION)
                        .progress(parameters.progress())
                        .maxEventDispatchers(MAX_QUEUES)
                        .maxEventDepth(MAX_DEPTH)
                        .maxRegions(RegionTable.MAX_REGIONS)
                        .maxRegionBytes(Long.MAX_VALUE >>> 17)
                        .maxRemoteRegions(RegionTable.MAX_WINDOWS)
                        .maxProtectionZones(MAX_QUEUES);
        wire.describe(builder);
        attributes = builder.build();
    }

    @Override
    public AdapterAttributes attributes() {
        return attributes;
    }

    @Override
    public ProtectionDomain createProtectionDomain() {
        return new SoftProtectionDomain(regions);
    }

    @Override
    public CompletionQueue createCompletionQueue(int depth, Object context) {
        return new SoftwareCompletionQueue(depth, context, ready, beforeArm);
    }

    @Override
    public QueuePair createQueuePair(QueuePairParameters parameters, Object context) {
        return wire.createQueuePair(parameters, context);
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(
            ProtectionDomain domain, SharedReceiveQueueAttributes attributes, Object context) {
        return wire.createSharedReceiveQueue(attributes, context);
    }

    @Override
    public MemoryWindow createMemoryWindow(ProtectionDomain domain, boolean endpointScope) {
        return regions.createWindow(endpointScope);
    }

    @Override
    public Map<String, Long> counters() {
        return wire.counterValues();
    }

    @Override
    public ConnectionManager connectionManager() {
        return wire.connectionManager();
    }

    @Override
    public WaitSet waitSet() {
        return wire;
    }

    @Override
    public int progress() {
        return wire.progress();
    }

    /** How many buffers connections hold; none do when they are idle. */
    int buffersLent() {
        return wire.buffersLent();
    }

    @Override
    public void close() {
        wire.close();
    }
}
