package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.peer.PeerProcess;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteListener;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteParty;
import org.junit.jupiter.api.Test;

/**
 * The peer process is killed with SIGKILL, in each phase of a connection. Each process is killed
 * under an adapter that drives itself and one that does not.
 */
class KilledPeerTest extends TwoProcessTest {

    private static final int SEED = 71;
    private static final int BLANK = 72;

    private List<Party> parties() {
        return List.of(open(ProgressMode.AUTO), open(ProgressMode.MANUAL));
    }

    private static String name(Class<?> type) {
        return type.getSimpleName();
    }

    private static void assertOver(Link link) throws InterruptedException {
        assertThat(link.state()).isEqualTo(EndpointState.DISCONNECTED);
        assertQuiet(link, Link.Queue.CONNECTIONS);
        assertThat(link.party().adapter().census().outstandingRequests()).isZero();
        assertThat(link.party().adapter().census().outstandingReceives()).isZero();
        long start = System.nanoTime();
        link.endpoint().close();
        assertThat(System.nanoTime() - start).isLessThan(Bound.LOCAL.nanos());
    }

    @Test
    void shouldTellARequesterWhosePeerIsKilledBeforeItAnswers() throws InterruptedException {
        PeerProcess victim = ownPeer();
        RemoteParty there = victim.open(ADAPTER, ProgressMode.AUTO);
        RemoteListener listener = there.listen();
        List<Link> links = new ArrayList<>();
        for (Party here : parties()) {
            Link link = here.link(LinkShape.PLAIN);
            link.endpoint().connect(listener.address(), PATIENTLY);
            listener.request();
            links.add(link);
        }

        victim.kill();

        for (Link link : links) {
            assertThat(link.next(Link.Queue.CONNECTIONS, Bound.BROKEN).kind())
                    .isIn(
                            name(ConnectionEvent.NonPeerRejected.class),
                            name(ConnectionEvent.Unreachable.class),
                            name(ConnectionEvent.Broken.class));
            assertOver(link);
        }
    }

    @Test
    void shouldTellAnAcceptAndToleratARejectWhenTheRequesterIsKilled() throws InterruptedException {
        PeerProcess victim = ownPeer();
        RemoteParty there = victim.open(ADAPTER, ProgressMode.AUTO);
        List<ConnectionRequest> toAccept = new ArrayList<>();
        List<ConnectionRequest> toReject = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        for (Party here : parties()) {
            Party.Listening listening = here.listen();
            for (List<ConnectionRequest> list : List.of(toAccept, toReject)) {
                there.link(LinkShape.PLAIN).connect(listening.address());
                list.add(request(here, listening));
            }
            links.add(here.link(LinkShape.PLAIN));
        }

        victim.kill();

        for (int i = 0; i < 2; i++) {
            toAccept.get(i).accept(links.get(i).endpoint());
            links.get(i).connectionEvent().require(ConnectionEvent.AcceptCompletionError.class);
            assertOver(links.get(i));
            toReject.get(i).reject();
            assertThat(toReject.get(i).isClosed()).isTrue();
        }
    }

    @Test
    void shouldTellAnAcceptThatIsUnderWayWhenTheRequesterIsKilled() throws InterruptedException {
        PeerProcess victim = ownPeer();
        RemoteParty there = victim.open(ADAPTER, ProgressMode.MANUAL);
        List<ConnectionRequest> requests = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        for (Party here : parties()) {
            Party.Listening listening = here.listen();
            there.link(LinkShape.PLAIN).connect(listening.address());
            requests.add(request(here, listening));
            links.add(here.link(LinkShape.PLAIN));
        }
        there.freeze();
        for (int i = 0; i < 2; i++) {
            requests.get(i).accept(links.get(i).endpoint());
            assertThat(links.get(i).state()).isEqualTo(EndpointState.COMPLETION_PENDING);
        }

        victim.kill();

        for (Link link : links) {
            link.next(Link.Queue.CONNECTIONS, Bound.BROKEN)
                    .require(ConnectionEvent.AcceptCompletionError.class);
            assertOver(link);
        }
    }

