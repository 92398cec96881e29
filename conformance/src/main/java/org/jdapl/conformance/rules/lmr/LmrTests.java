package org.jdapl.conformance.rules.lmr;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jdapl.api.DatException;
import org.jdapl.api.Endpoint;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RegistrationOption;
import org.jdapl.api.RemoteMemoryRegion;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Pattern;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.ffm.LockingRight;
import org.jdapl.conformance.ffm.Posix;
import org.jdapl.conformance.ffm.ResourceLimit;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.NotApplicableException;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group LMR. */
final class LmrTests {

    private static final int PAGE = 4096;
    private static final int MIB = 1 << 20;
    private static final long PIECE = 1 << 16;
    private static final int LENGTH = 61;
    private static final int MARGIN = 35;
    private static final int SEED = 31;
    private static final int OTHER = 32;
    private static final int BLANK = 33;
    private static final int TRIES = 64;
    private static final int CYCLES = 1000;

    /** So many bytes may be locked in a rule, and in no other. */
    static final long LOCKABLE = MIB;

    /** Of memory that is registered with a promise. */
    static final int PROMISED = 1000;

    /** Of regions with remote memory regions, with shares, and of sources that stay. */
    static final int BOUND = 77;

    static final int SHARED = 67;
    static final int SOURCE = 71;
    private static final long BIND = 15;

    /** Rights that no other rule shares with. */
    static final Set<Privilege> TO_READ = Set.of(Privilege.LOCAL_READ, Privilege.REMOTE_READ);

    private static final RegistrationOption PROMISE = RegistrationOption.CALLER_GUARANTEES_LIFETIME;

    // ---- what many need

    private static ProtectionZone zone(Environment env) {
        return env.here().zone();
    }

    private static LocalMemoryRegion register(
            Environment env, MemorySegment memory, Set<Privilege> rights) {
        return zone(env).register(memory, rights, PROMISE);
    }

    private static void requireContents(MemorySegment memory, int seed) {
        assertThat(Pattern.mismatch(memory, seed, 0)).as("first wrong byte").isEqualTo(-1);
    }

    // ---- making them

    @Tests(value = "LMR-01", needs = Capability.RDMA_READ)
    void registersAnySize(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        for (int size : new int[] {1, PAGE - 1, PAGE, PAGE + 1, MIB}) {
            Guarded mine = Expect.given(() -> env.here().memory(size, Party.LOCAL_RIGHTS, 1));
            RemoteMemory theirs = env.there().memory(size, Party.ALL_RIGHTS, 2);

            pair.link().endpoint().write(mine.slice(0, size), theirs.region(), size);

            pair.link().done().requireSuccess(size, OperationKind.RDMA_WRITE, size);
            pair.link().endpoint().read(mine.slice(0, size), theirs.region(), size);
            pair.link().done().requireSuccess(size, OperationKind.RDMA_READ, size);
            mine.requireContents(0, size, 1, 0);
            theirs.requireContents(0, size, 1, 0);
        }
    }

    @Tests("LMR-02")
    void startsAndEndsAnywhere(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        MemorySegment whole = Arena.ofAuto().allocate(LENGTH + 2L * MARGIN, 64);
        for (int offset : new int[] {1, 3, MARGIN}) {
            Pattern.fill(whole, BLANK, 0);
            MemorySegment part = whole.asSlice(offset, LENGTH);
            LocalMemoryRegion region = Expect.given(() -> register(env, part, Party.ALL_RIGHTS));
            assertThat(region.length()).isEqualTo(LENGTH);

            pair.peerWrites(region.remoteRegion(), SEED);

            requireContents(part, SEED);
            requireContents(whole.asSlice(0, offset), BLANK);
            long end = offset + (long) LENGTH;
            assertThat(Pattern.mismatch(whole.asSlice(end), BLANK, end)).isEqualTo(-1);
            region.close();
        }
    }

    @Tests("LMR-03")
    void refusesNoMemory(Environment env) {
        for (long length : new long[] {0, -1, Long.MIN_VALUE}) {
            Expect.refused(
                    () -> zone(env).allocate(length, Party.LOCAL_RIGHTS), DatType.LENGTH_ERROR);
        }
        Expect.refused(() -> env.here().memory(0, Party.LOCAL_RIGHTS, 1), DatType.LENGTH_ERROR);
    }

