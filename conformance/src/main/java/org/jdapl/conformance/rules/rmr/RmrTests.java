package org.jdapl.conformance.rules.rmr;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import org.jdapl.api.BindCompletion;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.LocalSegment;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RegistrationOption;
import org.jdapl.api.RemoteMemoryRegion;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Pattern;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.NotApplicableException;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Stalled;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteListener;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group RMR. The remote memory regions are here, and the peer uses them. */
final class RmrTests {

    private static final int LENGTH = 120;
    private static final int FIRST = 40;
    private static final int SOME = 31;
    private static final int SEED = 51;
    private static final int OTHER = 52;
    private static final int BLANK = 53;
    private static final int TRIES = 64;
    private static final int CYCLES = 500;
    private static final long BIND = 4_000;
    private static final int NONE = CompletionFlags.DEFAULT;
    private static final Set<Privilege> READ = Set.of(Privilege.REMOTE_READ);
    private static final Set<Privilege> WRITE = Set.of(Privilege.REMOTE_WRITE);
    private static final Set<Privilege> BOTH =
            Set.of(Privilege.REMOTE_READ, Privilege.REMOTE_WRITE);

    // What mutants know binds by: how many bytes, which cookie, how many requests.
    static final int ENCODED = 49;
    static final int WHOLE = 45;
    static final int OF_ONE = 25;
    static final int CLOSED = 51;
    static final int NARROW = 37;
    static final int REBOUND = 41;
    static final int UNBOUND = 43;
    static final int RIGHTS = 47;
    static final int ZERO_BASED = 39;
    static final int ATOMIC = 16;
    static final int SHARED = 33;
    static final int ORDERED = 27;
    static final int LEAKING = 23;
    static final int PASSING = 35;
    static final long TURN = 4_002;
    static final long QUIET = 4_018;
    static final long UNSIGNALLED = 4_027;
    static final int FEW_REQUESTS = 3;
    static final int FLUSHED_REQUESTS = 17;

    // ---- what many need

    private static RemoteMemoryRegion create(Environment env) {
        return create(env, RmrScope.PROTECTION_ZONE);
    }

    private static RemoteMemoryRegion create(Environment env, RmrScope scope) {
        return Expect.given(() -> env.here().zone().createRemoteMemoryRegion(scope));
    }

    private static Guarded memory(Environment env) {
        return env.here().memory(LENGTH, Party.LOCAL_RIGHTS, BLANK);
    }

    /** Binds, waits for it, and gives what the peer needs. */
    private static RemoteRegion bind(
            Pair pair, RemoteMemoryRegion window, LocalSegment part, Set<Privilege> rights)
            throws InterruptedException {
        Expect.accepted(() -> window.bind(pair.link().endpoint(), part, rights, BIND, NONE));
        pair.link().done().requireBound(BIND);
        return bound(window);
    }

    private static RemoteRegion bound(RemoteMemoryRegion window) {
        return Expect.given(() -> window.remoteRegion().orElseThrow());
    }

    private static void peerReads(Pair pair, RemoteRegion from, int seed, long first)
            throws InterruptedException {
        RemoteMemory sink = pair.there().memory(from.length(), Party.LOCAL_RIGHTS, BLANK);
        assertThat(pair.far().read(3, from, sink.whole())).isEqualTo(PostStatus.OK);
        pair.far().done().requireSuccess(3, OperationKind.RDMA_READ, from.length());
        sink.requireContents(0, from.length(), seed, first);
    }

    /** The connection has ended, on both sides, and the peer's request as the rule allows. */
    private static void requireEnd(Environment env, Pair pair) throws InterruptedException {
        Seen done = pair.far().done();
        env.requireAllowed(Outcome.of(done.status(), true));
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
    }

    private static void requireWriteFails(Environment env, Pair pair, RemoteRegion bad)
            throws InterruptedException {
        RemoteMemory source = pair.there().memory(bad.length(), Party.LOCAL_RIGHTS, OTHER);
        assertThat(pair.far().write(1, bad, source.whole())).isEqualTo(PostStatus.OK);
        requireEnd(env, pair);
    }

