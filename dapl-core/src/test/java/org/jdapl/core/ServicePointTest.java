package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jdapl.core.EventDispatcherTest.refused;

import java.net.InetSocketAddress;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.PrivateData;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.ReservedServicePoint;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.core.fake.FakeRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Service points of each kind, and the requests that come to them. */
class ServicePointTest {

    private Rig rig;

    @BeforeEach
    void open() {
        rig = Rig.manual().build();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private ConnectionRequest next() throws InterruptedException {
        return rig.requestEvents().expect(ConnectionRequestEvent.class, Rig.LIMIT).request();
    }

    private PublicServicePoint providing() {
        return rig.adapter.createPublicServicePoint(
                Rig.anyPort(),
                rig.requestEvents(),
                EndpointCreation.PROVIDER,
                PrivateDataFraming.RAW);
    }

    private Rig.Side connecting(InetSocketAddress to) {
        Rig.Side side = rig.side();
        side.endpoint.connect(to, ConnectOptions.within(Rig.LIMIT));
        return side;
    }

    // ---- public

    @Test
    void aServicePointTellsWhereItListensAndWhereRequestsGo() {
        PublicServicePoint point = rig.point();
        assertThat(point.localAddress().getPort()).isPositive();
        assertThat(point.requests()).isSameAs(rig.requestEvents());
        assertThat(point.endpointCreation()).isEqualTo(EndpointCreation.CONSUMER);
        assertThat(point.handleKind()).isEqualTo(HandleKind.PUBLIC_SERVICE_POINT);
        assertThat(point.adapter()).isSameAs(rig.adapter);
    }

    @Test
    void anAddressThatCannotBeListenedOnIsRefused() {
        InetSocketAddress taken = rig.address();
        refused(
                DatType.CONN_QUAL_IN_USE,
                DatSubtype.NO_SUBTYPE,
                () -> rig.adapter.createPublicServicePoint(taken, rig.requestEvents()));
        refused(
                DatType.INVALID_ADDRESS,
                DatSubtype.INVALID_ADDRESS_MALFORMED,
                () ->
                        rig.adapter.createPublicServicePoint(
                                InetSocketAddress.createUnresolved("nowhere.invalid", 1),
                                rig.requestEvents()));
        EventDispatcher noStream = rig.events(EventStream.CONNECTION);
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_EVD_CR,
                () -> rig.adapter.createPublicServicePoint(Rig.anyPort(), noStream));
        noStream.close();
        rig.point().close();
        rig.adapter.createPublicServicePoint(taken, rig.requestEvents()).close();
        rig.requestEvents().close();
    }

