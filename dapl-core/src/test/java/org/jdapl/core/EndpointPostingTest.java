package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jdapl.core.EventDispatcherTest.refused;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.EventBatch;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.Work;
import org.jdapl.api.WorkList;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ThreadMode;
import org.jdapl.core.fake.FakeQueuePair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointPostingTest {

    private static final int SUPPRESS = CompletionFlags.SUPPRESS;

    private Rig rig;
    private Rig.Side a;
    private Rig.Side b;

    @BeforeEach
    void open() throws InterruptedException {
        rig = Rig.manual().build();
        a = rig.side();
        b = rig.side();
        rig.connect(a, b);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private Rig.Side[] pair(EndpointAttributes.Builder ofA) throws InterruptedException {
        Rig.Side x = rig.new Side(ofA.build());
        Rig.Side y = rig.side(s -> s.maxReceives(4000));
        rig.connect(x, y);
        return new Rig.Side[] {x, y};
    }

    @Test
    void workThatDoesNotSayWhatToDoIsRefused() {
        Work work = rig.adapter.createWork(1).addSegment(rig.memory, 0, 8);
        assertThat(a.endpoint.post(work)).isEqualTo(PostStatus.INVALID_ARGUMENT);
        b.mustReceive(1);
        assertThat(a.endpoint.post(work.send())).isEqualTo(PostStatus.OK);
    }

    // ---- suppressed requests

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHundredSuppressedSendsInARowFitAQueueOfAHundredAndSeven(boolean atOnce)
            throws InterruptedException {
        Rig.Side[] pair = pair(EndpointAttributes.builder().maxRequests(107));
        if (!atOnce) {
            pair[0].pair().mode = FakeQueuePair.Mode.HELD;
        }
        for (int i = 0; i < 100; i++) {
            pair[1].mustReceive(i);
            assertThat(pair[0].send(i, SUPPRESS)).as("send %d", i).isEqualTo(PostStatus.OK);
        }
        pair[0].mustSend(100);
        pair[1].mustReceive(100);
        if (!atOnce) {
            for (int i = 0; i <= 100; i++) {
                pair[0].pair().completeSend(CompletionStatus.SUCCESS);
            }
        }
        assertThat(Rig.completions(pair[0].requests)).containsExactly("100:SUCCESS");
        assertThat(pair[0].endpoint.status().requestsIdle()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8, 64})
    void aStreamOfSuppressedSendsNeverFillsTheQueue(int depth) throws InterruptedException {
        Rig.Side[] pair = pair(EndpointAttributes.builder().maxRequests(depth));
        EventBatch batch = rig.adapter.createEventBatch(64);
        for (int i = 0; i < 5000; i++) {
            pair[1].mustReceive(i);
            assertThat(pair[0].send(i, SUPPRESS)).as("send %d", i).isEqualTo(PostStatus.OK);
            if (i % 50 == 49) {
                while (pair[1].receives.poll(batch) > 0) {
                    // keep room
                }
            }
        }
        assertThat(pair[0].requests.size()).isZero();
    }

    @Test
    void refusalsOfTheProviderDoNotStopAStreamOfSuppressedSends() throws InterruptedException {
        Rig.Side[] pair = pair(EndpointAttributes.builder().maxRequests(16));
        EventBatch batch = rig.adapter.createEventBatch(64);
        int accepted = 0;
        for (int i = 0; i < 1000; i++) {
            if (i % 4 == 3) {
                pair[0].pair().refuseNext(PostStatus.PROVIDER_ERROR);
            }
            pair[1].mustReceive(i);
            int status = pair[0].send(i, SUPPRESS);
            assertThat(status).isIn(PostStatus.OK, PostStatus.PROVIDER_ERROR);
            accepted += status == PostStatus.OK ? 1 : 0;
            while (pair[1].receives.poll(batch) > 0) {
                // keep room
            }
        }
        assertThat(accepted).isEqualTo(750);
    }

    @Test
    void aSuppressedRequestThatFailsHasItsCompletion() throws InterruptedException {
        a.pair().mode = FakeQueuePair.Mode.HELD;
        assertThat(a.send(1, SUPPRESS)).isZero();
        assertThat(a.send(2, SUPPRESS)).isZero();
        a.pair().completeSend(CompletionStatus.SUCCESS);
        a.pair().completeSend(CompletionStatus.TRANSPORT);
        assertThat(Rig.completions(a.requests)).containsExactly("2:TRANSPORT");
    }

    @Test
    void suppressedRequestsThatAreKnownToHaveSucceededAreNotFlushed() throws InterruptedException {
        a.pair().mode = FakeQueuePair.Mode.HELD;
        for (int i = 1; i <= 6; i++) {
            assertThat(a.send(i, SUPPRESS)).isZero();
        }
        for (int i = 1; i <= 4; i++) {
            a.pair().completeSend(CompletionStatus.SUCCESS);
        }
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        assertThat(Rig.completions(a.requests)).containsExactly("5:FLUSHED", "6:FLUSHED");
    }

    @Test
    void anEmptyQueueOfSuppressedRequestsLeavesNothingToFlush() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            b.mustReceive(i);
            assertThat(a.send(i, SUPPRESS)).isZero();
        }
        assertThat(a.requests.size()).isZero();
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        assertThat(a.requests.size()).isZero();
        assertThat(rig.adapter.census().outstandingRequests()).isZero();
    }

    // ---- full queues

    @Test
    void whereTheStateRefusesAPostThatIsSaidAlsoWhenTheQueueIsFull() {
        a.pair().mode = FakeQueuePair.Mode.HELD;
        for (int i = 0; i < a.endpoint.attributes().maxRequests(); i++) {
            a.mustSend(i);
        }
        a.endpoint.disconnect(DisconnectMode.GRACEFUL);
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.DISCONNECT_PENDING);
        assertThat(a.send(99)).isEqualTo(PostStatus.INVALID_STATE);
    }

    @Test
    void aFullQueueRefusesAndGoesOnAfterCompletionsAreTaken() {
        a.pair().mode = FakeQueuePair.Mode.HELD;
        int depth = a.endpoint.attributes().maxRequests();
        for (int i = 0; i < depth; i++) {
            a.mustSend(i);
        }
        assertThat(a.send(depth)).isEqualTo(PostStatus.QUEUE_FULL);
        a.pair().completeSend(CompletionStatus.SUCCESS);
        assertThat(a.send(depth)).as("completed, but not taken").isEqualTo(PostStatus.QUEUE_FULL);
        assertThat(Rig.text(a.requests.dequeue())).isEqualTo("0:SUCCESS");
        a.mustSend(depth);
        assertThat(a.send(depth + 1)).isEqualTo(PostStatus.QUEUE_FULL);
        int receives = b.endpoint.attributes().maxReceives();
        for (int i = 0; i < receives; i++) {
            b.mustReceive(i);
        }
        assertThat(b.receive(0)).isEqualTo(PostStatus.QUEUE_FULL);
    }

    @Test
    void oneEndpointsFullQueueDoesNotHinderAnotherOnTheSameDispatcher()
            throws InterruptedException {
        Rig.Side c =
                rig
                .new Side(
                        rig.events(EventStream.DTO),
                        a.requests,
                        rig.events(EventStream.CONNECTION),
                        EndpointAttributes.builder().maxRequests(2).build());
        Rig.Side d = rig.side();
        rig.connect(c, d);
        c.pair().mode = FakeQueuePair.Mode.HELD;
        c.mustSend(1);
        c.mustSend(2);
        assertThat(c.send(3)).isEqualTo(PostStatus.QUEUE_FULL);
        for (int i = 0; i < 64; i++) {
            b.mustReceive(i);
            a.mustSend(100 + i);
        }
        assertThat(Rig.takeAll(a.requests)).hasSize(64);
    }

    // ---- flushes

    @Test
    void everyOutstandingPieceOfWorkIsFlushedExactlyOnceAndInOrder() throws InterruptedException {
        a.pair().mode = FakeQueuePair.Mode.HELD;
        for (int i = 0; i < 20; i++) {
            a.mustReceive(i);
            a.mustSend(100 + i);
        }
        for (int i = 0; i < 7; i++) {
            a.pair().completeSend(CompletionStatus.SUCCESS);
            a.pair().completeReceive(CompletionStatus.SUCCESS, i, false);
        }
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        List<String> requests = new ArrayList<>();
        List<String> receives = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String status = i < 7 ? ":SUCCESS" : ":FLUSHED";
            receives.add(i + status);
            requests.add(100 + i + status);
        }
        assertThat(Rig.completions(a.requests)).isEqualTo(requests);
        assertThat(Rig.completions(a.receives)).isEqualTo(receives);
    }

    @Test
    void aFlushedCompletionNamesOperationAndNothingElse() throws InterruptedException {
        a.pair().mode = FakeQueuePair.Mode.HELD;
        RemoteRegion there = rig.memory.remoteRegion();
        assertThat(a.endpoint.postRead(rig.memory, 0, 8, there.address(), there.key(), 5, 0))
                .isZero();
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        assertThat(a.requests.dequeue())
                .isEqualTo(
                        new DtoCompletion(
                                a.requests,
                                a.endpoint,
                                5,
                                CompletionStatus.FLUSHED,
                                OperationKind.RDMA_READ,
                                0,
                                false,
                                0,
                                0,
                                0));
    }

    @Test
    void whatIsPostedInDisconnectedComesOutBehindEverythingEarlier() throws InterruptedException {
        a.pair().mode = FakeQueuePair.Mode.HELD;
        a.mustSend(1);
        a.mustReceive(11);
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        a.mustSend(2);
        a.mustReceive(12);
        assertThat(a.send(3, SUPPRESS)).isZero();
        assertThat(Rig.completions(a.requests))
                .containsExactly("1:FLUSHED", "2:FLUSHED", "3:FLUSHED");
        assertThat(Rig.completions(a.receives)).containsExactly("11:FLUSHED", "12:FLUSHED");
    }

    @Test
    void postsInDisconnectedCountAgainstTheDepthToo() throws InterruptedException {
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        for (int i = 0; i < 64; i++) {
            a.mustSend(i);
        }
        assertThat(a.send(64)).isEqualTo(PostStatus.QUEUE_FULL);
        assertThat(Rig.takeAll(a.requests)).hasSize(64);
        a.mustSend(64);
    }

    // ---- what is refused, and that it leaves no trace

    @Test
    void refusedPostsHaveNoEffect() throws InterruptedException {
        LocalMemoryRegion readOnly = rig.zone.allocate(64, java.util.Set.of());
        LocalMemoryRegion otherZone =
                rig.adapter.createProtectionZone().allocate(64, Privilege.ALL);
        LocalMemoryRegion closed = rig.zone.allocate(64, Privilege.ALL);
        closed.close();
        try (Rig other = Rig.manual().build()) {
            Object[][] cases = {
                {PostStatus.PROTECTION_VIOLATION, post(rig.memory, -1, 8)},
                {PostStatus.PROTECTION_VIOLATION, post(rig.memory, 0, Rig.REGION_BYTES + 1)},
                {PostStatus.PROTECTION_VIOLATION, post(rig.memory, Rig.REGION_BYTES, 1)},
                {PostStatus.PROTECTION_VIOLATION, post(rig.memory, Long.MAX_VALUE, 8)},
                {PostStatus.INVALID_ARGUMENT, post(rig.memory, 0, -1)},
                {PostStatus.LENGTH_ERROR, post(rig.memory, 0, (1L << 20) + 1)},
                {PostStatus.PROTECTION_VIOLATION, post(otherZone, 0, 8)},
                {PostStatus.PROTECTION_VIOLATION, post(other.memory, 0, 8)},
                {PostStatus.CLOSED, post(closed, 0, 8)},
                {PostStatus.INVALID_ARGUMENT, post(null, 0, 8)},
                {PostStatus.PRIVILEGES_VIOLATION, a.endpoint.postReceive(readOnly, 0, 8, 1)},
                {PostStatus.PRIVILEGES_VIOLATION, a.endpoint.postRead(readOnly, 0, 8, 0, 1, 1, 0)},
                {PostStatus.INVALID_ARGUMENT, a.endpoint.postSend(rig.memory, 0, 8, 1, 0x10)},
                {PostStatus.INVALID_ARGUMENT, a.endpoint.postSend(rig.memory, 0, 8, 1, 1 << 31)},
                {
                    PostStatus.NOT_SUPPORTED,
                    a.endpoint.postSend(rig.memory, 0, 8, 1, CompletionFlags.INLINE)
                },
            };
            for (Object[] c : cases) {
                assertThat(c[1]).as(PostStatus.describe((int) c[0])).isEqualTo(c[0]);
            }
        }
        assertThat(a.endpoint.postSend(readOnly, 0, 8, 77, 0)).isZero();
        assertThat(a.endpoint.postSend(rig.memory, Rig.REGION_BYTES, 0, 78, 0)).isZero();
        assertThat(rig.adapter.census().outstandingRequests()).isEqualTo(2);
        assertThat(a.endpoint.status().receivesIdle()).isTrue();
    }

    private int post(LocalMemoryRegion region, long offset, long length) {
        return a.endpoint.postSend(region, offset, length, 1, 0);
    }

    @Test
    void everyPrepareablePieceOfWorkIsCheckedAgainstItsLimits() throws InterruptedException {
        Rig.Side[] pair =
                pair(
                        EndpointAttributes.builder()
                                .maxRequestSegments(2)
                                .maxReceiveSegments(1)
                                .maxWriteSegments(3)
                                .maxReadSegments(1)
                                .maxMessageBytes(100)
                                .maxRdmaBytes(50));
        EndpointImpl e = pair[0].endpoint;
        assertThat(e.post(work(2, 40).send())).isZero();
        assertThat(e.post(work(3, 1).send())).isEqualTo(PostStatus.INVALID_ARGUMENT);
        assertThat(e.post(work(2, 51).send())).isEqualTo(PostStatus.LENGTH_ERROR);
        assertThat(e.post(work(3, 1).write(0, 0))).isZero();
        assertThat(e.post(work(4, 1).write(0, 0))).isEqualTo(PostStatus.INVALID_ARGUMENT);
        assertThat(e.post(work(1, 51).write(0, 0))).isEqualTo(PostStatus.LENGTH_ERROR);
        assertThat(e.post(work(2, 1).read(0, 0))).isEqualTo(PostStatus.INVALID_ARGUMENT);
        assertThat(e.post(work(1, 51).read(0, 0))).isEqualTo(PostStatus.LENGTH_ERROR);
        assertThat(e.post(work(1, 500).receive())).isZero();
        assertThat(e.post(work(2, 1).receive())).isEqualTo(PostStatus.INVALID_ARGUMENT);
        assertThat(e.post(work(1, 1).receive().flags(SUPPRESS)))
                .isEqualTo(PostStatus.INVALID_ARGUMENT);
        assertThat(e.post(work(0, 0).send())).isZero();
        assertThat(e.post(work(2, 51).sendWithInvalidate(1))).isEqualTo(PostStatus.LENGTH_ERROR);
        for (Work w :
                List.of(
                        work(1, 1).sendWithImmediate(1),
                        work(1, 1).writeWithImmediate(0, 0, 1),
                        work(1, 8).fetchAndAdd(0, 0, 1),
                        work(1, 8).compareAndSwap(0, 0, 1, 2))) {
            assertThat(e.post(w)).as("%s", w.kind()).isEqualTo(PostStatus.NOT_SUPPORTED);
        }
    }

    private Work work(int segments, long length) {
        Work w = rig.adapter.createWork(8).cookie(1);
        for (int i = 0; i < segments; i++) {
            w.addSegment(rig.memory, i * 600L, length);
        }
        return w;
    }

    @Test
    void operationsThatTheAdapterLacksAreRefused() throws InterruptedException {
        rig.close();
        rig =
                Rig.manual()
                        .provider(
                                p -> {
                                    p.capabilities.remove(Capability.RDMA_READ);
                                    p.capabilities.remove(Capability.RDMA_WRITE);
                                    p.capabilities.remove(Capability.SEND_WITH_INVALIDATE);
                                })
                        .build();
        a = rig.side();
        b = rig.side();
        rig.connect(a, b);
        assertThat(a.endpoint.postRead(rig.memory, 0, 8, 0, 1, 1, 0))
                .isEqualTo(PostStatus.NOT_SUPPORTED);
        assertThat(a.endpoint.postWrite(rig.memory, 0, 8, 0, 1, 1, 0))
                .isEqualTo(PostStatus.NOT_SUPPORTED);
        assertThat(a.endpoint.post(work(1, 1).sendWithInvalidate(1)))
                .isEqualTo(PostStatus.NOT_SUPPORTED);
    }

    @Test
    void dataGoesInlineWithRequestsThatTakeDataAlongAndAreShortEnough()
            throws InterruptedException {
        rig.close();
        rig =
                Rig.manual()
                        .provider(
                                p -> {
                                    p.capabilities.add(Capability.INLINE);
                                    p.limits = attributes -> attributes.maxInlineBytes(64);
                                })
                        .build();
        a = rig.side(s -> s.maxInlineBytes(32));
        b = rig.side();
        rig.connect(a, b);
        b.mustReceive(1);
        assertThat(a.endpoint.postSend(rig.memory, 0, 32, 1, CompletionFlags.INLINE)).isZero();
        assertThat(a.endpoint.postWrite(rig.memory, 0, 32, 0, 1, 1, CompletionFlags.INLINE))
                .isZero();
        assertThat(a.endpoint.postSend(rig.memory, 0, 33, 1, CompletionFlags.INLINE))
                .isEqualTo(PostStatus.LENGTH_ERROR);
        assertThat(a.endpoint.postRead(rig.memory, 0, 8, 0, 1, 1, CompletionFlags.INLINE))
                .isEqualTo(PostStatus.INVALID_ARGUMENT);
    }

    @Test
    void readsAreRefusedWhereNoneWereAgreed() throws InterruptedException {
        Rig.Side x = rig.side();
        Rig.Side y = rig.side(s -> s.maxReadsIn(0));
        rig.connect(x, y);
        assertThat(x.endpoint.connection().orElseThrow().readsOut()).isZero();
        assertThat(x.endpoint.postRead(rig.memory, 0, 8, 0, 1, 1, 0))
                .isEqualTo(PostStatus.NOT_SUPPORTED);
    }

    @Test
    void aRefusalOfTheProviderIsPassedOnAndTakesNoPlace() {
        for (int status : new int[] {PostStatus.PROVIDER_ERROR, PostStatus.QUEUE_FULL}) {
            a.pair().refuseNext(status);
            assertThat(a.send(1)).isEqualTo(status);
        }
        assertThat(a.endpoint.status().requestsIdle()).isTrue();
        b.mustReceive(1);
        a.mustSend(2);
        assertThat(Rig.completions(a.requests)).containsExactly("2:SUCCESS");
    }

    @Test
    void anExceptionOfTheProviderInAPostIsAStatusAndAReport() {
        rig.provider.plan.failNext("postSend", new IllegalStateException("planned"));
        assertThat(a.send(1)).isEqualTo(PostStatus.PROVIDER_ERROR);
        assertThat(Rig.texts(rig.adapter.asyncEvents())).containsExactly("ProviderInternalError");
        b.mustReceive(1);
        a.mustSend(2);
        assertThat(Rig.completions(a.requests)).containsExactly("2:SUCCESS");
    }

    @Test
    void theClearStyleThrowsWithTheReason() {
        a.endpoint.send(rig.memory.slice(0, 8), 1);
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 65; i++) {
                                a.endpoint.receive(rig.memory.slice(0, 8), i);
                            }
                        })
                .isInstanceOf(DatException.class)
                .hasMessageContaining("the queue is full");
    }

    @Test
    void aPostToAnEndpointWithoutThatDispatcherIsRefused() {
        EndpointImpl deaf =
                (EndpointImpl)
                        rig.adapter.createEndpoint(
                                rig.zone,
                                null,
                                a.requests,
                                a.connections,
                                EndpointAttributes.defaults());
        assertThat(deaf.attributes().maxReceives()).isZero();
        assertThat(deaf.postReceive(rig.memory, 0, 8, 1)).isEqualTo(PostStatus.INVALID_STATE);
        assertThat(deaf.receives()).isNull();
        assertThat(deaf.requests()).isSameAs(a.requests);
        deaf.close();
        EndpointImpl mute =
                (EndpointImpl)
                        rig.adapter.createEndpoint(
                                rig.zone,
                                a.receives,
                                null,
                                a.connections,
                                EndpointAttributes.defaults());
        assertThat(mute.postSend(rig.memory, 0, 8, 1, 0)).isEqualTo(PostStatus.INVALID_STATE);
        mute.close();
        assertThat(rig.provider.plan.count("createCompletionQueue"))
                .as("one queue serves all that have no dispatcher")
                .isEqualTo(1 + 4);
    }

    // ---- data moves, lists and prepared work

    @Test
    void dataArrivesBySendWriteAndRead() throws InterruptedException {
        LocalMemoryRegion x = rig.zone.allocate(64, Privilege.ALL);
        LocalMemoryRegion y = rig.zone.allocate(64, Privilege.ALL);
        x.segment().setString(0, "by send");
        b.endpoint.receive(y.slice(0, 32), 1);
        a.endpoint.send(x.slice(0, 8), 2);
        assertThat(b.receives.expectSuccess(Rig.LIMIT).length()).isEqualTo(8);
        assertThat(y.segment().getString(0)).isEqualTo("by send");
        x.segment().setString(0, "by write");
        a.endpoint.write(x.slice(0, 9), y.remoteRegion(32, 9), 3);
        assertThat(y.segment().getString(32)).isEqualTo("by write");
        y.segment().setString(0, "by read");
        a.endpoint.read(x.slice(16, 8), y.remoteRegion(0, 8), 4);
        assertThat(x.segment().getString(16)).isEqualTo("by read");
        assertThat(Rig.completions(a.requests))
                .containsExactly("2:SUCCESS", "3:SUCCESS", "4:SUCCESS");
    }

    @Test
    void aListIsPostedAsFarAsItIsAccepted() {
        WorkList list = rig.adapter.createWorkList(10);
        assertThat(a.endpoint.post(list)).isZero();
        assertThat(list.refusal()).isEqualTo(PostStatus.OK);
        for (int i = 0; i < 4; i++) {
            list.add(work(1, 8).send().cookie(i));
            b.mustReceive(i);
        }
        assertThat(a.endpoint.post(list)).isEqualTo(4);
        assertThat(list.refusal()).isEqualTo(PostStatus.OK);
        list.add(work(1, 8).receive()).add(work(1, 8).send());
        for (int i = 0; i < 5; i++) {
            b.mustReceive(i);
        }
        assertThat(a.endpoint.post(list)).isEqualTo(4);
        assertThat(list.refusal()).isEqualTo(PostStatus.INVALID_ARGUMENT);
        assertThat(list.size()).isEqualTo(6);
        assertThat(list.clear().size()).isZero();
        list.add(work(1, 8).receive().cookie(50)).add(work(1, 8).receive().cookie(51));
        assertThat(b.endpoint.post(list)).isEqualTo(2);
        a.endpoint.close();
        WorkList other = rig.adapter.createWorkList(1).add(work(1, 8).send());
        assertThat(a.endpoint.post(other)).isZero();
        assertThat(other.refusal()).isEqualTo(PostStatus.CLOSED);
        assertThatThrownBy(() -> other.add(work(1, 1)))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aListStopsWhereTheQueueIsFull() throws InterruptedException {
        Rig.Side[] pair = pair(EndpointAttributes.builder().maxRequests(3));
        pair[0].pair().mode = FakeQueuePair.Mode.HELD;
        WorkList list = rig.adapter.createWorkList(5);
        for (int i = 0; i < 5; i++) {
            list.add(work(1, 8).send().cookie(i));
        }
        assertThat(pair[0].endpoint.post(list)).isEqualTo(3);
        assertThat(list.refusal()).isEqualTo(PostStatus.QUEUE_FULL);
    }

    @Test
    void preparedWorkIsPostedAgainAndAgainWithChanges() {
        LocalMemoryRegion second = rig.zone.allocate(64, Privilege.ALL);
        Work work = rig.adapter.createWork(2).send();
        work.addSegment(rig.memory, 0, 8).addSegment(second, 8, 16);
        assertThat(work.length()).isEqualTo(24);
        assertThat(work.segments()).isEqualTo(2);
        assertThat(work.kind()).isEqualTo(OperationKind.SEND);
        assertThatThrownBy(() -> work.addSegment(second, 0, 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
        for (int i = 0; i < 10; i++) {
            b.mustReceive(i);
            work.cookie(i).setSegment(1, second, i, i + 1);
            assertThat(a.endpoint.post(work)).isZero();
        }
        assertThat(work.length()).isEqualTo(18);
        assertThat(Rig.takeAll(a.requests))
                .extracting(e -> ((DtoCompletion) e).length())
                .isEqualTo(LongStream.rangeClosed(9, 18).boxed().toList());
        assertThatThrownBy(() -> work.setSegment(2, second, 0, 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
        work.clearSegments().addSegment(second, 0, 1);
        assertThat(work.length()).isEqualTo(1);
    }

    @Test
    void workNamesItsRegionsUntilItCompletes() {
        LocalMemoryRegion first = rig.zone.allocate(64, Privilege.ALL);
        LocalMemoryRegion second = rig.zone.allocate(64, Privilege.ALL);
        a.pair().mode = FakeQueuePair.Mode.HELD;
        Work work = rig.adapter.createWork(2).send();
        work.addSegment(first, 0, 8).addSegment(second, 0, 8);
        assertThat(a.endpoint.post(work)).isZero();
        // The prepared work moves on to other memory; what was posted still names the old one.
        work.setSegment(0, rig.memory, 0, 8).setSegment(1, rig.memory, 8, 8);
        assertThat(a.endpoint.post(work)).isZero();
        for (LocalMemoryRegion r : List.of(first, second, rig.memory)) {
            refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_LMR_IN_USE, r::close);
            assertThat(r.isClosed()).isFalse();
        }
        a.pair().completeSend(CompletionStatus.SUCCESS);
        first.close();
        second.close();
        refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_LMR_IN_USE, rig.memory::close);
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        rig.memory.close();
    }

    @Test
    void numbersOfPiecesBelowOneAreRefused() {
        for (org.assertj.core.api.ThrowableAssert.ThrowingCallable call :
                List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
                        () -> rig.adapter.createWork(0),
                        () -> rig.adapter.createWorkList(0),
                        () -> rig.adapter.createEventBatch(-1))) {
            refused(DatType.INVALID_PARAMETER, DatSubtype.INVALID_ARG1, call);
        }
    }

    @Test
    void moreAtOnceThanTheAdapterCanHaveIsRefusedWithTheLimit() {
        int requests = rig.adapter.attributes().maxWorkRequests();
        int events = rig.adapter.attributes().maxEventDepth();
        assertThat(rig.adapter.createWorkList(requests).size()).isZero();
        assertThat(rig.adapter.createEventBatch(events).capacity()).isEqualTo(events);

        assertThatThrownBy(() -> rig.adapter.createWorkList(Integer.MAX_VALUE))
                .isInstanceOf(DatException.class)
                .hasMessageContaining("2147483647")
                .hasMessageContaining("maxWorkRequests of " + requests);
        assertThatThrownBy(() -> rig.adapter.createEventBatch(events + 1))
                .isInstanceOf(DatException.class)
                .hasMessageContaining("maxEventDepth of " + events);
    }

    // ---- threads

    @Test
    void aSingleOwnerIsRefusedOnlyWhereAnotherThreadReallyPosts() throws InterruptedException {
        Rig.Side[] pair = pair(EndpointAttributes.builder().threadMode(ThreadMode.SINGLE_OWNER));
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        rig.provider.plan.onNext(
                "postSend",
                () -> {
                    inside.countDown();
                    try {
                        assertThat(go.await(10, TimeUnit.SECONDS)).isTrue();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
        Thread poster = Thread.ofPlatform().start(() -> pair[0].mustSend(1));
        assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(pair[0].send(2)).isEqualTo(PostStatus.BUSY);
        assertThat(pair[0].receive(3)).as("another queue").isEqualTo(PostStatus.OK);
        go.countDown();
        Rig.join(poster);
        pair[0].mustSend(4);
        // Control calls go on all the time, and the one poster never sees it.
        AtomicInteger rounds = new AtomicInteger();
        Thread control =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    LocalMemoryRegion r = rig.zone.allocate(8, Privilege.ALL);
                                    r.close();
                                    while (rounds.get() < 2000) {
                                        rig.zone.allocate(8, Privilege.ALL).close();
                                    }
                                });
        EventBatch batch = rig.adapter.createEventBatch(64);
        while (rounds.incrementAndGet() < 2000) {
            pair[1].mustReceive(1);
            pair[0].mustSend(1);
            if (rounds.get() % 16 == 0) {
                while (pair[0].requests.poll(batch) + pair[1].receives.poll(batch) > 0) {
                    // keep room
                }
            }
        }
        Rig.join(control);
    }

    @Test
    void manyThreadsPostToOneSharedEndpoint() throws InterruptedException {
        int threads = 4;
        int each = 500;
        List<Thread> posters = new ArrayList<>();
        AtomicInteger refused = new AtomicInteger();
        for (int t = 0; t < threads; t++) {
            int base = t * each;
            posters.add(
                    (t % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual())
                            .start(
                                    () -> {
                                        for (int i = 0; i < each; ) {
                                            int status = a.send(base + i);
                                            if (status == PostStatus.OK) {
                                                i++;
                                            } else {
                                                refused.incrementAndGet();
                                                Thread.yield();
                                            }
                                        }
                                    }));
        }
        boolean[] seen = new boolean[threads * each];
        int got = 0;
        EventBatch batch = rig.adapter.createEventBatch(32);
        long end = System.nanoTime() + Rig.LIMIT.toNanos();
        int posted = 0;
        while (got < seen.length && System.nanoTime() < end) {
            while (posted < seen.length && b.receive(posted) == PostStatus.OK) {
                posted++;
            }
            int n = a.requests.poll(batch);
            for (int i = 0; i < n; i++) {
                int cookie = (int) batch.cookie(i);
                assertThat(seen[cookie]).isFalse();
                seen[cookie] = true;
                got++;
            }
            b.receives.poll(batch);
        }
        posters.forEach(Rig::join);
        assertThat(got).isEqualTo(seen.length);
    }
}
