package org.jdapl.conformance.rules.srq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.ReceiveCounts;
import org.jdapl.api.SharedReceiveQueue;
import org.jdapl.api.Work;
import org.jdapl.api.WorkList;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.api.data.TargetProgress;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.NotApplicableException;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteParty;
import org.jspecify.annotations.Nullable;

/** Tests the rules of group SRQ. The queue is on this side, the peer sends. */
final class SrqTests {

    private static final int SEED = 31;
    private static final int BLANK = 32;

    /** Bytes of one receive. */
    private static final int ROOM = 64;

    private static final int DEPTH = 256;
    private static final int MANY = 40;
    private static final int ROUNDS = 20;
    private static final int LARGE = 4 << 20;
    private static final int STEPS = 20_000;

    // ---- what many need

    private static SharedReceiveQueue queue(Environment env, int size) {
        return env.here()
                .adapter()
                .createSharedReceiveQueue(
                        env.here().zone(), SharedReceiveQueueAttributes.of(size, 1));
    }

    private static Link link(Environment env, SharedReceiveQueue queue) {
        return link(env, queue, env.here().adapter().createEventDispatcher(DEPTH, EventStream.DTO));
    }

    private static Link link(Environment env, SharedReceiveQueue queue, EventDispatcher receives) {
        InterfaceAdapter adapter = env.here().adapter();
        EventDispatcher requests = adapter.createEventDispatcher(DEPTH, EventStream.DTO);
        EventDispatcher connections = adapter.createEventDispatcher(DEPTH, EventStream.CONNECTION);
        Endpoint endpoint =
                adapter.createEndpoint(
                        env.here().zone(),
                        receives,
                        requests,
                        connections,
                        queue,
                        env.here().attributes(LinkShape.PLAIN));
        return new Link(env.here(), endpoint, receives, requests, connections);
    }

    /** Connects a new endpoint of a queue to the peer. */
    private static Pair connect(Environment env, SharedReceiveQueue queue)
            throws InterruptedException {
        return connect(env, link(env, queue));
    }

    private static Pair connect(Environment env, Link link) throws InterruptedException {
        RemoteParty there = env.there();
        return env.connect(env.here(), there, link, there.link(LinkShape.PLAIN));
    }

    /** Memory for so many receives. */
    private static Guarded room(Environment env, int receives) {
        return env.here().memory((long) receives * ROOM, Party.LOCAL_RIGHTS, BLANK);
    }

    /** Posts receives; the cookie of each is its place in the memory. */
    private static void post(SharedReceiveQueue queue, Guarded memory, int first, int count) {
        for (int i = first; i < first + count; i++) {
            assertThat(tryToPost(queue, memory, i)).isEqualTo(PostStatus.OK);
        }
    }

    private static int tryToPost(SharedReceiveQueue queue, Guarded memory, long place) {
        return queue.postReceive(memory.region(), place * ROOM, ROOM, place);
    }

    /** Has the peer send, and waits until it is done. */
    private static void send(RemoteLink far, RemoteMemory theirs, int offset, int length) {
        far.mustSend(offset, theirs.part(offset, length));
        far.done().requireSuccess(offset, OperationKind.SEND, length);
    }

    private static void send(RemoteLink far, RemoteMemory theirs, int count) {
        for (int i = 0; i < count; i++) {
            send(far, theirs, i, ROOM);
        }
    }

    private static RemoteMemory source(Environment env) {
        return env.there().memory(DEPTH, Party.LOCAL_RIGHTS, SEED);
    }

    /** Takes a completion and looks at what was received. */
    private static DtoCompletion requireReceived(
            Environment env, Link link, Guarded memory, int offset, int length)
            throws InterruptedException {
        @Nullable Event event = env.here().await(link.receives(), Bound.EVENT);
        if (!(event instanceof DtoCompletion done)
                || !done.isSuccess()
                || done.operation() != OperationKind.RECEIVE
                || done.length() != length
                || !done.endpoint().equals(link.endpoint())) {
            throw new AssertionError(
                    "expected a message of " + length + " bytes for " + link + ", got " + event);
        }
        memory.requireContents(done.cookie() * ROOM, length, SEED, offset);
        return done;
    }

