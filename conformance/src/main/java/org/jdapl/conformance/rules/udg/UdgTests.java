package org.jdapl.conformance.rules.udg;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.jdapl.api.AddressHandle;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.MulticastGroup;
import org.jdapl.api.PrivateData;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.Work;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.DatagramSender;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.ServiceType;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.NotApplicableException;
import org.jdapl.conformance.kit.Tests;
import org.jspecify.annotations.Nullable;

/**
 * Tests the rules of group UDG. Both ends are here: a datagram takes the way through the device all
 * the same, and who dropped it is plain.
 */
final class UdgTests {

    private static final int BYTES = 300;
    private static final int VALUE = 0x01020304;
    private static final int SPLIT = 16;
    private static final int ROUNDS = 20;
    private static final Duration ANY = Duration.ofSeconds(1);

    /** A group of one's own (RFC 2365, the organisation's scope). */
    private static final InetAddress GROUP = InetAddress.ofLiteral("239.77.66.55");

    @Tests("UDG-01")
    void reachesWhomItNames(Environment env) throws Exception {
        Node a = new Node(env);
        Node b = new Node(env);
        Node other = new Node(env);
        b.receive(1);
        other.receive(2);
        a.send(a.to(b), BYTES, 3);
        DatagramSender sender = sender(b.received(BYTES, 1));
        assertThat(sender.queuePair()).isEqualTo(a.port().queuePair());
        assertThat(sender.address()).isEqualTo(Optional.of(env.here().local(0).getAddress()));
        a.receive(4);
        AddressHandle back =
                env.here()
                        .adapter()
                        .createAddressHandle(env.here().zone(), sender, a.port().queueKey());
        b.send(back, BYTES, 5);
        assertThat(sender(a.received(BYTES, 4)).queuePair())
                .as("the answer's sender")
                .isEqualTo(b.port().queuePair());
        other.quiet();
    }

    private static DatagramSender sender(DtoCompletion received) {
        @Nullable DatagramSender sender = received.sender();
        if (sender == null) {
            throw new AssertionError("the completion of a datagram does not say who sent it");
        }
        return sender;
    }

    @Tests(value = "UDG-01", twin = true)
    void isRefusedWhereThereIsNone(Environment env) {
        Party here = env.here();
        InterfaceAdapter adapter = here.adapter();
        Expect.refused(
                () ->
                        adapter.createEndpoint(
                                here.zone(),
                                null,
                                null,
                                null,
                                EndpointAttributes.builder()
                                        .serviceType(ServiceType.UNRELIABLE_DATAGRAM)
                                        .build()),
                DatType.MODEL_NOT_SUPPORTED);
        Expect.refused(
                () -> adapter.createAddressHandle(here.zone(), here.local(0), 1, 1),
                DatType.MODEL_NOT_SUPPORTED);
        Expect.refused(
                () ->
                        adapter.createAddressHandle(
                                here.zone(), new DatagramSender(1, 0, 1, 0, 0), 1),
                DatType.MODEL_NOT_SUPPORTED);
        Expect.refused(
                () ->
                        adapter.createDatagramServicePoint(
                                here.local(0), here.requestQueue(), PrivateDataFraming.RAW),
                DatType.MODEL_NOT_SUPPORTED);
    }

    @Tests("UDG-02")
    void needsTheKey(Environment env) throws Exception {
        Node a = new Node(env);
        Node b = new Node(env);
        b.receive(1);
        a.send(a.to(b, b.port().queueKey() ^ 1), BYTES, 2);
        b.quiet();
        a.quiet();
        a.send(a.to(b), BYTES, 3);
        b.received(BYTES, 1);
    }

    @Tests("UDG-03")
    void bringsNothingButItself(Environment env) throws Exception {
        Node a = new Node(env);
        Node b = new Node(env);
        AddressHandle there = a.to(b);
        for (int length : new int[] {1, 40, BYTES, a.most}) {
            b.in.fill(Node.BLANK);
            b.receive(length);
            a.send(there, length, length);
            b.received(length, length);
            b.in.requireOnlyChanged(0, length);
        }
        LocalMemoryRegion region = b.in.region();
        b.in.fill(Node.BLANK);
        assertThat(b.endpoint.post(scattered(b, region))).isEqualTo(PostStatus.OK);
        a.send(there, BYTES, 1);
        assertThat(b.completion(b.receives).length()).isEqualTo(BYTES);
        b.in.requireContents(0, SPLIT, Node.SENT, 0);
        b.in.requireContents(b.most, BYTES - SPLIT, Node.SENT, SPLIT);
    }