    @Tests("LMR-04")
    void refusesTooMuchMemory(Environment env) {
        long maximum = env.attributes().maxRegionBytes();
        assertThat(maximum).isBetween((long) MIB, Long.MAX_VALUE - 1);

        Expect.refused(
                () -> zone(env).allocate(maximum + 1, Party.LOCAL_RIGHTS), DatType.LENGTH_ERROR);
    }

    @Tests("LMR-05")
    void refusesRemoteWritesWithoutLocalOnes(Environment env) {
        Set<Privilege> rights = Set.of(Privilege.LOCAL_READ, Privilege.REMOTE_WRITE);

        Expect.refused(() -> zone(env).allocate(LENGTH, rights), DatType.INVALID_PARAMETER);
        Expect.refused(
                () -> register(env, Arena.ofAuto().allocate(LENGTH), rights),
                DatType.INVALID_PARAMETER);
    }

    @Tests("LMR-06")
    void sharesMemoryWithOthers(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        MemorySegment memory = Arena.ofAuto().allocate(LENGTH);
        LocalMemoryRegion first = register(env, memory, Party.ALL_RIGHTS);
        LocalMemoryRegion second = Expect.given(() -> register(env, memory, Party.ALL_RIGHTS));

        pair.peerWrites(first.remoteRegion(), SEED);
        requireContents(memory, SEED);
        pair.peerWrites(second.remoteRegion(), OTHER);
        requireContents(memory, OTHER);
        first.close();
        pair.peerWrites(second.remoteRegion(), SEED);
        requireContents(memory, SEED);
    }

    @Tests(value = "LMR-07", needs = Capability.RDMA_READ)
    void takesReadOnlyMemoryForReading(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        MemorySegment memory = Arena.ofAuto().allocate(LENGTH);
        Pattern.fill(memory, SEED, 0);
        MemorySegment readOnly = memory.asReadOnly();
        Set<Privilege> reading = Set.of(Privilege.LOCAL_READ, Privilege.REMOTE_READ);
        LocalMemoryRegion region = Expect.given(() -> register(env, readOnly, reading));
        RemoteMemory sink = env.there().memory(LENGTH, Party.LOCAL_RIGHTS, BLANK);

        assertThat(pair.far().read(1, region.remoteRegion(), sink.whole()))
                .isEqualTo(PostStatus.OK);
        pair.far().done().requireSuccess(1, OperationKind.RDMA_READ, LENGTH);
        sink.requireContents(0, LENGTH, SEED, 0);

        Expect.refused(() -> register(env, readOnly, Party.ALL_RIGHTS), DatType.INVALID_PARAMETER);
    }

    @Tests(value = "LMR-07", twin = true)
    void refusesReadOnlyMemory(Environment env) {
        Expect.refused(
                () ->
                        register(
                                env,
                                Arena.ofAuto().allocate(LENGTH).asReadOnly(),
                                Set.of(Privilege.LOCAL_READ)),
                DatType.MODEL_NOT_SUPPORTED);
    }

    @Tests("LMR-08")
    void refusesMemoryOfTheHeap(Environment env) {
        for (MemorySegment heap :
                List.of(
                        MemorySegment.ofArray(new byte[LENGTH]),
                        MemorySegment.ofArray(new long[8]))) {
            Expect.refused(
                    () -> register(env, heap, Party.LOCAL_RIGHTS), DatType.INVALID_PARAMETER);
        }
    }

    @Tests("LMR-09")
    void refusesMemoryThatOthersCannotReach(Environment env) {
        try (Arena confined = Arena.ofConfined()) {
            MemorySegment memory = confined.allocate(LENGTH);
            Expect.refused(
                    () -> register(env, memory, Party.LOCAL_RIGHTS), DatType.INVALID_PARAMETER);
        }
        MemorySegment gone;
        try (Arena arena = Arena.ofShared()) {
            gone = arena.allocate(LENGTH);
        }
        Expect.refused(() -> register(env, gone, Party.LOCAL_RIGHTS), DatType.INVALID_HANDLE);
    }

    // ---- ending them

    @Tests("LMR-10")
    void letsGoOfItsMemory(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Expect.accepted(
                () -> {
                    try (Arena arena = Arena.ofShared()) {
                        MemorySegment memory = arena.allocate(LENGTH);
                        LocalMemoryRegion owned = register(env, memory, Party.ALL_RIGHTS);
                        pair.peerWrites(owned.remoteRegion(), SEED);
                        owned.close();
                    }
                });

        LocalMemoryRegion allocated = zone(env).allocate(LENGTH, Party.ALL_RIGHTS);
        MemorySegment memory = allocated.segment();
        pair.peerWrites(allocated.remoteRegion(), SEED);
        requireContents(memory, SEED);
        allocated.close();
        assertThat(memory.scope().isAlive()).as("memory of a closed region").isFalse();
    }

