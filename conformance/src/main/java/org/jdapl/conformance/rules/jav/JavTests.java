package org.jdapl.conformance.rules.jav;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jdapl.api.Census;
import org.jdapl.api.CloseMode;
import org.jdapl.api.DatException;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.RegistrationOption;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Pattern;
import org.jdapl.conformance.base.Time;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.NotApplicableException;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Running;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group JAV. */
final class JavTests {

    /** A length that no other rule uses, for mutants to know the memory by. */
    static final int ODD_BYTES = 5_003;

    private static final int SEED = 41;
    private static final int BLANK = 42;
    private static final int COLLECTIONS = 3;
    private static final long GIB = 1L << 30;
    private static final long LARGE = 2 * GIB + 4_096;
    private static final int CALLS = 10_000;
    private static final int WARM_UP = 20_000;
    private static final int MEASURED = 2_000;
    private static final int BATCH = 16;

    // ---- misuse

    @Tests("JAV-01")
    void takesAnyMisuse(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Party closed = env.open();
        Misuse misuse = Misuse.of(env.random(), closed, env.open());
        closed.adapter().close(CloseMode.ABRUPT);

        for (int i = 0; i < CALLS; i++) {
            misuse.call();
        }

        assertThat(misuse.refusals()).as("refused calls").isGreaterThan(CALLS / 10);
        pair.exchange();
        env.allowLeftovers();
    }

    // ---- memory and the collector

    @Tests("JAV-02")
    void holdsMemoryThatIsInUse(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        RemoteMemory theirs = env.there().memory(ODD_BYTES, Party.LOCAL_RIGHTS, SEED);
        WeakReference<MemorySegment.Scope> scope = postAndDrop(env, pair);
        collect();
        assertThat(scope.get()).as("the scope of memory that a receive names").isNotNull();

        pair.far().mustSend(1, theirs.whole());

        pair.far().done().requireSuccess(1, OperationKind.SEND, ODD_BYTES);
        pair.link().received().requireSuccess(2, OperationKind.RECEIVE, ODD_BYTES);
    }

    private static WeakReference<MemorySegment.Scope> postAndDrop(Environment env, Pair pair) {
        MemorySegment segment = Arena.ofAuto().allocate(ODD_BYTES);
        LocalMemoryRegion region =
                env.here()
                        .zone()
                        .register(
                                segment,
                                Party.LOCAL_RIGHTS,
                                RegistrationOption.CALLER_GUARANTEES_LIFETIME);
        pair.link().endpoint().receive(region.slice(0, ODD_BYTES), 2);
        return new WeakReference<>(segment.scope());
    }