    @Test
    void aListenerIsNotLeakedWhenALaterStepFails() {
        int before = rig.fake.openObjects();
        rig.provider.plan.failNext("localAddress", new IllegalStateException("planned"));
        assertThatThrownBy(
                        () ->
                                rig.adapter.createPublicServicePoint(
                                        Rig.anyPort(), rig.requestEvents()))
                .isInstanceOf(DatException.class)
                .hasMessageContaining("failed in Listener.localAddress");
        Rig.Side side = rig.side();
        int withSide = rig.fake.openObjects();
        rig.provider.plan.failNext("localAddress", new IllegalStateException("planned"));
        assertThatThrownBy(
                        () ->
                                rig.adapter.createReservedServicePoint(
                                        Rig.anyPort(), side.endpoint, rig.requestEvents()))
                .isInstanceOf(DatException.class)
                .hasMessageContaining("failed in Listener.localAddress");
        assertThat(side.endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
        assertThat(rig.fake.openObjects()).isEqualTo(withSide).isGreaterThan(before);
        rig.provider.plan.failNext("listen", DatType.INVALID_ADDRESS);
        refused(
                DatType.INVALID_ADDRESS,
                DatSubtype.NO_SUBTYPE,
                () ->
                        rig.adapter.createReservedServicePoint(
                                Rig.anyPort(), side.endpoint, rig.requestEvents()));
        assertThat(side.endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
        rig.requestEvents().close();
    }

    @Test
    void closingAServicePointRefusesNewRequestsAndKeepsTheOldOnes() throws InterruptedException {
        Rig.Side early = connecting(rig.address());
        ConnectionRequest request = next();
        // One that was told to the runtime and is handled after the close.
        FakeRequest late = rig.fake.strangeRequest(rig.address().getPort(), new byte[0]);
        InetSocketAddress address = rig.address();
        rig.point().close();
        rig.drain();
        assertThat(rig.requestEvents().size()).isZero();
        assertThat(late.remoteAddress()).isNotNull();
        assertThat(rig.provider.plan.count("request.close")).isEqualTo(1);
        Rig.Side refused = connecting(address);
        assertThat(refused.connections.await(Rig.LIMIT))
                .isInstanceOf(ConnectionEvent.NonPeerRejected.class);
        Rig.Side passive = rig.side();
        request.accept(passive.endpoint);
        early.connections.expect(ConnectionEvent.Established.class, Rig.LIMIT);
        assertThat(request.servicePoint().isClosed()).isTrue();
    }

    @Test
    void aRequestThatCannotBeQueuedIsRefusedToTheRequester() throws InterruptedException {
        EventDispatcher small =
                rig.adapter.createEventDispatcher(1, EventStream.CONNECTION_REQUEST);
        PublicServicePoint point = rig.adapter.createPublicServicePoint(Rig.anyPort(), small);
        Rig.Side first = connecting(point.localAddress());
        Rig.Side second = connecting(point.localAddress());
        rig.drain();
        assertThat(small.size()).isEqualTo(1);
        assertThat(second.connections.await(Rig.LIMIT))
                .isInstanceOf(ConnectionEvent.NonPeerRejected.class);
        assertThat(rig.adapter.counters().value("requests.refused")).isEqualTo(1);
        small.expect(ConnectionRequestEvent.class, Rig.LIMIT).request().reject();
        assertThat(first.connections.await(Rig.LIMIT))
                .isInstanceOf(ConnectionEvent.PeerRejected.class);
        assertThat(rig.adapter.census().count(HandleKind.CONNECTION_REQUEST)).isZero();
    }

    @Test
    void aRequestWhosePrivateDataCannotBeReadIsRefused() {
        Rig.Side side = connecting(rig.address());
        rig.provider.plan.failNext("request.privateData", new IllegalStateException("planned"));
        rig.drain();
        assertThat(rig.requestEvents().size()).isZero();
        assertThat(Rig.texts(side.connections)).containsExactly("NonPeerRejected");
        assertThat(Rig.texts(rig.adapter.asyncEvents())).containsExactly("ProviderInternalError");
        connecting(rig.address());
        rig.drain();
        assertThat(rig.requestEvents().size()).isEqualTo(1);
    }

    // ---- endpoints that the service point makes

    @Test
    void anEndpointMadeForARequestIsGivenItsPartsAndAccepted() throws InterruptedException {
        PublicServicePoint point = providing();
        Rig.Side active = connecting(point.localAddress());
        ConnectionRequest request = next();
        Endpoint made = request.endpoint();
        assertThat(made.state()).isEqualTo(EndpointState.TENTATIVE_CONNECTION_PENDING);
        refused(
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EP_NOTREADY,
                () -> request.accept(null, PrivateData.EMPTY));
        refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EP_TENTCONNPENDING, made::close);
        EventDispatcher dto = rig.events(EventStream.DTO);
        EventDispatcher connections = rig.events(EventStream.CONNECTION);
        made.modify(
                new EndpointChange(
                        rig.zone,
                        dto,
                        dto,
                        connections,
                        org.jdapl.api.data.EndpointAttributes.defaults()));
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_EP,
                () -> request.accept(made, PrivateData.EMPTY));
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_EP,
                () -> request.accept(rig.side().endpoint, PrivateData.EMPTY));
        request.accept(null, PrivateData.EMPTY);
        active.connections.expect(ConnectionEvent.Established.class, Rig.LIMIT);
        connections.expect(ConnectionEvent.Established.class, Rig.LIMIT);
        assertThat(made.state()).isEqualTo(EndpointState.CONNECTED);
    }

    @Test
    void anEndpointMadeForARequestGoesWithItsRejection() throws InterruptedException {
        PublicServicePoint point = providing();
        for (boolean reject : new boolean[] {true, false}) {
            Rig.Side active = connecting(point.localAddress());
            ConnectionRequest request = next();
            Endpoint made = request.endpoint();
            if (reject) {
                request.reject(PrivateData.of("no"));
            } else {
                request.close();
            }
            assertThat(made.isClosed()).isTrue();
            Event event = active.connections.await(Rig.LIMIT);
            assertThat(event)
                    .isInstanceOf(
                            reject
                                    ? ConnectionEvent.PeerRejected.class
                                    : ConnectionEvent.NonPeerRejected.class);
        }
    }

    @Test
    void aRequestForWhichNoEndpointCanBeMadeIsRefused() throws InterruptedException {
        rig.close();
        rig = Rig.manual().provider(p -> p.limits = b -> b.maxEndpoints(2)).build();
        PublicServicePoint point = providing();
        Rig.Side first = connecting(point.localAddress());
        ConnectionRequest request = next();
        Rig.Side dummy = first;
        request.reject();
        Rig.takeAll(first.connections);
        dummy.endpoint.reset();
        Rig.Side second = rig.side(); // the second and last endpoint
        second.endpoint.connect(point.localAddress(), ConnectOptions.within(Rig.LIMIT));
        rig.drain();
        assertThat(rig.requestEvents().size()).isZero();
        assertThat(Rig.texts(second.connections)).containsExactly("NonPeerRejected");
        assertThat(Rig.takeAll(rig.adapter.asyncEvents()))
                .singleElement()
                .asString()
                .contains("the adapter has 2 endpoints, its maximum");
        assertThat(rig.adapter.census().count(HandleKind.CONNECTION_REQUEST)).isZero();
    }

    // ---- reserved

    @Test
    void aReservedServicePointTakesOneRequest() throws InterruptedException {
        Rig.Side passive = rig.side();
        ReservedServicePoint point =
                rig.adapter.createReservedServicePoint(
                        Rig.anyPort(), passive.endpoint, rig.requestEvents());
        assertThat(point.endpoint()).isSameAs(passive.endpoint);
        assertThat(passive.endpoint.state()).isEqualTo(EndpointState.RESERVED);
        Rig.Side first = connecting(point.localAddress());
        Rig.Side second = connecting(point.localAddress());
        rig.drain();
        assertThat(second.connections.await(Rig.LIMIT))
                .isInstanceOf(ConnectionEvent.NonPeerRejected.class);
        ConnectionRequest request = next();
        assertThat(request.endpoint()).isSameAs(passive.endpoint);
        assertThat(request.servicePoint()).isSameAs(point);
        assertThat(passive.endpoint.state()).isEqualTo(EndpointState.PASSIVE_CONNECTION_PENDING);
        refused(
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EP_PASSCONNPENDING,
                passive.endpoint::close);
        point.close();
        assertThat(passive.endpoint.state()).isEqualTo(EndpointState.PASSIVE_CONNECTION_PENDING);
        request.accept(null, PrivateData.EMPTY);
        first.connections.expect(ConnectionEvent.Established.class, Rig.LIMIT);
        passive.connections.expect(ConnectionEvent.Established.class, Rig.LIMIT);
    }

    @Test
    void closingAReservedServicePointFreesAnEndpointThatWaits() {
        Rig.Side passive = rig.side();
        ReservedServicePoint point =
                rig.adapter.createReservedServicePoint(
                        Rig.anyPort(), passive.endpoint, rig.requestEvents());
        refused(
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EP_RESERVED,
                passive.endpoint::close);
        point.close();
        assertThat(passive.endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
        passive.endpoint.close();
        rig.requestEvents().close();
    }

    @Test
    void aRejectedRequestFreesItsReservedEndpoint() throws InterruptedException {
        Rig.Side passive = rig.side();
        ReservedServicePoint point =
                rig.adapter.createReservedServicePoint(
                        Rig.anyPort(), passive.endpoint, rig.requestEvents());
        Rig.Side active = connecting(point.localAddress());
        next().reject(PrivateData.of("no"));
        assertThat(passive.endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
        assertThat(
                        active.connections
                                .expect(ConnectionEvent.PeerRejected.class, Rig.LIMIT)
                                .privateData()
                                .asText())
                .isEqualTo("no");
        point.close();
        passive.endpoint.close();
    }

    // ---- requests

    @Test
    void anAcceptThatIsRefusedChangesNothing() throws InterruptedException {
        Rig.Side active = connecting(rig.address());
        ConnectionRequest request = next();
        Rig.Side passive = rig.side();
        passive.mustReceive(1);
        refused(
                DatType.INVALID_PARAMETER,
                DatSubtype.INVALID_ARG5,
                () -> request.accept(passive.endpoint, PrivateData.of(new byte[253])));
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_EP,
                () -> request.accept(null, PrivateData.EMPTY));
        refused(
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EP_ACTCONNPENDING,
                () -> request.accept(active.endpoint));
        rig.provider.plan.failNext("accept", DatType.INSUFFICIENT_RESOURCES);
        refused(
                DatType.INSUFFICIENT_RESOURCES,
                DatSubtype.NO_SUBTYPE,
                () -> request.accept(passive.endpoint));
        rig.provider.plan.failNext("accept", new IllegalStateException("planned"));
        assertThatThrownBy(() -> request.accept(passive.endpoint))
                .isInstanceOf(DatException.class)
                .hasMessageContaining("failed in ConnectionManager.accept");
        try (Rig other = Rig.manual().build()) {
            refused(
                    DatType.INVALID_HANDLE,
                    DatSubtype.INVALID_HANDLE_EP,
                    () -> request.accept(other.side().endpoint));
        }
        assertThat(passive.endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
        assertThat(request.isClosed()).isFalse();
        assertThat(passive.endpoint.receiveCounts().posted()).isEqualTo(1);
        request.accept(passive.endpoint);
        active.connections.expect(ConnectionEvent.Established.class, Rig.LIMIT);
        passive.connections.expect(ConnectionEvent.Established.class, Rig.LIMIT);
        refused(
                DatType.INVALID_STATE,
                DatSubtype.NO_SUBTYPE,
                () -> request.accept(rig.side().endpoint));
        refused(DatType.INVALID_STATE, DatSubtype.NO_SUBTYPE, request::reject);
    }

    @Test
    void aRejectionThatIsRefusedChangesNothing() throws InterruptedException {
        Rig.Side active = connecting(rig.address());
        ConnectionRequest request = next();
        refused(
                DatType.INVALID_PARAMETER,
                DatSubtype.INVALID_ARG5,
                () -> request.reject(PrivateData.of(new byte[253])));
        rig.provider.plan.failNext("reject", DatType.INTERNAL_ERROR);
        refused(DatType.INTERNAL_ERROR, DatSubtype.NO_SUBTYPE, request::reject);
        assertThat(request.isClosed()).isFalse();
        request.reject();
        assertThat(Rig.texts(active.connections)).containsExactly("PeerRejected");
    }

    @Test
    void aRequesterThatIsGoneIsAnEventAndNotAnError() throws InterruptedException {
        Rig.Side active = connecting(rig.address());
        ConnectionRequest request = next();
        active.endpoint.close();
        rig.drain();
        Rig.Side passive = rig.side();
        passive.mustReceive(1);
        int accepts = rig.provider.plan.count("accept");
        request.accept(passive.endpoint);
        assertThat(rig.provider.plan.count("accept")).isEqualTo(accepts);
        assertThat(Rig.texts(passive.connections)).containsExactly("AcceptCompletionError");
        assertThat(passive.endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
        assertThat(Rig.completions(passive.receives)).containsExactly("1:FLUSHED");
        assertThat(request.isClosed()).isTrue();
    }

    @Test
    void aRequesterThatGoesWhileItIsAcceptedIsAnEvent() throws InterruptedException {
        Rig.Side active = connecting(rig.address());
        ConnectionRequest request = next();
        rig.provider.plan.onNext("accept", () -> active.endpoint.close());
        Rig.Side passive = rig.side();
        request.accept(passive.endpoint);
        rig.drain();
        assertThat(Rig.texts(passive.connections)).containsExactly("AcceptCompletionError");
    }

    @Test
    void aGoneRequestCanBeRejectedOrClosed() throws InterruptedException {
        for (boolean reject : new boolean[] {true, false}) {
            Rig.Side active = connecting(rig.address());
            ConnectionRequest request = next();
            active.endpoint.close();
            rig.drain();
            if (reject) {
                request.reject();
            } else {
                request.close();
            }
            assertThat(request.isClosed()).isTrue();
        }
        assertThat(rig.adapter.census().count(HandleKind.CONNECTION_REQUEST)).isZero();
    }

    @Test
    void aRequestThatIsClosedIsRefusedOnceAndNotByTheConsumer() throws InterruptedException {
        Rig.Side active = connecting(rig.address());
        ConnectionRequest request = next();
        request.close();
        request.close();
        assertThat(active.connections.await(Rig.LIMIT))
                .isInstanceOf(ConnectionEvent.NonPeerRejected.class);
        assertThat(rig.provider.plan.count("request.close")).isEqualTo(1);
        refused(DatType.INVALID_STATE, DatSubtype.NO_SUBTYPE, () -> request.handoff(rig.point()));
    }

    @Test
    void aRequestHandedOverGoesOnAtTheOtherServicePoint() throws InterruptedException {
        Rig.Side active = connecting(rig.address());
        ConnectionRequest request = next();
        EventDispatcher others = rig.events(EventStream.CONNECTION_REQUEST);
        PublicServicePoint other = rig.adapter.createPublicServicePoint(Rig.anyPort(), others);

        request.handoff(other);

        assertThat(request.isClosed()).isTrue();
        refused(
                DatType.INVALID_STATE,
                DatSubtype.NO_SUBTYPE,
                () -> request.accept(active.endpoint));
        ConnectionRequest again = others.expect(ConnectionRequestEvent.class, Rig.LIMIT).request();
        assertThat(again.servicePoint()).isSameAs(other);
        assertThat(again.localAddress()).isEqualTo(rig.address());
        assertThat(rig.provider.plan.count("request.close")).isZero();
        Rig.Side passive = rig.side();
        again.accept(passive.endpoint);
        assertThat(active.connections.await(Rig.LIMIT))
                .isInstanceOf(ConnectionEvent.Established.class);
        assertThat(rig.adapter.census().count(HandleKind.CONNECTION_REQUEST)).isZero();
    }

    @Test
    void aRequestThatCannotBeHandedOverStaysValid() throws InterruptedException {
        Rig.Side active = connecting(rig.address());
        ConnectionRequest request = next();
        EventDispatcher small =
                rig.adapter.createEventDispatcher(
                        1, EventStream.CONNECTION_REQUEST, EventStream.SOFTWARE);
        PublicServicePoint full = rig.adapter.createPublicServicePoint(Rig.anyPort(), small);
        small.post("takes the only place");
        refused(DatType.QUEUE_FULL, DatSubtype.NO_SUBTYPE, () -> request.handoff(full));
        full.close();
        refused(DatType.INVALID_HANDLE, DatSubtype.INVALID_HANDLE_PSP, () -> request.handoff(full));

        request.accept(rig.side().endpoint);

        assertThat(active.connections.await(Rig.LIMIT))
                .isInstanceOf(ConnectionEvent.Established.class);
    }

    @Test
    void anEndpointThatARequestBroughtIsGivenBackWhenItIsHandedOver() throws InterruptedException {
        Rig.Side reserved = rig.side();
        EventDispatcher requests = rig.events(EventStream.CONNECTION_REQUEST);
        var point =
                rig.adapter.createReservedServicePoint(Rig.anyPort(), reserved.endpoint, requests);
        Rig.Side active = connecting(point.localAddress());
        ConnectionRequest request =
                requests.expect(ConnectionRequestEvent.class, Rig.LIMIT).request();
        assertThat(reserved.endpoint.state()).isEqualTo(EndpointState.PASSIVE_CONNECTION_PENDING);

        request.handoff(rig.point());

        assertThat(reserved.endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
        next().accept(reserved.endpoint);
        assertThat(active.connections.await(Rig.LIMIT))
                .isInstanceOf(ConnectionEvent.Established.class);
    }

    @Test
    void aCommonServicePointIsReachedByItsAddress() throws InterruptedException {
        EventDispatcher requests = rig.events(EventStream.CONNECTION_REQUEST);
        var point = rig.adapter.createCommonServicePoint(Rig.anyPort(), requests);
        Rig.Side active = rig.side();
        active.endpoint.commonConnect(point.localAddress(), ConnectOptions.within(Rig.LIMIT));
        ConnectionRequest request =
                requests.expect(ConnectionRequestEvent.class, Rig.LIMIT).request();
        assertThat(request.servicePoint()).isSameAs(point);
        assertThat(request.endpoint()).isNull();
        request.accept(rig.side().endpoint);
        assertThat(active.connections.await(Rig.LIMIT))
                .isInstanceOf(ConnectionEvent.Established.class);
        assertThat(point.handleKind()).isEqualTo(HandleKind.COMMON_SERVICE_POINT);
    }

    @Test
    void aRequestFromNowhereCanBeClosedWithTheAdapter() throws InterruptedException {
        rig.fake.strangeRequest(rig.address().getPort(), new byte[] {1});
        ConnectionRequest request = next();
        assertThat(request.privateData().toByteArray()).containsExactly(1);
        assertThat(request.remoteAddress().getPort()).isEqualTo(40000);
        rig.adapter.close();
        assertThat(request.isClosed()).isTrue();
        assertThat(rig.provider.plan.count("request.close")).isEqualTo(1);
    }
}