    private static void requireReceived(Environment env, Link link, Guarded memory, int count)
            throws InterruptedException {
        for (int i = 0; i < count; i++) {
            requireReceived(env, link, memory, i, ROOM);
        }
    }

    private static EventDispatcher asyncEvents(Environment env) {
        return env.here().adapter().asyncEvents();
    }

    private static void requireLowWatermark(Environment env, SharedReceiveQueue queue)
            throws InterruptedException {
        @Nullable Event event = env.here().await(asyncEvents(env), Bound.EVENT);
        if (!(event instanceof AsyncEvent.LowWatermark low) || !low.queue().equals(queue)) {
            throw new AssertionError("expected a low watermark, got " + event);
        }
    }

    private static void requireSoftWatermark(Environment env, Link link)
            throws InterruptedException {
        @Nullable Event event = env.here().await(asyncEvents(env), Bound.EVENT);
        if (!(event instanceof AsyncEvent.EndpointBroken told)
                || told.cause() != AsyncEvent.EndpointBroken.Cause.SOFT_HIGH_WATERMARK
                || !told.endpoint().equals(link.endpoint())) {
            throw new AssertionError("expected a soft watermark, got " + event);
        }
    }

    private static void requireQuiet(Environment env, EventDispatcher dispatcher)
            throws InterruptedException {
        assertThat(env.here().await(dispatcher, Bound.QUIET)).isNull();
    }

    // ---- receiving