    @Tests(value = "LMR-11", needs = Capability.RDMA_READ)
    void isOutOfReachOnceItIsClosed(Environment env) throws InterruptedException {
        RemoteMemory target = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        Pair writer = env.connect();
        Pair reader = env.connect();
        Guarded mine = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        writer.link().endpoint().read(mine.slice(0, LENGTH), target.region(), 1);
        writer.link().done().requireSuccess(1, OperationKind.RDMA_READ, LENGTH);
        target.close();

        reader.link().endpoint().read(mine.slice(0, LENGTH), target.region(), 2);
        Seen read = reader.link().done();
        assertThat(read.status().name()).isNotEqualTo("SUCCESS");
        requireEnd(env, reader, read);
        writer.link().endpoint().write(mine.slice(0, LENGTH), target.region(), 3);
        requireEnd(env, writer, writer.link().done());
        target.requireContents(0, LENGTH, BLANK, 0);
    }

    private static void requireEnd(Environment env, Pair pair, Seen done)
            throws InterruptedException {
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(done.status(), true));
    }

    @Tests(value = "LMR-12", needs = Capability.RDMA_READ)
    void cannotBePostedOnceItIsClosed(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        LocalMemoryRegion closed = zone(env).allocate(LENGTH, Party.ALL_RIGHTS);
        closed.close();
        RemoteRegion to = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK).region();
        int none = CompletionFlags.DEFAULT;

        assertThat(
                        List.of(
                                endpoint.postSend(closed, 0, 1, 1, none),
                                endpoint.postReceive(closed, 0, 1, 1),
                                endpoint.postWrite(closed, 0, 1, to.address(), to.key(), 1, none),
                                endpoint.postRead(closed, 0, 1, to.address(), to.key(), 1, none)))
                .containsOnly(PostStatus.CLOSED);
        pair.exchange();
    }

    @Tests("LMR-13")
    void doesNotInheritAKey(Environment env) {
        long former = 0;
        for (int i = 0; i < TRIES; i++) {
            LocalMemoryRegion region = zone(env).allocate(LENGTH, Party.ALL_RIGHTS);
            long key = region.remoteRegion().key();
            assertThat(key).as("key of region %s", i).isNotEqualTo(former);
            region.close();
            former = key;
        }
    }

    @Tests("LMR-14")
    void staysWhilePostedWorkNamesIt(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        LocalMemoryRegion region = zone(env).allocate(LENGTH, Party.LOCAL_RIGHTS);
        RemoteMemory theirs = env.there().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        pair.link().endpoint().receive(region.whole(), 1);

        Expect.refused(region::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_LMR_IN_USE);
        assertThat(region.isClosed()).isFalse();
        pair.far().mustSend(2, theirs.whole());
        pair.link().received().requireSuccess(1, OperationKind.RECEIVE, LENGTH);
        requireContents(region.segment(), SEED);
        Expect.accepted(region::close);
        pair.far().done().requireSuccess(2, OperationKind.SEND, LENGTH);
    }

    /** Binds a window of this side to all of a region. */
    private static void bind(Pair pair, RemoteMemoryRegion window, LocalMemoryRegion region)
            throws InterruptedException {
        window.bind(
                pair.link().endpoint(),
                region.whole(),
                Set.of(Privilege.REMOTE_READ),
                BIND,
                CompletionFlags.DEFAULT);
        pair.link().done().requireBound(BIND);
    }

    private static void requireInUse(LocalMemoryRegion region) {
        Expect.refused(region::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_LMR_IN_USE);
        assertThat(region.isClosed()).isFalse();
    }

    @Tests("LMR-15")
    void staysWhileAKeyStandsForIt(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        RemoteMemoryRegion window = zone(env).createRemoteMemoryRegion(RmrScope.PROTECTION_ZONE);
        LocalMemoryRegion unbound = zone(env).allocate(BOUND, Party.LOCAL_RIGHTS);
        LocalMemoryRegion boundAnew = zone(env).allocate(BOUND, Party.LOCAL_RIGHTS);
        LocalMemoryRegion last = zone(env).allocate(BOUND, Party.LOCAL_RIGHTS);

        bind(pair, window, unbound);
        requireInUse(unbound);
        window.unbind(endpoint, BIND);
        pair.link().done().requireBound(BIND);
        Expect.accepted(unbound::close);

        bind(pair, window, boundAnew);
        requireInUse(boundAnew);
        bind(pair, window, last);
        Expect.accepted(boundAnew::close);

        requireInUse(last);
        Expect.accepted(window::close);
        Expect.accepted(last::close);
        pair.exchange();
        if (env.attributes().has(Capability.SEND_WITH_INVALIDATE)) {
            requireGoesOnceThePeerHasInvalidated(env, pair);
        }
    }

    private static void requireGoesOnceThePeerHasInvalidated(Environment env, Pair pair)
            throws InterruptedException {
        RmrScope scope = env.profile() == Profile.IB ? RmrScope.ENDPOINT : RmrScope.PROTECTION_ZONE;
        RemoteMemoryRegion window = zone(env).createRemoteMemoryRegion(scope);
        LocalMemoryRegion region = zone(env).allocate(BOUND, Party.LOCAL_RIGHTS);
        Guarded inbox = env.here().memory(1, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(1, Party.LOCAL_RIGHTS, SEED);
        bind(pair, window, region);
        requireInUse(region);
        pair.link().endpoint().receive(inbox.slice(0, 1), 3);
        long key = window.remoteRegion().orElseThrow().key();
        assertThat(pair.far().sendWithInvalidate(4, key, theirs.whole())).isEqualTo(PostStatus.OK);
        pair.link().received().requireSuccess(3, OperationKind.RECEIVE_WITH_INVALIDATE, 1);
        pair.far().done().requireSuccess(4, OperationKind.SEND_WITH_INVALIDATE, 1);
        Expect.accepted(region::close);
    }

    @Tests("LMR-16")
    void hasNoKeyWithoutARemoteRight(Environment env) {
        LocalMemoryRegion local = zone(env).allocate(LENGTH, Party.LOCAL_RIGHTS);

        Expect.refused(local::remoteRegion, DatType.PRIVILEGES_VIOLATION);
        Expect.refused(() -> local.remoteRegion(0, 1), DatType.PRIVILEGES_VIOLATION);
    }

    @Tests("LMR-18")
    void canBeSynced(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        LocalMemoryRegion region = zone(env).allocate(LENGTH, Party.ALL_RIGHTS);

        pair.peerWrites(region.remoteRegion(), SEED);
        Expect.accepted(() -> region.syncForWrite(0, LENGTH));
        requireContents(region.segment(), SEED);
        Expect.accepted(() -> region.syncForRead(LENGTH - 1, 1));
        Expect.accepted(() -> region.syncForRead(0, 0));
        for (long[] outside : new long[][] {{1, LENGTH}, {-1, 1}, {0, -1}, {Long.MAX_VALUE, 2}}) {
            Expect.refused(
                    () -> region.syncForRead(outside[0], outside[1]), DatType.INVALID_PARAMETER);
            Expect.refused(
                    () -> region.syncForWrite(outside[0], outside[1]), DatType.INVALID_PARAMETER);
        }
    }

    @Tests("LMR-19")
    void saysThatNoMoreMemoryCanBeLocked(Environment env) throws Exception {
        if (!Posix.has("setrlimit") || !Posix.has("capset")) {
            throw new NotApplicableException(
                    "this system does not limit locked memory as Linux does");
        }
        Pair pair = env.connect();
        Deque<LocalMemoryRegion> made = new ArrayDeque<>();
        try (ResourceLimit _ = ResourceLimit.lower(ResourceLimit.Kind.LOCKED_MEMORY, LOCKABLE)) {
            // On a thread of its own: from one whose rights have changed since the device was
            // opened, the kernel takes no posts.
            assertThat(env.start(() -> lockAllThatCanBe(env, made)).result(Bound.EVENT))
                    .isPositive();
            pair.exchange();
        }

        made.add(Expect.given(() -> zone(env).allocate(LOCKABLE, Party.ALL_RIGHTS)));
        pair.peerWrites(made.getLast().remoteRegion(0, LENGTH), SEED);
        requireContents(made.getLast().segment().asSlice(0, LENGTH), SEED);
    }

    /** Makes regions until one is refused, and one in the place of two; how many there are. */
    private static int lockAllThatCanBe(Environment env, Deque<LocalMemoryRegion> made) {
        try (LockingRight _ = LockingRight.giveUp()) {
            DatException refusal = lockUntilRefused(env, made);
            assertThat(refusal.type())
                    .as(refusal.getMessage())
                    .isEqualTo(DatType.INSUFFICIENT_RESOURCES);
            assertThat(refusal.text()).as("why").isNotBlank();

            made.removeLast().close();
            made.removeLast().close();
            made.add(Expect.given(() -> zone(env).allocate(PIECE, Party.ALL_RIGHTS)));
            return made.size();
        }
    }

    /** Makes regions of four times what may be locked, or fewer. */
    private static DatException lockUntilRefused(Environment env, Deque<LocalMemoryRegion> made) {
        while (made.size() * PIECE < 4 * LOCKABLE) {
            try {
                made.add(zone(env).allocate(PIECE, Party.ALL_RIGHTS));
            } catch (DatException e) {
                return e;
            }
        }
        throw new NotApplicableException("registered memory does not count as locked here");
    }

    @Tests("LMR-20")
    void leavesNothingBehind(Environment env) {
        var before = env.here().adapter().census();
        for (int i = 0; i < CYCLES; i++) {
            LocalMemoryRegion region = zone(env).allocate(PAGE, Party.ALL_RIGHTS);
            MemorySegment memory = region.segment();
            region.close();
            assertThat(memory.scope().isAlive()).as("memory of closed region %s", i).isFalse();
        }
        assertThat(env.here().adapter().census()).isEqualTo(before);
    }

    @Tests("LMR-21")
    void usesTheMemoryThatThereIsNow(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        int again = 0;
        for (int i = 0; i < TRIES && again == 0; i++) {
            long former = useOnce(env, pair, SEED);
            again += useOnce(env, pair, OTHER) == former ? 1 : 0;
        }
        if (again == 0) {
            env.warn("the system never gave the same memory twice");
        }
    }

    /** Has the peer write to new memory, and frees it; gives its address. */
    private static long useOnce(Environment env, Pair pair, int seed) throws InterruptedException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(PAGE);
            LocalMemoryRegion region = register(env, memory, Party.ALL_RIGHTS);
            pair.peerWrites(region.remoteRegion(), seed);
            requireContents(memory, seed);
            region.close();
            return memory.address();
        }
    }

    @Tests("LMR-22")
    void worksTheSameWithAPromise(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        MemorySegment memory = Arena.ofAuto().allocate(PROMISED);
        LocalMemoryRegion promised = Expect.given(() -> register(env, memory, Party.ALL_RIGHTS));
        assertThat(promised.privileges()).isEqualTo(Party.ALL_RIGHTS);
        assertThat(promised.length()).isEqualTo(PROMISED);

        pair.peerWrites(promised.remoteRegion(), SEED);
        requireContents(memory, SEED);
        pair.peerWrites(promised.remoteRegion(PAGE / 8, PAGE / 16), OTHER);
        requireContents(memory.asSlice(PAGE / 8, PAGE / 16), OTHER);
        requireContents(memory.asSlice(0, PAGE / 8), SEED);
    }

    // ---- zero-based and shared regions

    @Tests("LMR-23")
    void startsAtZeroForThePeer(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        MemorySegment memory = Arena.ofAuto().allocate(LENGTH);
        for (LocalMemoryRegion region :
                List.of(
                        zone(env).allocate(LENGTH, Party.ALL_RIGHTS, RegistrationOption.ZERO_BASED),
                        zone(env)
                                .register(
                                        memory,
                                        Party.ALL_RIGHTS,
                                        PROMISE,
                                        RegistrationOption.ZERO_BASED))) {
            RemoteRegion whole = region.remoteRegion();
            assertThat(whole.address()).as("the address for the peer").isZero();
            assertThat(region.remoteRegion(3, 4).address()).isEqualTo(3);

            pair.peerWrites(new RemoteRegion(0, LENGTH, whole.key()), SEED);
            requireContents(region.segment(), SEED);
            pair.peerWrites(new RemoteRegion(LENGTH - 1, 1, whole.key()), OTHER);

            requireContents(region.segment().asSlice(LENGTH - 1, 1), OTHER);
            requireContents(region.segment().asSlice(0, LENGTH - 1), SEED);
            requirePeerFails(env, new RemoteRegion(LENGTH - 1, 2, whole.key()));
            requirePeerFails(env, new RemoteRegion(-1, 2, whole.key()));
        }
    }

    @Tests(value = "LMR-23", twin = true)
    void cannotStartAtZero(Environment env) {
        assertThat(
                        Expect.refusal(
                                () ->
                                        zone(env)
                                                .allocate(
                                                        LENGTH,
                                                        Party.ALL_RIGHTS,
                                                        RegistrationOption.ZERO_BASED)))
                .satisfies(e -> assertThat(e.type()).isEqualTo(DatType.MODEL_NOT_SUPPORTED))
                .hasMessageContaining(Capability.ZERO_BASED_REGION.name());
    }

    /** The peer writes to where it must not, over a connection of its own. */
    private static void requirePeerFails(Environment env, RemoteRegion bad)
            throws InterruptedException {
        Pair pair = env.connect();
        RemoteMemory source = env.there().memory(bad.length(), Party.LOCAL_RIGHTS, SEED);
        assertThat(pair.far().write(1, bad, source.whole())).isEqualTo(PostStatus.OK);
        Seen done = pair.far().done();
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(done.status(), true));
    }

    @Tests("LMR-24")
    void sharesTheBytesOfItsSource(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        ProtectionZone otherZone = env.here().adapter().createProtectionZone();
        LocalMemoryRegion source = otherZone.allocate(SHARED, Party.LOCAL_RIGHTS);

        LocalMemoryRegion shared = Expect.given(() -> zone(env).share(source, Party.ALL_RIGHTS));

        assertThat(shared.protectionZone()).isEqualTo(zone(env));
        assertThat(shared.length()).isEqualTo(SHARED);
        assertThat(shared.privileges()).isEqualTo(Party.ALL_RIGHTS);
        assertThat(source.privileges()).isEqualTo(Party.LOCAL_RIGHTS);
        pair.peerWrites(shared.remoteRegion(), SEED);
        requireContents(source.segment(), SEED);
        LocalMemoryRegion again = Expect.given(() -> otherZone.share(shared, Party.ALL_RIGHTS));
        assertThat(again.remoteRegion().key()).isNotEqualTo(shared.remoteRegion().key());
        Pattern.fill(again.segment(), OTHER, 0);
        requireContents(source.segment(), OTHER);
    }

    @Tests(value = "LMR-24", twin = true)
    void cannotBeShared(Environment env) {
        LocalMemoryRegion source = zone(env).allocate(LENGTH, Party.LOCAL_RIGHTS);
        assertThat(Expect.refusal(() -> zone(env).share(source, Party.ALL_RIGHTS)))
                .satisfies(e -> assertThat(e.type()).isEqualTo(DatType.MODEL_NOT_SUPPORTED))
                .hasMessageContaining(Capability.SHARED_REGION.name());
    }

    @Tests(value = "LMR-25", needs = Capability.RDMA_READ)
    void sharesWithRightsOfItsOwn(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        LocalMemoryRegion source = zone(env).allocate(LENGTH, Party.ALL_RIGHTS);
        LocalMemoryRegion shared = zone(env).share(source, TO_READ);
        pair.peerWrites(source.remoteRegion(), SEED);

        requirePeerFails(env, shared.remoteRegion());

        requireContents(source.segment(), SEED);
        RemoteMemory sink = env.there().memory(LENGTH, Party.LOCAL_RIGHTS, BLANK);
        assertThat(pair.far().read(2, shared.remoteRegion(), sink.whole()))
                .isEqualTo(PostStatus.OK);
        pair.far().done().requireSuccess(2, OperationKind.RDMA_READ, LENGTH);
        sink.requireContents(0, LENGTH, SEED, 0);
    }

    @Tests("LMR-26")
    void outlivesWhatSharesIt(Environment env) {
        LocalMemoryRegion source = zone(env).allocate(SOURCE, Party.ALL_RIGHTS);
        LocalMemoryRegion first = zone(env).share(source, Party.ALL_RIGHTS);
        LocalMemoryRegion second = zone(env).share(source, Party.LOCAL_RIGHTS);
        MemorySegment memory = second.segment();

        requireInUse(source);
        first.close();
        requireInUse(source);
        second.close();
        assertThat(memory.scope().isAlive()).as("the source's memory").isTrue();
        Expect.accepted(source::close);
        assertThat(memory.scope().isAlive()).as("the closed source's memory").isFalse();

        Expect.refused(() -> zone(env).share(source, Party.ALL_RIGHTS), DatType.INVALID_HANDLE);
        LocalMemoryRegion foreign = env.open().allocate(LENGTH, Party.ALL_RIGHTS);
        Expect.refused(() -> zone(env).share(foreign, Party.ALL_RIGHTS), DatType.INVALID_HANDLE);
    }
}
