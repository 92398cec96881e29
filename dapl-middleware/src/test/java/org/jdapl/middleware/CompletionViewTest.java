package org.jdapl.middleware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.PrivateData;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.provider.soft.sim.FaultPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CompletionViewTest {

    private static final Duration SHORT = Duration.ofMillis(50);

    /** In which a thread has come to its wait, as a rule; where not, less is tested. */
    private static final int LEAD_MS = 30;

    private final Node here = Node.real();
    private final Node there = Node.real();
    private final LocalMemoryRegion memory = here.memory(4096);
    private final LocalMemoryRegion memoryThere = there.memory(4096);
    private final List<Event> others = new ArrayList<>();
    private final CompletionView view = new CompletionView(here.completions, others::add);
    private final CompletionView viewThere = new CompletionView(there.completions, _ -> {});
    private final AtomicInteger released = new AtomicInteger();

    @BeforeEach
    void connect() throws InterruptedException {
        Node.connect(here, there);
    }

    @AfterEach
    void end() {
        here.close();
        there.close();
    }

    private Operation receive() {
        return view.receive(here.endpoint, memory.slice(0, 64), released::incrementAndGet);
    }

    private Operation sendFromThere() {
        return viewThere.send(there.endpoint, memoryThere.slice(0, 64), null);
    }

    // ---- completing

    @Test
    void shouldCompleteEveryKindOfOperation() throws Exception {
        memoryThere.segment().set(ValueLayout.JAVA_LONG, 0, 42);
        RemoteRegion source = memoryThere.remoteRegion(0, 64);
        // Elsewhere: requests may overtake a read.
        RemoteRegion target = memoryThere.remoteRegion(128, 64);
        Operation receive = receive();
        Operation sent = sendFromThere();
        Operation read = view.read(here.endpoint, memory.slice(64, 64), source, null);
        Operation write = view.write(here.endpoint, memory.slice(128, 8), target, null);
        Operation prepared =
                view.post(
                        here.endpoint,
                        here.adapter
                                .createWork(2)
                                .write(target.address(), target.key())
                                .addSegment(memory, 128, 8)
                                .addSegment(memory, 128, 8),
                        false,
                        null);

        assertThat(sent.get().operation()).isEqualTo(OperationKind.SEND);
        assertThat(receive.get().length()).isEqualTo(64);
        assertThat(read.join().operation()).isEqualTo(OperationKind.RDMA_READ);
        assertThat(write.get().isSuccess()).isTrue();
        assertThat(prepared.get().operation()).isEqualTo(OperationKind.RDMA_WRITE);
        assertThat(memory.segment().get(ValueLayout.JAVA_LONG, 64)).isEqualTo(42);
        assertThat(view.outstanding()).isZero();
        assertThat(others).isEmpty();
    }

    @Test
    void shouldDriveForStagesThatDependOnIt() throws Exception {
        CompletableFuture<Long> length = receive().thenApply(DtoCompletion::length);
        CompletableFuture<DtoCompletion> answer =
                length.thenCompose(n -> view.send(here.endpoint, memory.slice(0, n), null));
        sendFromThere().join();
        Operation got = viewThere.receive(there.endpoint, memoryThere.slice(64, 64), null);

        assertThat(answer.get().isSuccess()).isTrue();
        assertThat(got.get().length()).isEqualTo(64);
    }

    @Test
    void shouldLetAStageWaitForAnotherOperation() throws Exception {
        Operation first = receive();
        Operation second = receive();
        CompletableFuture<Long> both = first.thenApply(c -> c.length() + second.join().length());
        sendFromThere().join();
        sendFromThere().join();

        assertThat(both.get(Node.LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(128);
    }

    @Test
    void shouldHandOnWhatIsNotItsOwn() throws Exception {
        here.completions.post("news");
        here.endpoint.send(memory.slice(0, 0), Long.MIN_VALUE);
        there.endpoint.receive(memoryThere.slice(0, 1), 1);

        while (others.size() < 2) {
            assertThat(view.drive(Node.LIMIT)).isTrue();
        }
        assertThat(others).contains(new SoftwareEvent(here.completions, "news"));
        assertThat(others)
                .filteredOn(DtoCompletion.class::isInstance)
                .extracting(e -> ((DtoCompletion) e).cookie())
                .containsExactly(Long.MIN_VALUE);
    }

    @Test
    void shouldTimeOutAndGoOn() throws Exception {
        Operation receive = receive();
        assertThatThrownBy(() -> receive.get(SHORT.toMillis(), TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        assertThat(view.drive(SHORT)).isFalse();
        assertThat(view.poll()).isZero();

        sendFromThere().join();
        assertThat(receive.get(Node.LIMIT.toSeconds(), TimeUnit.SECONDS).isSuccess()).isTrue();
    }

    @Test
    void shouldBeInterruptible() {
        Operation receive = receive();
        Thread.currentThread().interrupt();
        assertThatThrownBy(receive::get).isInstanceOf(InterruptedException.class);
        assertThat(receive.isDone()).isFalse();

        sendFromThere().join();
        Thread.currentThread().interrupt();
        assertThat(receive.join().isSuccess()).isTrue();
        assertThat(Thread.interrupted()).as("join keeps it for later").isTrue();
    }

    // ---- many who wait

    @Test
    void shouldServeManyPlatformThreadsByOneThatLeads() throws Exception {
        serveMany(Thread.ofPlatform().factory(), here.completions);
    }

    @Test
    void shouldServeManyVirtualThreadsByOneThatLeads() throws Exception {
        serveMany(Thread.ofVirtual().factory(), here.completions);
    }

    private void serveMany(ThreadFactory threads, EventDispatcher dispatcher) throws Exception {
        int waiters = 16;
        int rounds = 50;
        assertThat(dispatcher.streams()).contains(EventStream.SOFTWARE);
        try (ExecutorService executor = Executors.newThreadPerTaskExecutor(threads)) {
            for (int r = 0; r < rounds; r++) {
                List<Future<Long>> lengths = new ArrayList<>();
                for (int i = 0; i < waiters; i++) {
                    Operation receive =
                            view.receive(here.endpoint, memory.slice(64L * i, 64), null);
                    lengths.add(executor.submit(() -> receive.get().length()));
                }
                for (int i = 0; i < waiters; i++) {
                    viewThere.send(there.endpoint, memoryThere.slice(0, i), null).join();
                }
                for (int i = 0; i < waiters; i++) {
                    assertThat(lengths.get(i).get(20, TimeUnit.SECONDS)).isEqualTo(i);
                }
            }
        }
        assertThat(view.outstanding()).isZero();
    }

    // ---- cancelling

    @Test
    void shouldReleaseTheMemoryOfACancelledReceiveOnlyWhenItCompletes() throws Exception {
        Operation receive = receive();
        assertThat(receive.cancel(true)).isTrue();
        assertThatThrownBy(receive::get).isInstanceOf(CancellationException.class);
        assertThat(view.drive(SHORT)).isFalse();
        assertThat(released).as("the adapter may still write to it").hasValue(0);
        assertThat(receive.settled().isDone()).isFalse();
        assertThat(view.outstanding()).isEqualTo(1);

        sendFromThere().join();
        receive.settled().get(Node.LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(released).hasValue(1);
        assertThat(view.outstanding()).isZero();
    }

    @Test
    void shouldLeaveDataThatItBroughtToTheCaller() throws Exception {
        Operation receive = receive();
        sendFromThere().join();
        assertThat(receive.get().isSuccess()).isTrue();
        assertThat(receive.settled().isDone()).isTrue();
        assertThat(released).as("it is still to be read").hasValue(0);
    }

    @Test
    void shouldReleaseTheMemoryOfASendWhenItCompletes() {
        there.endpoint.receive(memoryThere.slice(0, 64), 1);
        Operation send = view.send(here.endpoint, memory.slice(0, 64), released::incrementAndGet);
        send.join();
        assertThat(released).hasValue(1);
    }

    @Test
    void shouldWakeTheOneThatLeadsWhenItsFutureIsCancelled() throws Exception {
        Operation receive = receive();
        wakesUp(receive, () -> receive.cancel(false));
    }

    @Test
    void shouldWakeOneThatFollowsWhenItsFutureIsCancelled() throws Exception {
        Operation led = receive();
        Thread leader = Thread.ofPlatform().start(() -> assertThat(led.join()).isNotNull());
        TimeUnit.MILLISECONDS.sleep(LEAD_MS);
        Operation followed = receive();
        CountDownLatch ended = new CountDownLatch(1);
        Thread follower =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    assertThatThrownBy(followed::get)
                                            .isInstanceOf(CancellationException.class);
                                    ended.countDown();
                                });
        TimeUnit.MILLISECONDS.sleep(LEAD_MS);
        followed.cancel(false);

        assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(led.isDone()).isFalse();
        sendFromThere().join();
        leader.join();
        follower.join();
    }

    @Test
    void shouldWakeTheOneThatLeadsWhereTheDispatcherHasNoSoftwareEvents() throws Exception {
        EventDispatcher plain = here.adapter.createEventDispatcher(64, EventStream.DTO);
        CompletionView second = new CompletionView(plain, _ -> {});
        Operation receive = second.receive(here.endpoint(plain), memory.slice(0, 64), null);
        wakesUp(receive, () -> receive.cancel(false));
    }

    private static void wakesUp(Operation operation, Runnable end) throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread waiter =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    started.countDown();
                                    try {
                                        operation.get();
                                        thrown.complete(new AssertionError("completed"));
                                    } catch (Throwable e) {
                                        thrown.complete(e);
                                    }
                                });
        started.await();
        end.run();
        assertThat(thrown.get(20, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
        waiter.join();
    }

    @Test
    void shouldEndAnOperationByEndingItsConnection() throws Exception {
        Operation receive = receive();
        Operation other = receive();
        receive.abort();

        assertThat(receive.isCancelled()).isTrue();
        receive.settled().get(Node.LIMIT.toSeconds(), TimeUnit.SECONDS);
        ExecutionException thrown = catchThrowableOfType(ExecutionException.class, other::get);
        assertThat(((OperationFailedException) thrown.getCause()).status())
                .isEqualTo(CompletionStatus.FLUSHED);
        assertThat(released).hasValue(2);
        here.connections.expect(ConnectionEvent.Disconnected.class, Node.LIMIT);
    }

    // ---- failing

    @Test
    void shouldFailWithATypeWhereTheOperationFails() throws Exception {
        List<Operation> receives = List.of(receive(), receive(), receive());
        there.endpoint.disconnect(DisconnectMode.ABRUPT);

        for (Operation receive : receives) {
            CompletionException thrown =
                    catchThrowableOfType(CompletionException.class, receive::join);
            OperationFailedException why = (OperationFailedException) thrown.getCause();
            assertThat(why.status()).isEqualTo(CompletionStatus.FLUSHED);
            assertThat(why.completion().endpoint()).isSameAs(here.endpoint);
        }
        assertThat(released).hasValue(3);
    }

    @Test
    void shouldFailWhatIsPendingWhereItsEndpointIsClosed() {
        Operation receive = receive();
        here.endpoint.close();
        assertThatThrownBy(receive::get).hasCauseInstanceOf(OperationFailedException.class);
        assertThat(released).hasValue(1);
    }

    @Test
    void shouldFailWhatIsPendingWhereTheAdapterIsClosedUnderOneThatWaits() throws Exception {
        Operation receive = receive();
        CompletableFuture<Throwable> thrown =
                CompletableFuture.supplyAsync(
                        () -> catchThrowableOfType(Throwable.class, receive::join),
                        task -> Thread.ofPlatform().start(task));
        TimeUnit.MILLISECONDS.sleep(LEAD_MS);
        here.adapter.close();

        assertThat(thrown.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(DatException.class);
        assertThat(receive.settled().isDone()).isTrue();
        assertThat(released).hasValue(1);
        assertThatThrownBy(() -> view.drive(Node.LIMIT)).isInstanceOf(DatException.class);
        assertThat(view.settle(Node.LIMIT)).isTrue();
    }

    @Test
    void shouldFailWhatAStageWaitsForWhereTheAdapterIsClosed() throws Exception {
        Operation first = receive();
        Operation second = receive();
        CompletableFuture<Throwable> thrown =
                first.handle((_, _) -> catchThrowableOfType(Throwable.class, second::join));
        CompletableFuture<Throwable> other =
                second.handle((_, _) -> catchThrowableOfType(Throwable.class, first::join));
        here.adapter.close();

        assertThat(thrown.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(DatException.class);
        assertThat(other.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(DatException.class);
    }

    @Test
    void shouldFailItsFuturesWhenItIsClosedAndSettleLater() throws Exception {
        Operation receive = receive();
        view.close();
        view.close();

        CompletionException thrown = catchThrowableOfType(CompletionException.class, receive::join);
        assertThat(((DatException) thrown.getCause()).type()).isEqualTo(DatType.ABORT);
        assertThat(released).hasValue(0);
        assertThatThrownBy(this::receive)
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> assertThat(e.type()).isEqualTo(DatType.INVALID_HANDLE));
        assertThat(view.settle(SHORT)).isFalse();

        here.endpoint.disconnect(DisconnectMode.ABRUPT);
        assertThat(view.settle(Node.LIMIT)).isTrue();
        assertThat(released).hasValue(1);
    }

    @Test
    void shouldLeaveTheMemoryToTheCallerWhereAPostIsRefused() {
        here.endpoint.close();
        assertThatThrownBy(this::receive).isInstanceOf(DatException.class);
        assertThat(view.outstanding()).isZero();
        assertThat(released).hasValue(0);

        assertThatThrownBy(() -> viewThere.send(here.endpoint, memory.slice(0, 1), null))
                .isInstanceOf(DatException.class)
                .hasMessageContaining("another dispatcher");
    }

    @Test
    void shouldTellWhatReleasingThrew() {
        Operation receive =
                view.receive(
                        here.endpoint,
                        memory.slice(0, 64),
                        () -> {
                            throw new IllegalStateException("twice");
                        });
        here.endpoint.close();
        assertThatThrownBy(receive::join).hasCauseInstanceOf(OperationFailedException.class);
        assertThatThrownBy(() -> receive.settled().join()).hasRootCauseMessage("twice");
    }

    // ---- in virtual time

    @Test
    void shouldDriveInASimulationByItsClock() throws Exception {
        for (long seed = 1; seed <= 20; seed++) {
            SimulatedPair.run(
                    seed,
                    FaultPlan.NONE,
                    ProgressMode.MANUAL,
                    (pair, node) -> {
                        CompletionView v =
                                new CompletionView(
                                        node.completions, _ -> {}, pair.sim.clock()::nanoTime);
                        LocalMemoryRegion m = node.memory(64);
                        Operation receive = v.receive(node.endpoint, m.whole(), null);
                        pair.listen(node);
                        node.accept(PrivateData.EMPTY);
                        assertThatThrownBy(() -> receive.get(1, TimeUnit.MILLISECONDS))
                                .isInstanceOf(TimeoutException.class);
                        assertThat(receive.get().length()).isEqualTo(64);
                        v.send(node.endpoint, m.whole(), null).get();
                        pair.sim.sleep(Duration.ofSeconds(5));
                    },
                    (pair, node) -> {
                        CompletionView v =
                                new CompletionView(
                                        node.completions, _ -> {}, pair.sim.clock()::nanoTime);
                        LocalMemoryRegion m = node.memory(64);
                        node.connect(pair.address(), PrivateData.EMPTY);
                        Operation receive = v.receive(node.endpoint, m.whole(), null);
                        pair.sim.sleep(Duration.ofMillis(20));
                        v.send(node.endpoint, m.whole(), null).get();
                        assertThat(receive.get(1, TimeUnit.MINUTES).length()).isEqualTo(64);
                    });
        }
    }
}
