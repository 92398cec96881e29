package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jdapl.verbs.lab.CmEnds.LIMIT;
import static org.jdapl.verbs.lab.CmEnds.RXE;
import static org.jdapl.verbs.lab.CmEnds.SIW;
import static org.jdapl.verbs.lab.CmEnds.next;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.ConnectionParameters;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.PortSpace;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@InLab
class CmCloseTest {
    private static final int ORDERS = 25;
    private static final int CYCLES = 250; // ConnectCloseTest makes a thousand, by the API
    private static final int WARM_UP = 50;

    /** Contexts of librdmacm stay open once they were used; so use them before counting. */
    private static void touch(String host) {
        new CmEnds(host).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {RXE, SIW})
    void shouldCloseInAnyOrderAndTwice(String host) throws Exception {
        touch(host);
        String before = KernelObjects.now();
        long descriptors = KernelObjects.descriptors();
        for (int seed = 0; seed < ORDERS; seed++) {
            List<AutoCloseable> handles = new ArrayList<>(new CmEnds(host).handles());
            Collections.shuffle(handles, new Random(seed));
            for (AutoCloseable handle : handles) {
                handle.close();
                handle.close();
            }
        }
        KernelObjects.awaitAgain(before);
        assertThat(KernelObjects.descriptors()).isEqualTo(descriptors);
    }

    @ParameterizedTest
    @ValueSource(strings = {RXE, SIW})
    void shouldLeakNothingInManyConnections(String host) throws Exception {
        touch(host);
        connections(host, WARM_UP);
        String before = KernelObjects.now();
        long descriptors = KernelObjects.descriptors();
        System.gc(); // what is in native memory for an object goes with it
        long nativeKib = NativeMemory.otherKib();

        connections(host, CYCLES);

        KernelObjects.awaitAgain(before);
        assertThat(KernelObjects.descriptors()).isEqualTo(descriptors);
        System.gc();
        assertThat(NativeMemory.otherKib()).isLessThan(nativeKib + NativeMemory.SLACK_KIB);
    }

    private static void connections(String host, int count) throws Exception {
        try (EventChannel serverChannel = EventChannel.create();
                EventChannel clientChannel = EventChannel.create()) {
            ConnectionId listener = CmEnds.listen(serverChannel, host);
            for (int i = 0; i < count; i++) {
                ConnectionId client =
                        CmEnds.resolved(clientChannel, listener.localAddress().orElseThrow());
                CmEnds.Queues clientQueues = new CmEnds.Queues(client);
                client.connect(ConnectionParameters.defaults());
                ConnectionId server = next(serverChannel, CmEventType.CONNECT_REQUEST).id();
                CmEnds.Queues serverQueues = new CmEnds.Queues(server);
                server.accept(ConnectionParameters.defaults());
                next(clientChannel, CmEventType.ESTABLISHED);
                next(serverChannel, CmEventType.ESTABLISHED);
                client.close();
                clientQueues.domain.close();
                clientQueues.queue.close();
                next(serverChannel, CmEventType.DISCONNECTED);
                server.close();
                serverQueues.domain.close();
                serverQueues.queue.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RXE, SIW})
    void shouldNotKeepRequestsThatNobodyTook(String host) throws Exception {
        touch(host);
        String before = KernelObjects.now();
        EventChannel serverChannel = EventChannel.create();
        EventChannel clientChannel = EventChannel.create();
        ConnectionId listener = CmEnds.listen(serverChannel, host);
        List<CmEnds.Queues> queues = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ConnectionId client =
                    CmEnds.resolved(clientChannel, listener.localAddress().orElseThrow());
            queues.add(new CmEnds.Queues(client));
            client.connect(ConnectionParameters.defaults());
        }
        // One is taken and never answered, the others are not even taken.
        CmEvent taken = next(serverChannel, CmEventType.CONNECT_REQUEST);
        listener.close();
        assertThat(taken.id().isOpen()).isTrue();
        serverChannel.close();
        assertThat(taken.id().isOpen()).isFalse();

        for (int i = 0; i < 4; i++) {
            CmEvent event = clientChannel.awaitEvent(LIMIT).orElseThrow();
            assertThat(event.type().isFailure()).as(event.toString()).isTrue();
        }
        clientChannel.close();
        queues.forEach(
                each -> {
                    each.domain.close();
                    each.queue.close();
                });
        KernelObjects.awaitAgain(before);
    }

    @Test
    void shouldRefuseEverythingAfterClose() {
        EventChannel channel = EventChannel.create();
        ConnectionId id = ConnectionId.create(channel, PortSpace.TCP);
        id.close();
        EventChannel other = EventChannel.create();

        assertThat(id.isOpen()).isFalse();
        closed(() -> id.listen(0));
        closed(() -> id.connect(ConnectionParameters.defaults()));
        closed(() -> id.migrate(other));
        closed(id::localAddress);
        closed(id::paths);
        closed(id::context);
        closed(id::disconnect);
        channel.close();
        closed(channel::awaitEvent);
        closed(channel::pollEvent);
        closed(() -> ConnectionId.create(channel, PortSpace.TCP));
        ConnectionId moving = ConnectionId.create(other, PortSpace.TCP);
        closed(() -> moving.migrate(channel));
        assertThat(moving.channel()).isSameAs(other);
        other.close();
        assertThat(moving.isOpen()).isFalse();
    }

