package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jdapl.core.EventDispatcherTest.refused;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.CompletionType;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ServiceType;
import org.jdapl.api.data.ThreadMode;
import org.jdapl.spi.seam.Parker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What endpoints are made of: at their creation, and when they are changed. */
class EndpointModifyTest {

    private Rig rig;

    @BeforeEach
    void open() {
        rig = Rig.manual().build();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static EndpointChange attributes(UnaryOperator<EndpointAttributes.Builder> change) {
        return new EndpointChange(
                null, null, null, null, change.apply(EndpointAttributes.builder()).build());
    }

    /** CNC: what is posted while the queue pair is replaced belongs to the new one. */
    @Test
    void aReceiveThatIsPostedDuringAChangeIsNotLost() {
        CountDownLatch postedOrWaiting = new CountDownLatch(1);
        Parker parker =
                new StrictParker() {
                    @Override
                    public void giveWay() {
                        postedOrWaiting.countDown();
                        super.giveWay();
                    }
                };
        try (Rig own = Rig.manual().parker(parker).build()) {
            Rig.Side side = own.side();
            Thread poster =
                    new Thread(
                            () -> {
                                side.mustReceive(7);
                                postedOrWaiting.countDown();
                            });
            own.provider.plan.onNext(
                    "createQueuePair",
                    () -> {
                        poster.start();
                        await(postedOrWaiting);
                    });

            side.endpoint.modify(attributes(b -> b.maxReceives(32)));
            Rig.join(poster);
            side.endpoint.close();

            assertThat(Rig.completions(side.receives)).containsExactly("7:FLUSHED");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(Rig.LIMIT.toNanos(), TimeUnit.NANOSECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // ---- creation

    @Test
    void theEffectiveAttributesAreToldAndZeroIsTheAdaptersMaximum() {
        Rig.Side side = rig.side();
        EndpointAttributes a = side.endpoint.attributes();
        assertThat(a.maxMessageBytes()).isEqualTo(rig.adapter.attributes().maxMessageBytes());
        assertThat(a.maxRdmaBytes()).isEqualTo(rig.adapter.attributes().maxRdmaBytes());
        assertThat(a.maxRequests()).isEqualTo(64);
        assertThat(side.endpoint.protectionZone()).isSameAs(rig.zone);
        assertThat(side.endpoint.receives()).isSameAs(side.receives);
        assertThat(side.endpoint.connections()).isSameAs(side.connections);
        assertThat(side.endpoint.sharedReceiveQueue()).isNull();
    }

    @Test
    void attributesAboveTheAdaptersAreRefusedByName() {
        List<UnaryOperator<EndpointAttributes.Builder>> changes =
                List.of(
                        b -> b.maxReceives(4097),
                        b -> b.maxRequests(4097),
                        b -> b.maxReceiveSegments(9),
                        b -> b.maxRequestSegments(9),
                        b -> b.maxReadSegments(5),
                        b -> b.maxWriteSegments(9),
                        b -> b.maxReadsIn(17),
                        b -> b.maxReadsOut(17),
                        b -> b.maxInlineBytes(1),
                        b -> b.maxMessageBytes((1L << 20) + 1),
                        b -> b.maxRdmaBytes((1L << 20) + 1),
                        b -> b.maxReceives(-1),
                        b -> b.maxRequests(0),
                        b -> b.maxReceives(0),
                        b -> b.requestCompletions(CompletionType.SOLICITED));
        for (UnaryOperator<EndpointAttributes.Builder> change : changes) {
            EndpointAttributes wanted = change.apply(EndpointAttributes.builder()).build();
            refused(DatType.INVALID_PARAMETER, DatSubtype.INVALID_ARG6, () -> rig.new Side(wanted));
        }
        assertThatThrownBy(() -> rig.side(b -> b.maxReadsIn(17)))
                .hasMessageContaining("maxReadsIn=17")
                .hasMessageContaining("16");
        assertThat(rig.fake.queuePairs()).isEmpty();
    }

    @Test
    void whatTheAdapterDoesNotHaveIsRefusedByName() {
        List<UnaryOperator<EndpointAttributes.Builder>> changes =
                List.of(
                        b -> b.serviceType(ServiceType.UNRELIABLE_DATAGRAM),
                        b -> b.keepAlive(Duration.ofSeconds(1)),
                        b -> b.livenessBound(Duration.ofSeconds(1)));
        for (UnaryOperator<EndpointAttributes.Builder> change : changes) {
            EndpointAttributes wanted = change.apply(EndpointAttributes.builder()).build();
            refused(DatType.MODEL_NOT_SUPPORTED, DatSubtype.NO_SUBTYPE, () -> rig.new Side(wanted));
        }
    }

    @Test
    void partsThatAreNotLegalAreRefused() {
        EventDispatcher dto = rig.events(EventStream.DTO);
        EventDispatcher connection = rig.events(EventStream.CONNECTION);
        EndpointAttributes a = EndpointAttributes.defaults();
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_EVD_RECV,
                () -> rig.adapter.createEndpoint(rig.zone, connection, dto, connection, a));
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_EVD_REQUEST,
                () -> rig.adapter.createEndpoint(rig.zone, dto, connection, connection, a));
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_EVD_CONN,
                () -> rig.adapter.createEndpoint(rig.zone, dto, dto, dto, a));
        EventDispatcher closed = rig.events(EventStream.DTO);
        closed.close();
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_EVD_REQUEST,
                () -> rig.adapter.createEndpoint(rig.zone, dto, closed, connection, a));
        try (Rig other = Rig.manual().build()) {
            refused(
                    DatType.INVALID_HANDLE,
                    DatSubtype.INVALID_HANDLE_PZ,
                    () -> rig.adapter.createEndpoint(other.zone, dto, dto, connection, a));
            EventDispatcher foreign = other.events(EventStream.DTO);
            assertThatThrownBy(
                            () -> rig.adapter.createEndpoint(rig.zone, foreign, dto, connection, a))
                    .hasMessageContaining("another adapter");
        }
        dto.close();
        connection.close();
    }