    private static Work scattered(Node node, LocalMemoryRegion region) {
        return node.party
                .adapter()
                .createWork(2)
                .receive()
                .addSegment(region, 0, SPLIT)
                .addSegment(region, node.most, node.most - SPLIT);
    }

    @Tests("UDG-04")
    void needsRoomForTheLongest(Environment env) throws Exception {
        Node a = new Node(env);
        Node b = new Node(env);
        for (int room : new int[] {0, 1, b.most - 1}) {
            assertThat(b.endpoint.postReceive(b.in.region(), 0, room, 1))
                    .as("a receive of " + room + " bytes")
                    .isEqualTo(PostStatus.LENGTH_ERROR);
        }
        a.reach(b);
        b.quiet();
    }

    @Tests("UDG-05")
    void hasALongest(Environment env) throws Exception {
        Node a = new Node(env);
        Node b = new Node(env);
        AddressHandle there = a.to(b);
        b.receive(1);
        assertThat(a.endpoint.postSendTo(there, a.out.region(), 0, a.most + 1L, 2, 0))
                .isEqualTo(PostStatus.LENGTH_ERROR);
        b.quiet();
        a.send(there, a.most, 3);
        b.received(a.most, 1);
    }

    @Tests("UDG-06")
    void isDroppedWithoutAReceive(Environment env) throws Exception {
        Node a = new Node(env);
        Node b = new Node(env);
        AddressHandle there = a.to(b);
        a.send(there, BYTES, 1);
        b.quiet();
        a.quiet();
        b.receive(2);
        b.quiet();
        a.send(there, BYTES + 1, 3);
        b.received(BYTES + 1, 2);
    }

    @Tests("UDG-07")
    void comesFromMemoryOfItsOwn(Environment env) throws Exception {
        Node a = new Node(env);
        Node b = new Node(env);
        AddressHandle there = a.to(b);
        ProtectionZone foreign = env.here().adapter().createProtectionZone();
        Guarded elsewhere = env.here().memory(foreign, BYTES, Party.LOCAL_RIGHTS, Node.SENT);
        assertThat(a.endpoint.postSendTo(there, elsewhere.region(), 0, 1, 1, 0))
                .isEqualTo(PostStatus.PROTECTION_VIOLATION);
        assertThat(a.endpoint.postSendTo(there, a.out.region(), a.out.length(), 1, 1, 0))
                .isEqualTo(PostStatus.PROTECTION_VIOLATION);
        a.reach(b);
        b.reach(a);
    }

    @Tests("UDG-08")
    void mayBeEmpty(Environment env) throws Exception {
        Node a = new Node(env);
        Node b = new Node(env);
        b.receive(1);
        a.send(a.to(b), 0, 2);
        b.received(0, 1);
        b.in.requireUntouched();
    }

    @Tests("UDG-09")
    void keepsItsAddressHandle(Environment env) throws Exception {
        Node a = new Node(env);
        Node b = new Node(env);
        for (int i = 0; i < ROUNDS; i++) {
            AddressHandle there = a.to(b);
            b.receive(i);
            assertThat(a.endpoint.postSendTo(there, a.out.region(), 0, BYTES, i, 0))
                    .isEqualTo(PostStatus.OK);
            // Whether the datagram is still outstanding is the device's affair.
            boolean closed = isClosedNow(there);
            a.sent(i);
            b.received(BYTES, i);
            if (!closed) {
                Expect.accepted(there::close);
            }
            assertThat(a.endpoint.postSendTo(there, a.out.region(), 0, BYTES, i, 0))
                    .as("a post that names a closed address handle")
                    .isEqualTo(PostStatus.CLOSED);
        }
        a.reach(b);
    }

