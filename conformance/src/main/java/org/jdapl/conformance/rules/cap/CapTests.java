package org.jdapl.conformance.rules.cap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jdapl.api.AdapterInfo;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.Census;
import org.jdapl.api.Counters;
import org.jdapl.api.DatException;
import org.jdapl.api.HandleKind;
import org.jdapl.api.ProviderInfo;
import org.jdapl.api.Work;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.AttributeKey;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.api.data.ServiceType;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.api.data.Transport;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.rules.cap.planted.BrokenProvider;
import org.jdapl.conformance.rules.cap.planted.FutureProvider;
import org.jdapl.conformance.rules.cap.planted.SoundProvider;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.SpiVersion;

/** Tests the rules of group CAP. */
final class CapTests {

    private static final AttributeKey<Integer> STRANGE =
            AttributeKey.of("example.strange", Integer.class);

    private static final String TRANSPORT = "transport.";

    /** An interface that no provider has heard of. */
    interface Unheard {}

    @Tests("CAP-01")
    void staysTheSame(Environment env) throws InterruptedException {
        Set<Capability> before = Set.copyOf(env.attributes().capabilities());
        Set<Capability> given = env.attributes().capabilities();
        assertThatThrownBy(() -> given.add(Capability.MULTICAST))
                .isInstanceOf(UnsupportedOperationException.class);

        Pair pair = env.connect();
        pair.exchange();

        assertThat(env.attributes().capabilities()).isEqualTo(before);
        assertThat(env.open().adapter().attributes().capabilities()).isEqualTo(before);
    }

    // ---- what is not there

    @Tests("CAP-03")
    void refusesWhatIsNotAdvertised(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Link spare = env.here().link(LinkShape.PLAIN);
        Guarded memory = env.here().memory(16, Party.LOCAL_RIGHTS, 1);
        Map<Capability, Expect.Attempt> calls = calls(env.here(), pair, spare);
        Map<Capability, Work> posts = posts(env.here(), memory);
        Census before = env.here().adapter().census();

        calls.forEach(
                (capability, call) -> {
                    if (!env.attributes().has(capability)) {
                        DatException refusal = Expect.refusal(call);
                        assertThat(refusal.type())
                                .as(refusal.getMessage())
                                .isEqualTo(DatType.MODEL_NOT_SUPPORTED);
                        assertThat(refusal).hasMessageContaining(capability.name());
                    }
                });
        posts.forEach(
                (capability, work) -> {
                    if (!env.attributes().has(capability)) {
                        assertThat(pair.link().endpoint().post(work))
                                .as(capability.name())
                                .isEqualTo(PostStatus.NOT_SUPPORTED);
                    }
                });

        assertThat(env.here().adapter().census()).isEqualTo(before);
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        pair.exchange();
    }

    private static Map<Capability, Expect.Attempt> calls(Party here, Pair pair, Link spare) {
        Map<Capability, Expect.Attempt> calls = new EnumMap<>(Capability.class);
        calls.put(
                Capability.SHARED_RECEIVE_QUEUE,
                () ->
                        here.adapter()
                                .createSharedReceiveQueue(
                                        here.zone(), SharedReceiveQueueAttributes.of(8, 1)));
        calls.put(
                Capability.MEMORY_WINDOW,
                () -> here.zone().createRemoteMemoryRegion(RmrScope.PROTECTION_ZONE));
        calls.put(
                Capability.MEMORY_WINDOW_ENDPOINT,
                () -> here.zone().createRemoteMemoryRegion(RmrScope.ENDPOINT));
        calls.put(
                Capability.COMMON_SERVICE_POINT,
                () -> spare.endpoint().commonConnect(here.local(9), Environment.PATIENTLY));
        calls.put(
                Capability.UNRELIABLE_DATAGRAM,
                () ->
                        here.adapter()
                                .createEndpoint(
                                        here.zone(),
                                        spare.receives(),
                                        spare.requests(),
                                        null,
                                        here.attributes(LinkShape.PLAIN).toBuilder()
                                                .serviceType(ServiceType.UNRELIABLE_DATAGRAM)
                                                .build()));
        calls.put(
                Capability.MULTICAST,
                () -> spare.endpoint().joinMulticast(InetAddress.ofLiteral("239.1.2.3")));
        calls.put(Capability.RECEIVE_WATERMARKS, () -> pair.link().endpoint().setWatermark(1, 2));
        return calls;
    }

