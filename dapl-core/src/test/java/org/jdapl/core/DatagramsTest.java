package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jdapl.api.AddressHandle;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.MulticastGroup;
import org.jdapl.api.PrivateData;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.DatagramPort;
import org.jdapl.api.data.DatagramSender;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.ServiceType;
import org.jdapl.core.fake.FakeDatagramQueuePair;
import org.jdapl.core.fake.FakeMembership;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DatagramsTest {

    private static final InetAddress GROUP = InetAddress.ofLiteral("239.1.2.3");
    private static final InetSocketAddress ANYWHERE = Rig.anyPort();
    private static final int MOST = 1024;

    private final Rig rig =
            Rig.manual()
                    .provider(
                            p -> {
                                p.capabilities.add(Capability.UNRELIABLE_DATAGRAM);
                                p.capabilities.add(Capability.MULTICAST);
                            })
                    .build();
    private final Rig.Side a = side();
    private final Rig.Side b = side();

    @AfterEach
    void close() {
        rig.close();
    }

    private Rig.Side side() {
        return rig.side(s -> s.serviceType(ServiceType.UNRELIABLE_DATAGRAM));
    }

    private FakeDatagramQueuePair pair(int index) {
        return rig.fake.datagramPairs().get(index);
    }

    private AddressHandle to(Rig.Side peer) {
        DatagramPort port = peer.endpoint.datagramPort();
        return rig.adapter.createAddressHandle(
                rig.zone, ANYWHERE, port.queuePair(), port.queueKey());
    }

    private static void assertRefused(DatType type, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        DatException.class, e -> assertThat(e.type()).isEqualTo(type));
    }

    private int receive(Rig.Side side, long length, long cookie) {
        return side.endpoint.postReceive(rig.memory, 0, length, cookie);
    }

    private int send(AddressHandle peer, long length, long cookie) {
        return a.endpoint.postSendTo(peer, rig.memory, 0, length, cookie, 0);
    }

    private static <T> T expect(Class<T> type, EventDispatcher from) {
        return type.cast(from.dequeue());
    }

    @Test
    void aDatagramNeedsNoConnectionAndItsCompletionSaysWhoSentIt() {
        assertThat(receive(b, MOST, 1)).isEqualTo(PostStatus.OK);
        assertThat(send(to(b), 8, 2)).isEqualTo(PostStatus.OK);
        assertThat(b.receives.size()).isEqualTo(1); // by the ring, too
        DtoCompletion got = expect(DtoCompletion.class, b.receives);
        assertThat(got.length()).isEqualTo(8);
        DatagramSender sender = Objects.requireNonNull(got.sender());
        assertThat(sender.queuePair()).isEqualTo(a.endpoint.datagramPort().queuePair());
        assertThat(sender.address()).isEqualTo(Optional.of(InetAddress.ofLiteral("127.0.0.1")));
        DtoCompletion sent = expect(DtoCompletion.class, a.requests);
        assertThat(sent.cookie()).isEqualTo(2);
        assertThat(sent.sender()).isNull();
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
    }

    @Test
    void postsThatDoNotFitAreRefused() {
        AddressHandle there = to(b);
        assertThat(receive(b, MOST - 1, 1)).isEqualTo(PostStatus.LENGTH_ERROR);
        assertThat(send(there, MOST + 1, 1)).isEqualTo(PostStatus.LENGTH_ERROR);
        assertThat(a.send(1)).as("to nobody").isEqualTo(PostStatus.INVALID_ARGUMENT);
        assertThat(a.endpoint.postWrite(rig.memory, 0, 1, 0, 0, 1, 0))
                .isEqualTo(PostStatus.NOT_SUPPORTED);
        assertThat(
                        a.endpoint.post(
                                rig.adapter
                                        .createWork(1)
                                        .receive()
                                        .to(there)
                                        .addSegment(rig.memory, 0, MOST)))
                .as("a receive from somewhere")
                .isEqualTo(PostStatus.INVALID_ARGUMENT);
        AddressHandle foreign =
                rig.adapter.createAddressHandle(rig.adapter.createProtectionZone(), ANYWHERE, 1, 1);
        assertThat(send(foreign, 8, 1)).isEqualTo(PostStatus.PROTECTION_VIOLATION);
        Rig.Side connected = rig.side();
        assertThat(connected.endpoint.postSendTo(there, rig.memory, 0, 8, 1, 0))
                .isEqualTo(PostStatus.INVALID_ARGUMENT);
    }

    @Test
    void anAddressHandleIsNotClosedUnderADatagram() {
        AddressHandle there = to(b);
        AddressHandle other = to(b);
        pair(0).holds = true;
        assertThat(send(there, 8, 1)).isEqualTo(PostStatus.OK);
        other.close();
        assertRefused(DatType.INVALID_STATE, there::close);
        assertThat(there.isClosed()).isFalse();
        assertThat(send(there, 8, 2)).as("it is usable as before").isEqualTo(PostStatus.OK);
        pair(0).runSends();
        there.close();
        assertThat(send(there, 8, 3)).isEqualTo(PostStatus.CLOSED);
        assertThat(Rig.completions(a.requests)).containsExactly("1:SUCCESS", "2:SUCCESS");
    }

    @Test
    void aZoneStaysWhileAnAddressHandleIsOfIt() {
        AddressHandle there = to(b);
        a.endpoint.close();
        b.endpoint.close();
        rig.memory.close();
        assertRefused(DatType.INVALID_STATE, rig.zone::close);
        there.close();
        rig.zone.close();
    }

    // ---- look-ups

    private PublicServicePoint service() {
        return rig.adapter.createDatagramServicePoint(
                ANYWHERE, rig.requestEvents(), PrivateDataFraming.RAW);
    }

    private ConnectionRequest lookUp(PublicServicePoint service) {
        a.endpoint.connect(
                service.localAddress(),
                ConnectOptions.within(Rig.LIMIT).withPrivateData(PrivateData.of("who")));
        return expect(ConnectionRequestEvent.class, rig.requestEvents()).request();
    }

    @Test
    void lookUpsBringAddressHandlesAsOftenAsOneLikes() {
        PublicServicePoint service = service();
        ConnectionRequest first = lookUp(service);
        ConnectionRequest second = lookUp(service);
        assertThat(first.privateData().asText()).isEqualTo("who");
        second.accept(b.endpoint, PrivateData.of("second"));
        first.accept(b.endpoint, PrivateData.of("first"));
        ConnectionEvent.PeerResolved answer =
                expect(ConnectionEvent.PeerResolved.class, a.connections);
        assertThat(answer.privateData().asText()).isEqualTo("second");
        assertThat(answer.peer().remote()).isEqualTo(service.localAddress());
        assertThat(answer.peer().queuePair()).isEqualTo(b.endpoint.datagramPort().queuePair());
        expect(ConnectionEvent.PeerResolved.class, a.connections);
        assertThat(Rig.texts(b.connections)).isEmpty();
        receive(b, MOST, 1);
        assertThat(send(answer.peer(), 8, 2)).isEqualTo(PostStatus.OK);
        assertThat(Rig.completions(b.receives)).containsExactly("1:SUCCESS");
    }

    @Test
    void aLookUpThatComesToNothingChangesNothing() {
        PublicServicePoint service = service();
        lookUp(service).reject();
        expect(ConnectionEvent.PeerRejected.class, a.connections);
        lookUp(service).close();
        expect(ConnectionEvent.NonPeerRejected.class, a.connections);
        rig.provider.plan.failNext("lookUp", DatType.INVALID_ADDRESS);
        a.endpoint.connect(service.localAddress(), ConnectOptions.within(Rig.LIMIT));
        expect(ConnectionEvent.Unreachable.class, a.connections);
        rig.provider.plan.failNext("lookUp", DatType.INSUFFICIENT_RESOURCES);
        assertRefused(
                DatType.INSUFFICIENT_RESOURCES,
                () -> a.endpoint.connect(service.localAddress(), ConnectOptions.within(Rig.LIMIT)));
        assertThat(Rig.texts(a.connections)).isEmpty();
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
    }

    @Test
    void anAnswerThatComesTooLateIsDropped() throws Exception {
        PublicServicePoint service = service();
        a.endpoint.connect(service.localAddress(), ConnectOptions.within(Duration.ofMillis(1)));
        ConnectionRequest late =
                expect(ConnectionRequestEvent.class, rig.requestEvents()).request();
        assertThat(a.connections.await(Rig.LIMIT)).isInstanceOf(ConnectionEvent.TimedOut.class);
        late.accept(b.endpoint);
        ConnectionRequest orphan = lookUp(service);
        a.endpoint.close();
        orphan.accept(b.endpoint);
        rig.drain();
        assertThat(Rig.texts(a.connections)).isEmpty();
        assertThat(rig.provider.plan.count("handle.close")).isEqualTo(2);
    }

    @Test
    void aRequestIsAnsweredWithAnEndpointOfItsService() throws Exception {
        Rig.Side connected = rig.side();
        ConnectionRequest lookUp = lookUp(service());
        assertRefused(DatType.INVALID_HANDLE, () -> lookUp.accept(connected.endpoint));
        assertRefused(DatType.INVALID_PARAMETER, () -> lookUp.handoff(rig.point()));
        ConnectionRequest connect = rig.requestFrom(connected);
        assertRefused(DatType.INVALID_HANDLE, () -> connect.accept(b.endpoint));
        lookUp.accept(b.endpoint);
        expect(ConnectionEvent.PeerResolved.class, a.connections);
    }

    // ---- groups

    private FakeMembership wish() {
        a.endpoint.joinMulticast(GROUP);
        return rig.fake.memberships().getLast();
    }

    private MulticastGroup join() {
        wish().join();
        return expect(ConnectionEvent.MulticastJoined.class, a.connections).group();
    }

    @Test
    void aMembershipEndsWhenItIsClosed() {
        MulticastGroup group = join();
        AddressHandle all = group.addressHandle();
        assertThat(group.address()).isEqualTo(GROUP);
        assertThat(all.queuePair()).isEqualTo(0xFFFFFF);
        assertRefused(DatType.INVALID_STATE, all::close);
        pair(0).holds = true;
        assertThat(send(all, 8, 1)).isEqualTo(PostStatus.OK);
        assertRefused(DatType.INVALID_STATE, group::close);
        pair(0).runSends();
        group.close();
        group.close();
        assertThat(all.isClosed()).isTrue();
        assertThat(rig.provider.plan.count("membership.close")).isEqualTo(1);
    }

    @Test
    void aMembershipEndsWithItsEndpoint() {
        MulticastGroup group = join();
        FakeMembership wished = wish();
        a.endpoint.close();
        wished.join();
        rig.drain();
        assertThat(group.isClosed()).isTrue();
        assertThat(rig.provider.plan.count("membership.close")).isEqualTo(2);
        assertThat(rig.provider.plan.count("handle.close")).isEqualTo(2);
    }

    @Test
    void aGroupThatIsLostIsToldAndClosed() {
        MulticastGroup group = join();
        rig.fake.memberships().getLast().lose();
        assertThat(expect(ConnectionEvent.Unreachable.class, a.connections).nativeCode())
                .isEqualTo(5);
        assertThat(group.isClosed()).isTrue();
        wish().lose();
        expect(ConnectionEvent.Unreachable.class, a.connections);
        assertRefused(
                DatType.INVALID_ADDRESS,
                () -> a.endpoint.joinMulticast(InetAddress.getLoopbackAddress()));
        assertRefused(DatType.INVALID_STATE, () -> rig.side().endpoint.joinMulticast(GROUP));
    }

    @Test
    void partsAreNotChangedUnderAMembership() {
        MulticastGroup group = join();
        EndpointChange change =
                new EndpointChange(null, null, null, rig.events(EventStream.CONNECTION), null);
        assertRefused(DatType.INVALID_STATE, () -> a.endpoint.modify(change));
        group.close();
        a.endpoint.modify(change);
    }

    // ---- the end

    @Test
    void aSendThatFailsBreaksTheEndpointUntilItIsReset() {
        MulticastGroup group = join();
        pair(0).holds = true;
        receive(a, MOST, 1);
        send(to(b), 8, 2);
        send(to(b), 8, 3);
        pair(0).failSend(CompletionStatus.LOCAL_PROTECTION);
        assertThat(Rig.completions(a.requests)).containsExactly("2:LOCAL_PROTECTION", "3:FLUSHED");
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
        expect(ConnectionEvent.Broken.class, a.connections);
        assertThat(Rig.completions(a.receives)).containsExactly("1:FLUSHED");
        assertThat(group.isClosed()).isTrue();
        assertThat(send(to(b), 8, 4)).isEqualTo(PostStatus.OK);
        assertThat(Rig.completions(a.requests)).containsExactly("4:FLUSHED");
        assertRefused(DatType.INVALID_STATE, () -> a.endpoint.joinMulticast(GROUP));
        a.endpoint.reset();
        receive(b, MOST, 5);
        assertThat(send(to(b), 8, 6)).isEqualTo(PostStatus.OK);
        assertThat(Rig.completions(b.receives)).containsExactly("5:SUCCESS");
    }

    @Test
    void aLostAdapterEndsWhatIsUnderWayAndNothingIsLeft() {
        PublicServicePoint service = service();
        ConnectionRequest unanswered = lookUp(service);
        MulticastGroup group = join();
        FakeMembership wished = wish();
        AddressHandle there = to(b);
        pair(0).holds = true;
        receive(a, MOST, 1);
        send(there, 8, 2);
        send(group.addressHandle(), 8, 3);
        rig.fake.tell(l -> l.adapterLost("it was pulled out"));
        rig.drain();
        assertThat(Rig.completions(a.requests)).containsExactly("2:FLUSHED", "3:FLUSHED");
        assertThat(Rig.completions(a.receives)).containsExactly("1:FLUSHED");
        assertThat(Rig.texts(a.connections)).as("of the look-up, too").containsExactly("Broken");
        assertThat(Rig.texts(b.connections)).containsExactly("Broken");
        assertThat(group.isClosed()).isTrue();
        wished.join(); // too late
        rig.drain();
        assertThat(Rig.texts(a.connections)).isEmpty();
        assertThat(send(there, 8, 4)).isEqualTo(PostStatus.OK);
        assertThat(Rig.completions(a.requests)).containsExactly("4:FLUSHED");
        assertRefused(
                DatType.INVALID_STATE,
                () -> a.endpoint.connect(service.localAddress(), ConnectOptions.within(Rig.LIMIT)));
        assertRefused(DatType.INVALID_STATE, () -> a.endpoint.joinMulticast(GROUP));
        unanswered.close();
        there.close();
        a.endpoint.close();
        b.endpoint.close();
        service.close();
        assertThat(rig.adapter.census().count(HandleKind.MULTICAST_GROUP)).isZero();
        assertThat(rig.adapter.census().count(HandleKind.ADDRESS_HANDLE)).isZero();
    }

    @Test
    void whatFailsAtTheProviderIsToldByItsNameAndLeavesNothing() {
        PublicServicePoint service = service();
        for (String call : List.of("lookUp", "joinMulticast", "createAddressHandle")) {
            rig.provider.plan.failNext(call, new IllegalStateException("planned"));
        }
        assertFailed(
                "ConnectionManager.lookUp",
                () -> a.endpoint.connect(service.localAddress(), ConnectOptions.within(Rig.LIMIT)));
        assertFailed("ConnectionManager.joinMulticast", () -> a.endpoint.joinMulticast(GROUP));
        assertFailed("Adapter.createAddressHandle", () -> to(b));
        MulticastGroup group = join();
        rig.provider.plan.failNext("membership.close", new IllegalStateException("planned"));
        group.close();
        assertThat(rig.adapter.asyncEvents().dequeue())
                .isInstanceOfSatisfying(
                        AsyncEvent.ProviderInternalError.class,
                        e -> assertThat(e.reason()).contains("MulticastMembership.close"));
        assertThat(rig.adapter.census().count(HandleKind.MULTICAST_GROUP)).isZero();
        assertThat(rig.adapter.census().count(HandleKind.ADDRESS_HANDLE)).isZero();
        rig.uncheck(); // the provider still has the membership
    }

    private static void assertFailed(String call, Runnable body) {
        assertThatThrownBy(body::run)
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> assertThat(e.type()).isEqualTo(DatType.INTERNAL_ERROR))
                .hasMessageContaining("the provider failed in " + call)
                .hasMessageContaining("planned")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void callsAboutConnectionsAreRefused() {
        assertRefused(DatType.INVALID_STATE, () -> a.endpoint.disconnect(DisconnectMode.ABRUPT));
        assertRefused(
                DatType.INVALID_STATE,
                () ->
                        rig.adapter.createReservedServicePoint(
                                ANYWHERE, a.endpoint, rig.requestEvents()));
        assertRefused(
                DatType.INVALID_STATE,
                () -> a.endpoint.commonConnect(rig.address(), ConnectOptions.within(Rig.LIMIT)));
        assertRefused(DatType.INVALID_STATE, () -> rig.side().endpoint.datagramPort());
        assertRefused(
                DatType.INVALID_PARAMETER,
                () -> rig.adapter.createAddressHandle(rig.zone, ANYWHERE, 1 << 24, 0));
        assertRefused(
                DatType.INVALID_PARAMETER,
                () ->
                        rig.side(
                                s ->
                                        s.serviceType(ServiceType.UNRELIABLE_DATAGRAM)
                                                .maxMessageBytes(MOST + 1)));
    }

    @Test
    void postingAndPollingTellTheSenderWithoutAnObject() {
        AddressHandle there = to(b);
        var batch = rig.adapter.createEventBatch(1);
        receive(b, MOST, 1);
        assertThat(send(there, 8, 2)).isEqualTo(PostStatus.OK);
        assertThat(b.receives.poll(batch)).isEqualTo(1);
        assertThat(batch.senderQueuePair(0)).isEqualTo(a.endpoint.datagramPort().queuePair());
        assertThat(a.requests.poll(batch)).isEqualTo(1);
        assertThat(batch.senderQueuePair(0)).isZero();
        assertThat(batch.sender(0)).isNull();
    }

    @Test
    void datagramsAreRefusedWhereThereAreNone() {
        try (Rig without = Rig.manual().build()) {
            assertRefused(
                    DatType.MODEL_NOT_SUPPORTED,
                    () ->
                            without.adapter.createDatagramServicePoint(
                                    ANYWHERE, without.requestEvents(), PrivateDataFraming.RAW));
            assertRefused(
                    DatType.MODEL_NOT_SUPPORTED,
                    () -> without.adapter.createAddressHandle(without.zone, ANYWHERE, 1, 1));
            assertRefused(
                    DatType.MODEL_NOT_SUPPORTED,
                    () -> without.side().endpoint.joinMulticast(GROUP));
        }
    }
}
