package org.jdapl.conformance.rules.cnc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.Census;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.base.Time;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.NotApplicableException;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Running;
import org.jdapl.conformance.kit.Tests;

/** Tests the rules of group CNC. */
final class CncTests {

    private static final int THREADS = 4;
    private static final int POSTS = 50;
    private static final int ROUNDS = 10;
    private static final int VIRTUAL = 16;
    private static final int SEED = 71;
    private static final int BLANK = 72;
    private static final long THREAD_COOKIES = 1_000_000;
    private static final LinkShape DEEP = LinkShape.PLAIN.withQueues(1, THREADS * POSTS);

    private static int write(
            Endpoint endpoint, LocalMemoryRegion from, RemoteRegion to, long cookie) {
        return endpoint.postWrite(
                from, 0, 1, to.address(), to.key(), cookie, CompletionFlags.DEFAULT);
    }

    /** Posts writes whose cookies tell the thread and the place in its order. */
    private static boolean postAll(
            Endpoint endpoint, LocalMemoryRegion from, RemoteRegion to, int thread) {
        for (int i = 0; i < POSTS; i++) {
            int status = write(endpoint, from, to, thread * THREAD_COOKIES + i);
            if (status != PostStatus.OK) {
                throw new AssertionError("post " + i + ": " + PostStatus.describe(status));
            }
        }
        return true;
    }

    /** Takes the completions of the writes of some threads, each thread's in its order. */
    private static void takeAll(Link link, int... threads) throws InterruptedException {
        int[] next = new int[THREADS];
        for (int i = 0; i < threads.length * POSTS; i++) {
            Seen seen = link.done();
            int thread = (int) (seen.cookie() / THREAD_COOKIES);
            seen.requireSuccess(
                    thread * THREAD_COOKIES + next[thread], OperationKind.RDMA_WRITE, 1);
            next[thread]++;
        }
        for (int thread : threads) {
            assertThat(next[thread]).as("completions of thread %s", thread).isEqualTo(POSTS);
        }
    }

    // ---- posting

