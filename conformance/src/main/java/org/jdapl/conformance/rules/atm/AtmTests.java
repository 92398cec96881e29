package org.jdapl.conformance.rules.atm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.Work;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Running;
import org.jdapl.conformance.kit.Stalled;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteListener;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group ATM. */
final class AtmTests {

    private static final int WORD = Long.BYTES;
    private static final int SEED = 41;
    private static final int BLANK = 42;
    private static final int LINKS = 4;
    private static final int EACH = 60;
    private static final Set<Privilege> RIGHTS = Set.of(Privilege.values());
    private static final VarHandle NUMBER = ValueLayout.JAVA_LONG.varHandle();

    // What mutants know operations by.
    static final long ADD_NEGATIVE = -20;
    static final long ADD_IN_ORDER = 0x0100;
    static final long ADD_MANY = 1;
    static final long ADD_WITH_CPU = 3;
    static final long ADD_OUTSIDE = 19;
    static final long TOLD = 1_818;
    static final int DEPTH_ONE = 1;
    static final long LAST_IN_ORDER = 15;

    // ---- what many need

    private static Guarded sink(Environment env) {
        return env.here().memory(WORD, Party.LOCAL_RIGHTS, BLANK);
    }

    private static RemoteMemory numbers(Environment env) {
        return env.there().memory(WORD, RIGHTS, SEED);
    }

    /** Work whose one segment is the whole of a sink. */
    private static Work into(Pair pair, Guarded sink) {
        return into(pair, sink.region(), 0, sink.length());
    }

    private static Work into(Pair pair, LocalMemoryRegion region, long offset, long length) {
        return pair.here().adapter().createWork(2).addSegment(region, offset, length).cookie(1);
    }

    private static int add(Pair pair, Guarded sink, RemoteRegion word, long number) {
        return pair.link()
                .endpoint()
                .post(into(pair, sink).fetchAndAdd(word.address(), word.key(), number));
    }

    private static void requirePosted(int status) {
        assertThat(PostStatus.describe(status)).isEqualTo(PostStatus.describe(PostStatus.OK));
    }

    /** Posts and waits; the number that was there. */
    private static long perform(Pair pair, Guarded sink, Work work) throws InterruptedException {
        requirePosted(pair.link().endpoint().post(work));
        pair.link().done().requireSuccess(1, work.kind(), WORD);
        return number(sink);
    }

    private static long number(Guarded memory) {
        return memory.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    }