    private static void requireReadFails(Environment env, Pair pair, RemoteRegion bad)
            throws InterruptedException {
        RemoteMemory sink = pair.there().memory(bad.length(), Party.LOCAL_RIGHTS, OTHER);
        assertThat(pair.far().read(1, bad, sink.whole())).isEqualTo(PostStatus.OK);
        requireEnd(env, pair);
        sink.requireUntouched();
    }

    /** Each on a connection of its own. */
    private static void requireDead(Environment env, RemoteRegion bad) throws InterruptedException {
        requireWriteFails(env, env.connect(), bad);
        requireReadFails(env, env.connect(), bad);
    }

    private static void requireWindows(Environment env) {
        if (!env.attributes().has(Capability.MEMORY_WINDOW)) {
            throw new NotApplicableException(Capability.MEMORY_WINDOW + " is not advertised");
        }
    }

    // ---- keys

    @Tests("RMR-01")
    void crossesAsBytes(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded target = env.here().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteMemory source = env.there().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        Guarded inbox = env.here().memory(1, Party.LOCAL_RIGHTS, BLANK);
        RemoteRegion region = target.region().remoteRegion(FIRST, ENCODED);
        ByteBuffer whole = ByteBuffer.allocate(RemoteRegion.ENCODED_BYTES);
        ByteBuffer triplet =
                ByteBuffer.allocate(RemoteRegion.TRIPLET_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        Expect.accepted(() -> region.encode(whole));
        Expect.accepted(() -> region.encodeTriplet(triplet));
        assertThat(RemoteRegion.decode(whole.flip())).isEqualTo(region);

        for (byte[] bytes : new byte[][] {whole.array(), triplet.array()}) {
            target.fill(BLANK);
            pair.link().endpoint().receive(inbox.slice(0, 1), 7);
            assertThat(pair.far().writeEncoded(1, bytes, source.part(0, ENCODED)))
                    .isEqualTo(PostStatus.OK);
            pair.far().mustSend(2, source.part(0, 1));
            pair.link().received().requireSuccess(7, OperationKind.RECEIVE, 1);
            pair.far().done().requireSuccess(1, OperationKind.RDMA_WRITE, ENCODED);
            pair.far().done().requireSuccess(2, OperationKind.SEND, 1);
            target.requireContents(FIRST, ENCODED, SEED, 0);
            target.requireOnlyChanged(FIRST, ENCODED);
        }
    }

    @Tests("RMR-06")
    void hasANewKeyWithEachBind(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = memory(env);
        RemoteMemoryRegion window = create(env);
        long former = 0;
        for (int i = 0; i < TRIES; i++) {
            RemoteRegion now = bind(pair, window, mine.slice(i % 2, SOME), BOTH);
            assertThat(now.key()).as("key of bind %s", i).isNotEqualTo(former);
            former = now.key();
        }
        RemoteRegion before = bind(pair, window, mine.slice(0, REBOUND), BOTH);
        RemoteRegion now = bind(pair, window, mine.slice(FIRST, REBOUND), BOTH);

        requireDead(env, before);
        mine.requireUntouched();
        pair.peerWrites(now, SEED);
        mine.requireContents(FIRST, REBOUND, SEED, 0);
    }

    @Tests("RMR-07")
    void takesItsKeyAway(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = memory(env);
        RemoteMemoryRegion window = create(env);
        RemoteRegion unbound = bind(pair, window, mine.slice(0, UNBOUND), BOTH);
        Expect.accepted(() -> window.unbind(pair.link().endpoint(), BIND + 1));
        pair.link().done().requireBound(BIND + 1);
        RemoteMemoryRegion other = create(env);
        RemoteRegion closed = bind(pair, other, mine.slice(0, UNBOUND), BOTH);
        other.close();

        requireDead(env, unbound);
        requireDead(env, closed);

        mine.requireUntouched();
        pair.exchange();
    }

    @Tests("RMR-08")
    void canBeInvalidatedByThePeer(Environment env) throws InterruptedException {
        requireWindows(env);
        for (RmrScope scope : RmrScope.values()) {
            if (canBeInvalidated(env, scope)) {
                requireInvalidation(env, scope);
            }
        }
    }

    /** InfiniBand knows no invalidation of windows of type 1 (IBTA volume 1, 10.6.7.2.4). */
    private static boolean canBeInvalidated(Environment env, RmrScope scope) {
        return switch (scope) {
            case PROTECTION_ZONE -> env.profile() != Profile.IB;
            case ENDPOINT -> env.attributes().has(Capability.MEMORY_WINDOW_ENDPOINT);
        };
    }

    private static void requireInvalidation(Environment env, RmrScope scope)
            throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = memory(env);
        Guarded inbox = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteMemoryRegion window = create(env, scope);
        RemoteMemoryRegion bystander = create(env, scope);
        RemoteRegion region = bind(pair, window, mine.slice(0, SOME), BOTH);
        RemoteRegion stays = bind(pair, bystander, mine.slice(0, SOME), BOTH);
        pair.link().endpoint().receive(inbox.slice(0, LENGTH), 8);

        assertThat(pair.far().sendWithInvalidate(1, region.key(), theirs.whole()))
                .isEqualTo(PostStatus.OK);

        Seen received = pair.link().received();
        received.requireSuccess(8, OperationKind.RECEIVE_WITH_INVALIDATE, LENGTH);
        assertThat(received.invalidatedKey()).isEqualTo(region.key());
        pair.far().done().requireSuccess(1, OperationKind.SEND_WITH_INVALIDATE, LENGTH);
        inbox.requireContents(0, LENGTH, SEED, 0);
        assertThat(window.remoteRegion()).as("what it is bound to").isEmpty();
        if (scope == RmrScope.PROTECTION_ZONE) {
            requireDead(env, region); // for every connection
        }
        mine.requireUntouched();
        pair.peerWrites(stays, SEED);
        RemoteRegion again = bind(pair, window, mine.slice(FIRST, SOME), BOTH);
        pair.peerWrites(again, OTHER);
        mine.requireContents(FIRST, SOME, OTHER, 0);
        requireWriteFails(env, pair, region);
        mine.requireContents(FIRST, SOME, OTHER, 0);
    }

