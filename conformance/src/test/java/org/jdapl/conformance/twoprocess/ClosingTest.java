package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.api.CloseMode;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DatException;
import org.jdapl.api.DatObject;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteParty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClosingTest extends TwoProcessTest {

    private static final int SEED = 81;

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseToCloseWhatOthersDependOnAndLeaveItWorking(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Party here = pair.here();
        Link link = pair.link();
        Guarded mine = here.memory(100, Party.LOCAL_RIGHTS, SEED);
        NotificationObject notification = here.adapter().createNotificationObject(null);
        var noticed =
                here.adapter()
                        .createEventDispatcher(4, EnumSet.of(EventStream.SOFTWARE), notification);
        Party.Listening listening = here.listen();
        Link reservedLink = here.link(LinkShape.PLAIN);
        var reserved =
                here.adapter()
                        .createReservedServicePoint(
                                loopback(0), reservedLink.endpoint(), listening.requests());
        link.endpoint().receive(mine.slice(0, 100), 1);

        assertRefused(
                here.zone()::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE);
        assertRefused(
                link.receives()::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_IN_USE);
        assertRefused(
                link.requests()::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_IN_USE);
        assertRefused(
                link.connections()::close,
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EVD_IN_USE);
        assertRefused(
                listening.requests()::close,
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EVD_IN_USE);
        assertRefused(
                here.adapter().asyncEvents()::close,
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EVD_IN_USE);
        assertRefused(
                notification::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_CNO_IN_USE);
        assertRefused(
                mine.region()::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_LMR_IN_USE);
        assertRefused(
                reservedLink.endpoint()::close,
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EP_RESERVED);
        assertRefused(
                () -> here.adapter().close(CloseMode.GRACEFUL),
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_IA_IN_USE);

        // All of it still works.
        RemoteMemory theirs = pair.there().memory(100, Party.LOCAL_RIGHTS, SEED);
        pair.far().mustSend(2, theirs.part(0, 30));
        link.received().requireSuccess(1, org.jdapl.api.data.OperationKind.RECEIVE, 30);
        pair.far().done();
        noticed.post("x");
        assertThat(notification.takeTrigger()).isSameAs(noticed);
        assertThat(noticed.dequeue()).isNotNull();
        mine.close();
        reserved.close();
        reservedLink.endpoint().close();
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldComeToAnEndInWhateverOrderObjectsAreClosedUnderTraffic(ProgressMode mode)
            throws InterruptedException {
        RemoteParty there = openThere(mode);
        RemoteMemory target = there.memory(100_000, Party.ALL_RIGHTS, 1);
        RemoteMemory inbox = there.memory(100_000, Party.LOCAL_RIGHTS, 2);
        for (int seed = 0; seed < 12; seed++) {
            Party here = open(mode);
            Link link = here.link(LinkShape.PLAIN);
            RemoteLink far = there.link(LinkShape.PLAIN);
            Pair pair = connect(here, there, link, far);
            Party.Listening listening = here.listen();
            there.link(LinkShape.PLAIN).connect(listening.address());
            ConnectionRequest request = request(here, listening);
            NotificationObject notification = here.adapter().createNotificationObject(null);
            link.requests().setNotificationObject(notification);
            LocalMemoryRegion region = here.allocate(100_000, Party.ALL_RIGHTS);
            for (int i = 0; i < 5; i++) {
                far.mustReceive(i, inbox.part(i * 10_000L, 10_000));
                link.endpoint().receive(region.slice(0, 100), i);
                link.endpoint().send(region.slice(0, 10_000), i);
                link.endpoint().write(region.whole(), target.region(), i);
                link.endpoint().read(region.slice(0, 50_000), target.region(), i);
            }
            List<DatObject> objects =
                    new ArrayList<>(
                            List.of(
                                    link.endpoint(),
                                    link.receives(),
                                    link.requests(),
                                    link.connections(),
                                    listening.point(),
                                    listening.requests(),
                                    request,
                                    notification,
                                    region,
                                    here.zone()));
            Collections.shuffle(objects, new Random(seed));

            closeRepeatedly(objects, seed);

            assertThat(here.adapter().census().open())
                    .as("seed %s", seed)
                    .containsOnlyKeys(HandleKind.EVENT_DISPATCHER);
            here.adapter().close(CloseMode.GRACEFUL);
            Faults.expectEnd(pair.far().connectionEvent());
        }
        allowLeftovers(); // completions of the peer
    }

    /** Closes each; what is in use is refused, and comes again. */
    private static void closeRepeatedly(List<DatObject> objects, int seed) {
        List<DatObject> open = objects;
        for (int round = 0; !open.isEmpty(); round++) {
            assertThat(round).as("seed %s, still open: %s", seed, open).isLessThan(objects.size());
            List<DatObject> refused = new ArrayList<>();
            for (DatObject object : open) {
                try {
                    object.close();
                    assertThat(object.isClosed()).isTrue();
                } catch (DatException e) {
                    assertThat(e.type())
                            .as("seed %s: %s", seed, e.getMessage())
                            .isEqualTo(DatType.INVALID_STATE);
                    assertThat(object.isClosed()).isFalse();
                    refused.add(object);
                }
            }
            open = refused;
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldWakeEveryWaiterWithAbortWhenTheAdapterIsClosedUnderTraffic(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Party here = pair.here();
        RemoteMemory source = pair.there().memory(50_000, Party.LOCAL_RIGHTS, SEED);
        Guarded target = here.memory(50_000, Party.ALL_RIGHTS, 1);
        pair.far().flood(target.region().remoteRegion(), source.whole());
        NotificationObject notification = here.adapter().createNotificationObject(null);
        Map<String, AtomicReference<Throwable>> outcomes = new LinkedHashMap<>();
        List<Thread> waiters = new ArrayList<>();
        CountDownLatch waiting = new CountDownLatch(4);
        for (EventDispatcher dispatcher :
                List.of(
                        pair.link().receives(),
                        pair.link().connections(),
                        here.adapter().asyncEvents())) {
            waiters.add(
                    waiter(
                            outcomes,
                            waiting,
                            "dispatcher " + outcomes.size(),
                            () -> dispatcher.await(EventDispatcher.FOREVER)));
        }
        waiters.add(
                waiter(
                        outcomes,
                        waiting,
                        "notification",
                        () -> notification.await(EventDispatcher.FOREVER)));
        waiting.await();
        Thread.sleep(Bound.QUIET.millis());

        here.close();

        for (Thread waiter : waiters) {
            assertThat(waiter.join(Bound.LOCAL.duration()))
                    .as("waiter %s has ended", waiter.getName())
                    .isTrue();
        }
        outcomes.forEach(
                (name, outcome) -> {
                    assertThat(outcome.get()).as(name).isInstanceOf(DatException.class);
                    assertThat(((DatException) outcome.get()).type())
                            .as(name)
                            .isEqualTo(DatType.ABORT);
                });
        Faults.expectEnd(pair.far().connectionEvent());
        allowLeftovers(); // completions of the peer's writes
    }

    private interface Waiting {
        Object run() throws InterruptedException;
    }

    private static Thread waiter(
            Map<String, AtomicReference<Throwable>> outcomes,
            CountDownLatch started,
            String name,
            Waiting wait) {
        AtomicReference<Throwable> outcome = new AtomicReference<>();
        outcomes.put(name, outcome);
        return Thread.ofPlatform()
                .name(name)
                .start(
                        () -> {
                            started.countDown();
                            try {
                                Object event = wait.run();
                                outcome.set(new AssertionError("returned " + event));
                            } catch (InterruptedException | RuntimeException e) {
                                outcome.set(e);
                            }
                        });
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldDoNothingAtASecondClose(ProgressMode mode) throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Party here = pair.here();
        Party.Listening listening = here.listen();
        LocalMemoryRegion region = here.allocate(10, Party.LOCAL_RIGHTS);
        List<DatObject> objects =
                List.of(
                        pair.link().endpoint(),
                        pair.link().receives(),
                        pair.link().requests(),
                        pair.link().connections(),
                        listening.point(),
                        listening.requests(),
                        region,
                        here.zone());
        for (DatObject object : objects) {
            object.close();
            object.close();
            assertThat(object.isClosed()).isTrue();
            assertThat(object.handleKind()).isNotNull();
            assertThat(object.adapter()).isSameAs(here.adapter());
        }

        here.adapter().close();
        here.adapter().close();
        here.adapter().close(CloseMode.GRACEFUL);

        assertThat(here.adapter().isClosed()).isTrue();
        Faults.expectEnd(pair.far().connectionEvent());
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseEveryCallOnAClosedObject(ProgressMode mode) throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Party here = pair.here();
        Link link = pair.link();
        Guarded memory = here.memory(10, Party.ALL_RIGHTS, SEED);
        Party.Listening listening = here.listen();
        NotificationObject notification = here.adapter().createNotificationObject(null);
        EventDispatcher software = here.adapter().createEventDispatcher(4, EventStream.SOFTWARE);
        link.endpoint().close();
        software.close();
        notification.close();
        memory.close();
        listening.point().close();

        assertClosed(
                () -> link.endpoint().connect(loopback(9), PATIENTLY),
                () -> link.endpoint().disconnect(DisconnectMode.ABRUPT),
                link.endpoint()::reset,
                link.endpoint()::status,
                () ->
                        link.endpoint()
                                .modify(new EndpointChange(here.zone(), null, null, null, null)),
                () ->
                        here.adapter()
                                .createReservedServicePoint(
                                        loopback(0), link.endpoint(), listening.requests()),
                software::dequeue,
                software::size,
                () -> software.post("x"),
                () -> software.await(Bound.NOW.duration()),
                () -> software.poll(here.adapter().createEventBatch(1)),
                software::enable,
                notification::takeTrigger,
                () -> notification.await(Bound.NOW.duration()),
                memory.region()::segment,
                memory.region()::remoteRegion,
                () -> link.receives().setNotificationObject(notification),
                () ->
                        here.adapter()
                                .createEndpoint(
                                        here.zone(),
                                        software,
                                        null,
                                        null,
                                        LinkShape.PLAIN.attributes()));
        assertThat(link.endpoint().postSend(memory.region(), 0, 1, 1, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.CLOSED);
        assertThat(link.endpoint().postReceive(memory.region(), 0, 1, 1))
                .isEqualTo(PostStatus.CLOSED);
        assertThat(listening.point().isClosed()).isTrue();
        Faults.expectEnd(pair.far().connectionEvent());
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseEveryCallOnObjectsOfAClosedAdapter(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Party here = pair.here();
        var adapter = here.adapter();
        Link link = pair.link();
        Guarded memory = here.memory(10, Party.ALL_RIGHTS, SEED);
        EventDispatcher requests = here.requestQueue();
        here.close();

        assertClosed(
                adapter::createProtectionZone,
                () -> adapter.createEventDispatcher(1, EventStream.DTO),
                () -> adapter.createNotificationObject(null),
                () -> adapter.createEndpoint(null, null, null, null, LinkShape.PLAIN.attributes()),
                () ->
                        adapter.createPublicServicePoint(
                                loopback(0),
                                requests,
                                EndpointCreation.CONSUMER,
                                PrivateDataFraming.RAW),
                adapter::progress,
                () -> here.zone().allocate(10, Party.LOCAL_RIGHTS),
                () -> link.endpoint().connect(loopback(9), PATIENTLY),
                link.connections()::dequeue,
                memory.region()::remoteRegion);
        assertThat(link.endpoint().postSend(memory.region(), 0, 1, 1, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.CLOSED);
        for (DatObject object :
                List.of(link.endpoint(), link.receives(), memory.region(), here.zone(), requests)) {
            assertThat(object.isClosed()).isTrue();
            object.close();
        }
        Faults.expectEnd(pair.far().connectionEvent());
    }

    private static void assertClosed(ThrowingCallable... calls) {
        for (int i = 0; i < calls.length; i++) {
            Throwable thrown = org.assertj.core.api.Assertions.catchThrowable(calls[i]);
            assertThat(thrown).as("call %s", i).isInstanceOf(DatException.class);
            assertThat(((DatException) thrown).type())
                    .as("call %s: %s", i, thrown)
                    .isEqualTo(DatType.INVALID_HANDLE);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldKeepCompletionsReadableWhenTheirEndpointIsClosed(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(100, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(100, Party.LOCAL_RIGHTS, 1);
        pair.far().mustReceive(1, theirs.whole());
        pair.link().endpoint().send(mine.slice(0, 10), 0);
        pair.far().received();
        for (int i = 0; i < 3; i++) {
            pair.link().endpoint().receive(mine.slice(0, 10), i);
        }

        pair.link().endpoint().close();

        assertThat(pair.link().done().status()).isEqualTo(CompletionStatus.SUCCESS);
        Faults.expectInOrder(pair.link(), Link.Queue.RECEIVES, 0, 3)
                .forEach(
                        flushed ->
                                assertThat(flushed.status()).isEqualTo(CompletionStatus.FLUSHED));
        assertThat(pair.here().adapter().census().outstandingReceives()).isZero();
        Faults.expectEnd(pair.far().connectionEvent());
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldCloseEndpointsInEveryStageOfAConnection(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        var listener = there.listen();
        Party.Listening listening = here.listen();

        // Asked, and not answered.
        Link asking = here.link(LinkShape.PLAIN);
        asking.endpoint().connect(listener.address(), PATIENTLY);
        asking.endpoint().close();
        // Answered, perhaps not yet there.
        RemoteLink far = there.link(LinkShape.PLAIN);
        far.connect(listening.address());
        Link accepting = here.link(LinkShape.PLAIN);
        request(here, listening).accept(accepting.endpoint());
        accepting.endpoint().close();
        // Rejected.
        Link rejected = here.link(LinkShape.PLAIN);
        rejected.endpoint().connect(listener.address(), PATIENTLY);
        rejected.endpoint().close();
        // Just disconnecting.
        Pair pair = connect(here, there, LinkShape.PLAIN);
        pair.link().endpoint().disconnect(DisconnectMode.GRACEFUL);
        pair.link().endpoint().close();

        assertThat(here.adapter().census().count(HandleKind.ENDPOINT)).isZero();
        Faults.expectEnd(pair.far().connectionEvent());
        allowLeftovers(); // an event may be there or not when its endpoint is closed at that moment
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldCloseADispatcherWithUnreadEventsAndAnAdapterWithUnreadRequests(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        EventDispatcher software = here.adapter().createEventDispatcher(4, EventStream.SOFTWARE);
        software.post("never read");
        software.close();
        Party.Listening listening = here.listen();
        RemoteLink far = there.link(LinkShape.PLAIN);
        far.connect(listening.address());
        long start = System.nanoTime();
        while (listening.requests().size() == 0) {
            here.progress();
            assertThat(System.nanoTime() - start).isLessThan(Bound.EVENT.nanos());
        }

        here.close();

        far.connectionEvent().require(org.jdapl.api.ConnectionEvent.NonPeerRejected.class);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldOpenTheAdapterAgainAndAgain(ProgressMode mode) throws InterruptedException {
        RemoteParty there = openThere(mode);
        for (int i = 0; i < 20; i++) {
            Party here = open(mode);
            Pair pair = connect(here, there, LinkShape.PLAIN);
            ConnectTest.exchange(pair);
            here.close();
            Faults.expectEnd(pair.far().connectionEvent());
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldNotShareObjectsBetweenTwoOpeningsOfOneAdapter(ProgressMode mode)
            throws InterruptedException {
        Party one = open(mode);
        Party two = open(mode);
        Link link = one.link(LinkShape.PLAIN);

        assertRefused(
                () ->
                        two.adapter()
                                .createEndpoint(
                                        one.zone(), null, null, null, LinkShape.PLAIN.attributes()),
                DatType.INVALID_HANDLE);
        assertRefused(
                () ->
                        two.adapter()
                                .createEndpoint(
                                        two.zone(),
                                        link.receives(),
                                        null,
                                        null,
                                        LinkShape.PLAIN.attributes()),
                DatType.INVALID_HANDLE);
        RemoteParty there = openThere(mode);
        Party.Listening listening = two.listen();
        RemoteLink far = there.link(LinkShape.PLAIN);
        far.connect(listening.address());
        ConnectionRequest request = Objects.requireNonNull(request(two, listening));
        assertRefused(
                () -> request.accept(link.endpoint()),
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_EP);
        request.accept(two.link(LinkShape.PLAIN).endpoint());
        far.connectionEvent().require(org.jdapl.api.ConnectionEvent.Established.class);
        allowLeftovers(); // the event of the accepting side
    }
}
