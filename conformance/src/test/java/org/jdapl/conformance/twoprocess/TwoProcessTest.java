package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.Jdapl;
import org.jdapl.api.PrivateData;
import org.jdapl.api.RegistryOptions;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Pump;
import org.jdapl.conformance.base.Resources;
import org.jdapl.conformance.base.Watchdog;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.peer.PeerPlace;
import org.jdapl.conformance.peer.PeerPool;
import org.jdapl.conformance.peer.PeerProcess;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteParty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/**
 * What every test with a peer process stands on. After each test nothing may be left: no event that
 * nobody expected, no thread, no descriptor, no changed canary, in neither process.
 */
abstract class TwoProcessTest {

    /** The adapter under test. */
    static final String ADAPTER = System.getProperty("jdapl.test.adapter", "soft:iwarp");

    /** A time limit for connecting that does not matter to the test. */
    static final ConnectOptions PATIENTLY = ConnectOptions.within(Bound.TEST.duration());

    private static final Pump PUMP = new Pump();
    private static final AdapterRegistry REGISTRY = Jdapl.newRegistry(RegistryOptions.defaults());
    private static final List<String> DIED = new CopyOnWriteArrayList<>();

    private static final PeerPool PEERS = new PeerPool(PeerPlace.of(ADAPTER), PUMP);

    private static boolean warm;

    private final List<Party> parties = new ArrayList<>();
    private final List<PeerProcess> ownPeers = new ArrayList<>();
    private final List<RemoteParty> remotes = new ArrayList<>();
    private Watchdog watchdog;
    private Resources before;
    private boolean leftoversAllowed;

    // ---- before and after