    @Test
    void aQueuePairThatCannotBeMadeLeavesNothingBehind() {
        EventDispatcher dto = rig.events(EventStream.DTO);
        EventDispatcher connection = rig.events(EventStream.CONNECTION);
        ProtectionZone zone = rig.adapter.createProtectionZone();
        for (RuntimeException failure :
                List.of(
                        new org.jdapl.spi.ProviderException(
                                DatType.INSUFFICIENT_RESOURCES, "no more"),
                        new IllegalStateException("no more"))) {
            rig.provider.plan.failNext("createQueuePair", failure);
            assertThatThrownBy(
                            () ->
                                    rig.adapter.createEndpoint(
                                            zone,
                                            dto,
                                            dto,
                                            connection,
                                            EndpointAttributes.defaults()))
                    .hasMessageContaining("no more");
        }
        dto.close();
        connection.close();
        zone.close();
        assertThat(rig.adapter.census().count(org.jdapl.api.HandleKind.ENDPOINT)).isZero();
    }

    // ---- modify

    @Test
    void anEndpointWithoutPartsBecomesWholeByModify() throws InterruptedException {
        EndpointImpl endpoint =
                (EndpointImpl)
                        rig.adapter.createEndpoint(
                                null, null, null, null, EndpointAttributes.defaults());
        assertThat(endpoint.protectionZone()).isNull();
        assertThat(endpoint.postSend(rig.memory, 0, 8, 1, 0)).isEqualTo(PostStatus.INVALID_STATE);
        EventDispatcher dto = rig.events(EventStream.DTO);
        EventDispatcher connection = rig.events(EventStream.CONNECTION);
        endpoint.modify(new EndpointChange(null, dto, dto, null, null));
        assertThat(rig.fake.queuePairs()).isEmpty();
        endpoint.modify(
                new EndpointChange(
                        rig.zone, null, null, connection, EndpointAttributes.defaults()));
        assertThat(rig.fake.queuePairs()).hasSize(1);
        assertThat(endpoint.attributes().maxReceives()).isEqualTo(64);
        assertThat(endpoint.postReceive(rig.memory, 0, 8, 1)).isZero();
        Rig.Side other = rig.side();
        rig.requestFrom(other).accept(endpoint);
        assertThat(Rig.texts(connection)).containsExactly("Established");
        assertThat(endpoint.state()).isEqualTo(EndpointState.CONNECTED);
    }