    private static Map<Capability, Work> posts(Party here, Guarded memory) {
        Map<Capability, Work> posts = new EnumMap<>(Capability.class);
        posts.put(Capability.SEND_WITH_IMMEDIATE, work(here, memory).sendWithImmediate(5));
        posts.put(Capability.SEND_WITH_INVALIDATE, work(here, memory).sendWithInvalidate(7));
        posts.put(Capability.WRITE_WITH_IMMEDIATE, work(here, memory).writeWithImmediate(1, 2, 3));
        posts.put(Capability.ATOMICS, work(here, memory).fetchAndAdd(8, 1, 1));
        posts.put(
                Capability.MASKED_ATOMICS, work(here, memory).maskedFetchAndAdd(8, 1, 1, 1L << 63));
        posts.put(Capability.INLINE, work(here, memory).send().flags(CompletionFlags.INLINE));
        return posts;
    }

    private static Work work(Party here, Guarded memory) {
        return here.adapter().createWork(1).addSegment(memory.region(), 0, 8);
    }

    // ---- what the provider gives beside that

    @Tests("CAP-04")
    void givesWhatItIsAskedForOrNothing(Environment env) {
        assertThat(Expect.given(() -> env.here().adapter().unwrap(Unheard.class))).isEmpty();
        assertThat(Expect.given(() -> env.here().adapter().unwrap(Adapter.class)))
                .hasValueSatisfying(a -> assertThat(a).isInstanceOf(Adapter.class));
        assertThat(Expect.given(() -> env.here().adapter().unwrap(Object.class))).isNotNull();
    }

    @Tests("CAP-06")
    void refusesUnknownAttributesByName(Environment env) {
        Party here = env.here();
        Link good = here.link(LinkShape.PLAIN);
        TransportAttributes strange = TransportAttributes.NONE.with(STRANGE, 1);
        int before = here.adapter().census().count(HandleKind.ENDPOINT);

        assertNamed(Expect.refusal(() -> env.open(strange)));
        assertNamed(
                Expect.refusal(
                        () ->
                                here.adapter()
                                        .createEndpoint(
                                                here.zone(),
                                                good.receives(),
                                                good.requests(),
                                                good.connections(),
                                                here.attributes(LinkShape.PLAIN).toBuilder()
                                                        .transport(strange)
                                                        .build())));

        assertThat(here.adapter().census().count(HandleKind.ENDPOINT)).isEqualTo(before);
    }

    private static void assertNamed(DatException refusal) {
        assertThat(refusal.type()).isEqualTo(DatType.INVALID_PARAMETER);
        assertThat(refusal).hasMessageContaining(STRANGE.name());
    }

    @Tests("CAP-07")
    void fitsItsLimitsAndItsTransport(Environment env) {
        AdapterAttributes a = env.attributes();
        Map<Capability, ToIntFunction<AdapterAttributes>> limits = new LinkedHashMap<>();
        limits.put(Capability.RDMA_READ, AdapterAttributes::maxReadsOut);
        limits.put(Capability.SHARED_RECEIVE_QUEUE, AdapterAttributes::maxSharedReceiveQueues);
        limits.put(Capability.MEMORY_WINDOW, AdapterAttributes::maxRemoteRegions);
        limits.put(Capability.INLINE, AdapterAttributes::maxInlineBytes);
        limits.forEach(
                (capability, limit) ->
                        assertThat(limit.applyAsInt(a) > 0 || !a.has(capability))
                                .as("%s has a limit above zero", capability)
                                .isTrue());

        Map<Capability, Capability> refined = new EnumMap<>(Capability.class);
        refined.put(Capability.SRQ_LOW_WATERMARK, Capability.SHARED_RECEIVE_QUEUE);
        refined.put(Capability.SRQ_RESIZE, Capability.SHARED_RECEIVE_QUEUE);
        refined.put(Capability.RECEIVE_WATERMARKS, Capability.SHARED_RECEIVE_QUEUE);
        refined.put(Capability.READ_TO_RMR, Capability.MEMORY_WINDOW);
        refined.put(Capability.MASKED_ATOMICS, Capability.ATOMICS);
        refined.put(Capability.ATOMICS_WITH_CPU, Capability.ATOMICS);
        refined.put(Capability.MULTICAST, Capability.UNRELIABLE_DATAGRAM);
        refined.forEach(
                (fine, coarse) ->
                        assertThat(a.has(coarse) || !a.has(fine))
                                .as("%s comes with %s", fine, coarse)
                                .isTrue());

        if (a.transport() == Transport.IWARP) {
            assertThat(a.capabilities())
                    .doesNotContain(
                            Capability.UNRELIABLE_DATAGRAM,
                            Capability.MULTICAST,
                            Capability.RECEIVER_NOT_READY_RETRY);
        }
    }