    @Test
    void shouldTellIdleConnectionsAndThoseWithReceivesOutstanding() throws InterruptedException {
        PeerProcess victim = ownPeer();
        RemoteParty there = victim.open(ADAPTER, ProgressMode.AUTO);
        List<Link> idle = new ArrayList<>();
        List<Link> receiving = new ArrayList<>();
        List<Guarded> inboxes = new ArrayList<>();
        Pair bystander = null;
        for (Party here : parties()) {
            idle.add(connect(here, there, LinkShape.PLAIN).link());
            Link link = connectBack(here, there, LinkShape.PLAIN.withOneDispatcher()).link();
            Guarded inbox = here.memory(1000, Party.LOCAL_RIGHTS, BLANK);
            for (int i = 0; i < 10; i++) {
                link.endpoint().receive(inbox.slice(i * 100L, 100), i);
            }
            receiving.add(link);
            inboxes.add(inbox);
            if (bystander == null) {
                bystander = connect(here, openThere(ProgressMode.AUTO), LinkShape.PLAIN);
            }
        }

        victim.kill();

        for (Link link : idle) {
            Faults.expectEnd(link);
        }
        for (Link link : receiving) {
            for (Seen flushed : Faults.expectInOrder(link, Link.Queue.RECEIVES, 0, 10)) {
                assertThat(flushed.status()).isEqualTo(CompletionStatus.FLUSHED);
            }
            Faults.expectEnd(link);
        }
        inboxes.forEach(Guarded::requireUntouched);
        // A connection of the same adapter to somebody else does not care.
        ConnectTest.exchange(bystander);
        for (Link link : idle) {
            assertOver(link);
        }
        for (Link link : receiving) {
            assertOver(link);
        }
    }

    @Test
    void shouldAccountForSendsAndWritesThatAKilledPeerDidNotTake() throws InterruptedException {
        int each = 12;
        int size = 1 << 20;
        PeerProcess victim = ownPeer();
        RemoteParty there = victim.open(ADAPTER, ProgressMode.MANUAL);
        List<Link> links = new ArrayList<>();
        for (Party here : parties()) {
            Pair pair = connect(here, there, LinkShape.PLAIN.withOneDispatcher());
            links.add(pair.link());
        }
        RemoteMemory target = there.memory(size, Party.ALL_RIGHTS, BLANK);
        there.freeze();
        for (Link link : links) {
            Guarded mine = link.party().memory(size, Party.LOCAL_RIGHTS, SEED);
            for (int i = 0; i < each; i++) {
                if (i % 2 == 0) {
                    link.endpoint().write(mine.slice(0, size), target.region(), i);
                } else {
                    link.endpoint().send(mine.slice(0, size), i);
                }
            }
        }

        victim.kill();

        for (Link link : links) {
            boolean failed = false;
            for (Seen done : Faults.expectInOrder(link, Link.Queue.REQUESTS, 0, each)) {
                assertThat(done.status())
                        .isIn(
                                CompletionStatus.SUCCESS,
                                CompletionStatus.FLUSHED,
                                CompletionStatus.TRANSPORT);
                assertThat(failed && done.status() == CompletionStatus.SUCCESS)
                        .as("success behind a failure")
                        .isFalse();
                failed |= done.status() != CompletionStatus.SUCCESS;
            }
            assertThat(failed).as("no socket takes so much").isTrue();
            link.next(Link.Queue.CONNECTIONS, Bound.BROKEN).require(ConnectionEvent.Broken.class);
            assertOver(link);
        }
    }

    @Test
    void shouldAccountForReadsThatAKilledPeerDidNotAnswer() throws InterruptedException {
        PeerProcess victim = ownPeer();
        RemoteParty there = victim.open(ADAPTER, ProgressMode.MANUAL);
        List<Link> links = new ArrayList<>();
        List<Guarded> sinks = new ArrayList<>();
        for (Party here : parties()) {
            links.add(connect(here, there, LinkShape.PLAIN.withOneDispatcher()).link());
        }
        RemoteMemory source = there.memory(1000, Party.ALL_RIGHTS, SEED);
        there.freeze();
        for (Link link : links) {
            Guarded sink = link.party().memory(10_000, Party.LOCAL_RIGHTS, BLANK);
            sinks.add(sink);
            for (int i = 0; i < 10; i++) {
                link.endpoint().read(sink.slice(i * 1000L, 1000), source.region(), i);
            }
        }

        victim.kill();

        for (Link link : links) {
            for (Seen done : Faults.expectInOrder(link, Link.Queue.REQUESTS, 0, 10)) {
                assertThat(done.status())
                        .isIn(CompletionStatus.FLUSHED, CompletionStatus.TRANSPORT);
            }
            link.next(Link.Queue.CONNECTIONS, Bound.BROKEN).require(ConnectionEvent.Broken.class);
            assertOver(link);
        }
        sinks.forEach(Guarded::requireUntouched);
    }

    @Test
    void shouldChangeNothingOutsideTheTargetWhenAPeerIsKilledWhileItWrites()
            throws InterruptedException {
        int size = 300_000;
        PeerProcess victim = ownPeer();
        RemoteParty there = victim.open(ADAPTER, ProgressMode.AUTO);
        RemoteMemory source = there.memory(size, Party.LOCAL_RIGHTS, SEED);
        List<Link> links = new ArrayList<>();
        List<Guarded> targets = new ArrayList<>();
        for (Party here : parties()) {
            Pair pair = connect(here, there, LinkShape.PLAIN);
            Guarded target = here.memory(size + 2000, Party.ALL_RIGHTS, BLANK);
            pair.far().flood(target.region().remoteRegion(1000, size), source.whole());
            links.add(pair.link());
            targets.add(target);
        }
        for (int i = 0; i < 2; i++) {
            long start = System.nanoTime();
            while (targets.get(i).mismatch(1000, 100, SEED, 0) >= 0) {
                links.get(i).party().progress();
                assertThat(System.nanoTime() - start)
                        .as("no write has come")
                        .isLessThan(Bound.EVENT.nanos());
            }
        }

        victim.kill();

        for (int i = 0; i < 2; i++) {
            Faults.expectEnd(links.get(i));
            targets.get(i).requireOnlyChanged(1000, size);
            assertOver(links.get(i));
        }
    }

