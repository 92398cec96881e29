package org.jdapl.conformance.rules.lmr;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import org.jdapl.api.Endpoint;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RegistrationOption;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Pattern;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group LMR. */
final class LmrTests {

    private static final int PAGE = 4096;
    private static final int MIB = 1 << 20;
    private static final int LENGTH = 61;
    private static final int MARGIN = 35;
    private static final int SEED = 31;
    private static final int OTHER = 32;
    private static final int BLANK = 33;
    private static final int TRIES = 64;
    private static final int CYCLES = 1000;

    /** Of memory that is registered with a promise. */
    static final int PROMISED = 1000;

    private static final RegistrationOption PROMISE = RegistrationOption.CALLER_GUARANTEES_LIFETIME;

    // ---- what many need

    private static ProtectionZone zone(Environment env) {
        return env.here().zone();
    }

    private static LocalMemoryRegion register(
            Environment env, MemorySegment memory, Set<Privilege> rights) {
        return zone(env).register(memory, rights, PROMISE);
    }

    /** Has the peer write the pattern of a seed to memory of this side, and waits for it. */
    private static void peerWrites(Pair pair, RemoteRegion to, int seed)
            throws InterruptedException {
        RemoteMemory source = pair.there().memory(to.length(), Party.LOCAL_RIGHTS, seed);
        Guarded inbox = pair.here().memory(1, Party.LOCAL_RIGHTS, BLANK);
        pair.link().endpoint().receive(inbox.slice(0, 1), 7);
        assertThat(pair.far().write(1, to, source.whole())).isEqualTo(PostStatus.OK);
        pair.far().mustSend(2, source.part(0, 1));
        // What was written before a message is there when the message is.
        pair.link().received().requireSuccess(7, OperationKind.RECEIVE, 1);
        pair.far().done().requireSuccess(1, OperationKind.RDMA_WRITE, to.length());
        pair.far().done().requireSuccess(2, OperationKind.SEND, 1);
    }

    private static void requireContents(MemorySegment memory, int seed) {
        assertThat(Pattern.mismatch(memory, seed, 0)).as("first wrong byte").isEqualTo(-1);
    }

    // ---- making them

    @Tests("LMR-01")
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

            peerWrites(pair, region.remoteRegion(), SEED);

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

        peerWrites(pair, first.remoteRegion(), SEED);
        requireContents(memory, SEED);
        peerWrites(pair, second.remoteRegion(), OTHER);
        requireContents(memory, OTHER);
        first.close();
        peerWrites(pair, second.remoteRegion(), SEED);
        requireContents(memory, SEED);
    }

    @Tests("LMR-07")
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
                        peerWrites(pair, owned.remoteRegion(), SEED);
                        owned.close();
                    }
                });

        LocalMemoryRegion allocated = zone(env).allocate(LENGTH, Party.ALL_RIGHTS);
        MemorySegment memory = allocated.segment();
        peerWrites(pair, allocated.remoteRegion(), SEED);
        requireContents(memory, SEED);
        allocated.close();
        assertThat(memory.scope().isAlive()).as("memory of a closed region").isFalse();
    }

    @Tests("LMR-11")
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

    @Tests("LMR-12")
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

        peerWrites(pair, region.remoteRegion(), SEED);
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
            peerWrites(pair, region.remoteRegion(), seed);
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

        peerWrites(pair, promised.remoteRegion(), SEED);
        requireContents(memory, SEED);
        peerWrites(pair, promised.remoteRegion(PAGE / 8, PAGE / 16), OTHER);
        requireContents(memory.asSlice(PAGE / 8, PAGE / 16), OTHER);
        requireContents(memory.asSlice(0, PAGE / 8), SEED);
    }
}