    @Tests("CAP-11")
    void countsWhatTheTransportDoes(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Counters before = env.here().adapter().counters();
        pair.exchange();
        Counters moved = env.here().adapter().counters().since(before);
        assertThat(moved.values().tailMap(TRANSPORT))
                .anySatisfy(
                        (name, value) -> {
                            assertThat(name).startsWith(TRANSPORT);
                            assertThat(value).isPositive();
                        });
    }

    @Tests(value = "CAP-11", twin = true)
    void hasNoCountersOfTheTransport(Environment env) {
        assertThat(env.here().adapter().counters().values().keySet())
                .noneMatch(name -> name.startsWith(TRANSPORT));
    }

    // ---- providers beside each other

    @Tests("CAP-08")
    void refusesAnotherVersion(Environment env) {
        keepsTheOthers(
                env,
                () -> {
                    DatException refusal =
                            Expect.refusal(
                                    () ->
                                            env.registry()
                                                    .addProviders(
                                                            new PlantedLoader(
                                                                    FutureProvider.class)));
                    assertThat(refusal)
                            .hasMessageContaining(SpiVersion.CURRENT.toString())
                            .hasMessageContaining(new FutureProvider().minimumVersion().toString());
                });
    }

    @Tests("CAP-09")
    void refusesWhatDoesNotLoad(Environment env) {
        keepsTheOthers(
                env,
                () -> {
                    DatException refusal =
                            Expect.refusal(
                                    () ->
                                            env.registry()
                                                    .addProviders(
                                                            new PlantedLoader(
                                                                    BrokenProvider.class)));
                    assertThat(refusal).hasMessageContaining("libplanted");
                });
    }

    @Tests("CAP-10")
    void isThereOnce(Environment env) {
        keepsTheOthers(
                env,
                () -> {
                    AdapterRegistry registry = env.registry();
                    PlantedLoader loader = new PlantedLoader(SoundProvider.class);
                    List<ProviderInfo> added = Expect.given(() -> registry.addProviders(loader));
                    try {
                        assertThat(added).hasSize(1);
                        String name = added.getFirst().name();
                        Expect.refused(
                                () -> registry.addProviders(loader), DatType.PROVIDER_NOT_FOUND);
                        Expect.refused(
                                () -> registry.addProviders(new PlantedLoader(SoundProvider.class)),
                                DatType.PROVIDER_ALREADY_REGISTERED);
                        assertThat(registry.providers())
                                .filteredOn(named(name))
                                .as("providers named %s", name)
                                .hasSize(1);
                    } finally {
                        added.forEach(provider -> registry.removeProvider(provider.name()));
                    }
                });
    }

    private static Predicate<ProviderInfo> named(String name) {
        return provider -> provider.name().equals(name);
    }

    /** Demands that something leaves the registry and its adapters as they were. */
    private static void keepsTheOthers(Environment env, Runnable something) {
        List<ProviderInfo> providers = env.registry().providers();
        List<AdapterInfo> adapters = env.registry().adapters();

        something.run();

        assertThat(env.registry().providers()).isEqualTo(providers);
        assertThat(env.registry().adapters()).isEqualTo(adapters);
        assertThat(Expect.given(env::open).adapter().isClosed()).isFalse();
    }
}
