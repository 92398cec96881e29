package org.jdapl.conformance.rules.lim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.CloseMode;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DatObject;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalSegment;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.Work;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.NotApplicableException;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Stalled;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteListener;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jspecify.annotations.Nullable;

/** Tests the rules of group LIM. */
final class LimTests {

    private static final int SEED = 31;
    private static final int BLANK = 32;
    private static final int DEPTH = 8;
    private static final int PIECE = 5;
    private static final int FEW = 1024;
    private static final int LARGE = (2 << 20) + 1;

    /** What an endpoint may ask for, one too much of each; what has no limit is missing. */
    private static Map<String, EndpointAttributes> excesses(
            AdapterAttributes limit, EndpointAttributes good) {
        Map<String, EndpointAttributes> wanted = new LinkedHashMap<>();
        excess(wanted, "receives", limit.maxWorkRequests(), n -> builder(good).maxReceives(n));
        excess(wanted, "requests", limit.maxWorkRequests(), n -> builder(good).maxRequests(n));
        excess(
                wanted,
                "receive segments",
                limit.maxSegments(),
                n -> builder(good).maxReceiveSegments(n));
        excess(
                wanted,
                "request segments",
                limit.maxSegments(),
                n -> builder(good).maxRequestSegments(n));
        excess(
                wanted,
                "read segments",
                limit.maxReadSegments(),
                n -> builder(good).maxReadSegments(n));
        excess(
                wanted,
                "write segments",
                limit.maxWriteSegments(),
                n -> builder(good).maxWriteSegments(n));
        excess(wanted, "reads in", limit.maxReadsIn(), n -> builder(good).maxReadsIn(n));
        excess(wanted, "reads out", limit.maxReadsOut(), n -> builder(good).maxReadsOut(n));
        excess(
                wanted,
                "inline bytes",
                limit.maxInlineBytes(),
                n -> builder(good).maxInlineBytes(n));
        if (limit.maxMessageBytes() < Long.MAX_VALUE) {
            wanted.put(
                    "message bytes",
                    builder(good).maxMessageBytes(limit.maxMessageBytes() + 1).build());
        }
        if (limit.maxRdmaBytes() < Long.MAX_VALUE) {
            wanted.put("RDMA bytes", builder(good).maxRdmaBytes(limit.maxRdmaBytes() + 1).build());
        }
        return wanted;
    }

    private static EndpointAttributes.Builder builder(EndpointAttributes good) {
        return good.toBuilder();
    }

    private static void excess(
            Map<String, EndpointAttributes> wanted,
            String what,
            int limit,
            Function<Integer, EndpointAttributes.Builder> asking) {
        if (limit < Integer.MAX_VALUE) {
            wanted.put(what, asking.apply(limit + 1).build());
        }
    }

    @Tests("LIM-01")
    void refusesEndpointsThatAskForTooMuch(Environment env) {
        Party here = env.here();
        Link good = here.link(LinkShape.PLAIN);
        int before = here.adapter().census().count(HandleKind.ENDPOINT);
        Map<String, EndpointAttributes> wanted =
                excesses(env.attributes(), here.attributes(LinkShape.PLAIN));
        assertThat(wanted).isNotEmpty();

        wanted.forEach(
                (what, attributes) ->
                        Expect.refused(
                                () ->
                                        here.adapter()
                                                .createEndpoint(
                                                        here.zone(),
                                                        good.receives(),
                                                        good.requests(),
                                                        good.connections(),
                                                        attributes),
                                DatType.INVALID_PARAMETER));

        assertThat(here.adapter().census().count(HandleKind.ENDPOINT)).isEqualTo(before);
    }