    @Test
    void shouldEndAGracefulDisconnectWhenThePeerIsKilledMeanwhile() throws InterruptedException {
        PeerProcess victim = ownPeer();
        RemoteParty there = victim.open(ADAPTER, ProgressMode.MANUAL);
        List<Link> links = new ArrayList<>();
        for (Party here : parties()) {
            links.add(connect(here, there, LinkShape.PLAIN).link());
        }
        RemoteMemory source = there.memory(100, Party.ALL_RIGHTS, SEED);
        there.freeze();
        for (Link link : links) {
            Guarded sink = link.party().memory(100, Party.LOCAL_RIGHTS, BLANK);
            link.endpoint().read(sink.slice(0, 100), source.region(), 1);
            link.endpoint().disconnect(DisconnectMode.GRACEFUL);
            assertThat(link.state()).isEqualTo(EndpointState.DISCONNECT_PENDING);
        }

        victim.kill();

        for (Link link : links) {
            Faults.expectEnd(link);
            assertThat(link.done().status())
                    .isIn(CompletionStatus.FLUSHED, CompletionStatus.TRANSPORT);
            assertOver(link);
        }
    }

    @Test
    void shouldSeeTheEndOfAProcessThatExitsWithItsConnectionsOpen() throws InterruptedException {
        PeerProcess victim = ownPeer();
        RemoteParty there = victim.open(ADAPTER, ProgressMode.AUTO);
        List<Link> links = new ArrayList<>();
        for (Party here : parties()) {
            links.add(connect(here, there, LinkShape.PLAIN).link());
        }

        victim.exit(0);

        for (Link link : links) {
            Faults.expectEnd(link);
            assertOver(link);
        }
        assertThat(victim.awaitExit(Bound.EVENT)).isZero();
    }

    @Test
    void shouldEndAConnectionToAStoppedProcessWithoutWaitingForIt() throws InterruptedException {
        PeerProcess stopped = ownPeer();
        RemoteParty there = stopped.open(ADAPTER, ProgressMode.AUTO);
        RemoteListener listener = there.listen();
        List<Link> links = new ArrayList<>();
        for (Party here : parties()) {
            links.add(connect(here, there, LinkShape.PLAIN).link());
        }
        stopped.suspend();
        try {
            for (Link link : links) {
                Guarded mine = link.party().memory(100_000, Party.LOCAL_RIGHTS, SEED);
                for (int i = 0; i < 60; i++) {
                    link.endpoint().send(mine.slice(0, 100_000), i);
                }
                long start = System.nanoTime();
                link.endpoint().disconnect(DisconnectMode.ABRUPT);
                assertThat(System.nanoTime() - start).isLessThan(Bound.LOCAL.nanos());
                Faults.expectInOrder(link, Link.Queue.REQUESTS, 0, 60)
                        .forEach(
                                done ->
                                        assertThat(
                                                        Set.of(
                                                                CompletionStatus.SUCCESS,
                                                                CompletionStatus.FLUSHED))
                                                .contains(done.status()));
                link.connectionEvent().require(ConnectionEvent.Disconnected.class);
                assertOver(link);
            }
            // Its system still takes connections; nobody answers.
            for (Party here : parties()) {
                Link link = here.link(LinkShape.PLAIN);
                link.endpoint()
                        .connect(
                                listener.address(),
                                org.jdapl.api.ConnectOptions.within(Bound.GIVE_UP.duration()));
                link.connectionEvent().require(ConnectionEvent.TimedOut.class);
                assertOver(link);
            }
        } finally {
            stopped.resume();
        }
    }

    @Test
    void shouldGoOnWithANewPeerWhereTheFormerOneWasKilled() throws InterruptedException {
        PeerProcess victim = ownPeer();
        RemoteParty there = victim.open(ADAPTER, ProgressMode.AUTO);
        List<Party> parties = parties();
        List<Link> links = new ArrayList<>();
        for (Party here : parties) {
            links.add(connect(here, there, LinkShape.PLAIN).link());
        }
        victim.kill();
        RemoteParty next = openThere(ProgressMode.AUTO);

        for (Link link : links) {
            Faults.expectEnd(link);
            link.endpoint().reset();
            RemoteLink far = next.link(LinkShape.PLAIN);
            ConnectTest.exchange(connect(link.party(), next, link, far));
        }
    }
}
