package org.jdapl.conformance.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import org.jdapl.api.AdapterInfo;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.core.RegistryBuilder;
import org.jdapl.core.RuntimeSeams;
import org.jdapl.provider.soft.sim.Simulation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The adapter {@code soft:sim} as the usual provider has it. */
@Timeout(60)
class LocalNetworkTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** One of two programs in this JVM. */
    private record Side(InterfaceAdapter adapter, EventDispatcher events, Endpoint endpoint) {

        static Side open(AdapterRegistry registry) {
            InterfaceAdapter adapter =
                    registry.open(
                            "soft:sim", AdapterOptions.defaults().withProgress(ProgressMode.AUTO));
            EventDispatcher events =
                    adapter.createEventDispatcher(32, EventStream.DTO, EventStream.CONNECTION);
            Endpoint endpoint =
                    adapter.createEndpoint(
                            zone(adapter), events, events, events, EndpointAttributes.defaults());
            return new Side(adapter, events, endpoint);
        }

        private static ProtectionZone zone(InterfaceAdapter adapter) {
            return adapter.createProtectionZone();
        }

        LocalMemoryRegion memory() {
            ProtectionZone zone = endpoint.protectionZone();
            assertThat(zone).isNotNull();
            return zone.allocate(64, Set.copyOf(Privilege.ALL));
        }
    }

    @Test
    void shouldBeListedNextToTheTcpWire() {
        try (AdapterRegistry registry = new RegistryBuilder().build()) {
            assertThat(registry.adapters())
                    .extracting(AdapterInfo::name)
                    .contains("soft:iwarp", "soft:sim");
        }
    }

    @Test
    void shouldConnectTwoAdaptersOfThisJvmInRealTime() throws Exception {
        try (AdapterRegistry registry = new RegistryBuilder().build()) {
            Side a = Side.open(registry);
            Side b = Side.open(registry);
            EventDispatcher requests =
                    b.adapter().createEventDispatcher(4, EventStream.CONNECTION_REQUEST);
            InetSocketAddress address =
                    b.adapter()
                            .createPublicServicePoint(
                                    new InetSocketAddress(
                                            b.adapter().attributes().addresses().getFirst(), 0),
                                    requests)
                            .localAddress();
            LocalMemoryRegion in = b.memory();
            LocalMemoryRegion out = a.memory();
            out.segment().fill((byte) 7);
            b.endpoint().receive(in.whole(), 1);

            a.endpoint().connect(address, ConnectOptions.within(LIMIT));
            requests.expect(ConnectionRequestEvent.class, LIMIT).request().accept(b.endpoint());
            a.events().expect(ConnectionEvent.Established.class, LIMIT);
            b.events().expect(ConnectionEvent.Established.class, LIMIT);
            a.endpoint().send(out.whole(), 2);

            assertThat(a.events().expect(DtoCompletion.class, LIMIT).isSuccess()).isTrue();
            assertThat(b.events().expect(DtoCompletion.class, LIMIT).cookie()).isEqualTo(1);
            assertThat(in.segment().mismatch(out.segment())).isEqualTo(-1);
            a.endpoint().disconnect(DisconnectMode.GRACEFUL);
            b.events().expect(ConnectionEvent.Disconnected.class, LIMIT);
        }
    }

    @Test
    void shouldBeOfTheSimulationWhoseSeamsTheRegistryHas() throws Exception {
        try (Simulation sim = Simulation.builder().seed(1).build()) {
            sim.run(
                    () -> {
                        try (AdapterRegistry registry =
                                new RegistryBuilder()
                                        .seams(
                                                new RuntimeSeams(
                                                        sim.clock(),
                                                        sim.parker(),
                                                        sim.random(),
                                                        sim.threads()))
                                        .build()) {
                            Side side = Side.open(registry);
                            long before = sim.clock().nanoTime();
                            assertThat(side.events().await(Duration.ofMinutes(1))).isNull();
                            assertThat(sim.clock().nanoTime() - before)
                                    .isGreaterThanOrEqualTo(Duration.ofMinutes(1).toNanos());
                            assertThat(side.adapter().attributes().addresses())
                                    .isEqualTo(sim.host("local").addresses());
                        }
                    });
        }
    }
}
