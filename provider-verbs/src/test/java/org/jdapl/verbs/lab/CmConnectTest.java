package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jdapl.verbs.lab.CmEnds.LIMIT;
import static org.jdapl.verbs.lab.CmEnds.RXE;
import static org.jdapl.verbs.lab.CmEnds.SIW;
import static org.jdapl.verbs.lab.CmEnds.ascii;
import static org.jdapl.verbs.lab.CmEnds.head;
import static org.jdapl.verbs.lab.CmEnds.next;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jdapl.verbs.CompletionOpcode;
import org.jdapl.verbs.WorkCompletions;
import org.jdapl.verbs.cm.AddressInfo;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.ConnectionOption;
import org.jdapl.verbs.cm.ConnectionParameters;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.Greeting;
import org.jdapl.verbs.cm.PortSpace;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@InLab
class CmConnectTest {

    @ParameterizedTest
    @ValueSource(strings = {RXE, SIW})
    void shouldConnectAndCarryPrivateDataAndMessages(String host) {
        try (CmEnds ends = new CmEnds(host)) {
            assertThat(head(ends.request.privateData(), 5)).isEqualTo("hello");
            assertThat(ends.request.listener()).containsSame(ends.listener);
            assertThat(head(ends.established.privateData(), 7)).isEqualTo("welcome");
            assertThat(ends.client.peerAddress()).isEqualTo(ends.listener.localAddress());
            assertThat(ends.server.peerAddress()).isEqualTo(ends.client.localAddress());
            assertThat(ends.client.portNumber()).isEqualTo(1);
            assertThat(ends.server.context()).isSameAs(ends.client.context());
            assertThat(ends.client.context().device().name())
                    .isEqualTo(host.equals(RXE) ? "rxe0" : "siw0");

            assertThat(ends.clientQueues.pair.postSend(ends.clientQueues.send("by RDMA"), 0, 1))
                    .isZero();
            WorkCompletions received = ends.serverQueues.complete();
            assertThat(received.opcodeOf(0)).isEqualTo(CompletionOpcode.RECV);
            assertThat(received.byteLength(0)).isEqualTo(7);
            assertThat(ends.serverQueues.text(0, 7)).isEqualTo("by RDMA");
            ends.clientQueues.complete();

            ends.client.disconnect();
            next(ends.serverChannel, CmEventType.DISCONNECTED);
            ends.server.disconnect();
            next(ends.clientChannel, CmEventType.DISCONNECTED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RXE, SIW})
    void shouldTellARefusalWithItsReason(String host) {
        try (EventChannel serverChannel = EventChannel.create();
                EventChannel clientChannel = EventChannel.create()) {
            ConnectionId listener = CmEnds.listen(serverChannel, host);
            ConnectionId client =
                    CmEnds.resolved(clientChannel, listener.localAddress().orElseThrow());
            CmEnds.Queues queues = new CmEnds.Queues(client);
            client.connect(ConnectionParameters.defaults());
            ConnectionId request = next(serverChannel, CmEventType.CONNECT_REQUEST).id();
            request.reject(ascii("not today"));
            request.close();

            CmEvent event = clientChannel.awaitEvent(LIMIT).orElseThrow();
            assertThat(event.type()).isEqualTo(CmEventType.REJECTED);
            assertThat(event.error()).contains(VerbsError.REFUSED);
            assertThat(head(event.privateData(), 9)).isEqualTo("not today");
            assertThatThrownBy(() -> event.expect(CmEventType.ESTABLISHED))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.error()).isEqualTo(VerbsError.REFUSED));
            client.close();
            queues.domain.close();
            queues.queue.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RXE, SIW})
    void shouldTellThatNobodyListens(String host) {
        try (EventChannel channel = EventChannel.create()) {
            ConnectionId client = CmEnds.resolved(channel, new InetSocketAddress(host, 9));
            CmEnds.Queues queues = new CmEnds.Queues(client);
            VerbsError error;
            try {
                client.connect(ConnectionParameters.defaults());
                error = channel.awaitEvent(LIMIT).orElseThrow().error().orElseThrow();
            } catch (VerbsException e) {
                error = e.error(); // as a driver finds that makes the TCP connection in the call
            }
            assertThat(error).isEqualTo(VerbsError.REFUSED);
            client.close();
            queues.domain.close();
            queues.queue.close();
        }
    }

    @Test
    void shouldTellWithinTheTimeThatNobodyHasTheAddress() {
        try (EventChannel channel = EventChannel.create()) {
            ConnectionId client = ConnectionId.create(channel, PortSpace.TCP);
            long start = System.nanoTime();
            client.resolveAddress(
                    null, new InetSocketAddress("10.77.1.77", 7), Duration.ofMillis(500));
            CmEvent event = channel.awaitEvent(LIMIT).orElseThrow();

            assertThat(event.type()).isEqualTo(CmEventType.ADDR_ERROR);
            assertThat(event.error()).isNotEmpty();
            assertThat(event.error().orElseThrow())
                    .isIn(VerbsError.TIMED_OUT, VerbsError.ADDRESS_NOT_AVAILABLE);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isLessThan(Duration.ofSeconds(30));
        }
    }

    @Test
    void shouldRefuseWhatHasNoWayOrComesTooEarly() {
        try (EventChannel channel = EventChannel.create()) {
            ConnectionId id = ConnectionId.create(channel, PortSpace.TCP);
            refused(
                    VerbsError.ADDRESS_NOT_AVAILABLE,
                    () ->
                            id.resolveAddress(
                                    null,
                                    new InetSocketAddress("192.0.2.1", 7),
                                    Duration.ofSeconds(1)));
            ConnectionId fresh = ConnectionId.create(channel, PortSpace.TCP);
            VerbsError early = VerbsError.INVALID_ARGUMENT;
            refused(early, () -> fresh.resolveRoute(Duration.ofSeconds(1)));
            refused(early, () -> fresh.connect(ConnectionParameters.defaults()));
            refused(early, () -> fresh.accept(ConnectionParameters.defaults()));
            refused(early, fresh::reject);
            refused(early, fresh::disconnect);
            refused(early, fresh::establish);
            refused(early, fresh::context);
            assertThat(fresh.paths()).isEmpty();
            assertThat(fresh.portNumber()).isZero();
            assertThat(fresh.localAddress()).isEmpty();
            assertThat(fresh.peerAddress()).isEmpty();
            ConnectionId bound = ConnectionId.create(channel, PortSpace.TCP);
            refused(
                    VerbsError.ADDRESS_NOT_AVAILABLE,
                    () -> bound.bind(new InetSocketAddress("192.0.2.1", 0)));
            bound.bind(new InetSocketAddress(RXE, 0));
            refused(early, () -> bound.bind(new InetSocketAddress(RXE, 0)));
            ConnectionId second = ConnectionId.create(channel, PortSpace.TCP);
            refused(
                    VerbsError.ADDRESS_IN_USE,
                    () -> second.bind(bound.localAddress().orElseThrow()));
        }
    }

    private static void refused(VerbsError error, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.error()).isEqualTo(error));
    }

    @Test
    void shouldTakeItsOptions() {
        try (EventChannel channel = EventChannel.create()) {
            ConnectionId id = ConnectionId.create(channel, PortSpace.TCP);
            id.setOption(ConnectionOption.REUSE_ADDRESS, 1);
            id.setOption(ConnectionOption.IPV6_ONLY, 1);
            id.setOption(ConnectionOption.TYPE_OF_SERVICE, 0x28);
            id.setOption(ConnectionOption.ACK_TIMEOUT, 14);
            assertThatThrownBy(() -> id.setOption(ConnectionOption.TYPE_OF_SERVICE, 256))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("TYPE_OF_SERVICE=256");
            id.bind(new InetSocketAddress(RXE, 0));
            ConnectionId same = ConnectionId.create(channel, PortSpace.TCP);
            same.setOption(ConnectionOption.REUSE_ADDRESS, 1);
            same.bind(id.localAddress().orElseThrow());
            assertThat(same.localAddress()).isEqualTo(id.localAddress());
        }
    }

    @Test
    void shouldTellThePathOnRoce() {
        try (CmEnds ends = new CmEnds(RXE)) {
            assertThat(ends.client.paths()).hasSize(1);
            var path = ends.client.paths().getFirst();
            assertThat(path.source().address().getHostAddress()).isEqualTo(RXE);
            assertThat(path.destination()).isEqualTo(path.source());
            assertThat(path.pkey()).isEqualTo(0xFFFF);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RXE, SIW})
    void shouldGreetAsThePackagePageSays(String host) throws Exception {
        try (EventChannel events = EventChannel.create()) {
            ConnectionId listener = CmEnds.listen(events, host);
            CompletableFuture<String> heard =
                    CompletableFuture.supplyAsync(() -> Greeting.hear(events));
            Greeting.greet(listener.localAddress().orElseThrow(), "good morning");
            assertThat(heard.get(60, TimeUnit.SECONDS)).isEqualTo("good morning");
        }
    }

    @Test
    void shouldFindAddresses() throws Exception {
        InetSocketAddress to = new InetSocketAddress(InetAddress.getByName(SIW), 7174);

        AddressInfo connect = AddressInfo.toConnect(to, PortSpace.TCP).getFirst();
        assertThat(connect.portSpace()).isEqualTo(PortSpace.TCP);
        assertThat(connect.destination()).contains(to);

        AddressInfo listen = AddressInfo.toListen(to, PortSpace.UDP).getFirst();
        assertThat(listen.portSpace()).isEqualTo(PortSpace.UDP);
        assertThat(listen.source()).contains(to);
        assertThat(listen.destination()).isEmpty();
    }
}