    @SuppressWarnings("SystemGC") // what the rule is about
    private static void collect() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
    }

    @Tests("JAV-03")
    void keepsWhatIsDropped(Environment env) {
        Party party = env.open();
        Census before = party.adapter().census();
        for (int i = 0; i < 4; i++) {
            party.link(LinkShape.PLAIN);
            party.allocate(64, Party.LOCAL_RIGHTS);
            party.adapter().createProtectionZone();
        }
        collect();

        Census after = party.adapter().census();
        for (HandleKind kind :
                new HandleKind[] {
                    HandleKind.ENDPOINT, HandleKind.PROTECTION_ZONE, HandleKind.LOCAL_MEMORY_REGION
                }) {
            assertThat(after.count(kind)).as("%s", kind).isEqualTo(before.count(kind) + 4);
        }
        assertThat(after.count(HandleKind.EVENT_DISPATCHER))
                .isEqualTo(before.count(HandleKind.EVENT_DISPATCHER) + 12);
        Expect.accepted(party::close);
        assertThat(party.adapter().census().open()).isEmpty();
    }

    @Tests("JAV-04")
    void showsTheSameBytesInEachView(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        LocalMemoryRegion region = env.here().allocate(ODD_BYTES, Party.LOCAL_RIGHTS);
        RemoteMemory theirs = env.there().memory(ODD_BYTES, Party.LOCAL_RIGHTS, BLANK);
        ByteBuffer buffer = region.segment().asByteBuffer().order(ByteOrder.BIG_ENDIAN);
        long number = 0x0102_0304_0506_0708L;
        buffer.putLong(8, number);

        pair.far().mustReceive(1, theirs.part(0, 8));
        pair.link().endpoint().send(region.slice(8, 8), 2);
        pair.link().done().requireSuccess(2, OperationKind.SEND, 8);
        pair.far().received().requireSuccess(1, OperationKind.RECEIVE, 8);
        // The peer reads the same bytes in its CPU's order.
        assertThat(theirs.word(0))
                .isEqualTo(
                        ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
                                ? number
                                : Long.reverseBytes(number));

        pair.link().endpoint().receive(region.slice(4_000, 8), 3);
        pair.far().mustSend(4, theirs.part(0, 8));
        pair.far().done().requireSuccess(4, OperationKind.SEND, 8);
        pair.link().received().requireSuccess(3, OperationKind.RECEIVE, 8);
        assertThat(buffer.getLong(4_000)).isEqualTo(number);
        assertThat(region.segment().asSlice(4_000, 8).mismatch(region.segment().asSlice(8, 8)))
                .isEqualTo(-1);
    }

    @Tests("JAV-07")
    void noticesThatMemoryHasGone(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        RemoteMemory theirs = env.there().memory(8, Party.ALL_RIGHTS, BLANK);
        RemoteRegion target = theirs.region();
        LocalMemoryRegion region;
        try (Arena arena = Arena.ofShared()) {
            region =
                    env.here()
                            .zone()
                            .register(
                                    arena.allocate(8),
                                    Party.LOCAL_RIGHTS,
                                    RegistrationOption.CALLER_GUARANTEES_LIFETIME);
        }

        assertThat(endpoint.postReceive(region, 0, 8, 1)).isEqualTo(PostStatus.MEMORY_GONE);
        assertThat(endpoint.postSend(region, 0, 8, 2, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.MEMORY_GONE);
        assertThat(
                        endpoint.postWrite(
                                region,
                                0,
                                8,
                                target.address(),
                                target.key(),
                                3,
                                CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.MEMORY_GONE);
        Expect.accepted(region::close);
        pair.exchange();
        theirs.requireUntouched();
    }

    @Tests("JAV-06")
    void reachesBeyondTwoGibibytes(Environment env) throws Exception {
        Pair pair = env.connect();
        Path file = Files.createTempFile("jdapl-large", ".bin");
        try (Arena arena = Arena.ofShared();
                FileChannel channel =
                        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // A file without blocks: only the pages that are touched take room.
            MemorySegment segment = channel.map(FileChannel.MapMode.READ_WRITE, 0, LARGE, arena);
            LocalMemoryRegion region = registerLarge(env, segment);
            long offset = LARGE - ODD_BYTES;

            pair.peerWrites(region.remoteRegion(offset, ODD_BYTES), SEED);

            assertThat(Pattern.mismatch(segment.asSlice(offset, ODD_BYTES), SEED, 0)).isEqualTo(-1);
            RemoteMemory theirs = env.there().memory(ODD_BYTES, Party.LOCAL_RIGHTS, BLANK);
            pair.far().mustReceive(1, theirs.whole());
            pair.link().endpoint().send(region.slice(offset, ODD_BYTES), 2);
            pair.link().done().requireSuccess(2, OperationKind.SEND, ODD_BYTES);
            pair.far().received().requireSuccess(1, OperationKind.RECEIVE, ODD_BYTES);
            theirs.requireContents(0, ODD_BYTES, SEED, 0);
            region.close();
        } finally {
            Files.delete(file);
        }
    }

    private static LocalMemoryRegion registerLarge(Environment env, MemorySegment segment) {
        try {
            return env.here()
                    .zone()
                    .register(
                            segment,
                            Party.ALL_RIGHTS,
                            RegistrationOption.CALLER_GUARANTEES_LIFETIME);
        } catch (DatException e) {
            if (e.type() == DatType.INSUFFICIENT_RESOURCES) {
                throw new NotApplicableException("this machine cannot pin so much: " + e.text());
            }
            throw new AssertionError("expected no refusal, got " + e.getMessage(), e);
        }
    }

    @Tests(value = "JAV-06", twin = true)
    void refusesMemoryBeyondTwoGibibytes(Environment env) throws IOException {
        Path file = Files.createTempFile("jdapl-large", ".bin");
        try (Arena arena = Arena.ofShared();
                FileChannel channel =
                        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment segment = channel.map(FileChannel.MapMode.READ_WRITE, 0, LARGE, arena);
            Expect.refused(
                    () ->
                            env.here()
                                    .zone()
                                    .register(
                                            segment,
                                            Party.LOCAL_RIGHTS,
                                            RegistrationOption.CALLER_GUARANTEES_LIFETIME),
                    DatType.LENGTH_ERROR);
        } finally {
            Files.delete(file);
        }
    }

    // ---- threads

    @Tests("JAV-05")
    void endsItsWaitWhenInterrupted(Environment env) throws Exception {
        EventDispatcher dispatcher =
                env.here().adapter().createEventDispatcher(8, EventStream.SOFTWARE);
        for (int i = 0; i < 3; i++) {
            Running<Boolean> waiter =
                    env.start(() -> dispatcher.await(EventDispatcher.FOREVER) != null);
            env.time().sleep(Bound.QUIET);
            assertThat(waiter.isDone()).isFalse();

            waiter.interrupt();

            assertThat(interrupted(waiter)).isTrue();
            dispatcher.post(i);
            assertThat(dispatcher.size()).isEqualTo(1);
            env.here().next(dispatcher, Bound.EVENT).require(SoftwareEvent.class);
        }
    }

    private static boolean interrupted(Running<?> waiter) throws Exception {
        try {
            Object result = waiter.result(Bound.LOCAL);
            throw new AssertionError("the interrupted wait gave " + result);
        } catch (InterruptedException _) {
            return true;
        }
    }

    // ---- other providers

    @Tests("JAV-09")
    void worksBesideAnotherProvider(Environment env) throws Throwable {
        Pair ours = env.connect();
        env.beside(
                other -> {
                    Pair theirs = other.connect();
                    exchangeAtOnce(ours, theirs);

                    Party more = env.open();
                    RemoteLink far = env.there().link(LinkShape.PLAIN);
                    env.connect(more, env.there(), more.link(LinkShape.PLAIN), far);
                    more.close();
                    Expect.end(far.connectionEvent());
                    theirs.exchange();
                    exchangeAtOnce(theirs, ours);
                });
        ours.exchange();
    }

    /** Each has messages on the way while the other's are. */
    private static void exchangeAtOnce(Pair one, Pair other) throws InterruptedException {
        List<Pair> pairs = List.of(one, other);
        for (Pair pair : pairs) {
            Guarded mine = pair.here().memory(ODD_BYTES, Party.LOCAL_RIGHTS, SEED);
            RemoteMemory theirs = pair.there().memory(ODD_BYTES, Party.LOCAL_RIGHTS, BLANK);
            for (int i = 0; i < BATCH; i++) {
                pair.far().mustReceive(i, theirs.whole());
                pair.link().endpoint().send(mine.slice(0, ODD_BYTES), i);
            }
        }
        for (Pair pair : pairs) {
            for (int i = 0; i < BATCH; i++) {
                pair.link().done().requireSuccess(i, OperationKind.SEND, ODD_BYTES);
                pair.far().received().requireSuccess(i, OperationKind.RECEIVE, ODD_BYTES);
            }
        }
    }

    @Tests("JAV-10")
    void allocatesNothing(Environment env) throws InterruptedException {
        if (!env.time().equals(Time.SYSTEM)) {
            throw new NotApplicableException(
                    "a simulated network allocates, on the thread that drives it");
        }
        Pair pair = env.connect();
        Guarded mine = env.here().memory(64, Party.LOCAL_RIGHTS, SEED);
        RemoteRegion target = env.there().memory(64, Party.ALL_RIGHTS, BLANK).region();
        EventBatch batch = env.here().adapter().createEventBatch(BATCH);
        write(pair, mine, target, batch, WARM_UP);

        long fewest = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS && fewest > 0; i++) {
            long before = Allocation.ofThisThread();
            write(pair, mine, target, batch, MEASURED);
            fewest = Math.min(fewest, Allocation.ofThisThread() - before);
        }

        // The first compilation of something may fall into one of the attempts, not into each.
        assertThat(fewest).as("bytes for %s writes", MEASURED).isLessThan(MEASURED);
    }

    private static void write(
            Pair pair, Guarded mine, RemoteRegion target, EventBatch batch, int count)
            throws InterruptedException {
        Endpoint endpoint = pair.link().endpoint();
        LocalMemoryRegion region = mine.region();
        for (int i = 0; i < count; i++) {
            int status =
                    endpoint.postWrite(
                            region,
                            0,
                            64,
                            target.address(),
                            target.key(),
                            i,
                            CompletionFlags.DEFAULT);
            if (status != PostStatus.OK) {
                throw new AssertionError("write " + i + ": " + PostStatus.describe(status));
            }
            if (pair.link().requests().await(batch, Bound.EVENT.nanos()) != 1
                    || batch.cookie(0) != i) {
                throw new AssertionError("write " + i + " has no completion");
            }
        }
    }
}