    @Tests("RMR-09")
    void isNotInvalidatedByMistake(Environment env) throws InterruptedException {
        RemoteMemory target = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteMemory ofOtherZone = env.there().memoryOfOtherZone(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteMemory inbox = env.there().memory(LENGTH, Party.LOCAL_RIGHTS, BLANK);
        Guarded mine = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        long known = target.region().key();
        for (long key : new long[] {known ^ 1, ofOtherZone.region().key(), known}) {
            Pair pair = env.connect();
            pair.far().mustReceive(9, inbox.whole());

            int status =
                    pair.link()
                            .endpoint()
                            .post(
                                    pair.here()
                                            .adapter()
                                            .createWork(1)
                                            .addSegment(mine.region(), 0, LENGTH)
                                            .sendWithInvalidate(key)
                                            .cookie(1));

            assertThat(status).isEqualTo(PostStatus.OK);
            Seen done = pair.link().done();
            assertThat(pair.far().received().status()).isNotEqualTo(CompletionStatus.SUCCESS);
            Expect.end(pair.link());
            Expect.end(pair.far().connectionEvent());
            env.requireAllowed(Outcome.of(done.status(), true));
        }
        Pair pair = env.connect();
        pair.link().endpoint().write(mine.slice(0, LENGTH), target.region(), 2);
        pair.link().done().requireSuccess(2, OperationKind.RDMA_WRITE, LENGTH);
        pair.exchange();
        target.requireContents(0, LENGTH, SEED, 0);
    }

    // ---- binding

    @Tests("RMR-02")
    void tellsOfABindInItsTurn(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        Guarded mine = memory(env);
        RemoteMemory inbox = env.there().memory(2, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemoryRegion window = create(env);
        pair.far().mustReceive(1, inbox.part(0, 1));
        pair.far().mustReceive(2, inbox.part(1, 1));

        endpoint.send(mine.slice(0, 1), TURN - 1);
        Expect.accepted(() -> window.bind(endpoint, mine.slice(0, SOME), BOTH, TURN, NONE));
        endpoint.send(mine.slice(1, 1), TURN + 1);

        pair.link().done().requireSuccess(TURN - 1, OperationKind.SEND, 1);
        assertThat(pair.here().await(pair.link().requests(), Bound.EVENT))
                .isEqualTo(
                        new BindCompletion(
                                pair.link().requests(),
                                endpoint,
                                window,
                                TURN,
                                CompletionStatus.SUCCESS));
        pair.link().done().requireSuccess(TURN + 1, OperationKind.SEND, 1);
        pair.far().received().requireSuccess(1, OperationKind.RECEIVE, 1);
        pair.far().received().requireSuccess(2, OperationKind.RECEIVE, 1);
    }

    @Tests(value = "RMR-02", twin = true)
    void isRefusedWhereItIsNotAdvertised(Environment env) {
        assertThat(
                        Expect.refusal(
                                () ->
                                        env.here()
                                                .zone()
                                                .createRemoteMemoryRegion(
                                                        RmrScope.PROTECTION_ZONE)))
                .satisfies(e -> assertThat(e.type()).isEqualTo(DatType.MODEL_NOT_SUPPORTED))
                .hasMessageContaining(Capability.MEMORY_WINDOW.name());
    }

    @Tests("RMR-03")
    void opensExactlyWhatItIsBoundTo(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = memory(env);
        RemoteRegion region = bind(pair, create(env), mine.slice(FIRST, WHOLE), BOTH);
        assertThat(region.length()).isEqualTo(WHOLE);

        Expect.accepted(() -> pair.peerWrites(region, SEED));

        mine.requireContents(FIRST, WHOLE, SEED, 0);
        mine.requireOnlyChanged(FIRST, WHOLE);
        peerReads(pair, region, SEED, 0);
        peerReads(pair, region.slice(WHOLE - 1, 1), SEED, WHOLE - 1);
    }

    @Tests("RMR-04")
    void needsTheLocalRightToWrite(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        Guarded readOnly = env.here().memory(LENGTH, Set.of(Privilege.LOCAL_READ), SEED);
        RemoteMemoryRegion window = create(env);
        for (Set<Privilege> rights :
                Set.of(WRITE, BOTH, Set.of(Privilege.REMOTE_ATOMIC), Set.of(Privilege.values()))) {
            Expect.refused(
                    () -> window.bind(endpoint, readOnly.slice(0, SOME), rights, BIND, NONE),
                    DatType.PRIVILEGES_VIOLATION);
        }
        assertThat(window.remoteRegion()).isEmpty();
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);

        peerReads(pair, bind(pair, window, readOnly.slice(0, SOME), READ), SEED, 0);
    }

    @Tests("RMR-05")
    void opensNothingElse(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = memory(env);
        RemoteRegion region = bind(pair, create(env), mine.slice(FIRST, NARROW), BOTH);

        requireDead(env, new RemoteRegion(region.address() + NARROW - 1, 2, region.key()));
        requireDead(env, new RemoteRegion(region.address() - 1, 2, region.key()));

        mine.requireContents(0, FIRST, BLANK, 0);
        mine.requireContents(FIRST + NARROW, 1, BLANK, FIRST + NARROW);
        pair.exchange();
    }

    @Tests("RMR-11")
    void isDoneBeforeWhatFollows(Environment env) throws InterruptedException {
        int rounds = 8;
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        Guarded mine = memory(env);
        RemoteMemory inbox = env.there().memory(1, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemoryRegion window = create(env);
        for (int i = 0; i < rounds; i++) {
            int at = i * 8;
            pair.far().mustReceive(i, inbox.whole());
            Expect.accepted(() -> window.bind(endpoint, mine.slice(at, ORDERED), BOTH, BIND, NONE));
            RemoteRegion region = bound(window);
            endpoint.send(mine.slice(0, 1), i);

            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, 1);
            Expect.accepted(() -> pair.peerWrites(region, SEED));

            mine.requireContents(at, ORDERED, SEED, 0);
            pair.link().done().requireBound(BIND);
            pair.link().done().requireSuccess(i, OperationKind.SEND, 1);
        }
    }

    @Tests("RMR-12")
    void isUnboundByNoBytes(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemoryRegion window = create(env);
        bind(pair, window, mine.slice(0, SOME), BOTH);

        Expect.accepted(
                () -> window.bind(pair.link().endpoint(), mine.slice(FIRST, 0), BOTH, BIND, NONE));

        pair.link().done().requireBound(BIND);
        assertThat(window.remoteRegion()).isEmpty();
        Expect.accepted(() -> mine.region().close());
        pair.exchange();
    }

    @Tests("RMR-18")
    void isQuietWhereItIsSuppressed(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = memory(env);
        RemoteMemoryRegion window = create(env);

        Expect.accepted(
                () ->
                        window.bind(
                                pair.link().endpoint(),
                                mine.slice(0, SOME),
                                BOTH,
                                QUIET,
                                CompletionFlags.SUPPRESS));

        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        pair.peerWrites(bound(window), SEED);
        mine.requireContents(0, SOME, SEED, 0);
    }

    @Tests("RMR-27")
    void maySleepUntilAnotherEvent(Environment env) throws InterruptedException {
        Pair pair = env.connect(LinkShape.PLAIN.withUnsignalled());
        Guarded mine = memory(env);
        RemoteMemoryRegion window = create(env);
        Expect.accepted(() -> bindUnsignalled(pair, window, mine.slice(0, SOME)));

        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        assertThat(pair.link().requests().size()).as("completions that are queued").isEqualTo(1);
        assertThat(pair.link().requests().dequeue())
                .isInstanceOfSatisfying(
                        BindCompletion.class,
                        done -> assertThat(done.cookie()).isEqualTo(UNSIGNALLED));
        pair.peerWrites(bound(window), SEED);
        mine.requireContents(0, SOME, SEED, 0);

        Pair loud = env.connect();
        Expect.refused(
                () -> bindUnsignalled(loud, window, mine.slice(0, SOME)),
                DatType.INVALID_PARAMETER);
    }

    private static void bindUnsignalled(Pair pair, RemoteMemoryRegion window, LocalSegment part) {
        window.bind(pair.link().endpoint(), part, BOTH, UNSIGNALLED, CompletionFlags.UNSIGNALLED);
    }

    @Tests("RMR-25")
    void isOfAllEndpointsOfTheZone(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Pair other = env.connect();
        Guarded mine = memory(env);
        RemoteMemoryRegion window = create(env);
        RemoteRegion first = bind(pair, window, mine.slice(0, SHARED), BOTH);
        Expect.accepted(() -> other.peerWrites(first, SEED));
        mine.requireContents(0, SHARED, SEED, 0);

        RemoteRegion second = bind(other, window, mine.slice(FIRST, SHARED), BOTH);
        Expect.accepted(() -> pair.peerWrites(second, OTHER));
        mine.requireContents(FIRST, SHARED, OTHER, 0);
        peerReads(other, second, OTHER, 0);
    }

    @Tests("RMR-20")
    void startsAtTheOffsetOfAZeroBasedRegion(Environment env) throws InterruptedException {
        requireWindows(env);
        Pair pair = env.connect();
        LocalMemoryRegion zeroBased =
                env.here()
                        .zone()
                        .allocate(LENGTH, Party.LOCAL_RIGHTS, RegistrationOption.ZERO_BASED);
        RemoteRegion region = bind(pair, create(env), zeroBased.slice(FIRST, ZERO_BASED), BOTH);

        assertThat(region.address()).isEqualTo(FIRST);
        Expect.accepted(() -> pair.peerWrites(region, SEED));

        assertThat(Pattern.mismatch(zeroBased.segment().asSlice(FIRST, ZERO_BASED), SEED, 0))
                .as("first wrong byte")
                .isEqualTo(-1);
        assertThat(zeroBased.segment().toArray(ValueLayout.JAVA_BYTE))
                .startsWith(new byte[FIRST])
                .endsWith(new byte[LENGTH - FIRST - ZERO_BASED]);
    }

    // ---- rights

    @Tests("RMR-14")
    void hasRightsOfItsOwn(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteRegion toRead = bind(pair, create(env), mine.slice(0, RIGHTS), READ);
        RemoteRegion toWrite = bind(pair, create(env), mine.slice(FIRST, RIGHTS), WRITE);
        peerReads(pair, toRead, BLANK, 0);

        requireWriteFails(env, env.connect(), toRead);
        mine.requireUntouched();
        requireReadFails(env, env.connect(), toWrite);

        pair.peerWrites(toWrite, SEED);
        mine.requireContents(FIRST, RIGHTS, SEED, 0);
    }

    @Tests("RMR-21")
    void takesAtomicOperationsByRight(Environment env) throws InterruptedException {
        requireWindows(env);
        Pair pair = env.connect();
        LocalMemoryRegion numbers = env.here().zone().allocate(ATOMIC, Party.LOCAL_RIGHTS);
        RemoteMemory sink = env.there().memory(Long.BYTES, Party.LOCAL_RIGHTS, BLANK);
        RemoteRegion atomic =
                bind(pair, create(env), numbers.whole(), Set.of(Privilege.REMOTE_ATOMIC));
        RemoteRegion plain = bind(pair, create(env), numbers.whole(), BOTH);

        assertThat(pair.far().fetchAndAdd(1, atomic, 5, sink.whole())).isEqualTo(PostStatus.OK);
        pair.far().done().requireSuccess(1, OperationKind.FETCH_AND_ADD, Long.BYTES);
        assertThat(pair.far().fetchAndAdd(1, plain, 5, sink.whole())).isEqualTo(PostStatus.OK);

        requireEnd(env, pair);
        assertThat(numbers.segment().get(ValueLayout.JAVA_LONG, 0)).isEqualTo(5);
    }

    @Tests("RMR-10")
    void isOfOneEndpoint(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = memory(env);
        RemoteRegion region =
                bind(pair, create(env, RmrScope.ENDPOINT), mine.slice(0, OF_ONE), BOTH);

        requireDead(env, region);
        mine.requireUntouched();

        pair.peerWrites(region, SEED);
        mine.requireContents(0, OF_ONE, SEED, 0);
    }

    @Tests(value = "RMR-10", twin = true)
    void isRefusedForOneEndpoint(Environment env) {
        assertThat(
                        Expect.refusal(
                                () ->
                                        env.here()
                                                .zone()
                                                .createRemoteMemoryRegion(RmrScope.ENDPOINT)))
                .satisfies(e -> assertThat(e.type()).isEqualTo(DatType.MODEL_NOT_SUPPORTED))
                .hasMessageContaining(Capability.MEMORY_WINDOW_ENDPOINT.name());
    }

    @Tests("RMR-26")
    void diesWithItsEndpointsConnection(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        Guarded mine = memory(env);
        RemoteMemoryRegion window = create(env, RmrScope.ENDPOINT);
        RemoteRegion region = bind(pair, window, mine.slice(0, PASSING), BOTH);
        endpoint.disconnect(DisconnectMode.ABRUPT);
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        endpoint.reset();
        pair.far().reset();
        RemoteListener listener = env.there().listen();
        endpoint.connect(listener.address(), Environment.PATIENTLY);
        listener.request().accept(pair.far());
        pair.link().connectionEvent();
        pair.far().connectionEvent();
        listener.close();

        requireReadFails(env, pair, region);
        requireDead(env, region);

        mine.requireUntouched();
    }

    // ---- refusals

    @Tests("RMR-13")
    void isRefusedOnceItIsClosed(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        Guarded mine = memory(env);
        RemoteMemoryRegion window = create(env);
        window.close();

        Expect.refused(
                () -> window.bind(endpoint, mine.slice(0, SOME), BOTH, BIND, NONE),
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_RMR);
        Expect.refused(
                () -> window.unbind(endpoint, BIND),
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_RMR);
        Expect.refused(window::remoteRegion, DatType.INVALID_HANDLE, DatSubtype.INVALID_HANDLE_RMR);
        Expect.accepted(window::close);
        LocalMemoryRegion closed = env.here().zone().allocate(LENGTH, Party.LOCAL_RIGHTS);
        LocalSegment gone = closed.slice(0, SOME);
        closed.close();
        RemoteMemoryRegion open = create(env);
        Expect.refused(() -> open.bind(endpoint, gone, BOTH, BIND, NONE), DatType.INVALID_HANDLE);
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        pair.exchange();
    }

    @Tests("RMR-15")
    void keepsToItsZone(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        ProtectionZone otherZone = env.here().adapter().createProtectionZone();
        Guarded mine = memory(env);
        Guarded foreign = env.here().memory(otherZone, LENGTH, Party.ALL_RIGHTS, BLANK);
        Endpoint stranger = env.here().link(LinkShape.PLAIN, otherZone).endpoint();
        Party elsewhere = env.open();
        RemoteMemoryRegion window = create(env);

        Expect.refused(
                () -> window.bind(endpoint, foreign.slice(0, SOME), BOTH, BIND, NONE),
                DatType.PROTECTION_VIOLATION);
        Expect.refused(
                () -> window.bind(stranger, mine.slice(0, SOME), BOTH, BIND, NONE),
                DatType.PROTECTION_VIOLATION);
        Expect.refused(() -> window.unbind(stranger, BIND), DatType.PROTECTION_VIOLATION);
        for (long[] outside : new long[][] {{1, LENGTH}, {-1, 1}, {0, -1}, {Long.MAX_VALUE, 2}}) {
            LocalSegment part = new LocalSegment(mine.region(), outside[0], outside[1]);
            Expect.refused(
                    () -> window.bind(endpoint, part, BOTH, BIND, NONE),
                    DatType.PROTECTION_VIOLATION);
        }
        Guarded theirs = elsewhere.memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        Expect.refused(
                () -> window.bind(endpoint, theirs.slice(0, SOME), BOTH, BIND, NONE),
                DatType.INVALID_HANDLE);
        Endpoint abroad = elsewhere.link(LinkShape.PLAIN).endpoint();
        Expect.refused(
                () -> window.bind(abroad, mine.slice(0, SOME), BOTH, BIND, NONE),
                DatType.INVALID_HANDLE);

        assertThat(window.remoteRegion()).isEmpty();
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        pair.exchange();
    }

    @Tests("RMR-16")
    void needsAConnection(Environment env) throws InterruptedException {
        Guarded mine = memory(env);
        RemoteMemoryRegion window = create(env);
        Link idle = env.here().link(LinkShape.PLAIN);
        Expect.refused(
                () -> window.bind(idle.endpoint(), mine.slice(0, SOME), BOTH, BIND, NONE),
                DatType.INVALID_STATE);
        Expect.refused(() -> window.unbind(idle.endpoint(), BIND), DatType.INVALID_STATE);

        Pair pair = env.connect();
        pair.link().endpoint().disconnect(DisconnectMode.ABRUPT);
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        Expect.accepted(
                () -> window.bind(pair.link().endpoint(), mine.slice(0, SOME), BOTH, BIND, NONE));

        Seen done = pair.link().done().require(BindCompletion.class);
        assertThat(done.status()).isEqualTo(CompletionStatus.FLUSHED);
        assertThat(done.cookie()).isEqualTo(BIND);
        assertThat(window.remoteRegion()).isEmpty();
        Expect.accepted(mine.region()::close);
    }

    private static void end(Pair pair, int flushed) throws InterruptedException {
        pair.link().endpoint().disconnect(DisconnectMode.ABRUPT);
        for (int i = 0; i < flushed; i++) {
            assertThat(pair.link().done().status()).isEqualTo(CompletionStatus.FLUSHED);
        }
    }

    /** Binds, has a bind to something else flushed, and gives what the peer had before. */
    private static RemoteRegion flush(
            Environment env, Pair sound, RemoteMemoryRegion window, Guarded former, Guarded other)
            throws InterruptedException {
        Stalled stalled = Stalled.connect(env, LinkShape.PLAIN.withQueues(8, FLUSHED_REQUESTS));
        Pair slow = stalled.pair();
        RemoteRegion before = bind(sound, window, former.slice(0, SOME), BOTH);
        stalled.post(1, 0, CompletionFlags.DEFAULT);
        Expect.accepted(
                () ->
                        window.bind(
                                slow.link().endpoint(),
                                other.slice(0, SOME),
                                BOTH,
                                BIND,
                                CompletionFlags.BARRIER_FENCE));
        RemoteRegion never = bound(window);
        end(slow, 1);
        Seen done = slow.link().done().require(BindCompletion.class);
        assertThat(done.status()).isEqualTo(CompletionStatus.FLUSHED);
        assertThat(done.cookie()).isEqualTo(BIND);
        Expect.end(slow.link());
        stalled.letGoAfterwards();
        Expect.end(slow.far().connectionEvent());
        assertThat(window.remoteRegion()).as("what it is bound to").isEmpty();
        requireDead(env, never);
        Expect.accepted(other.region()::close);
        return before;
    }

    /** What was bound cannot be closed, or nothing leads into it any more. */
    private static void requireKeptOrDead(Environment env, Guarded bound, RemoteRegion key)
            throws InterruptedException {
        try {
            bound.region().close();
        } catch (DatException e) {
            assertThat(e.subtype()).isEqualTo(DatSubtype.INVALID_STATE_LMR_IN_USE);
            return;
        }
        requireDead(env, key);
    }

    @Tests("RMR-17")
    void givesNoKeyWhereABindWasFlushed(Environment env) throws InterruptedException {
        env.there();
        Pair sound = env.connect();
        Guarded mine = memory(env);
        Guarded next = memory(env);
        RemoteMemoryRegion window = create(env);

        RemoteRegion former = flush(env, sound, window, mine, memory(env));
        requireKeptOrDead(env, mine, former);
        RemoteRegion again = bind(sound, window, next.slice(0, SOME), BOTH);
        requireDead(env, former);
        Expect.accepted(mine.region()::close);
        sound.peerWrites(again, SEED);

        former = flush(env, sound, window, next, memory(env));
        requireKeptOrDead(env, next, former);
        window.close();
        requireDead(env, former);
        Expect.accepted(next.region()::close);
    }

    @Tests("RMR-24")
    void isRefusedWhereTheQueueIsFull(Environment env) throws InterruptedException {
        env.there();
        Pair sound = env.connect();
        Stalled stalled = Stalled.connect(env, LinkShape.PLAIN.withQueues(8, FEW_REQUESTS));
        Pair slow = stalled.pair();
        Guarded mine = memory(env);
        RemoteMemoryRegion window = create(env);
        RemoteRegion former = bind(sound, window, mine.slice(0, SOME), BOTH);
        stalled.post(FEW_REQUESTS, 0, CompletionFlags.DEFAULT);

        Expect.refused(
                () ->
                        window.bind(
                                slow.link().endpoint(), mine.slice(FIRST, SOME), BOTH, BIND, NONE),
                DatType.INSUFFICIENT_RESOURCES);

        assertThat(window.remoteRegion()).contains(former);
        sound.peerWrites(former, SEED);
        end(slow, FEW_REQUESTS);
        Expect.end(slow.link());
        stalled.letGoAfterwards();
        Expect.end(slow.far().connectionEvent());
    }

    // ---- what it holds

    @Tests("RMR-19")
    void canBeClosedWhileItIsBound(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemoryRegion window = create(env);
        bind(pair, window, mine.slice(0, CLOSED), BOTH);

        Expect.accepted(window::close);

        assertThat(window.isClosed()).isTrue();
        Expect.accepted(mine.region()::close);
        pair.exchange();
    }

    @Tests("RMR-22")
    void tellsWhatItIsBoundTo(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        Guarded mine = env.here().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteMemoryRegion window = create(env);
        assertThat(window.protectionZone()).isEqualTo(env.here().zone());
        assertThat(window.scope()).isEqualTo(RmrScope.PROTECTION_ZONE);
        assertThat(window.remoteRegion()).isEmpty();

        window.bind(endpoint, mine.slice(FIRST, SOME), BOTH, BIND, NONE);
        RemoteRegion now = bound(window);
        pair.link().done().requireBound(BIND);

        assertThat(now.address())
                .isEqualTo(mine.region().remoteRegion().slice(FIRST, SOME).address());
        assertThat(now.length()).isEqualTo(SOME);
        assertThat(now.key()).isNotEqualTo(mine.region().remoteRegion().key());
        assertThat(window.remoteRegion()).contains(now);
        window.unbind(endpoint, BIND + 1);
        pair.link().done().requireBound(BIND + 1);
        assertThat(window.remoteRegion()).isEmpty();
    }

    @Tests("RMR-23")
    void leavesNothingBehind(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = memory(env);
        var before = env.here().adapter().census();
        for (int i = 0; i < CYCLES; i++) {
            RemoteMemoryRegion window = create(env);
            bind(pair, window, mine.slice(0, LEAKING), BOTH);
            window.unbind(pair.link().endpoint(), BIND + 1);
            pair.link().done().requireBound(BIND + 1);
            Expect.accepted(window::close);
        }
        assertThat(env.here().adapter().census()).isEqualTo(before);
        Expect.accepted(mine.region()::close);
    }
}
