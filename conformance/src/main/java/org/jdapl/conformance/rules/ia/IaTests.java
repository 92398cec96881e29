package org.jdapl.conformance.rules.ia;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdapl.api.AdapterInfo;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.CloseMode;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.ProviderInfo;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Transport;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Tests;

/** Tests the rules about opening, describing and closing an adapter. */
final class IaTests {

    private static final int OPEN_AT_ONCE = 8;
    private static final long MIB = 1 << 20;

    private static final Map<Profile, Set<Transport>> TRANSPORTS =
            Map.of(
                    Profile.IB, Set.of(Transport.INFINIBAND, Transport.ROCE),
                    Profile.IWARP, Set.of(Transport.IWARP),
                    Profile.SOFT, Set.of(Transport.IWARP, Transport.SOFTWARE));

    private static AdapterInfo listed(Environment env) {
        return env.registry().adapters().stream()
                .filter(info -> info.name().equals(env.adapterName()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(env.adapterName() + " is not listed"));
    }

    @Tests("IA-01")
    void listsTheSameEachTime(Environment env) {
        List<ProviderInfo> providers = env.registry().providers();
        List<AdapterInfo> adapters = env.registry().adapters();

        assertThat(providers).isNotEmpty().isEqualTo(env.registry().providers());
        assertThat(adapters).isEqualTo(env.registry().adapters());
        assertThat(adapters).extracting(AdapterInfo::name).contains(env.adapterName());
    }

    @Tests("IA-02")
    void opensAListedAdapterByItsName(Environment env) {
        assertThat(env.here().adapter().name()).isEqualTo(listed(env).name());
        assertThat(env.attributes().adapterName()).isEqualTo(listed(env).name());
    }

    @Tests("IA-03")
    void refusesAnUnknownName(Environment env) {
        String provider = env.adapterName().substring(0, env.adapterName().indexOf(':'));
        for (String name : List.of(provider + ":no-such-device", "no-such-provider:x")) {
            Expect.refused(
                    () -> env.registry().open(name, AdapterOptions.defaults()),
                    DatType.PROVIDER_NOT_FOUND);
        }
    }

    @Tests("IA-04")
    void opensTheSameAdapterManyTimes(Environment env) throws InterruptedException {
        List<Party> open = new ArrayList<>();
        for (int i = 0; i < OPEN_AT_ONCE; i++) {
            Party party = Expect.given(env::open);
            party.link(LinkShape.PLAIN);
            open.add(party);
        }
        // The others do not notice the end of one of them.
        open.removeFirst().close();
        for (Party party : open) {
            env.connect(
                    party,
                    env.there(),
                    party.link(LinkShape.PLAIN),
                    env.there().link(LinkShape.PLAIN));
        }
    }

    @Tests("IA-05")
    void hasLimitsThatPortableProgramsCountOn(Environment env) {
        AdapterAttributes it = env.attributes();

        assertThat(it.maxEndpoints()).as("maxEndpoints").isGreaterThanOrEqualTo(16);
        assertThat(it.maxEventDepth()).as("maxEventDepth").isGreaterThanOrEqualTo(64);
        assertThat(it.maxRegions()).as("maxRegions").isGreaterThanOrEqualTo(64);
        assertThat(it.maxSegments()).as("maxSegments").isGreaterThanOrEqualTo(1);
        assertThat(it.maxWriteSegments()).as("maxWriteSegments").isGreaterThanOrEqualTo(1);
        assertThat(it.maxReadSegments()).as("maxReadSegments").isGreaterThanOrEqualTo(1);
        assertThat(it.maxMessageBytes()).as("maxMessageBytes").isGreaterThanOrEqualTo(MIB);
        assertThat(it.maxRdmaBytes()).as("maxRdmaBytes").isGreaterThanOrEqualTo(MIB);
        assertThat(it.maxRegionBytes()).as("maxRegionBytes").isGreaterThanOrEqualTo(MIB);
        assertThat(it.maxEventDispatchers()).as("maxEventDispatchers").isGreaterThanOrEqualTo(16);
        assertThat(it.maxProtectionZones()).as("maxProtectionZones").isGreaterThanOrEqualTo(8);
        assertThat(it.maxWorkRequests()).as("maxWorkRequests").isGreaterThanOrEqualTo(16);
    }

    @Tests("IA-06")
    void saysTheSameTwice(Environment env) {
        assertThat(env.attributes()).isEqualTo(env.attributes());
        assertThat(env.open().adapter().attributes()).isEqualTo(env.attributes());
    }

    @Tests("IA-07")
    void hasTheTransportOfItsProfile(Environment env) {
        assertThat(env.attributes().transport())
                .isEqualTo(listed(env).transport())
                .isIn(TRANSPORTS.get(env.profile()));
    }

    @Tests("IA-08")
    void tellsWhatTransportsDifferIn(Environment env) {
        AdapterAttributes it = env.attributes();

        assertThat(it.completionMeaning()).as("completionMeaning").isNotNull();
        assertThat(it.maxReadSegments()).as("maxReadSegments").isPositive();
        assertThat(it.maxPrivateDataBytes()).as("maxPrivateDataBytes").isPositive();
        assertThat(it.livenessBound()).as("livenessBound").isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(it.progress()).as("progress").isEqualTo(env.mode());
        assertThat(it.targetProgress()).as("targetProgress").isNotNull();
    }

    @Tests("IA-09")
    void closesWithOpenObjectsOnlyWhenToldTo(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        InterfaceAdapter adapter = pair.here().adapter();

        Expect.refused(() -> adapter.close(CloseMode.GRACEFUL), DatType.INVALID_STATE);

        assertThat(adapter.isClosed()).isFalse();
        Guarded memory = env.here().memory(8, Party.LOCAL_RIGHTS, 1);
        pair.link().endpoint().receive(memory.slice(0, 8), 1);

        adapter.close(CloseMode.ABRUPT);

        assertThat(adapter.isClosed()).isTrue();
        assertThat(pair.link().endpoint().isClosed()).isTrue();
        assertThat(memory.region().isClosed()).isTrue();
        Expect.end(pair.far().connectionEvent());
    }

    @Tests("IA-10")
    void refusesEveryCallAfterTheClose(Environment env) {
        Party here = env.here();
        Link link = here.link(LinkShape.PLAIN);
        Guarded memory = here.memory(8, Party.ALL_RIGHTS, 1);
        InterfaceAdapter adapter = here.adapter();
        Party.Listening listening = here.listen();

        here.close();

        Expect.refused(adapter::createProtectionZone, DatType.INVALID_HANDLE);
        Expect.refused(
                () -> adapter.createEventDispatcher(8, EventStream.DTO), DatType.INVALID_HANDLE);
        Expect.refused(() -> here.zone().allocate(8, Party.LOCAL_RIGHTS), DatType.INVALID_HANDLE);
        Expect.refused(
                () -> link.endpoint().connect(listening.address(), Environment.PATIENTLY),
                DatType.INVALID_HANDLE);
        Expect.refused(() -> memory.region().remoteRegion(), DatType.INVALID_HANDLE);
        Expect.refused(() -> link.receives().await(Duration.ZERO), DatType.INVALID_HANDLE);
        assertThat(link.endpoint().postSend(memory.region(), 0, 8, 1, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.CLOSED);
        assertThat(link.endpoint().postReceive(memory.region(), 0, 8, 1))
                .isEqualTo(PostStatus.CLOSED);
    }

    @Tests("IA-11")
    void closesOnce(Environment env) {
        Party here = env.here();
        here.link(LinkShape.PLAIN);

        for (int i = 0; i < 3; i++) {
            Expect.accepted(here.adapter()::close);
            Expect.accepted(() -> here.adapter().close(CloseMode.ABRUPT));
            assertThat(here.adapter().isClosed()).isTrue();
        }
    }

    @Tests("IA-12")
    void listensOnEveryAddressThatItReports(Environment env) {
        List<InetAddress> addresses = env.attributes().addresses();
        assertThat(addresses).isNotEmpty();
        for (InetAddress address : addresses) {
            InetSocketAddress bound =
                    Expect.given(
                                    () ->
                                            env.here()
                                                    .adapter()
                                                    .createPublicServicePoint(
                                                            new InetSocketAddress(address, 0),
                                                            env.here().requestQueue()))
                            .localAddress();
            assertThat(bound.getAddress()).isEqualTo(address);
            assertThat(bound.getPort()).isPositive();
        }
    }
}