    private static boolean isClosedNow(AddressHandle handle) {
        try {
            handle.close();
            return true;
        } catch (DatException e) {
            assertThat(e.type()).isEqualTo(DatType.INVALID_STATE);
            assertThat(handle.isClosed()).isFalse();
            return false;
        }
    }

    @Tests("UDG-10")
    void carriesImmediateData(Environment env) throws Exception {
        if (!env.attributes().has(Capability.SEND_WITH_IMMEDIATE)) {
            throw new NotApplicableException("SEND_WITH_IMMEDIATE is not advertised");
        }
        Node a = new Node(env);
        Node b = new Node(env);
        b.receive(1);
        assertThat(
                        a.endpoint.post(
                                env.here()
                                        .adapter()
                                        .createWork(1)
                                        .sendWithImmediate(VALUE)
                                        .to(a.to(b))
                                        .addSegment(a.out.region(), 0, BYTES)
                                        .cookie(2)))
                .isEqualTo(PostStatus.OK);
        a.sent(2);
        DtoCompletion got = b.received(BYTES, 1);
        assertThat(got.operation()).isEqualTo(OperationKind.RECEIVE_WITH_IMMEDIATE);
        assertThat(got.hasImmediate()).isTrue();
        assertThat(got.immediate()).isEqualTo(VALUE);
    }

    // ---- multicast

    @Tests("UDG-11")
    void reachesEveryMember(Environment env) throws Exception {
        Node sender = new Node(env);
        Node one = new Node(env);
        Node two = new Node(env);
        Node outside = new Node(env);
        MulticastGroup group = sender.join(GROUP);
        assertThat(group.address()).isEqualTo(GROUP);
        one.join(GROUP);
        two.join(GROUP);
        for (Node node : new Node[] {one, two, outside}) {
            node.receive(1);
            node.receive(2);
        }
        sender.send(group.addressHandle(), BYTES, 3);
        one.received(BYTES, 1);
        two.received(BYTES, 1);
        one.quiet();
        two.quiet();
        outside.quiet();
    }

    @Tests(value = "UDG-11", twin = true)
    void joinsNothingWhereThereIsNone(Environment env) {
        Link link = env.here().link(LinkShape.PLAIN);
        Expect.refused(() -> link.endpoint().joinMulticast(GROUP), DatType.MODEL_NOT_SUPPORTED);
    }

    @Tests("UDG-12")
    void leaves(Environment env) throws Exception {
        Node sender = new Node(env);
        Node stays = new Node(env);
        Node goes = new Node(env);
        MulticastGroup group = sender.join(GROUP);
        stays.join(GROUP);
        MulticastGroup left = goes.join(GROUP);
        stays.receive(1);
        stays.receive(2);
        goes.receive(1);
        goes.receive(2);
        sender.send(group.addressHandle(), BYTES, 1);
        stays.received(BYTES, 1);
        goes.received(BYTES, 1);
        left.close();
        assertThat(left.addressHandle().isClosed()).isTrue();
        sender.send(group.addressHandle(), BYTES + 1, 2);
        stays.received(BYTES + 1, 2);
        goes.quiet();
        sender.send(sender.to(goes), BYTES + 2, 3);
        goes.received(BYTES + 2, 2);
    }

    @Tests("UDG-13")
    void hearsItself(Environment env) throws Exception {
        Node node = new Node(env);
        MulticastGroup group = node.join(GROUP);
        node.receive(1);
        node.send(group.addressHandle(), BYTES, 2);
        assertThat(sender(node.received(BYTES, 1)).queuePair()).isEqualTo(node.port().queuePair());
    }

    @Tests("UDG-14")
    void leavesWithItsEndpoint(Environment env) throws Exception {
        Node sender = new Node(env);
        Node stays = new Node(env);
        Node goes = new Node(env);
        MulticastGroup group = sender.join(GROUP);
        stays.join(GROUP);
        MulticastGroup left = goes.join(GROUP);
        Expect.accepted(goes.endpoint::close);
        assertThat(left.isClosed()).as("the membership is closed").isTrue();
        stays.receive(1);
        sender.send(group.addressHandle(), BYTES, 2);
        stays.received(BYTES, 1);
    }

    // ---- calls that are not for it