    @Tests("SRQ-01")
    void servesSeveralEndpoints(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 6);
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            pairs.add(connect(env, queue));
        }
        Guarded memory = room(env, 6);
        RemoteMemory theirs = source(env);
        post(queue, memory, 0, 6);
        Set<Long> used = new HashSet<>();
        for (int i = 0; i < 6; i++) {
            Pair pair = pairs.get(i % 3);
            send(pair.far(), theirs, i, 10 + i);
            used.add(requireReceived(env, pair.link(), memory, i, 10 + i).cookie());
        }
        assertThat(used).hasSize(6);
    }

    @Tests(value = "SRQ-01", twin = true)
    void areRefusedWhereTheyAreNotAdvertised(Environment env) {
        Expect.refused(() -> queue(env, 6), DatType.MODEL_NOT_SUPPORTED);
    }

    @Tests("SRQ-02")
    void keepsReceivesOutOfItsEndpoints(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 2);
        Pair pair = connect(env, queue);
        Endpoint endpoint = pair.link().endpoint();
        Guarded memory = room(env, 2);
        InterfaceAdapter adapter = env.here().adapter();
        Work work = adapter.createWork(1).receive().addSegment(memory.region(), ROOM, ROOM);
        WorkList list = adapter.createWorkList(1).add(work);

        assertThat(endpoint.postReceive(memory.region(), ROOM, ROOM, 9))
                .isEqualTo(PostStatus.INVALID_STATE);
        assertThat(endpoint.post(work)).isEqualTo(PostStatus.INVALID_STATE);
        assertThat(endpoint.post(list)).isEqualTo(0);
        assertThat(list.refusal()).isEqualTo(PostStatus.INVALID_STATE);

        assertThat(endpoint.sharedReceiveQueue()).isEqualTo(queue);
        post(queue, memory, 0, 1);
        RemoteMemory theirs = source(env);
        send(pair.far(), theirs, 1);
        requireReceived(env, pair.link(), memory, 1);
    }

    @Tests("SRQ-03")
    void refusesMoreThanItHolds(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 4);
        Pair pair = connect(env, queue);
        Guarded memory = room(env, 5);
        RemoteMemory theirs = source(env);
        post(queue, memory, 0, 4);
        assertThat(tryToPost(queue, memory, 4)).isEqualTo(PostStatus.QUEUE_FULL);

        send(pair.far(), theirs, 4);
        assertThat(tryToPost(queue, memory, 4)).isEqualTo(PostStatus.QUEUE_FULL);
        requireReceived(env, pair.link(), memory, 4);

        memory.fill(BLANK);
        post(queue, memory, 0, 4);
        send(pair.far(), theirs, 4);
        requireReceived(env, pair.link(), memory, 4);
    }

    @Tests("SRQ-04")
    void failsOnlyTheConnectionThatFindsItEmpty(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 4);
        Pair pair = connect(env, queue);
        Pair bystander = connect(env, queue);
        Guarded memory = room(env, 1);
        RemoteMemory theirs = source(env);

        pair.far().mustSend(1, theirs.part(0, ROOM));
        Seen sent = pair.far().done();
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(sent.status(), true));

        post(queue, memory, 0, 1);
        send(bystander.far(), theirs, 1);
        requireReceived(env, bystander.link(), memory, 1);
        Expect.quiet(bystander.link(), Link.Queue.CONNECTIONS);
    }

    @Tests("SRQ-09")
    void starvesNobody(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 8);
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            pairs.add(connect(env, queue));
        }
        Guarded memory = room(env, 8);
        RemoteMemory theirs = source(env);
        post(queue, memory, 0, 8);
        for (int round = 0; round < ROUNDS; round++) {
            for (Pair pair : pairs) {
                pair.far().mustSend(round, theirs.part(round, ROOM));
            }
            for (Pair pair : pairs) {
                pair.far().done().requireSuccess(round, OperationKind.SEND, ROOM);
                DtoCompletion done = requireReceived(env, pair.link(), memory, round, ROOM);
                assertThat(tryToPost(queue, memory, done.cookie())).isEqualTo(PostStatus.OK);
            }
        }
    }

    @Tests("SRQ-15")
    void keepsTheOrderOfEachConnection(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, MANY);
        Pair one = connect(env, queue);
        Pair other = connect(env, queue);
        Guarded memory = room(env, MANY);
        RemoteMemory theirs = source(env);
        post(queue, memory, 0, MANY);
        for (int i = 0; i < MANY / 2; i++) {
            send(one.far(), theirs, i, 1 + i);
            send(other.far(), theirs, i + 100, 2 + i);
        }
        for (int i = 0; i < MANY / 2; i++) {
            requireReceived(env, one.link(), memory, i, 1 + i);
            requireReceived(env, other.link(), memory, i + 100, 2 + i);
        }
    }

    @Tests("SRQ-17")
    void fitsIntoItsDispatcher(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, MANY);
        EventDispatcher receives = env.here().adapter().createEventDispatcher(1, EventStream.DTO);
        Pair one = connect(env, link(env, queue, receives));
        Pair other = connect(env, link(env, queue, receives));
        assertThat(receives.depth()).isGreaterThanOrEqualTo(MANY);
        Guarded memory = room(env, MANY);
        RemoteMemory theirs = source(env);
        post(queue, memory, 0, MANY);
        send(one.far(), theirs, MANY / 2);
        send(other.far(), theirs, MANY / 2);
        env.here().progress();

        assertThat(tryToPost(queue, memory, 0)).isEqualTo(PostStatus.QUEUE_FULL);
        Set<Long> cookies = new HashSet<>();
        for (int i = 0; i < MANY; i++) {
            cookies.add(env.here().next(receives, Bound.EVENT).cookie());
        }
        assertThat(cookies).hasSize(MANY);
        requireQuiet(env, receives);
        requireQuiet(env, asyncEvents(env));
    }

    /** A twin of a lesser capability says nothing where there are no such queues at all. */
    private static void requireSharedQueues(Environment env) {
        if (!env.attributes().has(Capability.SHARED_RECEIVE_QUEUE)) {
            throw new NotApplicableException("SHARED_RECEIVE_QUEUE is not advertised");
        }
    }

    // ---- watermarks of the queue

    @Tests("SRQ-05")
    void tellsWhenItRunsLow(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 4);
        Pair pair = connect(env, queue);
        Guarded memory = room(env, 4);
        RemoteMemory theirs = source(env);
        post(queue, memory, 0, 4);
        queue.setLowWatermark(2);
        send(pair.far(), theirs, 2);
        requireReceived(env, pair.link(), memory, 2);
        requireQuiet(env, asyncEvents(env));

        send(pair.far(), theirs, 2, ROOM);
        requireReceived(env, pair.link(), memory, 2, ROOM);
        requireLowWatermark(env, queue);
    }

    @Tests(value = "SRQ-05", twin = true)
    void hasNoWatermarkWhereThatIsNotAdvertised(Environment env) {
        requireSharedQueues(env);
        SharedReceiveQueue queue = queue(env, 4);
        Expect.refused(() -> queue.setLowWatermark(2), DatType.MODEL_NOT_SUPPORTED);
    }

    @Tests("SRQ-06")
    void tellsItOnceForEachArming(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 4);
        Pair pair = connect(env, queue);
        Guarded memory = room(env, 4);
        RemoteMemory theirs = source(env);
        queue.setLowWatermark(3);
        requireLowWatermark(env, queue); // it is empty
        post(queue, memory, 0, 4);
        send(pair.far(), theirs, 3);
        requireReceived(env, pair.link(), memory, 3);
        requireQuiet(env, asyncEvents(env));

        queue.setLowWatermark(1);
        requireQuiet(env, asyncEvents(env));
        send(pair.far(), theirs, 1, ROOM);
        requireReceived(env, pair.link(), memory, 1, ROOM);
        requireLowWatermark(env, queue);

        post(queue, memory, 0, 2);
        queue.setLowWatermark(2);
        queue.setLowWatermark(0);
        send(pair.far(), theirs, 2);
        requireReceived(env, pair.link(), memory, 2);
        requireQuiet(env, asyncEvents(env));
    }

    @Tests("SRQ-07")
    void refusesWatermarksThatAreNotLegal(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 4);
        Expect.refused(() -> queue.setLowWatermark(-1), DatType.INVALID_PARAMETER);
        Expect.refused(() -> queue.setLowWatermark(5), DatType.INVALID_PARAMETER);
        requireQuiet(env, asyncEvents(env));
        Expect.accepted(() -> queue.setLowWatermark(4));
        requireLowWatermark(env, queue);
    }

    // ---- ends

    @Tests("SRQ-08")
    void isNotClosedUnderAnEndpoint(Environment env) throws InterruptedException {
        InterfaceAdapter adapter = env.here().adapter();
        ProtectionZone zone = adapter.createProtectionZone();
        SharedReceiveQueue lone =
                adapter.createSharedReceiveQueue(zone, SharedReceiveQueueAttributes.of(1, 1));
        Expect.refused(zone::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE);
        Expect.accepted(lone::close);
        Expect.accepted(zone::close);

        SharedReceiveQueue queue = queue(env, 2);
        Pair pair = connect(env, queue);
        Guarded memory = room(env, 2);
        RemoteMemory theirs = source(env);
        Expect.refused(queue::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_SRQ_IN_USE);
        post(queue, memory, 0, 1);
        send(pair.far(), theirs, 1);
        requireReceived(env, pair.link(), memory, 1);

        pair.link().endpoint().close();
        Expect.end(pair.far().connectionEvent());
        Expect.accepted(queue::close);
        assertThat(tryToPost(queue, memory, 1)).isEqualTo(PostStatus.CLOSED);
    }

    @Tests("SRQ-10")
    void outlivesAConnection(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 4);
        Pair pair = connect(env, queue);
        Pair other = connect(env, queue);
        Guarded memory = room(env, 4);
        RemoteMemory theirs = source(env);
        post(queue, memory, 0, 4);

        pair.link().endpoint().disconnect(DisconnectMode.ABRUPT);
        pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
        Expect.end(pair.far().connectionEvent());
        Expect.quiet(pair.link(), Link.Queue.RECEIVES);
        assertThat(queue.available()).isEqualTo(4);

        send(other.far(), theirs, 4);
        requireReceived(env, other.link(), memory, 4);
        assertThat(queue.available()).isEqualTo(0);
    }

    @Tests("SRQ-11")
    void letsItsEndpointsGo(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 4);
        Pair pair = connect(env, queue);
        Guarded memory = room(env, 4);
        post(queue, memory, 0, 4);

        long start = env.time().now();
        pair.link().endpoint().close();
        assertThat(env.time().since(start)).isLessThan(Bound.LOCAL.nanos());
        Expect.end(pair.far().connectionEvent());
        Expect.quiet(pair.link(), Link.Queue.RECEIVES);
        Expect.quiet(pair.link(), Link.Queue.CONNECTIONS);
        assertThat(queue.available()).isEqualTo(4);
        Expect.accepted(queue::close);
    }

    @Tests("SRQ-13")
    void keepsMemoryThatItsReceivesName(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 2);
        Pair pair = connect(env, queue);
        RemoteMemory theirs = source(env);
        Guarded first = room(env, 1);
        Guarded second = room(env, 1);
        post(queue, first, 0, 1);
        Expect.refused(
                first.region()::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_LMR_IN_USE);
        post(queue, second, 0, 1);
        send(pair.far(), theirs, 1);
        DtoCompletion done = (DtoCompletion) env.here().await(pair.link().receives(), Bound.EVENT);
        assertThat(done).isNotNull();
        first.requireContents(0, ROOM, SEED, 0);
        Expect.accepted(first.region()::close);
        Expect.refused(
                second.region()::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_LMR_IN_USE);

        pair.link().endpoint().close();
        Expect.end(pair.far().connectionEvent());
        Expect.accepted(queue::close);
        Expect.accepted(second.region()::close);
        Expect.quiet(pair.link(), Link.Queue.RECEIVES);
    }

    /**
     * The adapter moves only when the test says so, and looks after each step whether a receive was
     * taken; with a thread of its own the message might be there as a whole.
     */
    @Tests(value = "SRQ-16", modes = ProgressMode.MANUAL)
    void flushesWhatWasBegun(Environment env) throws InterruptedException {
        if (env.attributes().targetProgress() == TargetProgress.NONE) {
            throw new NotApplicableException(
                    "the device takes a message as a whole, whether it is driven or not");
        }
        InterfaceAdapter adapter = env.here().adapter();
        SharedReceiveQueue queue = queue(env, 2);
        Link link = link(env, queue);
        RemoteParty there = env.openThere(ProgressMode.AUTO);
        Pair pair = env.connect(env.here(), there, link, there.link(LinkShape.PLAIN));
        Guarded memory = env.here().memory(LARGE, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = there.memory(LARGE, Party.LOCAL_RIGHTS, SEED);
        for (int i = 0; i < 2; i++) {
            assertThat(queue.postReceive(memory.region(), 0, LARGE, i)).isEqualTo(PostStatus.OK);
        }
        env.here().freeze();
        pair.far().mustSend(1, theirs.whole());
        for (int i = 0; i < STEPS && link.endpoint().receiveCounts().posted() == 0; i++) {
            adapter.progress();
            env.time().sleep(100_000);
        }
        assertThat(link.endpoint().receiveCounts().posted()).isEqualTo(1);

        link.endpoint().disconnect(DisconnectMode.ABRUPT);
        env.here().thaw();
        Seen flushed = link.received();
        assertThat(flushed.status()).isEqualTo(CompletionStatus.FLUSHED);
        link.connectionEvent().require(ConnectionEvent.Disconnected.class);
        Expect.quiet(link, Link.Queue.RECEIVES);
        assertThat(queue.available()).isEqualTo(1);
        assertThat(queue.inUse()).isEqualTo(1);
        Expect.end(pair.far().connectionEvent());
        pair.far().done();
    }

    // ---- size and counts

    @Tests("SRQ-12")
    void keepsItsReceivesWhenItGrows(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 4);
        Pair pair = connect(env, queue);
        Guarded memory = room(env, 8);
        RemoteMemory theirs = source(env);
        post(queue, memory, 0, 4);
        queue.resize(8);
        assertThat(queue.attributes().maxReceives()).isGreaterThanOrEqualTo(8);
        post(queue, memory, 4, 4);
        assertThat(queue.available()).isEqualTo(8);
        Set<Long> cookies = new HashSet<>();
        send(pair.far(), theirs, 8);
        for (int i = 0; i < 8; i++) {
            cookies.add(requireReceived(env, pair.link(), memory, i, ROOM).cookie());
        }
        assertThat(cookies).hasSize(8);
    }

    @Tests(value = "SRQ-12", twin = true)
    void isNotResizedWhereThatIsNotAdvertised(Environment env) {
        requireSharedQueues(env);
        SharedReceiveQueue queue = queue(env, 4);
        Expect.refused(() -> queue.resize(8), DatType.MODEL_NOT_SUPPORTED);
    }

    @Tests("SRQ-14")
    void countsItsReceives(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 4);
        Pair pair = connect(env, queue);
        Guarded memory = room(env, 4);
        RemoteMemory theirs = source(env);
        assertThat(queue.available()).isEqualTo(0);
        assertThat(queue.inUse()).isEqualTo(0);
        post(queue, memory, 0, 4);
        assertThat(queue.available()).isEqualTo(4);
        assertThat(queue.inUse()).isEqualTo(4);
        send(pair.far(), theirs, 2);
        env.here().progress();
        assertThat(queue.inUse()).isEqualTo(4);
        requireReceived(env, pair.link(), memory, 2);
        assertThat(queue.available()).isEqualTo(2);
        assertThat(queue.inUse()).isEqualTo(2);
        assertThat(env.here().adapter().census().outstandingReceives()).isEqualTo(2);
    }

    @Tests("SRQ-18")
    void staysInItsZone(Environment env) {
        Party here = env.here();
        SharedReceiveQueue queue = queue(env, 4);
        Link model = here.link(LinkShape.PLAIN);
        ProtectionZone zone = here.adapter().createProtectionZone();
        Expect.refused(
                () -> endpoint(here, zone, model, queue),
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_SRQ);
        Party other = env.open();
        Link otherModel = other.link(LinkShape.PLAIN);
        Expect.refused(
                () -> endpoint(other, other.zone(), otherModel, queue), DatType.INVALID_HANDLE);

        Guarded foreign = here.memory(zone, ROOM, Party.LOCAL_RIGHTS, BLANK);
        assertThat(tryToPost(queue, foreign, 0)).isEqualTo(PostStatus.PROTECTION_VIOLATION);
        Guarded readable = here.memory(ROOM, Set.of(Privilege.LOCAL_READ), BLANK);
        assertThat(tryToPost(queue, readable, 0)).isEqualTo(PostStatus.PRIVILEGES_VIOLATION);
        assertThat(tryToPost(queue, room(env, 1), 1)).isEqualTo(PostStatus.PROTECTION_VIOLATION);
        assertThat(queue.inUse()).isEqualTo(0);
    }

    private static Endpoint endpoint(
            Party party, ProtectionZone zone, Link model, SharedReceiveQueue queue) {
        return party.adapter()
                .createEndpoint(
                        zone,
                        model.receives(),
                        model.requests(),
                        model.connections(),
                        queue,
                        party.attributes(LinkShape.PLAIN));
    }

    @Tests("SRQ-19")
    void isMadeWithinTheLimits(Environment env) {
        AdapterAttributes limits = env.attributes();
        List<SharedReceiveQueueAttributes> bad =
                List.of(
                        SharedReceiveQueueAttributes.of(0, 1),
                        SharedReceiveQueueAttributes.of(-1, 1),
                        SharedReceiveQueueAttributes.of(limits.maxSharedReceives() + 1, 1),
                        SharedReceiveQueueAttributes.of(4, limits.maxSegments() + 1),
                        new SharedReceiveQueueAttributes(4, 1, 2));
        for (SharedReceiveQueueAttributes attributes : bad) {
            Expect.refused(
                    () ->
                            env.here()
                                    .adapter()
                                    .createSharedReceiveQueue(env.here().zone(), attributes),
                    DatType.INVALID_PARAMETER);
        }
        assertThat(queue(env, 1).attributes().maxReceives()).isGreaterThanOrEqualTo(1);
    }

    @Tests("SRQ-20")
    void isNotMadeSmallerThanItsUse(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 8);
        Pair pair = connect(env, queue);
        Guarded memory = room(env, 8);
        RemoteMemory theirs = source(env);
        post(queue, memory, 0, 4);
        send(pair.far(), theirs, 4);
        env.here().progress();
        Expect.refused(() -> queue.resize(3), DatType.INVALID_STATE);
        requireReceived(env, pair.link(), memory, 4);
        Expect.refused(() -> queue.resize(0), DatType.INVALID_PARAMETER);
        Expect.refused(
                () -> queue.resize(env.attributes().maxSharedReceives() + 1),
                DatType.INVALID_PARAMETER);
        post(queue, memory, 0, 8);
        assertThat(queue.attributes().maxReceives()).isGreaterThanOrEqualTo(8);
        Expect.refused(() -> queue.resize(7), DatType.INVALID_STATE);
        send(pair.far(), theirs, 8);
        for (int i = 0; i < 8; i++) {
            requireReceived(env, pair.link(), memory, i, ROOM);
        }
        Expect.accepted(() -> queue.resize(8));
    }

    // ---- watermarks of endpoints

    @Tests("SRQ-21")
    void tellsWhoHoldsMuch(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 8);
        Pair pair = connect(env, queue);
        Guarded memory = room(env, 8);
        RemoteMemory theirs = source(env);
        post(queue, memory, 0, 8);
        pair.link().endpoint().setWatermark(2, Endpoint.NO_WATERMARK);
        send(pair.far(), theirs, 2);
        requireQuiet(env, asyncEvents(env));
        send(pair.far(), theirs, 2, ROOM);
        requireSoftWatermark(env, pair.link());
        send(pair.far(), theirs, 3, ROOM);
        requireQuiet(env, asyncEvents(env));

        pair.link().endpoint().setWatermark(3, Endpoint.NO_WATERMARK);
        requireSoftWatermark(env, pair.link());
        requireReceived(env, pair.link(), memory, 4);
        send(pair.far(), theirs, 3);
        requireReceived(env, pair.link(), memory, 3);
        requireQuiet(env, asyncEvents(env));
    }

    @Tests(value = "SRQ-21", twin = true)
    void setsNoWatermarkWhereThatIsNotAdvertised(Environment env) {
        Endpoint endpoint = env.here().link(LinkShape.PLAIN).endpoint();
        Expect.refused(() -> endpoint.setWatermark(2, 4), DatType.MODEL_NOT_SUPPORTED);
    }

    @Tests("SRQ-22")
    void cutsOffWhoHoldsTooMuch(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 8);
        Pair pair = connect(env, queue);
        Pair bystander = connect(env, queue);
        Guarded memory = room(env, 8);
        RemoteMemory theirs = source(env);
        post(queue, memory, 0, 8);
        pair.link().endpoint().setWatermark(Endpoint.NO_WATERMARK, 2);
        send(pair.far(), theirs, 2);
        Expect.quiet(pair.link(), Link.Queue.CONNECTIONS);

        pair.far().mustSend(2, theirs.part(2, ROOM));
        pair.far().done();
        pair.link().connectionEvent().require(ConnectionEvent.Broken.class);
        Expect.end(pair.far().connectionEvent());
        for (int i = 0; i < 3; i++) {
            assertThat(pair.link().received().isCompletion()).isTrue();
        }
        send(bystander.far(), theirs, 2);
        requireReceived(env, bystander.link(), memory, 2);
    }

    @Tests("SRQ-23")
    void countsOwnReceives(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        Guarded memory = room(env, 3);
        RemoteMemory theirs = source(env);
        assertThat(endpoint.receiveCounts().posted()).isEqualTo(0);
        for (int i = 0; i < 3; i++) {
            endpoint.receive(memory.slice((long) i * ROOM, ROOM), i);
        }
        assertThat(endpoint.receiveCounts().posted()).isEqualTo(3);
        send(pair.far(), theirs, 1);
        requireReceived(env, pair.link(), memory, 1);
        ReceiveCounts counts = endpoint.receiveCounts();
        assertThat(counts.posted()).isEqualTo(2);
        assertThat(counts.span()).isGreaterThanOrEqualTo(2);
    }

    @Tests(value = "SRQ-23", twin = true)
    void countsNothingWhereThatIsNotAdvertised(Environment env) {
        Endpoint endpoint = env.here().link(LinkShape.PLAIN).endpoint();
        Expect.refused(endpoint::receiveCounts, DatType.MODEL_NOT_SUPPORTED);
    }

    @Tests("SRQ-24")
    void countsSharedReceives(Environment env) throws InterruptedException {
        SharedReceiveQueue queue = queue(env, 8);
        Pair pair = connect(env, queue);
        Pair other = connect(env, queue);
        Endpoint endpoint = pair.link().endpoint();
        Guarded memory = room(env, 8);
        RemoteMemory theirs = source(env);
        post(queue, memory, 0, 8);
        assertThat(endpoint.receiveCounts().posted()).isEqualTo(0);
        send(pair.far(), theirs, 3);
        send(other.far(), theirs, 1);
        requireReceived(env, pair.link(), memory, 1);
        requireReceived(env, other.link(), memory, 1);
        requireReceived(env, pair.link(), memory, 1, ROOM);
        // The third has come too, or comes now: all that the peer sent was accepted.
        awaitTaken(env, endpoint, 1);
        requireReceived(env, pair.link(), memory, 2, ROOM);
        assertThat(endpoint.receiveCounts().posted()).isEqualTo(0);
        assertThat(other.link().endpoint().receiveCounts().posted()).isEqualTo(0);
    }

    private static void awaitTaken(Environment env, Endpoint endpoint, int count)
            throws InterruptedException {
        long start = env.time().now();
        while (endpoint.receiveCounts().posted() != count) {
            if (env.time().since(start) > Bound.EVENT.nanos()) {
                throw new AssertionError(
                        "expected " + count + " taken receives, got " + endpoint.receiveCounts());
            }
            env.here().progress();
            env.time().sleep(1_000_000);
        }
    }

    @Tests("SRQ-25")
    void refusesWatermarksOfEndpointsThatAreNotLegal(Environment env) {
        SharedReceiveQueue queue = queue(env, 2);
        Endpoint endpoint = link(env, queue).endpoint();
        Endpoint own = env.here().link(LinkShape.PLAIN).endpoint();
        Expect.refused(() -> endpoint.setWatermark(-1, 1), DatType.INVALID_PARAMETER);
        Expect.refused(() -> endpoint.setWatermark(1, -1), DatType.INVALID_PARAMETER);
        Expect.refused(() -> own.setWatermark(1, 2), DatType.INVALID_STATE);
        Expect.accepted(() -> endpoint.setWatermark(0, 0));
    }
}
