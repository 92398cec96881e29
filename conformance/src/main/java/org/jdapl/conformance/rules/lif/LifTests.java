package org.jdapl.conformance.rules.lif;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.Census;
import org.jdapl.api.CloseMode;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DatException;
import org.jdapl.api.DatObject;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.PrivateData;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Running;
import org.jdapl.conformance.kit.Stalled;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteListener;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group LIF. */
final class LifTests {

    /** A length that no other rule uses, for mutants to know the memory by. */
    static final int ODD_BYTES = 5_009;

    private static final int SEED = 51;
    private static final int BLANK = 52;
    private static final int ORDERS = 8;
    private static final int CYCLES = 60;
    private static final int OPENINGS = 50;

    // ---- orders

    /** Objects of each kind that use each other, in the order of their making. */
    private static List<DatObject> objects(Party party) {
        InterfaceAdapter adapter = party.adapter();
        List<DatObject> made = new ArrayList<>();
        ProtectionZone zone = adapter.createProtectionZone();
        NotificationObject notification = adapter.createNotificationObject(null);
        EventDispatcher software =
                adapter.createEventDispatcher(
                        4, Collections.singleton(EventStream.SOFTWARE), notification);
        EventDispatcher requests =
                adapter.createEventDispatcher(64, EventStream.CONNECTION_REQUEST);
        EventDispatcher one =
                adapter.createEventDispatcher(256, EventStream.DTO, EventStream.CONNECTION);
        Collections.addAll(made, zone, notification, software, requests, one);
        made.add(zone.allocate(ODD_BYTES, Party.LOCAL_RIGHTS));
        made.add(adapter.createEndpoint(zone, one, one, one, party.attributes(LinkShape.PLAIN)));
        made.add(adapter.createPublicServicePoint(party.local(0), requests));
        return made;
    }

    @Tests("LIF-01")
    void isClosedInAnyLegalOrder(Environment env) {
        Party party = env.here();
        Census before = party.adapter().census();

        objects(party).reversed().forEach(object -> Expect.accepted(object::close));
        assertThat(party.adapter().census()).isEqualTo(before);

        for (int i = 0; i < ORDERS; i++) {
            List<DatObject> left = objects(party);
            Collections.shuffle(left, Random.from(env.random()));
            for (int round = 0; round < 4; round++) {
                left.removeIf(LifTests::closes);
            }
            assertThat(left).as("what could not be closed").isEmpty();
            assertThat(party.adapter().census()).isEqualTo(before);
        }
    }

    /** Closes it, or demands that it is refused for being used. */
    private static boolean closes(DatObject object) {
        try {
            object.close();
            return true;
        } catch (DatException e) {
            assertThat(e.type()).isEqualTo(DatType.INVALID_STATE);
            assertThat(object.isClosed()).isFalse();
            return false;
        } catch (RuntimeException e) {
            throw new AssertionError("expected to be closed or refused, got " + e, e);
        }
    }

    @Tests("LIF-09")
    void isClosedByItsTryStatement(Environment env) {
        Party party = env.here();
        Expect.accepted(
                () -> {
                    try (InterfaceAdapter adapter =
                                    env.registry()
                                            .open(
                                                    env.adapterName(),
                                                    AdapterOptions.defaults()
                                                            .withProgress(env.mode()));
                            ProtectionZone zone = adapter.createProtectionZone();
                            EventDispatcher one =
                                    adapter.createEventDispatcher(
                                            256, EventStream.DTO, EventStream.CONNECTION);
                            EventDispatcher requests =
                                    adapter.createEventDispatcher(
                                            64, EventStream.CONNECTION_REQUEST);
                            LocalMemoryRegion region = zone.allocate(64, Party.LOCAL_RIGHTS);
                            Endpoint endpoint =
                                    adapter.createEndpoint(
                                            zone,
                                            one,
                                            one,
                                            one,
                                            party.attributes(LinkShape.PLAIN));
                            PublicServicePoint point =
                                    adapter.createPublicServicePoint(party.local(0), requests)) {
                        endpoint.receive(region.whole(), 1);
                        assertThat(point.isClosed()).isFalse();
                    }
                });
    }

    // ---- what is under way