    @Test
    void everyPartCanChangeAndTheOldOnesAreFree() throws InterruptedException {
        Rig.Side side = rig.side();
        Rig.Side other = rig.side();
        ProtectionZone zone = rig.adapter.createProtectionZone();
        EventDispatcher dto = rig.events(EventStream.DTO);
        EventDispatcher connection = rig.events(EventStream.CONNECTION);
        side.endpoint.modify(
                new EndpointChange(
                        zone,
                        dto,
                        dto,
                        connection,
                        EndpointAttributes.builder()
                                .maxRequests(3)
                                .maxReceives(2)
                                .threadMode(ThreadMode.SINGLE_OWNER)
                                .build()));
        side.receives.close();
        side.requests.close();
        side.connections.close();
        refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE, zone::close);
        refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_IN_USE, dto::close);
        assertThat(dto.depth()).isEqualTo(16);
        assertThat(side.endpoint.postReceive(rig.memory, 0, 8, 1))
                .as("memory of the former zone")
                .isEqualTo(PostStatus.PROTECTION_VIOLATION);
        org.jdapl.api.LocalMemoryRegion mine = zone.allocate(64, Privilege.ALL);
        rig.requestFrom(other).accept(side.endpoint);
        rig.drain();
        side.pair().mode = org.jdapl.core.fake.FakeQueuePair.Mode.HELD;
        for (int i = 0; i < 3; i++) {
            assertThat(side.endpoint.postSend(mine, 0, 8, i, 0)).isZero();
        }
        assertThat(side.endpoint.postSend(mine, 0, 8, 3, 0)).isEqualTo(PostStatus.QUEUE_FULL);
        side.endpoint.disconnect(DisconnectMode.ABRUPT);
        assertThat(Rig.completions(dto)).containsExactly("0:FLUSHED", "1:FLUSHED", "2:FLUSHED");
        side.endpoint.close();
        dto.close();
    }

    @Test
    void aChangeWhileReceivesArePostedIsRefused() {
        Rig.Side side = rig.side();
        side.mustReceive(1);
        refused(
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EP_NOTREADY,
                () -> side.endpoint.modify(attributes(b -> b.maxRequests(7))));
        assertThat(side.endpoint.receiveCounts().posted()).isEqualTo(1);
        assertThat(side.endpoint.attributes().maxRequests()).isEqualTo(64);
    }

    @Test
    void aChangeThatFailsLeavesTheEndpointAsItWas() throws InterruptedException {
        Rig.Side side = rig.side();
        Object pair = side.pair();
        EventDispatcher noStream = rig.events(EventStream.SOFTWARE);
        EventDispatcher closed = rig.events(EventStream.DTO);
        closed.close();
        ProtectionZone zone = rig.adapter.createProtectionZone();
        EventDispatcher small = rig.events(EventStream.DTO);
        int max = rig.adapter.attributes().maxEventDepth();
        for (int i = 0; i < max / 8192; i++) {
            rig.adapter.createEndpoint(
                    rig.zone,
                    small,
                    small,
                    null,
                    EndpointAttributes.builder().maxReceives(4096).maxRequests(4096).build());
        }
        rig.provider.plan.onNext("nothing", () -> {});
        List<ThrowingCallable> calls =
                List.of(
                        () -> side.endpoint.modify(attributes(b -> b.maxRequests(5000))),
                        () ->
                                side.endpoint.modify(
                                        new EndpointChange(null, noStream, null, null, null)),
                        () ->
                                side.endpoint.modify(
                                        new EndpointChange(null, null, closed, null, null)),
                        () ->
                                side.endpoint.modify(
                                        new EndpointChange(null, null, small, null, null)),
                        () -> {
                            rig.provider.plan.failNext(
                                    "createQueuePair", DatType.INSUFFICIENT_RESOURCES);
                            side.endpoint.modify(new EndpointChange(zone, null, null, null, null));
                        },
                        () -> {
                            rig.provider.plan.failNext(
                                    "createQueuePair", new IllegalStateException("planned"));
                            side.endpoint.modify(attributes(b -> b.maxRequests(7)));
                        });
        for (ThrowingCallable call : calls) {
            assertThatThrownBy(call).isInstanceOf(RuntimeException.class);
            assertThat(side.pair()).isSameAs(pair);
            assertThat(side.endpoint.attributes().maxRequests()).isEqualTo(64);
            assertThat(side.endpoint.protectionZone()).isSameAs(rig.zone);
            assertThat(side.endpoint.receives()).isSameAs(side.receives);
        }
        zone.close();
        noStream.close();
        refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_IN_USE, side.receives::close);
        Rig.Side other = rig.side();
        rig.connect(side, other);
        other.mustReceive(1);
        side.mustSend(2);
        assertThat(Rig.completions(side.requests)).containsExactly("2:SUCCESS");
    }

    @Test
    void aChangeAtTheLimitOfADispatcherCountsTheOldPartsAsFree() {
        int max = rig.adapter.attributes().maxEventDepth();
        EventDispatcher events = rig.events(EventStream.DTO);
        for (int i = 0; i < max / 8192; i++) {
            EndpointImpl e =
                    (EndpointImpl)
                            rig.adapter.createEndpoint(
                                    rig.zone,
                                    events,
                                    events,
                                    null,
                                    EndpointAttributes.builder()
                                            .maxReceives(4096)
                                            .maxRequests(4096)
                                            .build());
            if (i == max / 8192 - 1) {
                e.modify(
                        attributes(
                                b -> b.maxReceives(4096).maxRequests(4096).maxReceiveSegments(1)));
                assertThat(e.attributes().maxReceiveSegments()).isEqualTo(1);
            }
        }
    }

    @Test
    void completionsOfTheTimeBeforeAChangeStayReadable() throws InterruptedException {
        Rig.Side side = rig.side();
        Rig.Side other = rig.side();
        rig.connect(side, other);
        side.mustReceive(1);
        side.endpoint.disconnect(DisconnectMode.ABRUPT);
        side.endpoint.reset();
        EventDispatcher dto = rig.events(EventStream.DTO);
        side.endpoint.modify(new EndpointChange(null, dto, null, null, null));
        assertThat(Rig.completions(side.receives)).containsExactly("1:FLUSHED");
        side.receives.close();
        side.mustReceive(2);
        side.endpoint.close();
        assertThat(Rig.completions(dto)).containsExactly("2:FLUSHED");
    }

    @Test
    void aDispatcherThatIsDroppedWithUnreadEventsCanBeClosed() throws InterruptedException {
        Rig.Side side = rig.side();
        side.mustReceive(1);
        side.endpoint.close();
        assertThat(side.receives.size()).isEqualTo(1);
        side.receives.close();
        assertThatThrownBy(side.receives::size).isInstanceOf(DatException.class);
    }
}