    private static void requireFails(Environment env, Pair pair) throws InterruptedException {
        Seen done = pair.link().done();
        assertThat(done.status()).isNotEqualTo(CompletionStatus.SUCCESS);
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(done.status(), true));
    }

    // ---- what they do

    @Tests("ATM-01")
    void addsAndReturnsTheOldNumber(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded sink = sink(env);
        RemoteMemory theirs = numbers(env);
        RemoteRegion word = theirs.region();

        for (long[] one :
                new long[][] {
                    {5, 7},
                    {12, ADD_NEGATIVE},
                    {-1, 2},
                    {Long.MAX_VALUE, 9},
                    {Long.MIN_VALUE, Long.MIN_VALUE},
                    {0x1234_5678_9ABC_DEF0L, 0}
                }) {
            theirs.setWord(0, one[0]);

            long old =
                    perform(
                            pair,
                            sink,
                            into(pair, sink).fetchAndAdd(word.address(), word.key(), one[1]));

            assertThat(old).as("the old number").isEqualTo(one[0]);
            assertThat(theirs.word(0)).as("%s + %s", one[0], one[1]).isEqualTo(one[0] + one[1]);
        }
        sink.requireGuards();
        env.there().requireGuards();
    }

    @Tests(value = "ATM-01", twin = true)
    void isRefusedWhereItIsNotAdvertised(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        RemoteRegion word = env.there().memory(WORD, Party.ALL_RIGHTS, SEED).region();

        assertThat(add(pair, sink(env), word, 1)).isEqualTo(PostStatus.NOT_SUPPORTED);

        pair.exchange();
    }

    @Tests("ATM-02")
    void swapsOnlyWhatIsAsExpected(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded sink = sink(env);
        RemoteMemory theirs = numbers(env);
        RemoteRegion word = theirs.region();
        long there = 0x0102_0304_0506_0708L;
        for (long expected : new long[] {there, there ^ 1, there ^ Long.MIN_VALUE, ~there, 0}) {
            theirs.setWord(0, there);

            long old =
                    perform(
                            pair,
                            sink,
                            into(pair, sink)
                                    .compareAndSwap(word.address(), word.key(), expected, -77));

            assertThat(old).as("the old number").isEqualTo(there);
            assertThat(theirs.word(0))
                    .as("the new number, where %x was expected", expected)
                    .isEqualTo(expected == there ? -77 : there);
        }
    }

    @Tests("ATM-03")
    void usesTheOrderOfTheCpu(Environment env) throws InterruptedException {
        long start = 0x0102_0304_0506_0708L;
        Pair pair = env.connect();
        Guarded mine = env.here().memory(WORD, RIGHTS, BLANK);
        RemoteMemory theirs = numbers(env);

        theirs.setWord(0, start);
        Work work = into(pair, mine);
        work.fetchAndAdd(theirs.region().address(), theirs.region().key(), ADD_IN_ORDER);
        assertThat(perform(pair, mine, work)).isEqualTo(start);
        assertThat(theirs.word(0)).isEqualTo(start + ADD_IN_ORDER);

        NUMBER.setVolatile(mine.memory(), 0L, start);
        RemoteRegion word = mine.region().remoteRegion();
        requirePosted(pair.far().compareAndSwap(2, word, start, -start, theirs.part(0, WORD)));
        pair.far().done().requireSuccess(2, OperationKind.COMPARE_AND_SWAP, WORD);
        assertThat((long) NUMBER.getVolatile(mine.memory(), 0L)).isEqualTo(-start);
        assertThat(theirs.word(0)).isEqualTo(start);
    }

    @Tests("ATM-13")
    void addsFieldByField(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded sink = sink(env);
        RemoteMemory theirs = numbers(env);
        RemoteRegion word = theirs.region();
        long there = 0xFFFF_0001_FFFF_7FFFL;
        for (long[] one :
                new long[][] {
                    {0x8000_8000_8000_8000L, 0x0001_0001_0002_0001L, 0x0000_0002_0001_8000L},
                    {0x8000_0000_8000_0000L, 0x0000_0001_0000_8001L, 0xFFFF_0002_0000_0000L},
                    {0, 1, there + 1},
                    {-1, 3, there ^ 3}
                }) {
            theirs.setWord(0, there);

            long old =
                    perform(
                            pair,
                            sink,
                            into(pair, sink)
                                    .maskedFetchAndAdd(word.address(), word.key(), one[1], one[0]));

            assertThat(old).as("the old number").isEqualTo(there);
            assertThat(theirs.word(0)).as("with the mask %x", one[0]).isEqualTo(one[2]);
        }
    }

    @Tests(value = "ATM-13", twin = true)
    void isRefusedWithAMaskOfFields(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        RemoteRegion word = env.there().memory(WORD, Party.ALL_RIGHTS, SEED).region();

        int status =
                pair.link()
                        .endpoint()
                        .post(
                                into(pair, sink(env))
                                        .maskedFetchAndAdd(word.address(), word.key(), 1, 0));

        assertThat(status).isEqualTo(PostStatus.NOT_SUPPORTED);
        pair.exchange();
    }

    @Tests("ATM-14")
    void swapsTheBitsOfItsMask(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded sink = sink(env);
        RemoteMemory theirs = numbers(env);
        RemoteRegion word = theirs.region();
        long there = 0x1111_2222_3333_4444L;
        long low = 0xFFFFL;
        long high = 0xFFFF_0000_0000_0000L;
        for (long[] one :
                new long[][] {
                    {0x4444, low, -1, high, there | high},
                    {0x4445, low, -1, high, there},
                    {0xABCD_4444L, low, 0, high | low, there & ~(high | low)},
                    {-1, 0, 0x9999, -1, 0x9999}
                }) {
            theirs.setWord(0, there);

            long old =
                    perform(
                            pair,
                            sink,
                            into(pair, sink)
                                    .maskedCompareAndSwap(
                                            word.address(),
                                            word.key(),
                                            one[0],
                                            one[1],
                                            one[2],
                                            one[3]));

            assertThat(old).as("the old number").isEqualTo(there);
            assertThat(theirs.word(0))
                    .as("with the masks %x, %x", one[1], one[3])
                    .isEqualTo(one[4]);
        }
    }

    @Tests(value = "ATM-14", twin = true)
    void isRefusedWithAMaskOfBits(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        RemoteRegion word = env.there().memory(WORD, Party.ALL_RIGHTS, SEED).region();

        int status =
                pair.link()
                        .endpoint()
                        .post(
                                into(pair, sink(env))
                                        .maskedCompareAndSwap(
                                                word.address(), word.key(), 1, -1, 2, -1));

        assertThat(status).isEqualTo(PostStatus.NOT_SUPPORTED);
        pair.exchange();
    }

    // ---- what is refused at the post

    private static void requireRefused(Pair pair, Work work, RemoteRegion word, int status) {
        for (OperationKind kind :
                List.of(OperationKind.FETCH_AND_ADD, OperationKind.COMPARE_AND_SWAP)) {
            if (kind == OperationKind.FETCH_AND_ADD) {
                work.fetchAndAdd(word.address(), word.key(), 1);
            } else {
                work.compareAndSwap(word.address(), word.key(), 1, 2);
            }
            assertThat(PostStatus.describe(pair.link().endpoint().post(work)))
                    .as("%s", kind)
                    .isEqualTo(PostStatus.describe(status));
        }
    }

    /** What was refused has left no trace. */
    private static void requireUnharmed(Pair pair, RemoteMemory theirs)
            throws InterruptedException {
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        theirs.requireUntouched();
        pair.exchange();
    }

    @Tests("ATM-04")
    void refusesAnAddressThatIsNotAligned(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        RemoteMemory theirs = env.there().memory(2L * WORD, RIGHTS, SEED);
        RemoteRegion word = theirs.region();
        for (int off : new int[] {1, 2, 4, 7}) {
            requireRefused(
                    pair,
                    into(pair, sink(env)),
                    new RemoteRegion(word.address() + off, WORD, word.key()),
                    PostStatus.INVALID_ARGUMENT);
        }
        requireUnharmed(pair, theirs);
    }

    @Tests("ATM-05")
    void refusesASinkOfAnotherSize(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        RemoteMemory theirs = numbers(env);
        Guarded mine = env.here().memory(2L * WORD, Party.LOCAL_RIGHTS, BLANK);
        for (int size : new int[] {0, 4, WORD - 1, WORD + 1, 2 * WORD}) {
            requireRefused(
                    pair,
                    into(pair, mine.region(), 0, size),
                    theirs.region(),
                    PostStatus.LENGTH_ERROR);
        }
        requireRefused(
                pair,
                into(pair, mine.region(), 0, 4).addSegment(mine.region(), 4, 4),
                theirs.region(),
                PostStatus.INVALID_ARGUMENT);
        requireRefused(
                pair,
                into(pair, mine.region(), 0, WORD).clearSegments(),
                theirs.region(),
                PostStatus.INVALID_ARGUMENT);
        requireUnharmed(pair, theirs);
        mine.requireUntouched();
    }

    @Tests("ATM-10")
    void refusesASinkThatItMayNotUse(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        RemoteMemory theirs = numbers(env);
        Guarded foreign =
                env.here()
                        .memory(
                                env.here().adapter().createProtectionZone(),
                                WORD,
                                Party.ALL_RIGHTS,
                                BLANK);
        Guarded readOnly = env.here().memory(WORD, Set.of(Privilege.LOCAL_READ), BLANK);
        Guarded mine = sink(env);
        LocalMemoryRegion closed = env.here().zone().allocate(WORD, Party.LOCAL_RIGHTS);
        closed.close();

        requireRefused(pair, into(pair, foreign), theirs.region(), PostStatus.PROTECTION_VIOLATION);
        requireRefused(
                pair, into(pair, readOnly), theirs.region(), PostStatus.PRIVILEGES_VIOLATION);
        requireRefused(
                pair,
                into(pair, mine.region(), 1, WORD),
                theirs.region(),
                PostStatus.PROTECTION_VIOLATION);
        requireRefused(pair, into(pair, closed, 0, WORD), theirs.region(), PostStatus.CLOSED);

        requireUnharmed(pair, theirs);
        foreign.requireUntouched();
        readOnly.requireUntouched();
    }

    @Tests("ATM-16")
    void breaksNothingTowardsAnUnknownPeer(Environment env) throws InterruptedException {
        LinkShape raw = LinkShape.PLAIN.withFraming(PrivateDataFraming.RAW);
        Link link = env.here().link(raw);
        RemoteLink far = env.there().link(raw);
        RemoteListener listener =
                env.there().listen(EndpointCreation.CONSUMER, PrivateDataFraming.RAW);
        link.endpoint().connect(listener.address(), Environment.PATIENTLY);
        listener.request().accept(far);
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
        listener.close();
        Pair pair = new Pair(env.here(), env.there(), link, far);
        Guarded sink = sink(env);
        RemoteMemory theirs = numbers(env);
        theirs.setWord(0, 100);

        int status = add(pair, sink, theirs.region(), 11);

        if (status == PostStatus.OK) {
            link.done().requireSuccess(1, OperationKind.FETCH_AND_ADD, WORD);
            assertThat(number(sink)).isEqualTo(100);
            assertThat(theirs.word(0)).isEqualTo(111);
        } else {
            assertThat(status).isEqualTo(PostStatus.NOT_SUPPORTED);
            assertThat(theirs.word(0)).isEqualTo(100);
        }
        pair.exchange();
    }

    @Tests("ATM-17")
    void isRefusedWhereNoneMayBeOutstanding(Environment env) throws InterruptedException {
        Pair pair = env.connect(LinkShape.PLAIN.withReads(0, 0));
        RemoteMemory theirs = numbers(env);
        assertThat(pair.link().endpoint().connection().orElseThrow().readsOut()).isZero();

        requireRefused(pair, into(pair, sink(env)), theirs.region(), PostStatus.NOT_SUPPORTED);

        requireUnharmed(pair, theirs);
    }

    // ---- several at once

    @Tests("ATM-06")
    void losesNothingAmongEndpoints(Environment env) throws InterruptedException {
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < LINKS; i++) {
            pairs.add(env.connect());
        }
        Guarded sinks = env.here().memory((long) LINKS * EACH * WORD, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = numbers(env);
        RemoteRegion word = theirs.region();
        theirs.setWord(0, 0);
        for (int i = 0; i < LINKS * EACH; i++) {
            Pair pair = pairs.get(i % LINKS);
            Work work = into(pair, sinks.region(), (long) i * WORD, WORD);
            requirePosted(
                    pair.link()
                            .endpoint()
                            .post(work.fetchAndAdd(word.address(), word.key(), ADD_MANY)));
        }
        for (Pair pair : pairs) {
            for (int i = 0; i < EACH; i++) {
                pair.link().done().requireSuccess(1, OperationKind.FETCH_AND_ADD, WORD);
            }
        }

        assertThat(theirs.word(0)).as("the sum").isEqualTo(LINKS * EACH);
        BitSet seen = new BitSet();
        for (int i = 0; i < LINKS * EACH; i++) {
            seen.set((int) sinks.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, (long) i * WORD));
        }
        assertThat(seen.cardinality()).as("different old numbers").isEqualTo(LINKS * EACH);
        assertThat(seen.length()).isEqualTo(LINKS * EACH);
    }

    @Tests("ATM-07")
    void losesNothingBesideTheCpu(Environment env) throws Exception {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(WORD, RIGHTS, BLANK);
        RemoteMemory sink = env.there().memory(WORD, Party.LOCAL_RIGHTS, BLANK);
        RemoteRegion word = mine.region().remoteRegion();
        NUMBER.setVolatile(mine.memory(), 0L, 0L);

        Running<Integer> cpu =
                env.start(
                        () -> {
                            for (int i = 0; i < EACH; i++) {
                                NUMBER.getAndAdd(mine.memory(), 0L, 1_000_000L);
                                env.time().sleep(1_000);
                            }
                            return EACH;
                        });
        for (int i = 0; i < EACH; i++) {
            requirePosted(pair.far().fetchAndAdd(i, word, ADD_WITH_CPU, sink.part(0, WORD)));
        }
        for (int i = 0; i < EACH; i++) {
            pair.far().done().requireSuccess(i, OperationKind.FETCH_AND_ADD, WORD);
        }
        cpu.result(Bound.EVENT);

        assertThat((long) NUMBER.getVolatile(mine.memory(), 0L))
                .isEqualTo(EACH * (1_000_000L + ADD_WITH_CPU));
    }

    @Tests(value = "ATM-09", needs = Capability.RDMA_READ)
    void takesItsTurnAmongReads(Environment env) throws InterruptedException {
        int pairs = 8;
        Pair pair = env.connect(LinkShape.PLAIN.withReads(DEPTH_ONE, DEPTH_ONE));
        Guarded sinks = env.here().memory(2L * pairs * WORD, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = numbers(env);
        RemoteRegion word = theirs.region();
        theirs.setWord(0, 0);
        for (int i = 0; i < 2 * pairs; i++) {
            Work work = into(pair, sinks.region(), (long) i * WORD, WORD).cookie(i);
            if (i % 2 == 0) {
                work.read(word.address(), word.key());
            } else {
                work.fetchAndAdd(word.address(), word.key(), 10);
            }
            requirePosted(pair.link().endpoint().post(work));
        }
        for (int i = 0; i < 2 * pairs; i++) {
            OperationKind kind = i % 2 == 0 ? OperationKind.RDMA_READ : OperationKind.FETCH_AND_ADD;
            pair.link().done().requireSuccess(i, kind, WORD);
            assertThat(sinks.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, (long) i * WORD))
                    .as("what operation %s saw", i)
                    .isEqualTo(i / 2 * 10L);
        }
        assertThat(theirs.word(0)).isEqualTo(pairs * 10L);
    }

    @Tests("ATM-15")
    void goesBeforeAFencedRequest(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded sink = sink(env);
        RemoteMemory theirs = numbers(env);
        RemoteMemory inbox = env.there().memory(WORD, Party.LOCAL_RIGHTS, BLANK);
        theirs.setWord(0, 0x0F1E_2D3C_4B5A_6978L);
        pair.far().mustReceive(9, inbox.whole());

        requirePosted(add(pair, sink, theirs.region(), 1));
        requirePosted(
                pair.link()
                        .endpoint()
                        .postSend(sink.region(), 0, WORD, 2, CompletionFlags.BARRIER_FENCE));

        pair.link().done().requireSuccess(1, OperationKind.FETCH_AND_ADD, WORD);
        pair.link().done().requireSuccess(2, OperationKind.SEND, WORD);
        pair.far().received().requireSuccess(9, OperationKind.RECEIVE, WORD);
        assertThat(inbox.word(0)).isEqualTo(0x0F1E_2D3C_4B5A_6978L);
    }

    // ---- what is told

    @Tests("ATM-18")
    void tellsWhatItWas(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded sink = sink(env);
        RemoteMemory theirs = numbers(env);
        RemoteRegion word = theirs.region();
        theirs.setWord(0, 1);

        requirePosted(
                pair.link()
                        .endpoint()
                        .post(
                                into(pair, sink)
                                        .fetchAndAdd(word.address(), word.key(), 1)
                                        .flags(CompletionFlags.SUPPRESS)));
        requirePosted(
                pair.link()
                        .endpoint()
                        .post(
                                into(pair, sink)
                                        .compareAndSwap(word.address(), word.key(), 2, 3)
                                        .cookie(TOLD)));
        pair.link().done().requireSuccess(TOLD, OperationKind.COMPARE_AND_SWAP, WORD);
        requirePosted(
                pair.link()
                        .endpoint()
                        .post(
                                into(pair, sink)
                                        .fetchAndAdd(word.address(), word.key(), 1)
                                        .cookie(TOLD)));
        pair.link().done().requireSuccess(TOLD, OperationKind.FETCH_AND_ADD, WORD);
        assertThat(theirs.word(0)).isEqualTo(4);
    }

    @Tests("ATM-20")
    void isFlushedWithItsConnection(Environment env) throws InterruptedException {
        Stalled stalled = Stalled.connect(env, LinkShape.PLAIN);
        Pair pair = stalled.pair();
        RemoteMemory theirs = pair.there().memory(WORD, RIGHTS, SEED);
        Guarded sink = sink(env);

        stalled.post(1, 0, CompletionFlags.DEFAULT);
        requirePosted(add(pair, sink, theirs.region(), 1));
        Work swap = into(pair, sink).cookie(2);
        swap.compareAndSwap(theirs.region().address(), theirs.region().key(), 1, 2);
        requirePosted(pair.link().endpoint().post(swap));
        pair.link().endpoint().disconnect(DisconnectMode.ABRUPT);

        for (OperationKind kind :
                List.of(
                        stalled.kind(),
                        OperationKind.FETCH_AND_ADD,
                        OperationKind.COMPARE_AND_SWAP)) {
            Seen done = pair.link().done();
            assertThat(done.status()).isEqualTo(CompletionStatus.FLUSHED);
            assertThat(done.operation()).isEqualTo(kind);
        }
        Expect.end(pair.link());
        stalled.letGoAfterwards();
        Expect.end(pair.far().connectionEvent());
        sink.requireUntouched();
    }

    // ---- what fails at the peer

    @Tests("ATM-08")
    void stopsWithoutTheRight(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        RemoteMemory theirs = env.there().memory(WORD, Party.ALL_RIGHTS, SEED);
        Guarded sink = sink(env);

        requirePosted(add(pair, sink, theirs.region(), 1));

        requireFails(env, pair);
        theirs.requireUntouched();
        sink.requireUntouched();
    }

    @Tests("ATM-19")
    void stopsOutsideOfTheRegion(Environment env) throws InterruptedException {
        RemoteMemory theirs = env.there().memory(2L * WORD + 4, RIGHTS, SEED);
        RemoteRegion whole = theirs.region();
        for (long offset : new long[] {2L * WORD, -WORD}) {
            Pair pair = env.connect();
            Guarded sink = sink(env);

            requirePosted(
                    add(
                            pair,
                            sink,
                            new RemoteRegion(whole.address() + offset, WORD, whole.key()),
                            ADD_OUTSIDE));

            requireFails(env, pair);
            sink.requireUntouched();
        }
        theirs.requireUntouched();
    }
}
