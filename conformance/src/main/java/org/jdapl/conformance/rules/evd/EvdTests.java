package org.jdapl.conformance.rules.evd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.jdapl.api.CloseMode;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.Event;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.CompletionType;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Resources;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.base.Time;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Running;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jspecify.annotations.Nullable;

/** Tests the rules of group EVD. */
final class EvdTests {

    private static final int LENGTH = 64;
    private static final int SEED = 21;
    private static final int BLANK = 22;
    private static final int MANY = 60;
    private static final int POLLERS = 3;
    private static final int POLLED = 200;
    private static final int QUEUE = 8;
    private static final int ROUNDS = 500;
    private static final int SPURIOUS = 5;

    /** First cookie of requests whose order counts. */
    static final long IN_ORDER = 3000;

    /** The cookie of an unsignalled request that fails. */
    static final long QUIET_FAILURE = 4242;

    // ---- what many need

    private static EventDispatcher software(Environment env, int depth) {
        return env.here().adapter().createEventDispatcher(depth, EventStream.SOFTWARE);
    }

    private static void post(EventDispatcher dispatcher, int first, int count) {
        for (int i = first; i < first + count; i++) {
            dispatcher.post(i);
        }
    }

    private static @Nullable Object payload(@Nullable Event event) {
        assertThat(event).isInstanceOf(SoftwareEvent.class);
        return event instanceof SoftwareEvent software ? software.payload() : null;
    }

    private static void requirePayloads(EventDispatcher dispatcher, int first, int count) {
        for (int i = first; i < first + count; i++) {
            assertThat(payload(dispatcher.dequeue())).isEqualTo(i);
        }
        assertThat(dispatcher.dequeue()).isNull();
    }

    /** An endpoint of this side on dispatchers that the test has chosen. */
    private static Link link(
            Party party,
            EventDispatcher receives,
            EventDispatcher requests,
            EventDispatcher connections,
            EndpointAttributes attributes) {
        Endpoint endpoint =
                party.adapter()
                        .createEndpoint(party.zone(), receives, requests, connections, attributes);
        return new Link(party, endpoint, receives, requests, connections);
    }

    /** Connects two endpoints of this side. */
    private static void connect(Environment env, Link active, Link passive)
            throws InterruptedException {
        Party.Listening listening = passive.party().listen();
        active.endpoint().connect(listening.address(), Environment.PATIENTLY);
        env.request(passive.party(), listening).accept(passive.endpoint());
        listening.point().close();
        active.connectionEvent();
        passive.connectionEvent();
    }

