package org.jdapl.provider.soft.testkit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ThreadLocalRandom;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.SoftProvider;
import org.jdapl.provider.soft.TestAdapters;
import org.jdapl.provider.soft.bench.EngineCost;
import org.jdapl.provider.soft.memory.RegionNames;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.SharedReceiveQueue;
import org.jdapl.spi.seam.Clock;

/** One adapter with what a test needs around it. */
public final class Host implements AutoCloseable {

    public static final int ALL =
            Privilege.LOCAL_READ.bit()
                    | Privilege.LOCAL_WRITE.bit()
                    | Privilege.REMOTE_READ.bit()
                    | Privilege.REMOTE_WRITE.bit();

    public static final int ATOMIC = ALL | Privilege.REMOTE_ATOMIC.bit();

    public final RecordingListener listener = new RecordingListener();
    public final Adapter adapter;
    public final ProtectionDomain domain;
    public MemoryFabric.Network network;
    public final Arena arena = Arena.ofShared();

    public Host() {
        this(TransportAttributes.NONE, System::nanoTime);
    }

    public Host(TransportAttributes attributes, Clock clock) {
        this("iwarp", attributes, clock);
    }

    /** A host on a device of the provider. */
    public Host(String device, TransportAttributes attributes) {
        this(device, attributes, System::nanoTime);
    }

    private Host(String device, TransportAttributes attributes, Clock clock) {
        adapter = new SoftProvider().open(device, parameters(attributes, clock));
        domain = adapter.createProtectionDomain();
    }

    /** A host on a network in memory. */
    public Host(MemoryFabric fabric, TransportAttributes attributes, Clock clock) {
        this(
                fabric,
                attributes,
                clock,
                RegionNames.random(() -> ThreadLocalRandom.current().nextLong()));
    }

    /** A host on a network in memory, with tags and addresses of the test's. */
    public Host(
            MemoryFabric fabric, TransportAttributes attributes, Clock clock, RegionNames names) {
        network = fabric.network();
        adapter = TestAdapters.over(network, names, parameters(attributes, clock));
        domain = adapter.createProtectionDomain();
    }

    /** A host on pipes in memory. */
    public Host(EngineCost.Pipes pipes, TransportAttributes attributes) {
        adapter = EngineCost.open(pipes, attributes, listener);
        domain = adapter.createProtectionDomain();
    }

    private OpenParameters parameters(TransportAttributes attributes, Clock clock) {
        return new OpenParameters(
                "soft:iwarp",
                ProgressMode.MANUAL,
                attributes,
                listener,
                clock,
                () -> ThreadLocalRandom.current().nextLong());
    }

    public Pair pair() {
        return pair(EndpointAttributes.defaults());
    }

    public Pair pair(EndpointAttributes attributes) {
        return new Pair(this, domain, attributes, null);
    }

    /** A queue pair in another protection domain. */
    public Pair pair(ProtectionDomain other) {
        return new Pair(this, other, EndpointAttributes.defaults(), null);
    }

    /** A queue pair that takes its receives from a shared queue. */
    public Pair pair(SharedReceiveQueue shared) {
        return new Pair(this, domain, EndpointAttributes.defaults(), shared);
    }

    public Memory memory(long bytes) {
        return memory(bytes, ALL);
    }

    public Memory memory(long bytes, int privileges) {
        MemorySegment segment = arena.allocate(bytes, 64);
        return new Memory(segment, domain.register(segment, privileges));
    }

    @Override
    public void close() {
        adapter.close();
        arena.close();
    }
}