    @Tests("UDG-15")
    void hasNoConnection(Environment env) throws Exception {
        Node node = new Node(env);
        Node peer = new Node(env);
        Expect.refused(
                () -> node.endpoint.disconnect(DisconnectMode.ABRUPT), DatType.INVALID_STATE);
        Expect.refused(
                () -> node.endpoint.disconnect(DisconnectMode.GRACEFUL), DatType.INVALID_STATE);
        Expect.refused(
                () -> node.endpoint.duplicateConnect(peer.endpoint, ConnectOptions.within(ANY)),
                DatType.INVALID_STATE);
        EventDispatcher requests = env.here().requestQueue();
        Expect.refused(
                () ->
                        env.here()
                                .adapter()
                                .createReservedServicePoint(
                                        env.here().local(0), node.endpoint, requests),
                DatType.INVALID_STATE);
        LocalMemoryRegion region = node.out.region();
        assertThat(node.endpoint.postWrite(region, 0, 1, 0, 0, 1, 0))
                .isEqualTo(PostStatus.NOT_SUPPORTED);
        assertThat(node.endpoint.postRead(region, 0, 1, 0, 0, 1, 0))
                .isEqualTo(PostStatus.NOT_SUPPORTED);
        assertThat(node.endpoint.postSend(region, 0, 1, 1, 0))
                .as("a send to nobody")
                .isEqualTo(PostStatus.INVALID_ARGUMENT);
        Link connected = env.here().link(LinkShape.PLAIN);
        Expect.refused(() -> connected.endpoint().joinMulticast(GROUP), DatType.INVALID_STATE);
        Expect.refused(() -> connected.endpoint().datagramPort(), DatType.INVALID_STATE);
        node.reach(peer);
    }

    // ---- look-ups

    @Tests("UDG-16")
    void looksItsPeerUp(Environment env) throws Exception {
        Node client = new Node(env);
        Node server = new Node(env);
        Service service = new Service(env.here());
        PrivateData question = PrivateData.of("who are you");
        PrivateData answer = PrivateData.of("I am");
        client.endpoint.connect(service.address(), Environment.PATIENTLY.withPrivateData(question));
        ConnectionRequest request = service.request();
        assertThat(request.privateData()).isEqualTo(question);
        Link connected = env.here().link(LinkShape.PLAIN);
        Expect.refused(() -> request.accept(connected.endpoint(), answer), DatType.INVALID_HANDLE);
        request.accept(server.endpoint, answer);
        ConnectionEvent.PeerResolved resolved = client.event(ConnectionEvent.PeerResolved.class);
        assertThat(resolved.privateData()).isEqualTo(answer);
        AddressHandle there = resolved.peer();
        assertThat(there.remote()).isEqualTo(service.address());
        assertThat(there.queuePair()).isEqualTo(server.port().queuePair());
        assertThat(there.queueKey()).isEqualTo(server.port().queueKey());
        server.receive(1);
        client.send(there, BYTES, 2);
        server.received(BYTES, 1);
        assertThat(client.endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
        assertThat(server.endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
        server.quiet();
    }

    @Tests("UDG-17")
    void isToldWhereThereIsNoAnswer(Environment env) throws Exception {
        Node client = new Node(env);
        Node server = new Node(env);
        Service service = new Service(env.here());
        InetSocketAddress address = service.address();
        client.endpoint.connect(address, Environment.PATIENTLY);
        service.request().reject();
        client.event(ConnectionEvent.PeerRejected.class);
        service.point().close();
        client.endpoint.connect(address, Environment.PATIENTLY);
        client.event(ConnectionEvent.NonPeerRejected.class);
        client.reach(server);
        client.quiet();
    }

    /** A service point that answers look-ups. */
    private record Service(Party party, EventDispatcher requests, PublicServicePoint point) {

        Service(Party party) {
            this(party, party.requestQueue());
        }

        private Service(Party party, EventDispatcher requests) {
            this(
                    party,
                    requests,
                    party.adapter()
                            .createDatagramServicePoint(
                                    party.local(0), requests, PrivateDataFraming.FRAMED));
        }

        InetSocketAddress address() {
            return point.localAddress();
        }

        ConnectionRequest request() throws InterruptedException {
            return new Party.Listening(point, requests).request(party);
        }
    }
}