    @BeforeEach
    final void start(TestInfo info) throws InterruptedException {
        watchdog =
                new Watchdog(
                        info.getTestClass().orElseThrow().getSimpleName()
                                + "."
                                + info.getDisplayName(),
                        Bound.TEST);
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, t) -> DIED.add(thread.getName() + ": " + t));
        warmUp();
        before = Resources.now();
    }

    /**
     * The JVM keeps some descriptors for ever once it has used a socket: that is no leak of a test.
     */
    private static void warmUp() throws InterruptedException {
        if (warm) {
            return;
        }
        try (Party party =
                Party.open(
                        REGISTRY,
                        ADAPTER,
                        AdapterOptions.defaults().withProgress(ProgressMode.AUTO),
                        PUMP)) {
            Party.Listening listening = party.listen();
            Link a = party.link(LinkShape.PLAIN);
            Link b = party.link(LinkShape.PLAIN);
            a.endpoint().connect(listening.address(), PATIENTLY);
            request(party, listening).accept(b.endpoint());
            a.connectionEvent().require(ConnectionEvent.Established.class);
            b.connectionEvent().require(ConnectionEvent.Established.class);
        }
        warm = true;
    }

    @AfterEach
    final void finish() throws InterruptedException {
        try {
            if (!leftoversAllowed) {
                requireNoEventsLeft();
            }
        } finally {
            try {
                closeEverything();
            } finally {
                watchdog.close();
            }
        }
        Resources.requireBackTo(before, Bound.SETTLE);
        if (!remotes.isEmpty()) {
            PEERS.settle();
        }
        assertThat(DIED).as("threads that died of an exception").isEmpty();
    }

    private void requireNoEventsLeft() {
        for (Party party : parties) {
            if (!party.adapter().isClosed()) {
                assertThat(party.adapter().census().unreadEvents())
                        .as("events that no test expected")
                        .isZero();
            }
        }
        for (RemoteParty remote : remotes) {
            assertThat(remote.census().unreadEvents())
                    .as("events that no test expected, in the peer")
                    .isZero();
        }
    }

    private void closeEverything() {
        AssertionError fault = null;
        for (Party party : parties) {
            try {
                party.close();
            } catch (AssertionError e) {
                fault = e;
            }
        }
        ownPeers.forEach(PeerProcess::close);
        if (!remotes.isEmpty()) {
            PEERS.shared().closeAll();
        }
        if (fault != null) {
            throw fault;
        }
    }

    /** For a test that closes its adapters with events in them. */
    final void allowLeftovers() {
        leftoversAllowed = true;
    }

    // ---- the two sides

    /** Opens the adapter here. */
    final Party open(ProgressMode mode) {
        return open(REGISTRY, mode, TransportAttributes.NONE);
    }

    final Party open(AdapterRegistry registry, ProgressMode mode) {
        return open(registry, mode, TransportAttributes.NONE);
    }

    /** Opens the adapter here with attributes. */
    final Party open(ProgressMode mode, TransportAttributes attributes) {
        return open(REGISTRY, mode, attributes);
    }

    private Party open(
            AdapterRegistry registry, ProgressMode mode, TransportAttributes attributes) {
        AdapterOptions options =
                AdapterOptions.defaults().withProgress(mode).withTransport(attributes);
        Party party = Party.open(registry, ADAPTER, options, PUMP);
        parties.add(party);
        return party;
    }

    /** Opens the adapter in the peer process that the tests share. */
    final RemoteParty openThere(ProgressMode mode) {
        return openThere(mode, TransportAttributes.NONE);
    }

    /** Opens the adapter in the peer process with attributes. */
    final RemoteParty openThere(ProgressMode mode, TransportAttributes attributes) {
        RemoteParty remote = peer().open(ADAPTER, mode, attributes);
        remotes.add(remote);
        return remote;
    }

    /** The peer process that the tests share. */
    static PeerProcess peer() {
        return PEERS.shared();
    }

    /** A peer process of the test's own, to be killed. The next one is started meanwhile. */
    final PeerProcess ownPeer() {
        PeerProcess taken = PEERS.own();
        ownPeers.add(taken);
        return taken;
    }

    // ---- connections

    /** Connects from here to the peer process. */
    final Pair connect(ProgressMode mode, LinkShape shape) throws InterruptedException {
        return connect(open(mode), openThere(mode), shape);
    }

    static Pair connect(Party here, RemoteParty there, LinkShape shape)
            throws InterruptedException {
        return connect(here, there, here.link(shape), there.link(shape));
    }

    static Pair connect(Party here, RemoteParty there, Link link, RemoteLink far)
            throws InterruptedException {
        Pair pair = Pair.connect(here, there, link, far);
        assertThat(link.state()).isEqualTo(EndpointState.CONNECTED);
        return pair;
    }

    /** Connects from the peer process to here. */
    static Pair connectBack(Party here, RemoteParty there, LinkShape shape)
            throws InterruptedException {
        return Pair.connectBack(here, there, here.link(shape), there.link(shape));
    }

    /** Waits for a connection request. */
    static ConnectionRequest request(Party party, Party.Listening listening)
            throws InterruptedException {
        return listening.request(party);
    }

    static ConnectOptions with(PrivateData data) {
        return PATIENTLY.withPrivateData(data);
    }

    static InetSocketAddress loopback(int port) {
        return Party.loopback(port);
    }

    // ---- what is demanded

    /** Demands that a call is refused with a code. */
    static void assertRefused(Expect.Attempt call, DatType type, DatSubtype subtype) {
        Expect.refused(call, type, subtype);
    }

    /** Demands that a call is refused with a type, whatever the subtype. */
    static void assertRefused(Expect.Attempt call, DatType type) {
        Expect.refused(call, type);
    }

    /** Demands that a dispatcher stays empty for {@link Bound#QUIET}. */
    static void assertQuiet(Link link, Link.Queue queue) throws InterruptedException {
        Expect.quiet(link, queue);
    }

    /** Demands that a state is reached within {@link Bound#EVENT}. */
    static void awaitState(Link link, EndpointState state) throws InterruptedException {
        long start = System.nanoTime();
        while (link.state() != state) {
            link.party().progress();
            assertThat(System.nanoTime() - start)
                    .as("still " + link.state())
                    .isLessThan(Bound.EVENT.nanos());
            Thread.sleep(1);
        }
    }
}