    @Tests("CNC-01")
    void postsToConnectionsOfTheirOwn(Environment env) throws Exception {
        RemoteRegion target = env.there().memory(1, Party.ALL_RIGHTS, BLANK).region();
        LocalMemoryRegion source = env.here().memory(1, Party.LOCAL_RIGHTS, SEED).region();
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            pairs.add(env.connect(DEEP));
        }
        List<Running<Boolean>> posters = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            Endpoint endpoint = pairs.get(i).link().endpoint();
            posters.add(env.start(() -> postAll(endpoint, source, target, thread)));
        }

        for (int i = 0; i < THREADS; i++) {
            takeAll(pairs.get(i).link(), i);
            assertThat(posters.get(i).result(Bound.EVENT)).isTrue();
        }
    }

    @Tests("CNC-02")
    void postsToOneEndpoint(Environment env) throws Exception {
        Pair pair = env.connect(DEEP);
        RemoteRegion target = env.there().memory(1, Party.ALL_RIGHTS, BLANK).region();
        LocalMemoryRegion source = env.here().memory(1, Party.LOCAL_RIGHTS, SEED).region();
        Endpoint endpoint = pair.link().endpoint();
        List<Running<Boolean>> posters = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            posters.add(env.start(() -> postAll(endpoint, source, target, thread)));
        }

        takeAll(pair.link(), 0, 1, 2, 3);

        for (Running<Boolean> poster : posters) {
            assertThat(poster.result(Bound.EVENT)).isTrue();
        }
        assertThat(pair.link().requests().dequeue()).isNull();
    }

    @Tests("CNC-05")
    void registersWhileOthersTransfer(Environment env) throws Exception {
        Pair pair = env.connect();
        ProtectionZone zone = env.here().zone();
        Running<Boolean> registrar =
                env.start(
                        () -> {
                            for (int i = 0; i < POSTS; i++) {
                                LocalMemoryRegion region = zone.allocate(4_096, Party.ALL_RIGHTS);
                                env.time().sleep(10_000);
                                region.close();
                            }
                            return true;
                        });
        for (int i = 0; i < ROUNDS; i++) {
            pair.exchange();
        }
        assertThat(registrar.result(Bound.EVENT)).isTrue();
        pair.exchange();
    }

    // ---- closing

    @Tests("CNC-07")
    void isClosedWhileOthersPost(Environment env) throws Exception {
        RemoteRegion target = env.there().memory(1, Party.ALL_RIGHTS, BLANK).region();
        Guarded source = env.here().memory(1, Party.LOCAL_RIGHTS, SEED);
        for (int round = 0; round < ROUNDS; round++) {
            Pair pair = env.connect(DEEP);
            Endpoint endpoint = pair.link().endpoint();
            Running<Integer> poster =
                    env.start(() -> postUntilRefused(env, endpoint, source.region(), target));
            env.time().sleep(env.random().nextInt(300_000) + round);

            Expect.accepted(endpoint::close);

            int taken = Objects.requireNonNull(poster.result(Bound.LOCAL));
            for (Seen seen : Expect.inOrder(pair.link(), Link.Queue.REQUESTS, 0, taken)) {
                assertThat(seen.status()).isIn(CompletionStatus.SUCCESS, CompletionStatus.FLUSHED);
            }
            assertThat(pair.link().requests().dequeue()).isNull();
            Expect.end(pair.far().connectionEvent());
        }
    }

    /** Posts until it is refused with CLOSED, and tells how many were taken. */
    private static int postUntilRefused(
            Environment env, Endpoint endpoint, LocalMemoryRegion from, RemoteRegion to)
            throws InterruptedException {
        int taken = 0;
        while (true) {
            int status = write(endpoint, from, to, taken);
            switch (status) {
                case PostStatus.OK -> taken++;
                case PostStatus.QUEUE_FULL -> env.time().sleep(10_000);
                case PostStatus.CLOSED -> {
                    assertThat(write(endpoint, from, to, taken)).isEqualTo(PostStatus.CLOSED);
                    return taken;
                }
                default -> throw new AssertionError("post: " + PostStatus.describe(status));
            }
            env.time().sleep(1_000);
        }
    }

    @Tests("CNC-08")
    void isClosedByManyAtOnce(Environment env) throws Exception {
        InterfaceAdapter adapter = env.here().adapter();
        Census before = adapter.census();
        for (int round = 0; round < ROUNDS; round++) {
            Link link = env.here().link(LinkShape.PLAIN);
            for (AutoCloseable object :
                    List.<AutoCloseable>of(
                            link.endpoint(),
                            link.receives(),
                            link.requests(),
                            link.connections(),
                            adapter.createProtectionZone(),
                            env.here().listen().point())) {
                List<Running<Boolean>> closers = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    closers.add(env.start(() -> close(object)));
                }
                for (Running<Boolean> closer : closers) {
                    Expect.accepted(() -> closer.result(Bound.LOCAL));
                }
            }
        }
        for (HandleKind kind :
                List.of(
                        HandleKind.ENDPOINT,
                        HandleKind.PROTECTION_ZONE,
                        HandleKind.PUBLIC_SERVICE_POINT)) {
            assertThat(adapter.census().count(kind)).as("%s", kind).isEqualTo(before.count(kind));
        }
    }

    private static boolean close(AutoCloseable object) throws Exception {
        object.close();
        return true;
    }

    // ---- waiting and being called

    @Tests("CNC-09")
    void callsAnAgentByOneThreadAtATime(Environment env) throws Exception {
        InterfaceAdapter adapter = env.here().adapter();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger taken = new AtomicInteger();
        List<EventDispatcher> dispatchers = new CopyOnWriteArrayList<>();
        NotificationObject notification =
                adapter.createNotificationObject(
                        _ -> {
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            dispatchers.forEach(d -> taken.addAndGet(drain(d)));
                            inside.decrementAndGet();
                        });
        for (int i = 0; i < THREADS; i++) {
            dispatchers.add(
                    adapter.createEventDispatcher(
                            POSTS, Collections.singleton(EventStream.SOFTWARE), notification));
        }
        List<Running<Boolean>> posters = new ArrayList<>();
        for (EventDispatcher dispatcher : dispatchers) {
            posters.add(env.start(() -> postAll(env, dispatcher)));
        }
        for (Running<Boolean> poster : posters) {
            assertThat(poster.result(Bound.EVENT)).isTrue();
        }
        long start = env.time().now();
        while (taken.get() < THREADS * POSTS && env.time().since(start) < Bound.EVENT.nanos()) {
            env.here().progress();
            env.time().sleep(100_000);
        }

        assertThat(taken.get()).as("events that the agent took").isEqualTo(THREADS * POSTS);
        assertThat(most.get()).as("calls at once").isEqualTo(1);
    }

    private static boolean postAll(Environment env, EventDispatcher dispatcher)
            throws InterruptedException {
        for (int n = 0; n < POSTS; n++) {
            dispatcher.post(n);
            env.time().sleep(10_000);
        }
        return true;
    }

    /** Takes all events that are there, and tells how many. */
    private static int drain(EventDispatcher dispatcher) {
        int taken = 0;
        while (dispatcher.dequeue() != null) {
            taken++;
        }
        return taken;
    }

    @Tests("CNC-10")
    void goesOnWhileOthersWait(Environment env) throws Exception {
        InterfaceAdapter adapter = env.here().adapter();
        EventDispatcher dispatcher = adapter.createEventDispatcher(8, EventStream.SOFTWARE);
        NotificationObject notification = adapter.createNotificationObject(null);
        EventDispatcher notifying =
                adapter.createEventDispatcher(
                        8, Collections.singleton(EventStream.SOFTWARE), notification);
        Running<Boolean> first = env.start(() -> dispatcher.await(EventDispatcher.FOREVER) != null);
        Running<Boolean> second =
                env.start(() -> notification.await(EventDispatcher.FOREVER) != null);
        env.time().sleep(Bound.QUIET);

        Pair pair = env.connect();
        Guarded source = env.here().memory(1, Party.LOCAL_RIGHTS, SEED);
        RemoteRegion target = env.there().memory(1, Party.ALL_RIGHTS, BLANK).region();
        assertThat(write(pair.link().endpoint(), source.region(), target, 1))
                .isEqualTo(PostStatus.OK);
        pair.link().done().requireSuccess(1, OperationKind.RDMA_WRITE, 1);
        pair.exchange();
        Expect.accepted(adapter.createProtectionZone()::close);
        Expect.accepted(env.here().listen().point()::close);

        assertThat(first.isDone() || second.isDone()).as("a waiter was woken").isFalse();
        dispatcher.post("first");
        notifying.post("second");
        assertThat(first.result(Bound.EVENT)).isTrue();
        assertThat(second.result(Bound.EVENT)).isTrue();
        env.here().next(notifying, Bound.EVENT).require(SoftwareEvent.class);
    }

    @Tests(value = "CNC-11", modes = ProgressMode.AUTO)
    void wakesVirtualThreads(Environment env) throws Exception {
        if (!env.time().equals(Time.SYSTEM)) {
            throw new NotApplicableException("virtual threads live in the system's time alone");
        }
        List<EventDispatcher> dispatchers = new ArrayList<>();
        List<Running<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < VIRTUAL; i++) {
            EventDispatcher dispatcher =
                    env.here().adapter().createEventDispatcher(8, EventStream.SOFTWARE);
            dispatchers.add(dispatcher);
            waiters.add(env.startVirtual(() -> dispatcher.await(Bound.TEST.duration()) != null));
        }
        env.time().sleep(Bound.QUIET);
        for (int i = VIRTUAL - 1; i >= 0; i--) {
            dispatchers.get(i).post(i);
            assertThat(waiters.get(i).result(Bound.LOCAL)).as("virtual thread %s", i).isTrue();
        }
    }

    @Tests("CNC-13")
    void takesControlCallsFromAnyThread(Environment env) throws Exception {
        InterfaceAdapter adapter = env.here().adapter();
        assertThat(adapter.providerAttributes().threadSafe()).as("thread-safe").isTrue();
        Census before = adapter.census();
        List<Running<ProtectionZone>> makers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            makers.add(env.start(adapter::createProtectionZone));
        }
        List<Running<Boolean>> users = new ArrayList<>();
        for (Running<ProtectionZone> maker : makers) {
            users.add(
                    env.start(
                            () -> {
                                ProtectionZone zone =
                                        Objects.requireNonNull(maker.result(Bound.LOCAL));
                                zone.allocate(64, Party.LOCAL_RIGHTS).close();
                                zone.close();
                                return true;
                            }));
        }
        for (Running<Boolean> user : users) {
            assertThat(Expect.given(() -> user.result(Bound.EVENT))).isTrue();
        }
        assertThat(adapter.census()).isEqualTo(before);
    }
}