    @Tests("LIF-03")
    void isClosedWithUnreadEvents(Environment env) throws InterruptedException {
        Party party = env.here();
        Census before = party.adapter().census();
        Pair pair = env.connect();
        Link link = pair.link();
        Guarded memory = party.memory(8, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(8, Party.LOCAL_RIGHTS, SEED);
        for (int i = 0; i < 3; i++) {
            link.endpoint().receive(memory.slice(0, 8), i);
            pair.far().mustSend(i, theirs.whole());
            pair.far().done().requireSuccess(i, OperationKind.SEND, 8);
        }
        long start = env.time().now();
        while (link.receives().size() < 3) {
            party.progress();
            assertThat(env.time().since(start)).isLessThan(Bound.EVENT.nanos());
            env.time().sleep(1_000_000);
        }

        Expect.accepted(link.endpoint()::close);
        Expect.accepted(link.receives()::close);
        Expect.accepted(link.requests()::close);
        Expect.accepted(link.connections()::close);
        memory.close();

        assertThat(party.adapter().census()).isEqualTo(before);
        Expect.end(pair.far().connectionEvent());
    }

    @Tests("LIF-04")
    void isClosedWithOutstandingWork(Environment env) throws InterruptedException {
        Stalled stalled = Stalled.connect(env, LinkShape.PLAIN);
        Pair pair = stalled.pair();
        Link link = pair.link();
        Guarded memory = env.here().memory(8, Party.LOCAL_RIGHTS, BLANK);
        stalled.post(4, 10, CompletionFlags.DEFAULT);
        for (int i = 0; i < 3; i++) {
            link.endpoint().receive(memory.slice(0, 8), 20 + i);
        }

        long start = env.time().now();
        Expect.accepted(link.endpoint()::close);
        assertThat(env.time().since(start)).as("ns").isLessThan(Bound.LOCAL.nanos());

        requireFlushed(link, Link.Queue.REQUESTS, 10, 4);
        requireFlushed(link, Link.Queue.RECEIVES, 20, 3);
        assertThat(env.here().adapter().census().outstandingRequests()).isZero();
        assertThat(env.here().adapter().census().outstandingReceives()).isZero();
        stalled.letGoAfterwards();
        Expect.end(pair.far().connectionEvent());
        memory.requireUntouched();
    }

    private static void requireFlushed(Link link, Link.Queue queue, long first, int count)
            throws InterruptedException {
        for (Seen seen : Expect.inOrder(link, queue, first, count)) {
            assertThat(seen.status()).isEqualTo(CompletionStatus.FLUSHED);
        }
    }

    /** A step of making a connection, up to which a play goes. */
    @FunctionalInterface
    private interface Step {
        /** Plays up to the step, and gives what is to be closed, first things first. */
        List<AutoCloseable> play() throws InterruptedException;
    }

    @Tests("LIF-07")
    void isGivenUpAtEachStep(Environment env) throws Exception {
        env.allowLeftovers(); // those of the peer, whose connections come to nothing
        Party here = env.here();
        Census before = here.adapter().census();
        for (Map.Entry<String, Step> one : steps(env).entrySet()) {
            List<AutoCloseable> made = one.getValue().play();

            made.forEach(object -> Expect.accepted(object::close));

            Census after = here.adapter().census();
            assertThat(after.open()).as("open after " + one.getKey()).isEqualTo(before.open());
            assertThat(after.unreadEvents()).as("events after " + one.getKey()).isZero();
            assertThat(after.outstandingReceives()).isZero();
        }
        env.connect().exchange();
    }

    private static Map<String, Step> steps(Environment env) {
        Party here = env.here();
        Map<String, Step> steps = new LinkedHashMap<>();
        steps.put("making the endpoint", () -> parts(here.link(LinkShape.PLAIN)));
        steps.put(
                "asking for a connection",
                () -> {
                    RemoteListener listener = env.there().listen();
                    Link link = here.link(LinkShape.PLAIN);
                    link.endpoint().connect(listener.address(), Environment.PATIENTLY);
                    return parts(link);
                });
        steps.put(
                "the peer's accept",
                () -> {
                    RemoteListener listener = env.there().listen();
                    Link link = here.link(LinkShape.PLAIN);
                    link.endpoint().connect(listener.address(), Environment.PATIENTLY);
                    listener.request().accept(env.there().link(LinkShape.PLAIN));
                    return parts(link);
                });
        steps.put("listening", () -> parts(here.listen()));
        steps.put(
                "a request",
                () -> {
                    Party.Listening listening = here.listen();
                    List<AutoCloseable> made = new ArrayList<>();
                    made.add(requested(env, listening));
                    made.addAll(parts(listening));
                    return made;
                });
        steps.put(
                "accepting",
                () -> {
                    Party.Listening listening = here.listen();
                    ConnectionRequest request = requested(env, listening);
                    Link link = here.link(LinkShape.PLAIN);
                    request.accept(link.endpoint(), PrivateData.EMPTY);
                    List<AutoCloseable> made = parts(link);
                    made.addAll(parts(listening));
                    return made;
                });
        return steps;
    }

    private static ConnectionRequest requested(Environment env, Party.Listening listening)
            throws InterruptedException {
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        far.connect(listening.address());
        return env.request(env.here(), listening);
    }

    private static List<AutoCloseable> parts(Link link) {
        List<AutoCloseable> parts = new ArrayList<>();
        Collections.addAll(
                parts, link.endpoint(), link.receives(), link.requests(), link.connections());
        return parts;
    }

    private static List<AutoCloseable> parts(Party.Listening listening) {
        List<AutoCloseable> parts = new ArrayList<>();
        Collections.addAll(parts, listening.point(), listening.requests());
        return parts;
    }

    // ---- what is left

    @Tests("LIF-05")
    void leavesNothing(Environment env) throws InterruptedException {
        Party party = env.here();
        Census before = party.adapter().census();
        for (int i = 0; i < 3; i++) {
            cycle(env);
            assertThat(party.adapter().census()).isEqualTo(before);
        }
    }

    @Tests("LIF-06")
    void leavesNothingOfManyConnections(Environment env) throws InterruptedException {
        Party party = env.here();
        Census before = party.adapter().census();
        for (int i = 0; i < CYCLES; i++) {
            cycle(env);
        }
        assertThat(party.adapter().census()).isEqualTo(before);
    }

    /** Connects, exchanges a message each way, and closes all that was made for it here. */
    private static void cycle(Environment env) throws InterruptedException {
        Party party = env.here();
        ProtectionZone zone = party.adapter().createProtectionZone();
        Link link = party.link(LinkShape.PLAIN, zone);
        Pair pair = env.connect(party, env.there(), link, env.there().link(LinkShape.PLAIN));
        RemoteMemory theirs = env.there().memory(ODD_BYTES, Party.LOCAL_RIGHTS, SEED);
        LocalMemoryRegion region = zone.allocate(ODD_BYTES, Party.LOCAL_RIGHTS);
        link.endpoint().receive(region.whole(), 1);
        pair.far().mustSend(2, theirs.whole());
        pair.far().done().requireSuccess(2, OperationKind.SEND, ODD_BYTES);
        link.received().requireSuccess(1, OperationKind.RECEIVE, ODD_BYTES);
        pair.far().mustReceive(3, theirs.whole());
        link.endpoint().send(region.whole(), 4);
        link.done().requireSuccess(4, OperationKind.SEND, ODD_BYTES);
        pair.far().received().requireSuccess(3, OperationKind.RECEIVE, ODD_BYTES);

        link.endpoint().disconnect(DisconnectMode.GRACEFUL);
        link.connectionEvent().require(ConnectionEvent.Disconnected.class);
        Expect.end(pair.far().connectionEvent());
        Expect.accepted(region::close);
        parts(link).forEach(part -> Expect.accepted(part::close));
        Expect.accepted(zone::close);
        pair.far().close();
        theirs.close();
    }

    @Tests("LIF-08")
    void leavesNothingWhereItWasNotMade(Environment env) {
        Party party = env.here();
        InterfaceAdapter adapter = party.adapter();
        Link link = party.link(LinkShape.PLAIN);
        Party.Listening listening = party.listen();
        MemorySegment heap = MemorySegment.ofArray(new byte[64]);
        Census before = adapter.census();

        for (int i = 0; i < 5; i++) {
            Expect.refusal(
                    () ->
                            adapter.createEndpoint(
                                    party.zone(),
                                    link.receives(),
                                    link.requests(),
                                    link.connections(),
                                    LinkShape.PLAIN.withQueues(-1, 1).attributes()));
            Expect.refusal(() -> adapter.createEventDispatcher(0, EventStream.DTO));
            Expect.refusal(() -> party.zone().register(heap, Party.LOCAL_RIGHTS));
            Expect.refusal(() -> party.zone().allocate(0, Party.LOCAL_RIGHTS));
            Expect.refusal(
                    () ->
                            adapter.createPublicServicePoint(
                                    listening.address(), listening.requests()));
        }

        assertThat(adapter.census()).isEqualTo(before);
    }

    @Tests("LIF-12")
    void staysClosed(Environment env) throws InterruptedException {
        Party party = env.here();
        Link stale = party.link(LinkShape.PLAIN);
        LocalMemoryRegion staleRegion = party.allocate(64, Party.LOCAL_RIGHTS);
        stale.endpoint().close();
        staleRegion.close();
        Pair pair = env.connect();
        Guarded memory = party.memory(64, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(64, Party.ALL_RIGHTS, BLANK);
        for (int i = 0; i < 20; i++) {
            party.link(LinkShape.PLAIN);
            party.allocate(64, Party.LOCAL_RIGHTS);
        }

        assertThat(write(stale.endpoint(), memory.region(), theirs)).isEqualTo(PostStatus.CLOSED);
        assertThat(write(pair.link().endpoint(), staleRegion, theirs)).isEqualTo(PostStatus.CLOSED);
        assertThat(stale.endpoint().postReceive(memory.region(), 0, 8, 1))
                .isEqualTo(PostStatus.CLOSED);
        Expect.refused(stale.endpoint()::reset, DatType.INVALID_HANDLE);
        assertThat(party.adapter().census().outstandingReceives()).isZero();
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        pair.exchange();
        theirs.requireUntouched();
    }

    private static int write(Endpoint endpoint, LocalMemoryRegion region, RemoteMemory to) {
        return endpoint.postWrite(
                region,
                0,
                64,
                to.region().address(),
                to.region().key(),
                1,
                CompletionFlags.DEFAULT);
    }

    @Tests("LIF-13")
    void callsNobodyAfterTheClose(Environment env) throws Exception {
        for (int i = 0; i < 5; i++) {
            InterfaceAdapter adapter = env.open().adapter();
            AtomicInteger calls = new AtomicInteger();
            NotificationObject notification =
                    adapter.createNotificationObject(_ -> calls.incrementAndGet());
            EventDispatcher dispatcher =
                    adapter.createEventDispatcher(
                            64, Collections.singleton(EventStream.SOFTWARE), notification);
            Running<Boolean> poster = env.start(() -> postUntilClosed(env, dispatcher));
            while (calls.get() == 0) {
                adapter.progress();
                env.time().sleep(100_000);
            }

            adapter.close(CloseMode.ABRUPT);
            int atTheClose = calls.get();

            assertThat(poster.result(Bound.LOCAL)).isTrue();
            env.time().sleep(Bound.QUIET);
            assertThat(adapter.isClosed()).isTrue();
            assertThat(calls.get()).as("calls of the agent").isEqualTo(atTheClose);
        }
    }

    private static boolean postUntilClosed(Environment env, EventDispatcher dispatcher)
            throws InterruptedException {
        while (true) {
            try {
                dispatcher.post("one");
                dispatcher.dequeue();
            } catch (DatException e) {
                return e.type() == DatType.INVALID_HANDLE || e.type() == DatType.ABORT;
            }
            env.time().sleep(100_000);
        }
    }

    @Tests("LIF-14")
    void opensAgainAndAgain(Environment env) {
        Party here = env.here();
        for (int i = 0; i < OPENINGS; i++) {
            InterfaceAdapter adapter =
                    Expect.given(
                            () ->
                                    env.registry()
                                            .open(
                                                    env.adapterName(),
                                                    AdapterOptions.defaults()
                                                            .withProgress(env.mode())));
            EventDispatcher requests =
                    adapter.createEventDispatcher(8, EventStream.CONNECTION_REQUEST);
            Expect.given(() -> adapter.createPublicServicePoint(here.local(0), requests));
            Expect.accepted(() -> adapter.close(CloseMode.ABRUPT));
        }
    }
}
