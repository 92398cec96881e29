package org.jdapl.core.fake;

import java.net.InetAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProviderAttributes;
import org.jdapl.api.data.Transport;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.AdapterWatch;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.SpiVersion;

/** The provider {@code fake} with the devices {@code one} and {@code two}. */
public final class FakeProvider implements Provider {

    final FakeFabric fabric = new FakeFabric();

    /** What shall happen, and what has happened. */
    public final FaultPlan plan = new FaultPlan();

    /** The adapters that were opened, in order. */
    public final List<FakeAdapter> opened = new CopyOnWriteArrayList<>();

    /** The adapters that are here. */
    public volatile List<AdapterDescription> adapters =
            List.of(
                    new AdapterDescription("one", Transport.SOFTWARE, "the first"),
                    new AdapterDescription("two", Transport.SOFTWARE, "the second"));

    /** What the adapters count. */
    public final Map<String, Long> counters = new ConcurrentHashMap<>();

    /** What adapters have; changes count for adapters that are opened later. */
    public final Set<Capability> capabilities =
            EnumSet.of(
                    Capability.RDMA_WRITE,
                    Capability.RDMA_READ,
                    Capability.SEND_WITH_INVALIDATE,
                    Capability.SOLICITED_EVENT,
                    Capability.IPV6,
                    Capability.SELF_CONNECTION,
                    Capability.EVD_RESIZE,
                    Capability.READ_ONLY_MEMORY,
                    Capability.ZERO_ALLOCATION);

    /** Changes the attributes of adapters that are opened later. */
    public UnaryOperator<AdapterAttributes.Builder> limits = UnaryOperator.identity();

    /** When requests of queue pairs that are made later are carried out. */
    public volatile FakeQueuePair.Mode mode = FakeQueuePair.Mode.AT_ONCE;

    /** Whether memory comes from the provider. */
    public boolean allocates;

    /** Whether completion queues grow. */
    public boolean grows = true;

    /** Whether a failed operation is also told as a broken connection. */
    public boolean tellsBroken = true;

    /** Whether it is a violation to close an adapter that has objects. */
    public boolean expectsOrder = true;

    /** Who wants to hear of changes of {@link #adapters}. */
    public final List<Runnable> watchers = new CopyOnWriteArrayList<>();

    @Override
    public Optional<AdapterWatch> watch(Runnable changed) {
        watchers.add(changed);
        return Optional.of(() -> watchers.remove(changed));
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public SpiVersion minimumVersion() {
        return SpiVersion.CURRENT;
    }

    @Override
    public SpiVersion maximumVersion() {
        return SpiVersion.CURRENT;
    }

    @Override
    public ProviderAttributes attributes() {
        plan.at("provider.attributes");
        return new ProviderAttributes(
                name(), "1", "tests", "2.0", "1.0", true, 252, false, false, true, false, Set.of(),
                true);
    }

    @Override
    public List<AdapterDescription> adapters() {
        plan.at("provider.adapters");
        return adapters;
    }

    @Override
    public Optional<String> unavailableReason() {
        plan.at("provider.unavailableReason");
        return Optional.empty();
    }

    AdapterAttributes attributesOf(OpenParameters parameters) {
        AdapterAttributes.Builder builder =
                AdapterAttributes.builder()
                        .adapterName(parameters.adapterName())
                        .vendorName("tests")
                        .hardwareVersion("none")
                        .firmwareVersion("1")
                        .transport(Transport.SOFTWARE)
                        .addresses(List.of(InetAddress.getLoopbackAddress()))
                        .maxEndpoints(2000)
                        .maxWorkRequests(4096)
                        .maxReadsIn(16)
                        .maxReadsOut(16)
                        .maxEventDispatchers(1000)
                        .maxEventDepth(1 << 16)
                        .maxSegments(8)
                        .maxWriteSegments(8)
                        .maxReadSegments(4)
                        .maxRegions(1000)
                        .maxRegionBytes(1L << 30)
                        .maxProtectionZones(100)
                        .maxMessageBytes(1L << 20)
                        .maxRdmaBytes(1L << 20)
                        .maxPrivateDataBytes(252)
                        .maxDatagramBytes(1024)
                        .progress(parameters.progress())
                        .capabilities(capabilities);
        return limits.apply(builder).build();
    }

    @Override
    public Adapter open(String device, OpenParameters parameters) {
        plan.at("open");
        if (!device.equals("one") && !device.equals("two")) {
            throw new ProviderException(
                    DatType.PROVIDER_NOT_FOUND,
                    DatSubtype.NAME_NOT_REGISTERED,
                    "there is no device \"" + device + "\"",
                    0);
        }
        FakeAdapter adapter = new FakeAdapter(this, parameters);
        opened.add(adapter);
        return adapter;
    }
}
