package org.jdapl.conformance.rules.rdm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RemoteMemoryRegion;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.Work;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteParty;

/** Tests the rules of group RDM. */
final class RdmTests {

    private static final int MIB = 1 << 20;
    private static final int[] SIZES = {1, 7, 4_096, 65_537, MIB};
    private static final int SEED = 15;
    private static final int WINDOW_FIRST = 20;
    private static final int WINDOW = 60;

    /** So long are reads into remote memory regions. */
    static final int INTO_WINDOW = 33;

    private static final int BLANK = 16;
    private static final long UNKNOWN = 0x5555_0000L;

    @Tests("RDM-01")
    void fillsExactlyItsSink(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(MIB + 8, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(MIB + 8, Party.ALL_RIGHTS, SEED);
        RemoteRegion whole = theirs.region();
        int offset = 0;
        for (int size : SIZES) {
            RemoteRegion source = new RemoteRegion(whole.address() + offset, size, whole.key());

            pair.link().endpoint().read(mine.slice(3, size), source, size);

            pair.link().done().requireSuccess(size, OperationKind.RDMA_READ, size);
            mine.requireContents(3, size, SEED, offset);
            mine.requireOnlyChanged(3, size);
            mine.fill(BLANK);
            offset++;
        }
        theirs.requireUntouched();
    }

    @Tests("RDM-06")
    void readsNothing(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(8, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(8, Party.ALL_RIGHTS, SEED);
        for (long key : new long[] {theirs.region().key(), 0x1234_5678}) {
            RemoteRegion source = new RemoteRegion(theirs.region().address(), 0, key);

            pair.link().endpoint().read(mine.slice(4, 0), source, key);

            pair.link().done().requireSuccess(key, OperationKind.RDMA_READ, 0);
        }
        mine.requireUntouched();
        pair.exchange();
    }

    @Tests("RDM-02")
    void tellsTheLength(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(MIB, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(MIB, Party.ALL_RIGHTS, SEED);
        for (int size : new int[] {0, 1, 1_441, 5_001, 65_536, MIB}) {
            pair.link().endpoint().read(mine.slice(0, size), theirs.region().slice(0, size), size);

            Seen done = pair.link().done();
            assertThat(done.status()).isEqualTo(CompletionStatus.SUCCESS);
            assertThat(done.cookie()).isEqualTo(size);
            assertThat(done.length()).isEqualTo(size);
        }
    }

    @Tests("RDM-03")
    void isFinishedWhenItCompletes(Environment env) throws InterruptedException {
        int reads = 8;
        int size = 33_331;
        Pair pair = env.connect();
        Guarded mine = env.here().memory((long) reads * size, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory((long) reads * size, Party.ALL_RIGHTS, SEED);
        for (int i = 0; i < reads; i++) {
            long at = (long) i * size;
            pair.link().endpoint().read(mine.slice(at, size), theirs.region().slice(at, size), i);
        }
        for (int i = 0; i < reads; i++) {
            pair.link().done().requireSuccess(i, OperationKind.RDMA_READ, size);
            mine.requireContents((long) i * size, size, SEED, (long) i * size);
        }
        theirs.fill(BLANK);
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        mine.requireContents(0, (long) reads * size, SEED, 0);
    }

    @Tests("RDM-04")
    void fillsAsManySegmentsAsItMay(Environment env) throws InterruptedException {
        int piece = 101;
        Pair pair = env.connect();
        int limit = pair.link().endpoint().attributes().maxReadSegments();
        assertThat(limit).isBetween(1, env.attributes().maxReadSegments());
        Guarded mine = env.here().memory((limit + 1L) * 2 * piece, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory((limit + 1L) * piece, Party.ALL_RIGHTS, SEED);
        for (int segments = 1; segments <= limit; segments++) {
            int status = pair.link().endpoint().post(scattered(env, mine, theirs, segments, piece));

            assertThat(status).isEqualTo(PostStatus.OK);
            pair.link()
                    .done()
                    .requireSuccess(segments, OperationKind.RDMA_READ, (long) segments * piece);
            for (int i = 0; i < segments; i++) {
                mine.requireContents(2L * i * piece, piece, SEED, (long) i * piece);
                mine.requireContents((2L * i + 1) * piece, piece, BLANK, (2L * i + 1) * piece);
            }
            mine.fill(BLANK);
        }

        int refused = pair.link().endpoint().post(scattered(env, mine, theirs, limit + 1, piece));

        assertThat(refused).isEqualTo(PostStatus.INVALID_ARGUMENT);
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        mine.requireUntouched();
        pair.exchange();
    }

    /** A read into every second piece of memory. */
    private static Work scattered(
            Environment env, Guarded into, RemoteMemory from, int segments, int piece) {
        Work work = env.here().adapter().createWork(segments);
        for (int i = 0; i < segments; i++) {
            work.addSegment(into.region(), 2L * i * piece, piece);
        }
        return work.read(from.region().address(), from.region().key()).cookie(segments);
    }

    @Tests("RDM-05")
    void needsNoRemoteRightOfItsSink(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded sink = env.here().memory(63, Set.of(Privilege.LOCAL_WRITE), BLANK);
        RemoteMemory theirs = env.there().memory(63, Party.ALL_RIGHTS, SEED);

        Expect.accepted(() -> pair.link().endpoint().read(sink.slice(0, 63), theirs.region(), 1));

        pair.link().done().requireSuccess(1, OperationKind.RDMA_READ, 63);
        sink.requireContents(0, 63, SEED, 0);
    }

    @Tests("RDM-07")
    void waitsForItsTurn(Environment env) throws InterruptedException {
        int reads = 40;
        int size = 5_003;
        Pair pair = env.connect(LinkShape.PLAIN.withReads(2, 2));
        Guarded mine = env.here().memory((long) reads * size, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory((long) reads * size, Party.ALL_RIGHTS, SEED);
        for (int i = 0; i < reads; i++) {
            long at = (long) i * size;
            pair.link().endpoint().read(mine.slice(at, size), theirs.region().slice(at, size), i);
        }
        for (int i = 0; i < reads; i++) {
            pair.link().done().requireSuccess(i, OperationKind.RDMA_READ, size);
            mine.requireContents((long) i * size, size, SEED, (long) i * size);
        }
    }

    @Tests("RDM-09")
    void goesBeforeAFencedWrite(Environment env) throws InterruptedException {
        int size = 600_000;
        Pair pair = env.connect();
        Guarded mine = env.here().memory(size, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory source = env.there().memory(size, Party.ALL_RIGHTS, SEED);
        RemoteMemory target = env.there().memory(size, Party.ALL_RIGHTS, BLANK);

        pair.link().endpoint().read(mine.slice(0, size), source.region(), 1);
        assertThat(
                        pair.link()
                                .endpoint()
                                .postWrite(
                                        mine.region(),
                                        0,
                                        size,
                                        target.region().address(),
                                        target.region().key(),
                                        2,
                                        CompletionFlags.BARRIER_FENCE))
                .isEqualTo(PostStatus.OK);

        pair.link().done().requireSuccess(1, OperationKind.RDMA_READ, size);
        pair.link().done().requireSuccess(2, OperationKind.RDMA_WRITE, size);
        pair.exchange();
        target.requireContents(0, size, SEED, 0);
    }

    private static int post(Pair pair, LocalMemoryRegion into, RemoteRegion from, long cookie) {
        return pair.link()
                .endpoint()
                .postRead(
                        into,
                        0,
                        from.length(),
                        from.address(),
                        from.key(),
                        cookie,
                        CompletionFlags.DEFAULT);
    }

    @Tests("RDM-11")
    void isRefusedWhereNoneMayBeOutstanding(Environment env) throws InterruptedException {
        Pair pair = env.connect(LinkShape.PLAIN.withReads(0, 0));
        Guarded mine = env.here().memory(64, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(64, Party.ALL_RIGHTS, SEED);
        assertThat(pair.link().endpoint().connection().orElseThrow().readsOut()).isZero();

        assertThat(post(pair, mine.region(), theirs.region(), 1))
                .isIn(PostStatus.INVALID_STATE, PostStatus.NOT_SUPPORTED);

        mine.requireUntouched();
        pair.exchange();
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
    }

    @Tests("RDM-12")
    void neverSucceedsWithAnUnknownKey(Environment env) throws InterruptedException {
        Pair pair = env.connect(LinkShape.PLAIN.withQueues(12, 12));
        Guarded mine = env.here().memory(64, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(64, Party.ALL_RIGHTS, SEED);
        RemoteRegion right = theirs.region();

        pair.link()
                .endpoint()
                .read(
                        mine.slice(0, 64),
                        new RemoteRegion(right.address(), 64, right.key() ^ UNKNOWN),
                        1);

        Seen done = pair.link().done();
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(done.status(), true));
        mine.requireUntouched();
        theirs.requireUntouched();
    }

    @Tests("RDM-13")
    void writesNoSinkThatMustNotBeWritten(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded sink = env.here().memory(64, Set.of(Privilege.LOCAL_READ), BLANK);
        RemoteMemory theirs = env.there().memory(64, Party.ALL_RIGHTS, SEED);

        if (post(pair, sink.region(), theirs.region(), 1) == PostStatus.OK) {
            Seen done = pair.link().done();
            Expect.end(pair.link());
            Expect.end(pair.far().connectionEvent());
            env.requireAllowed(Outcome.of(done.status(), true));
        } else {
            env.requireAllowed(Outcome.REFUSED);
            pair.exchange();
        }
        sink.requireUntouched();
    }

    @Tests(value = "RDM-14", needs = Capability.RDMA_READ)
    void readsOldAndNewBytesOnly(Environment env) throws InterruptedException {
        int rounds = 20;
        int size = 20_480;
        Pair writer = env.connect();
        Pair reader = env.connect();
        Guarded mine = env.here().memory((long) rounds * size, Party.LOCAL_RIGHTS, BLANK);
        Guarded sink = env.here().memory(size, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(size, Party.ALL_RIGHTS, BLANK);
        RemoteRegion region = theirs.region();
        for (int i = 0; i < rounds; i++) {
            mine.memory().asSlice((long) i * size, size).fill((byte) i);
        }
        writer.link().endpoint().write(mine.slice(0, size), region, 0);
        writer.link().done().requireSuccess(0, OperationKind.RDMA_WRITE, size);
        writer.exchange();
        for (int i = 1; i < rounds; i++) {
            writer.link().endpoint().write(mine.slice((long) i * size, size), region, i);
            reader.link().endpoint().read(sink.slice(0, size), region, i);

            writer.link().done().requireSuccess(i, OperationKind.RDMA_WRITE, size);
            reader.link().done().requireSuccess(i, OperationKind.RDMA_READ, size);
            byte[] bytes = sink.memory().toArray(ValueLayout.JAVA_BYTE);
            for (byte b : bytes) {
                assertThat((int) b).isBetween(0, i);
            }
        }
        writer.exchange();
    }

    @Tests(value = "RDM-15", needs = Capability.RDMA_READ)
    void goesBothWaysAtFullDepth(Environment env) throws InterruptedException {
        int reads = 15;
        int size = 30_000;
        long all = (long) reads * size;
        Pair pair = env.connect(LinkShape.PLAIN.withQueues(15, 15));
        Guarded source = env.here().memory(all, Party.ALL_RIGHTS, SEED);
        Guarded sink = env.here().memory(all, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(all, Party.ALL_RIGHTS, SEED + 10);
        RemoteMemory theirSink = env.there().memory(all, Party.LOCAL_RIGHTS, BLANK);
        for (int i = 0; i < reads; i++) {
            long at = (long) i * size;
            RemoteRegion from = source.region().remoteRegion(at, size);
            assertThat(pair.far().read(i, from, theirSink.part(at, size))).isEqualTo(PostStatus.OK);
            pair.link().endpoint().read(sink.slice(at, size), theirs.region().slice(at, size), i);
        }
        for (int i = 0; i < reads; i++) {
            pair.link().done().requireSuccess(i, OperationKind.RDMA_READ, size);
            pair.far().done().requireSuccess(i, OperationKind.RDMA_READ, size);
        }
        sink.requireContents(0, all, SEED + 10, 0);
        theirSink.requireContents(0, all, SEED, 0);
    }

    // ---- into remote memory regions

    private static RemoteMemoryRegion window(Pair pair, LocalMemoryRegion over)
            throws InterruptedException {
        RemoteMemoryRegion window =
                pair.here().zone().createRemoteMemoryRegion(RmrScope.PROTECTION_ZONE);
        window.bind(
                pair.link().endpoint(),
                over.slice(WINDOW_FIRST, WINDOW),
                Set.of(Privilege.REMOTE_READ),
                1,
                CompletionFlags.DEFAULT);
        pair.link().done().requireBound(1);
        return window;
    }

    private static int postInto(
            Pair pair, RemoteMemoryRegion window, long offset, RemoteRegion from) {
        return pair.link()
                .endpoint()
                .post(
                        pair.here()
                                .adapter()
                                .createWork(1)
                                .readTo(window, offset, from.length(), from.address(), from.key())
                                .cookie(16));
    }

    @Tests(value = "RDM-16", needs = Capability.RDMA_READ)
    void fillsARemoteMemoryRegion(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(100, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(INTO_WINDOW + 1, Party.ALL_RIGHTS, SEED);
        RemoteMemoryRegion window = window(pair, mine.region());

        assertThat(postInto(pair, window, 5, theirs.region().slice(0, INTO_WINDOW)))
                .isEqualTo(PostStatus.OK);

        pair.link().done().requireSuccess(16, OperationKind.RDMA_READ, INTO_WINDOW);
        mine.requireContents(WINDOW_FIRST + 5, INTO_WINDOW, SEED, 0);
        mine.requireOnlyChanged(WINDOW_FIRST + 5, INTO_WINDOW);
        assertThat(postInto(pair, window, WINDOW, theirs.region().slice(0, 0)))
                .isEqualTo(PostStatus.OK);
        pair.link().done().requireSuccess(16, OperationKind.RDMA_READ, 0);
    }

    @Tests(value = "RDM-17", needs = Capability.RDMA_READ)
    void needsARemoteMemoryRegionThatIsBound(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(100, Party.LOCAL_RIGHTS, BLANK);
        Guarded readOnly = env.here().memory(100, Set.of(Privilege.LOCAL_READ), BLANK);
        RemoteRegion from = env.there().memory(8, Party.ALL_RIGHTS, SEED).region();
        ProtectionZone zone = env.here().zone();
        RemoteMemoryRegion unbound = zone.createRemoteMemoryRegion(RmrScope.PROTECTION_ZONE);
        RemoteMemoryRegion closed = window(pair, mine.region());
        closed.close();
        RemoteMemoryRegion bound = window(pair, mine.region());
        Link elsewhere =
                env.here().link(LinkShape.PLAIN, env.here().adapter().createProtectionZone());

        for (RemoteMemoryRegion bad : List.of(unbound, closed)) {
            assertThat(postInto(pair, bad, 0, from)).isEqualTo(PostStatus.PROTECTION_VIOLATION);
        }
        for (long offset : new long[] {-1, WINDOW - 7, WINDOW, Long.MAX_VALUE}) {
            assertThat(postInto(pair, bound, offset, from))
                    .as("offset %s", offset)
                    .isEqualTo(PostStatus.PROTECTION_VIOLATION);
        }
        Pair ofOtherZone = new Pair(env.here(), env.there(), elsewhere, pair.far());
        assertThat(postInto(ofOtherZone, bound, 0, from))
                .isEqualTo(PostStatus.PROTECTION_VIOLATION);
        assertThat(postInto(pair, window(pair, readOnly.region()), 0, from))
                .isEqualTo(PostStatus.PRIVILEGES_VIOLATION);

        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        mine.requireUntouched();
        pair.exchange();
    }

    @Tests(value = "RDM-18", needs = Capability.RDMA_READ)
    void canBeStoppedByTakingTheKey(Environment env) throws InterruptedException {
        env.there();
        Pair sound = env.connect();
        RemoteParty slow = env.openThere(ProgressMode.MANUAL);
        Pair pair =
                env.connect(
                        env.here(),
                        slow,
                        env.here().link(LinkShape.PLAIN),
                        slow.link(LinkShape.PLAIN));
        Guarded mine = env.here().memory(100, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = slow.memory(INTO_WINDOW, Party.ALL_RIGHTS, SEED);
        RemoteMemoryRegion window = window(sound, mine.region());
        slow.freeze();
        assertThat(postInto(pair, window, 0, theirs.region())).isEqualTo(PostStatus.OK);

        window.unbind(sound.link().endpoint(), 2);
        sound.link().done().requireBound(2);
        slow.thaw();

        Seen done = pair.link().done();
        assertThat(done.status()).isNotEqualTo(CompletionStatus.SUCCESS);
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(done.status(), true));
        mine.requireUntouched();
    }
}