    private static void write(Pair pair, Guarded mine, RemoteRegion to, long cookie) {
        assertThat(tryToWrite(pair, mine, to, cookie, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.OK);
    }

    private static int tryToWrite(
            Pair pair, Guarded mine, RemoteRegion to, long cookie, int flags) {
        return pair.link()
                .endpoint()
                .postWrite(mine.region(), 0, 1, to.address(), to.key(), cookie, flags);
    }

    // ---- making them

    @Tests("EVD-01")
    void isAsDeepAsItWasAskedFor(Environment env) {
        for (int depth : new int[] {1, 64, env.attributes().maxEventDepth()}) {
            EventDispatcher dispatcher =
                    Expect.given(
                            () ->
                                    env.here()
                                            .adapter()
                                            .createEventDispatcher(depth, EventStream.DTO));
            assertThat(dispatcher.depth()).isGreaterThanOrEqualTo(depth);
            dispatcher.close();
        }
    }

    @Tests("EVD-02")
    void refusesADepthThatItCannotHave(Environment env) {
        int maximum = env.attributes().maxEventDepth();
        for (int depth : new int[] {0, -1, Integer.MIN_VALUE, maximum + 1}) {
            Expect.refused(() -> software(env, depth), DatType.INVALID_PARAMETER);
        }
    }

    @Tests("EVD-03")
    void givesNothingAtOnce(Environment env) throws InterruptedException {
        EventDispatcher empty = env.here().adapter().createEventDispatcher(8, EventStream.DTO);
        long start = env.time().now();

        for (int i = 0; i < 100; i++) {
            assertThat(empty.dequeue()).isNull();
            assertThat(empty.await(Duration.ZERO)).isNull();
        }

        assertThat(env.time().since(start)).isLessThan(Bound.LOCAL.nanos());
        assertThat(empty.size()).isZero();
    }

    // ---- completions

    @Tests(value = "EVD-04", needs = Capability.RDMA_READ)
    void tellsAllOfACompletion(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        Guarded mine = env.here().memory(4L * LENGTH, Party.ALL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        pair.far().mustReceive(1, theirs.whole());
        endpoint.receive(mine.slice(0, LENGTH), 1L << 50);

        endpoint.send(mine.slice(0, 11), 2L << 50);
        endpoint.write(mine.slice(0, 12), theirs.region(), 3L << 50);
        endpoint.read(mine.slice(2L * LENGTH, 13), theirs.region(), -4);
        pair.far().mustSend(2, theirs.part(0, 14));

        requireTold(pair.link(), Link.Queue.REQUESTS, OperationKind.SEND, 2L << 50, 11);
        requireTold(pair.link(), Link.Queue.REQUESTS, OperationKind.RDMA_WRITE, 3L << 50, 12);
        requireTold(pair.link(), Link.Queue.REQUESTS, OperationKind.RDMA_READ, -4, 13);
        requireTold(pair.link(), Link.Queue.RECEIVES, OperationKind.RECEIVE, 1L << 50, 14);
        pair.far().received();
        pair.far().done();
    }

    private static void requireTold(
            Link link, Link.Queue queue, OperationKind operation, long cookie, long length)
            throws InterruptedException {
        EventDispatcher dispatcher = link.dispatcher(queue);
        Event event = link.party().await(dispatcher, Bound.EVENT);
        assertThat(event)
                .isEqualTo(
                        new DtoCompletion(
                                dispatcher,
                                link.endpoint(),
                                cookie,
                                CompletionStatus.SUCCESS,
                                operation,
                                length,
                                false,
                                0,
                                0,
                                0));
    }

    @Tests(value = "EVD-05", needs = Capability.RDMA_READ)
    void tellsOfEveryRequestOnce(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        for (int i = 0; i < MANY; i += 2) {
            write(pair, mine, theirs.region(), i);
            pair.link().endpoint().read(mine.slice(0, 1), theirs.region(), i + 1);
        }

        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < MANY; i++) {
            Seen done = pair.link().done();
            assertThat(seen.add(done.cookie())).as("first completion of %s", done).isTrue();
        }
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
    }

    @Tests("EVD-06")
    void givesAnEventToOneThread(Environment env) throws Exception {
        Pair pair = env.connect(LinkShape.PLAIN.withQueues(1, POLLED));
        Guarded mine = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        Queue<Long> taken = new ConcurrentLinkedQueue<>();
        List<Running<Boolean>> pollers = new ArrayList<>();
        for (int i = 0; i < POLLERS; i++) {
            pollers.add(env.start(() -> poll(env, pair.link().requests(), taken)));
        }
        for (int i = 0; i < POLLED; i++) {
            write(pair, mine, theirs.region(), i);
        }

        for (Running<Boolean> poller : pollers) {
            assertThat(poller.result(Bound.EVENT)).as("all came in time").isTrue();
        }
        assertThat(taken)
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, POLLED).boxed().toList());
        assertThat(pair.link().requests().dequeue()).isNull();
    }

    /** Takes events until so many were taken, by whomever. */
    private static boolean poll(Environment env, EventDispatcher dispatcher, Queue<Long> taken)
            throws InterruptedException {
        long start = env.time().now();
        while (taken.size() < POLLED && env.time().since(start) < Bound.LOCAL.nanos()) {
            if (dispatcher.dequeue() instanceof DtoCompletion done) {
                taken.add(done.cookie());
            } else {
                env.time().sleep(10_000);
            }
        }
        return taken.size() >= POLLED;
    }

    @Tests("EVD-07")
    void saysNothingOfSuppressedSuccesses(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        for (int i = 0; i < MANY; i++) {
            assertThat(tryToWrite(pair, mine, theirs.region(), i, CompletionFlags.SUPPRESS))
                    .isEqualTo(PostStatus.OK);
        }
        write(pair, mine, theirs.region(), MANY);

        pair.link().done().requireSuccess(MANY, OperationKind.RDMA_WRITE, 1);
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        assertThat(env.here().adapter().census().outstandingRequests()).isZero();
    }

    @Tests(value = "EVD-08", needs = Capability.RDMA_READ)
    void keepsTheOrderOfThePosts(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        Guarded mine = env.here().memory(1L << 16, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(1L << 16, Party.ALL_RIGHTS, BLANK);
        int cycles = 8;
        for (int i = 0; i < cycles; i++) {
            pair.far().mustReceive(i, theirs.part(0, 1));
            endpoint.receive(mine.slice(i, 1), i);
        }

        for (int i = 0; i < cycles; i++) {
            long cookie = IN_ORDER + 4L * i;
            endpoint.read(mine.slice(100, (1 << 16) - 100), theirs.region(), cookie);
            endpoint.write(mine.slice(0, 1), theirs.region(), cookie + 1);
            endpoint.send(mine.slice(0, 1), cookie + 2);
            endpoint.read(mine.slice(99, 1), theirs.region(), cookie + 3);
            pair.far().mustSend(i, theirs.part(0, 1));
        }

        Expect.inOrder(pair.link(), Link.Queue.REQUESTS, IN_ORDER, 4 * cycles);
        Expect.inOrder(pair.link(), Link.Queue.RECEIVES, 0, cycles);
        for (int i = 0; i < cycles; i++) {
            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, 1);
            pair.far().done().requireSuccess(i, OperationKind.SEND, 1);
        }
    }

    @Tests("EVD-10")
    void servesManyEndpoints(Environment env) throws InterruptedException {
        Party here = env.here();
        EventDispatcher shared = here.adapter().createEventDispatcher(1, EventStream.DTO);
        EventDispatcher connections =
                here.adapter().createEventDispatcher(8, EventStream.CONNECTION);
        Guarded mine = here.memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        for (int i = 0; i < 3; i++) {
            Link link = link(here, shared, shared, connections, here.attributes(LinkShape.PLAIN));
            RemoteLink far = env.there().link(LinkShape.PLAIN);
            Pair pair = env.connect(here, env.there(), link, far);

            link.endpoint().receive(mine.slice(0, 1), 10 + i);
            write(pair, mine, theirs.region(), 20 + i);
            requireTold(link, Link.Queue.REQUESTS, OperationKind.RDMA_WRITE, 20 + i, 1);
            far.mustSend(1, theirs.part(0, 1));
            requireTold(link, Link.Queue.RECEIVES, OperationKind.RECEIVE, 10 + i, 1);
            far.done().requireSuccess(1, OperationKind.SEND, 1);
        }
    }

    @Tests("EVD-11")
    void givesBackThePlacesOfSuppressedRequests(Environment env) throws InterruptedException {
        Pair pair = env.connect(LinkShape.PLAIN.withQueues(1, QUEUE));
        Guarded mine = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        for (int round = 0; round < 5; round++) {
            for (int i = 1; i < QUEUE; i++) {
                assertThat(tryToWrite(pair, mine, theirs.region(), i, CompletionFlags.SUPPRESS))
                        .as("suppressed write %s of round %s", i, round)
                        .isEqualTo(PostStatus.OK);
            }
            write(pair, mine, theirs.region(), QUEUE);
            pair.link().done().requireSuccess(QUEUE, OperationKind.RDMA_WRITE, 1);
        }
    }

    // ---- waiting

    /** Sends there and back again, each side on a thread that waits for the other. */
    @Tests("EVD-12")
    void endsAWaitWheneverACompletionComes(Environment env) throws Exception {
        Party here = env.here();
        Party there = env.open();
        Link ping = here.link(LinkShape.PLAIN);
        Link pong = there.link(LinkShape.PLAIN);
        connect(env, ping, pong);
        Guarded mine = here.memory(2, Party.LOCAL_RIGHTS, SEED);
        Guarded theirs = there.memory(2, Party.LOCAL_RIGHTS, SEED);
        pong.endpoint().receive(theirs.slice(0, 1), 0);
        Running<Boolean> echo = env.start(() -> bounce(env, pong, theirs, false));

        assertThat(bounce(env, ping, mine, true)).isTrue();
        assertThat(echo.result(Bound.EVENT)).isTrue();
    }

    private static boolean bounce(Environment env, Link link, Guarded memory, boolean first)
            throws InterruptedException {
        Endpoint endpoint = link.endpoint();
        for (int i = 0; i < ROUNDS; i++) {
            long start = env.time().now();
            if (first) {
                endpoint.receive(memory.slice(0, 1), i);
                endpoint.send(memory.slice(1, 1), i);
            }
            requireCookie(link.receives().await(Bound.EVENT.duration()), i);
            if (!first) {
                endpoint.receive(memory.slice(0, 1), i + 1L);
                endpoint.send(memory.slice(1, 1), i);
            }
            requireCookie(link.requests().await(Bound.EVENT.duration()), i);
            assertThat(env.time().since(start)).as("round %s", i).isLessThan(Bound.LOCAL.nanos());
        }
        return true;
    }

    private static void requireCookie(@Nullable Event event, long cookie) {
        assertThat(event instanceof DtoCompletion done ? done.cookie() : null)
                .as("cookie of %s", event)
                .isEqualTo(cookie);
    }

    @Tests("EVD-13")
    void waitsForSoMany(Environment env) throws Exception {
        Pair pair = env.connect();
        EventDispatcher receives = pair.link().receives();
        Guarded mine = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        for (int i = 0; i < 4; i++) {
            pair.link().endpoint().receive(mine.slice(i, 1), i);
        }
        for (int i = 0; i < 3; i++) {
            pair.far().mustSend(i, theirs.part(0, 1));
            pair.far().done();
        }
        long limit = Bound.QUIET.nanos();
        long start = env.time().now();

        assertThat(receives.await(Duration.ofNanos(limit), 4)).as("three of four").isNull();

        assertThat(env.time().since(start)).isGreaterThanOrEqualTo(limit);
        pair.far().mustSend(3, theirs.part(0, 1));
        requireCookie(Expect.given(() -> receives.await(Bound.EVENT.duration(), 4)), 0);
        Expect.inOrder(pair.link(), Link.Queue.RECEIVES, 1, 3);
        pair.far().done();
        Expect.refused(() -> receives.await(Duration.ZERO, 0), DatType.INVALID_PARAMETER);
    }

    @Tests("EVD-14")
    void sleepsWhenThereIsNothing(Environment env) throws InterruptedException {
        InterfaceAdapter adapter = env.here().adapter();
        NotificationObject notification = adapter.createNotificationObject(null);
        EventDispatcher dispatcher =
                adapter.createEventDispatcher(8, Set.of(EventStream.SOFTWARE), notification);
        dispatcher.post("one");
        assertThat(notification.await(Bound.EVENT.duration())).isEqualTo(dispatcher);
        assertThat(payload(dispatcher.dequeue())).isEqualTo("one");

        // Asking for it costs some too, which is not counted.
        long others = timeOfAdapters(env);
        long own = ownTime(env);
        long start = env.time().now();
        int spurious = 0;
        long limit = Bound.GIVE_UP.nanos();
        for (long left = limit;
                left > 0 && spurious < SPURIOUS;
                left = limit - env.time().since(start)) {
            if (notification.await(Duration.ofNanos(left)) != null) {
                assertThat(dispatcher.dequeue()).isNull();
                spurious++;
            }
        }

        long used = ownTime(env) - own;
        used += timeOfAdapters(env) - others;

        assertThat(spurious).as("times woken for nothing").isLessThan(SPURIOUS);
        assertThat(used).as("processor time").isLessThan(limit / 2);
    }

    /** Processor time of this thread; nothing where time is simulated. */
    private static long ownTime(Environment env) {
        return env.time().equals(Time.SYSTEM)
                ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
                : 0;
    }

    /** Processor time of adapters' threads; nothing where time is simulated. */
    private static long timeOfAdapters(Environment env) {
        if (!env.time().equals(Time.SYSTEM)) {
            return 0;
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (info != null && info.getThreadName().startsWith(Resources.THREAD_PREFIX)) {
                sum += Math.max(0, threads.getThreadCpuTime(info.getThreadId()));
            }
        }
        return sum;
    }

    @Tests("EVD-15")
    void waitsAsLongAsItIsTold(Environment env) throws InterruptedException {
        EventDispatcher empty = env.here().adapter().createEventDispatcher(8, EventStream.DTO);
        long limit = Bound.QUIET.nanos();
        long start = env.time().now();

        assertThat(empty.await(Duration.ofNanos(limit))).isNull();

        assertThat(env.time().since(start)).isBetween(limit, limit + Bound.LOCAL.nanos());
    }

    @Tests("EVD-16")
    void takesWhatIsThereWithoutWaiting(Environment env) throws InterruptedException {
        EventDispatcher dispatcher = software(env, 8);
        EventBatch batch = env.here().adapter().createEventBatch(8);
        post(dispatcher, 0, 4);
        long start = env.time().now();

        assertThat(payload(dispatcher.await(Duration.ZERO))).isEqualTo(0);
        assertThat(dispatcher.await(batch, 0)).isEqualTo(3);
        assertThat(payload(batch.event(2))).isEqualTo(3);
        assertThat(dispatcher.await(Duration.ZERO)).isNull();
        assertThat(dispatcher.await(batch, 0)).isZero();

        assertThat(env.time().since(start)).isLessThan(Bound.LOCAL.nanos());
    }

    // ---- how much it holds

    @Tests("EVD-17")
    void neverOverflows(Environment env) throws InterruptedException {
        Party here = env.here();
        EventDispatcher small = here.adapter().createEventDispatcher(1, EventStream.DTO);
        EventDispatcher connections =
                here.adapter().createEventDispatcher(1, EventStream.CONNECTION);
        Link link =
                link(
                        here,
                        small,
                        small,
                        connections,
                        here.attributes(LinkShape.PLAIN.withQueues(QUEUE, QUEUE)));
        Pair pair = env.connect(here, env.there(), link, env.there().link(LinkShape.PLAIN));
        assertThat(small.depth()).isGreaterThanOrEqualTo(2 * QUEUE);
        Guarded mine = here.memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);

        for (int i = 0; i < QUEUE; i++) {
            write(pair, mine, theirs.region(), i);
        }
        // Completions that came but were not taken keep their places.
        env.time().sleep(Bound.QUIET);
        here.progress();
        assertThat(tryToWrite(pair, mine, theirs.region(), QUEUE, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.QUEUE_FULL);
        link.done().requireSuccess(0, OperationKind.RDMA_WRITE, 1);
        write(pair, mine, theirs.region(), QUEUE);

        Expect.inOrder(link, Link.Queue.REQUESTS, 1, QUEUE);
        Expect.quiet(link, Link.Queue.REQUESTS);
    }

    @Tests("EVD-19")
    void keepsWhatItHoldsWhenItGrows(Environment env) {
        EventDispatcher dispatcher = software(env, 8);
        post(dispatcher, 0, 8);

        Expect.accepted(() -> dispatcher.resize(64));
        assertThat(dispatcher.depth()).isGreaterThanOrEqualTo(64);
        post(dispatcher, 8, 56);
        requirePayloads(dispatcher, 0, 64);

        post(dispatcher, 0, 8);
        Expect.accepted(() -> dispatcher.resize(8));
        requirePayloads(dispatcher, 0, 8);
    }

    @Tests(value = "EVD-19", twin = true)
    void isNotResizedWhereThatIsNotAdvertised(Environment env) {
        EventDispatcher dispatcher = software(env, 8);
        Expect.refused(() -> dispatcher.resize(64), DatType.MODEL_NOT_SUPPORTED);
    }

    @Tests("EVD-20")
    void doesNotBecomeSmallerThanWhatItHolds(Environment env) {
        EventDispatcher dispatcher = software(env, 16);
        post(dispatcher, 0, 9);

        Expect.refused(() -> dispatcher.resize(8), DatType.INVALID_STATE);

        assertThat(dispatcher.size()).isEqualTo(9);
        requirePayloads(dispatcher, 0, 9);
    }

    @Tests("EVD-21")
    void takesSoftwareEvents(Environment env) throws Exception {
        EventDispatcher dispatcher = software(env, 4);
        int depth = dispatcher.depth();
        post(dispatcher, 0, depth);

        Expect.refused(() -> dispatcher.post("too many"), DatType.QUEUE_FULL);
        requirePayloads(dispatcher, 0, depth);
        Running<Boolean> waiting =
                env.start(() -> payload(dispatcher.await(Bound.EVENT.duration())) == null);
        dispatcher.post(null);
        assertThat(waiting.result(Bound.EVENT)).as("an event without a payload").isTrue();

        EventDispatcher other = env.here().adapter().createEventDispatcher(4, EventStream.DTO);
        Expect.refused(() -> other.post("misplaced"), DatType.INVALID_PARAMETER);
    }

    // ---- what it belongs to

    @Tests("EVD-22")
    void isNotClosedWhileItIsUsed(Environment env) throws InterruptedException {
        Party.Listening listening = env.here().listen();
        Link link = env.here().link(LinkShape.PLAIN);
        List<EventDispatcher> used =
                List.of(listening.requests(), link.receives(), link.requests(), link.connections());
        for (EventDispatcher dispatcher : used) {
            Expect.refused(
                    dispatcher::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_IN_USE);
            assertThat(dispatcher.isClosed()).isFalse();
        }

        RemoteLink far = env.there().link(LinkShape.PLAIN);
        far.connect(listening.address());
        env.request(env.here(), listening).accept(link.endpoint());
        link.connectionEvent();
        far.connectionEvent();
        new Pair(env.here(), env.there(), link, far).exchange();

        listening.point().close();
        link.endpoint().close();
        Expect.end(far.connectionEvent());
        used.forEach(dispatcher -> Expect.accepted(dispatcher::close));
    }

    @Tests("EVD-23")
    void getsWhatItsStreamsName(Environment env) throws InterruptedException {
        Party here = env.here();
        for (boolean together : new boolean[] {true, false}) {
            LinkShape shape = together ? LinkShape.PLAIN.withOneDispatcher() : LinkShape.PLAIN;
            Pair pair = env.connect(shape);
            Guarded mine = here.memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
            pair.link().endpoint().receive(mine.slice(0, 1), 1);
            pair.far().disconnect(DisconnectMode.ABRUPT);
            assertThat(pair.link().received().isCompletion()).isTrue();
            Expect.end(pair.link());
            Expect.end(pair.far().connectionEvent());
            Expect.quiet(pair.link(), Link.Queue.RECEIVES);
            Expect.quiet(pair.link(), Link.Queue.REQUESTS);
            Expect.quiet(pair.link(), Link.Queue.CONNECTIONS);
        }

        EventDispatcher dto = here.adapter().createEventDispatcher(8, EventStream.DTO);
        EventDispatcher connections =
                here.adapter().createEventDispatcher(8, EventStream.CONNECTION);
        EndpointAttributes attributes = here.attributes(LinkShape.PLAIN);
        Expect.refusal(() -> link(here, dto, dto, dto, attributes));
        Expect.refusal(() -> link(here, connections, dto, connections, attributes));
        Expect.refusal(() -> link(here, dto, connections, connections, attributes));
        Expect.refusal(() -> here.adapter().createPublicServicePoint(here.local(0), dto));
    }

    @Tests("EVD-24")
    void endsAWaitForWhatIsSolicited(Environment env) throws InterruptedException {
        Party here = env.here();
        Party there = env.open();
        EndpointAttributes attributes =
                here.attributes(LinkShape.PLAIN).toBuilder()
                        .receiveCompletions(CompletionType.SOLICITED)
                        .build();
        EventDispatcher receives = here.adapter().createEventDispatcher(8, EventStream.DTO);
        EventDispatcher others =
                here.adapter().createEventDispatcher(8, EventStream.DTO, EventStream.CONNECTION);
        Link link = link(here, receives, others, others, attributes);
        Link sender = there.link(LinkShape.PLAIN);
        connect(env, sender, link);
        Guarded mine = here.memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        Guarded theirs = there.memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        for (int i = 0; i < 4; i++) {
            link.endpoint().receive(mine.slice(i, 1), i);
        }

        send(sender, theirs, 1, CompletionFlags.SOLICITED_WAIT);
        link.received().requireSuccess(0, OperationKind.RECEIVE, 1);
        send(sender, theirs, 2, CompletionFlags.DEFAULT);
        send(sender, theirs, 3, CompletionFlags.SOLICITED_WAIT);
        // The first of the two need not end a wait; with the second it is taken too.
        link.received().requireSuccess(1, OperationKind.RECEIVE, 1);
        link.received().requireSuccess(2, OperationKind.RECEIVE, 1);

        sender.endpoint().disconnect(DisconnectMode.ABRUPT);
        assertThat(link.received().status()).isEqualTo(CompletionStatus.FLUSHED);
        Expect.end(link);
        Expect.end(sender);
    }

    private static void send(Link link, Guarded memory, long cookie, int flags)
            throws InterruptedException {
        assertThat(link.endpoint().postSend(memory.region(), 0, 1, cookie, flags))
                .isEqualTo(PostStatus.OK);
        link.done().requireSuccess(cookie, OperationKind.SEND, 1);
    }

    @Tests("EVD-25")
    void wakesItsWaiter(Environment env) throws InterruptedException {
        Party party = env.open();
        EventDispatcher dispatcher = party.adapter().createEventDispatcher(8, EventStream.SOFTWARE);

        Running<Boolean> first = env.start(() -> dispatcher.await(EventDispatcher.FOREVER) != null);
        env.time().sleep(Bound.QUIET);
        Expect.refused(
                dispatcher::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_IN_USE);
        dispatcher.setUnwaitable();
        Expect.refused(
                () -> first.result(Bound.LOCAL),
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EVD_UNWAITABLE);
        dispatcher.clearUnwaitable();

        Running<Boolean> second =
                env.start(() -> dispatcher.await(EventDispatcher.FOREVER) != null);
        env.time().sleep(Bound.QUIET);
        party.adapter().close(CloseMode.ABRUPT);
        Expect.refused(() -> second.result(Bound.LOCAL), DatType.ABORT);
    }

    @Tests(value = "EVD-26", needs = Capability.RDMA_READ)
    void givesEventsThatStayAsTheyAre(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        EventBatch batch = env.here().adapter().createEventBatch(4);
        write(pair, mine, theirs.region(), 41);
        Event first = only(pair, batch);
        Seen before = Seen.of(first);

        pair.link().endpoint().read(mine.slice(0, 3), theirs.region(), 42);
        Seen second = Seen.of(only(pair, batch));

        assertThat(Seen.of(first)).isEqualTo(before);
        before.requireSuccess(41, OperationKind.RDMA_WRITE, 1);
        second.requireSuccess(42, OperationKind.RDMA_READ, 3);
        assertThat(batch.cookie(0)).isEqualTo(42);
        assertThatThrownBy(() -> batch.cookie(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> batch.event(1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** Fills a batch with the one event that comes. */
    private static Event only(Pair pair, EventBatch batch) throws InterruptedException {
        EventDispatcher requests = pair.link().requests();
        for (int i = 0; i < 1000; i++) {
            if (requests.await(batch, Bound.QUIET.nanos()) > 0) {
                break;
            }
        }
        assertThat(batch.size()).isEqualTo(1);
        return batch.event(0);
    }

    // ---- completions that notify nobody

    private static final LinkShape QUIET = LinkShape.PLAIN.withUnsignalled();
    private static final long UNKNOWN = 0x5555_0000L;

    private static void writeQuietly(Pair pair, Guarded mine, RemoteRegion to, long cookie) {
        assertThat(tryToWrite(pair, mine, to, cookie, CompletionFlags.UNSIGNALLED))
                .isEqualTo(PostStatus.OK);
    }

    @Tests(value = "EVD-31", needs = Capability.RDMA_READ)
    void letsSleepWhereNothingIsSignalled(Environment env) throws InterruptedException {
        Pair pair = env.connect(QUIET);
        EventDispatcher requests = pair.link().requests();
        Guarded mine = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteRegion theirs = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK).region();

        writeQuietly(pair, mine, theirs, 1);
        writeQuietly(pair, mine, theirs, 2);
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        assertThat(requests.size()).as("completions that are queued").isEqualTo(2);
        write(pair, mine, theirs, 3);
        Expect.inOrder(pair.link(), Link.Queue.REQUESTS, 1, 3);

        NotificationObject notification = env.here().adapter().createNotificationObject(null);
        requests.setNotificationObject(notification);
        writeQuietly(pair, mine, theirs, 4);
        assertThat(notification.await(Bound.QUIET.duration())).isNull();
        assertThat(requests.size()).as("completions that are queued").isEqualTo(1);
        write(pair, mine, theirs, 5);
        assertThat(notification.await(Bound.EVENT.duration())).isEqualTo(requests);
        requests.setNotificationObject(null);
        Expect.inOrder(pair.link(), Link.Queue.REQUESTS, 4, 2);

        assertThat(
                        pair.link()
                                .endpoint()
                                .postRead(
                                        mine.region(),
                                        0,
                                        1,
                                        theirs.address(),
                                        theirs.key() ^ UNKNOWN,
                                        QUIET_FAILURE,
                                        CompletionFlags.UNSIGNALLED))
                .isEqualTo(PostStatus.OK);
        Seen failed = pair.link().done();
        assertThat(failed.cookie()).isEqualTo(QUIET_FAILURE);
        assertThat(failed.status()).isNotEqualTo(CompletionStatus.SUCCESS);
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
    }

    @Tests("EVD-32")
    void isQuietOnlyWhereItWasMadeForIt(Environment env) throws InterruptedException {
        Party here = env.here();
        Guarded mine = here.memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteRegion theirs = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK).region();
        Pair loud = env.connect();
        assertThat(tryToWrite(loud, mine, theirs, 1, CompletionFlags.UNSIGNALLED))
                .isEqualTo(PostStatus.INVALID_ARGUMENT);
        Expect.quiet(loud.link(), Link.Queue.REQUESTS);
        Expect.accepted(() -> loud.link().requests().await(Duration.ZERO, 2));

        Pair quiet = env.connect(QUIET);
        requireNoThreshold(quiet.link().requests());
        Expect.accepted(() -> quiet.link().requests().await(Duration.ZERO, 1));
        EndpointAttributes solicited =
                here.attributes(LinkShape.PLAIN).toBuilder()
                        .requestCompletions(CompletionType.SOLICITED)
                        .build();
        Link parts = here.link(LinkShape.PLAIN);
        Expect.refused(
                () ->
                        link(
                                here,
                                parts.receives(),
                                parts.requests(),
                                parts.connections(),
                                solicited),
                DatType.INVALID_PARAMETER);
        if (env.attributes().capabilities().contains(Capability.SOLICITED_EVENT)) {
            EventDispatcher receives = here.adapter().createEventDispatcher(QUEUE, EventStream.DTO);
            link(
                    here,
                    receives,
                    parts.requests(),
                    parts.connections(),
                    here.attributes(LinkShape.PLAIN).toBuilder()
                            .receiveCompletions(CompletionType.SOLICITED)
                            .build());
            requireNoThreshold(receives);
        }
        quiet.exchange();
        loud.exchange();
    }

    private static void requireNoThreshold(EventDispatcher dispatcher) {
        Expect.refused(
                () -> dispatcher.await(Duration.ZERO, 2),
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EVD_CONFIG_SOLICITED);
    }

    // ---- streams

    @Tests("EVD-30")
    void takesAnySetOfStreams(Environment env) throws InterruptedException {
        Party here = env.here();
        InterfaceAdapter adapter = here.adapter();
        List<EventStream> streams = new ArrayList<>(List.of(EventStream.values()));
        streams.remove(EventStream.ASYNC);
        for (int bits = 1; bits < 1 << streams.size(); bits++) {
            Set<EventStream> some = new HashSet<>();
            for (int i = 0; i < streams.size(); i++) {
                if ((bits & 1 << i) != 0) {
                    some.add(streams.get(i));
                }
            }
            EventDispatcher made =
                    Expect.given(() -> adapter.createEventDispatcher(QUEUE, some, null));
            assertThat(made.streams()).isEqualTo(some);
            made.close();
            some.add(EventStream.ASYNC);
            Expect.refused(
                    () -> adapter.createEventDispatcher(QUEUE, some, null),
                    DatType.INVALID_PARAMETER);
        }
        Expect.refused(
                () -> adapter.createEventDispatcher(QUEUE, Set.of(), null),
                DatType.INVALID_PARAMETER);
        takesAllStreams(env, adapter.createEventDispatcher(QUEUE, Set.copyOf(streams), null));
    }

    private static void takesAllStreams(Environment env, EventDispatcher all)
            throws InterruptedException {
        Party here = env.here();
        all.post("one");
        assertThat(payload(here.await(all, Bound.EVENT))).isEqualTo("one");
        PublicServicePoint point =
                here.adapter()
                        .createPublicServicePoint(
                                here.local(0),
                                all,
                                EndpointCreation.CONSUMER,
                                PrivateDataFraming.FRAMED);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        far.connect(point.localAddress());
        Link link = link(here, all, all, all, here.attributes(LinkShape.PLAIN));
        Party.Listening listening = new Party.Listening(point, all);
        env.request(here, listening).accept(link.endpoint());
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent();
        new Pair(here, env.there(), link, far).exchange();
    }
}