    private static void closed(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.error()).isEqualTo(VerbsError.CLOSED));
    }

    @Test
    void shouldEndWaitingByCloseAndByInterruption() throws Exception {
        EventChannel channel = EventChannel.create();
        CompletableFuture<VerbsError> interrupted = new CompletableFuture<>();
        Thread first = waiter(channel, interrupted);
        first.interrupt();
        assertThat(interrupted.get(60, TimeUnit.SECONDS)).isEqualTo(VerbsError.INTERRUPTED);

        CompletableFuture<VerbsError> closed = new CompletableFuture<>();
        waiter(channel, closed);
        channel.close();
        assertThat(closed.get(60, TimeUnit.SECONDS)).isEqualTo(VerbsError.CLOSED);
    }

    /** A thread that is about to wait, or does. */
    private static Thread waiter(EventChannel channel, CompletableFuture<VerbsError> how)
            throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Thread thread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    started.countDown();
                                    try {
                                        channel.awaitEvent();
                                    } catch (VerbsException e) {
                                        how.complete(e.error());
                                    }
                                });
        started.await();
        Thread.sleep(100);
        return thread;
    }

    @ParameterizedTest
    @ValueSource(strings = {RXE, SIW})
    void shouldCloseWhileAnotherThreadPosts(String host) throws Exception {
        for (int round = 0; round < 5; round++) {
            CmEnds ends = new CmEnds(host);
            CountDownLatch posting = new CountDownLatch(50);
            CompletableFuture<VerbsError> how = new CompletableFuture<>();
            SendWorkRequests send = ends.clientQueues.send("traffic");
            Thread.ofPlatform()
                    .start(
                            () -> {
                                try {
                                    while (true) {
                                        int _ = ends.clientQueues.pair.postSend(send, 0, 1);
                                        posting.countDown();
                                    }
                                } catch (VerbsException e) {
                                    how.complete(e.error());
                                }
                            });
            assertThat(posting.await(60, TimeUnit.SECONDS)).isTrue();
            if (round % 2 == 0) {
                ends.client.close();
            } else {
                ends.clientChannel.close();
            }
            assertThat(how.get(60, TimeUnit.SECONDS)).isEqualTo(VerbsError.CLOSED);
            ends.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RXE, SIW})
    void shouldCloseWhileEventsAreTaken(String host) throws Exception {
        touch(host);
        String before = KernelObjects.now();
        EventChannel serverChannel = EventChannel.create();
        EventChannel clientChannel = EventChannel.create();
        ConnectionId listener = CmEnds.listen(serverChannel, host);
        Random random = new Random(1);
        CompletableFuture<VerbsError> end = new CompletableFuture<>();
        // Takes events of identifiers that the other thread closes at any moment.
        Thread.ofPlatform()
                .start(
                        () -> {
                            try {
                                while (true) {
                                    step(clientChannel.awaitEvent());
                                }
                            } catch (VerbsException e) {
                                end.complete(e.error());
                            }
                        });
        // siw connects inside of the call: when its listener's queue is full, TCP tries again after
        // seconds, and closing waits for the call.
        int rounds = host.equals(SIW) ? 5 : 60;
        for (int i = 0; i < rounds; i++) {
            ConnectionId client = ConnectionId.create(clientChannel, PortSpace.TCP);
            client.resolveAddress(null, listener.localAddress().orElseThrow(), CmEnds.RESOLVING);
            Thread.sleep(random.nextInt(8));
            serverChannel
                    .pollEvent()
                    .filter(event -> event.type() == CmEventType.CONNECT_REQUEST)
                    .ifPresent(event -> event.id().close());
            client.close();
        }
        clientChannel.close();
        assertThat(end.get(60, TimeUnit.SECONDS)).isEqualTo(VerbsError.CLOSED);
        serverChannel.close();
        KernelObjects.awaitAgain(before);
    }

    /** The next step of a client, which may be closed by now. */
    private static void step(CmEvent event) {
        try {
            switch (event.type()) {
                case ADDR_RESOLVED -> event.id().resolveRoute(CmEnds.RESOLVING);
                case ROUTE_RESOLVED -> {
                    CmEnds.Queues queues = new CmEnds.Queues(event.id());
                    try {
                        event.id().connect(ConnectionParameters.defaults());
                    } finally {
                        queues.domain.close();
                        queues.queue.close();
                    }
                }
                default -> {}
            }
        } catch (VerbsException e) {
            // It was closed in between, or has lost what it needs: both are what this is about.
        }
    }
}