    @Tests("LIM-02")
    void carriesAsManySegmentsAsAdvertised(Environment env) throws InterruptedException {
        AdapterAttributes limit = env.attributes();
        int segments = Math.min(limit.maxSegments(), limit.maxWriteSegments());
        LinkShape plain = LinkShape.PLAIN;
        LinkShape shape =
                new LinkShape(
                        plain.receives(),
                        plain.requests(),
                        segments,
                        plain.readsIn(),
                        plain.readsOut(),
                        plain.framing(),
                        plain.oneDispatcher(),
                        plain.unsignalled());
        Pair pair =
                env.connect(
                        env.here(),
                        env.there(),
                        env.here().link(shape),
                        env.there().link(LinkShape.PLAIN));
        int bytes = segments * PIECE;
        Guarded mine = env.here().memory(bytes, Party.LOCAL_RIGHTS, SEED);
        Guarded inbox = env.here().memory(bytes, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(bytes, Party.ALL_RIGHTS, BLANK);

        pair.far().mustReceive(1, theirs.whole());
        post(pair, mine, segments, work -> work.send());
        pair.link().done().requireSuccess(0, OperationKind.SEND, bytes);
        pair.far().received().requireSuccess(1, OperationKind.RECEIVE, bytes);
        theirs.requireContents(0, bytes, SEED, 0);

        theirs.fill(BLANK);
        RemoteRegion target = theirs.region();
        post(pair, mine, segments, work -> work.write(target.address(), target.key()));
        pair.link().done().requireSuccess(0, OperationKind.RDMA_WRITE, bytes);
        pair.exchange(); // a message comes behind the write
        theirs.requireContents(0, bytes, SEED, 0);

        post(pair, inbox, segments, work -> work.receive());
        pair.far().mustSend(2, theirs.whole());
        pair.far().done().requireSuccess(2, OperationKind.SEND, bytes);
        pair.link().received().requireSuccess(0, OperationKind.RECEIVE, bytes);
        inbox.requireContents(0, bytes, SEED, 0);
    }

    private static void post(
            Pair pair, Guarded memory, int segments, Function<Work, Work> operation) {
        Work work = pair.here().adapter().createWork(segments);
        for (int i = 0; i < segments; i++) {
            work.addSegment(memory.region(), (long) i * PIECE, PIECE);
        }
        assertThat(pair.link().endpoint().post(operation.apply(work)))
                .as("a post of %s segments", segments)
                .isEqualTo(PostStatus.OK);
    }

    @Tests("LIM-03")
    void takesWhatItsAttributesTell(Environment env) throws InterruptedException {
        Stalled stalled = Stalled.connect(env, LinkShape.PLAIN.withQueues(DEPTH, DEPTH));
        Pair pair = stalled.pair();
        Endpoint endpoint = pair.link().endpoint();
        Guarded memory = env.here().memory(1, Party.LOCAL_RIGHTS, BLANK);
        int requests = endpoint.attributes().maxRequests();
        int receives = endpoint.attributes().maxReceives();

        stalled.post(requests, 0, CompletionFlags.DEFAULT);
        assertThat(endpoint.postSend(memory.region(), 0, 1, 99, CompletionFlags.DEFAULT))
                .as("the request after %s", requests)
                .isEqualTo(PostStatus.QUEUE_FULL);
        fillReceives(endpoint, memory, receives);

        stalled.letGo();
        Expect.inOrder(pair.link(), Link.Queue.REQUESTS, 0, requests);
        endReceives(pair, receives);
    }

    private static void fillReceives(Endpoint endpoint, Guarded memory, int receives) {
        for (int i = 0; i < receives; i++) {
            assertThat(endpoint.postReceive(memory.region(), 0, 1, i))
                    .as("receive %s of %s", i, receives)
                    .isEqualTo(PostStatus.OK);
        }
        assertThat(endpoint.postReceive(memory.region(), 0, 1, 99))
                .as("the receive after %s", receives)
                .isEqualTo(PostStatus.QUEUE_FULL);
    }

    /** Ends the connection, and takes the receives that are flushed by that. */
    private static void endReceives(Pair pair, int receives) throws InterruptedException {
        pair.far().disconnect(DisconnectMode.ABRUPT);
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        for (int i = 0; i < receives; i++) {
            assertThat(pair.link().received().isCompletion()).isTrue();
        }
    }

    @Tests("LIM-04")
    void hasOnePlaceMoreForEachCompletionThatIsTaken(Environment env) throws InterruptedException {
        Pair pair = env.connect(LinkShape.PLAIN.withQueues(DEPTH, DEPTH));
        Endpoint endpoint = pair.link().endpoint();
        int receives = endpoint.attributes().maxReceives();
        Guarded memory = env.here().memory(1, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(1, Party.LOCAL_RIGHTS, SEED);
        fillReceives(endpoint, memory, receives);

        for (int i = 0; i < 3; i++) {
            pair.far().mustSend(i, theirs.whole());
            pair.far().done().requireSuccess(i, OperationKind.SEND, 1);
            pair.link().received().requireSuccess(i, OperationKind.RECEIVE, 1);
            assertThat(endpoint.postReceive(memory.region(), 0, 1, receives + i))
                    .as("a receive after one completion was taken")
                    .isEqualTo(PostStatus.OK);
            assertThat(endpoint.postReceive(memory.region(), 0, 1, 99))
                    .as("a second one")
                    .isEqualTo(PostStatus.QUEUE_FULL);
        }
        endReceives(pair, receives);
    }

    @Tests("LIM-06")
    void refusesOneSegmentMoreThanItWasMadeFor(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        EndpointAttributes own = endpoint.attributes();
        int most = 1 + Math.max(own.maxRequestSegments(), own.maxReceiveSegments());
        Guarded memory = env.here().memory(64, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(64, Party.ALL_RIGHTS, BLANK);
        RemoteRegion target = theirs.region();
        Work work = env.here().adapter().createWork(Math.max(most, own.maxWriteSegments() + 1));

        for (int i = 0; i < 3; i++) {
            assertThat(endpoint.post(segments(work, memory, own.maxRequestSegments() + 1).send()))
                    .as("send")
                    .isEqualTo(PostStatus.INVALID_ARGUMENT);
            assertThat(
                            endpoint.post(
                                    segments(work, memory, own.maxReceiveSegments() + 1).receive()))
                    .as("receive")
                    .isEqualTo(PostStatus.INVALID_ARGUMENT);
            assertThat(
                            endpoint.post(
                                    segments(work, memory, own.maxWriteSegments() + 1)
                                            .write(target.address(), target.key())))
                    .as("write")
                    .isEqualTo(PostStatus.INVALID_ARGUMENT);
        }
        int fits = own.maxWriteSegments();
        assertThat(
                        endpoint.post(
                                segments(work, memory, fits).write(target.address(), target.key())))
                .as("a write of %s segments", fits)
                .isEqualTo(PostStatus.OK);
        pair.link().done().requireSuccess(0, OperationKind.RDMA_WRITE, fits);
        pair.exchange();
        theirs.requireContents(0, fits, SEED, 0);
    }

    private static Work segments(Work work, Guarded memory, int count) {
        work.clearSegments();
        for (int i = 0; i < count; i++) {
            work.addSegment(memory.region(), i, 1);
        }
        return work;
    }

    @Tests("LIM-07")
    void hasPlaceAgainAfterAClose(Environment env) {
        Party here = env.here();
        Link link = here.link(LinkShape.PLAIN);
        AdapterAttributes limit = env.attributes();
        Map<Supplier<DatObject>, Integer> few = new LinkedHashMap<>();
        few.put(() -> here.adapter().createProtectionZone(), limit.maxProtectionZones());
        few.put(
                () -> here.adapter().createEventDispatcher(1, EventStream.SOFTWARE),
                limit.maxEventDispatchers());
        few.put(
                () ->
                        here.adapter()
                                .createEndpoint(
                                        here.zone(),
                                        link.receives(),
                                        link.requests(),
                                        link.connections(),
                                        here.attributes(LinkShape.PLAIN)),
                limit.maxEndpoints());
        few.put(() -> here.zone().allocate(1, Set.of(Privilege.LOCAL_READ)), limit.maxRegions());
        few.values().removeIf(most -> most > FEW);
        if (few.isEmpty()) {
            throw new NotApplicableException("the adapter has more than " + FEW + " of each");
        }
        few.forEach(LimTests::useUp);
    }

    private static void useUp(Supplier<DatObject> maker, int most) {
        Deque<DatObject> made = new ArrayDeque<>();
        @Nullable DatException refusal = null;
        while (refusal == null) {
            assertThat(made.size()).as("objects of %s", most).isLessThanOrEqualTo(most);
            refusal = make(maker, made);
        }
        assertThat(refusal.type())
                .as(refusal.getMessage())
                .isEqualTo(DatType.INSUFFICIENT_RESOURCES);
        for (int i = 0; i < 3; i++) {
            made.removeLast().close();
            assertThat(make(maker, made)).as("after a close").isNull();
            Expect.refused(() -> made.addLast(maker.get()), DatType.INSUFFICIENT_RESOURCES);
        }
        made.forEach(DatObject::close);
    }

    /** Makes one more, or gives what it was refused with. */
    private static @Nullable DatException make(Supplier<DatObject> maker, Deque<DatObject> made) {
        return attempt(() -> made.addLast(maker.get()));
    }

    @Tests("LIM-08")
    void saysThatNoDescriptorIsLeft(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        pair.exchange();
        Party here = env.here();
        Link late = here.link(LinkShape.PLAIN);
        EventDispatcher requests = here.requestQueue();
        RemoteListener listener = env.there().listen();
        @Nullable DatException noConnection;
        try (FewDescriptors few = FewDescriptors.begin()) {
            @Nullable DatException noAdapter = few.useUp(() -> open(env));
            if (noAdapter == null) {
                throw new NotApplicableException("an adapter takes no descriptor");
            }
            requireWantOfDescriptors(noAdapter);
            @Nullable DatException noPoint = few.useUp(() -> listen(here, requests));
            noConnection = attempt(() -> connect(late, listener));
            Stream.of(noPoint, noConnection)
                    .filter(Objects::nonNull)
                    .forEach(LimTests::requireWantOfDescriptors);

            pair.exchange();
            if (noPoint != null) {
                few.closeOne();
                Expect.given(() -> listen(here, requests)).close();
            }
        }

        Expect.accepted(() -> open(env).close(CloseMode.ABRUPT));
        if (noConnection != null) {
            Expect.accepted(() -> connect(late, listener));
        }
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        listener.request().accept(far);
        late.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
        new Pair(here, env.there(), late, far).exchange();
        pair.exchange();
    }

    private static InterfaceAdapter open(Environment env) {
        return env.registry()
                .open(
                        env.adapterName(),
                        AdapterOptions.defaults().withProgress(ProgressMode.MANUAL));
    }

    private static PublicServicePoint listen(Party here, EventDispatcher requests) {
        return here.adapter()
                .createPublicServicePoint(
                        here.local(0),
                        requests,
                        EndpointCreation.CONSUMER,
                        PrivateDataFraming.FRAMED);
    }

    private static void connect(Link link, RemoteListener listener) {
        link.endpoint().connect(listener.address(), Environment.PATIENTLY);
    }

    private static @Nullable DatException attempt(Runnable call) {
        try {
            call.run();
            return null;
        } catch (DatException e) {
            return e;
        }
    }

    private static void requireWantOfDescriptors(DatException refusal) {
        assertThat(refusal.type())
                .as(refusal.getMessage())
                .isEqualTo(DatType.INSUFFICIENT_RESOURCES);
        assertThat(refusal.text()).as("why").isNotBlank();
    }

    @Tests("LIM-09")
    void carriesLargeMessagesAndWrites(Environment env) throws InterruptedException {
        AdapterAttributes limit = env.attributes();
        int bytes = (int) Math.min(LARGE, Math.min(limit.maxMessageBytes(), limit.maxRdmaBytes()));
        Pair pair = env.connect();
        Guarded mine = env.here().memory(bytes, Party.ALL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(bytes, Party.ALL_RIGHTS, BLANK);
        LocalSegment whole = mine.slice(0, bytes);

        pair.far().mustReceive(1, theirs.whole());
        assertThat(
                        pair.link()
                                .endpoint()
                                .postSend(mine.region(), 0, bytes, 2, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.OK);
        pair.link().done().requireSuccess(2, OperationKind.SEND, bytes);
        pair.far().received().requireSuccess(1, OperationKind.RECEIVE, bytes);
        theirs.requireContents(0, bytes, SEED, 0);

        mine.fill(BLANK);
        pair.peerWrites(mine.region().remoteRegion(), SEED + 1);
        mine.requireContents(0, bytes, SEED + 1, 0);

        pair.link().endpoint().write(whole, theirs.region(), 3);
        pair.link().done().requireSuccess(3, OperationKind.RDMA_WRITE, bytes);
        pair.exchange(); // a message comes behind the write
        theirs.requireContents(0, bytes, SEED + 1, 0);

        mine.fill(BLANK);
        pair.link().endpoint().receive(whole, 4);
        pair.far().mustSend(5, theirs.whole());
        pair.far().done().requireSuccess(5, OperationKind.SEND, bytes);
        pair.link().received().requireSuccess(4, OperationKind.RECEIVE, bytes);
        mine.requireContents(0, bytes, SEED + 1, 0);
    }
}
