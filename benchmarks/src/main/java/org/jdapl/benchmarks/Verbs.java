package org.jdapl.benchmarks;

import java.util.EnumSet;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import org.jdapl.verbs.AccessFlag;
import org.jdapl.verbs.AddressVector;
import org.jdapl.verbs.CompletionQueue;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.MemoryRegion;
import org.jdapl.verbs.Mtu;
import org.jdapl.verbs.ProtectionDomain;
import org.jdapl.verbs.QueuePair;
import org.jdapl.verbs.QueuePairAttributes;
import org.jdapl.verbs.QueuePairCapacities;
import org.jdapl.verbs.QueuePairOptions;
import org.jdapl.verbs.QueuePairState;
import org.jdapl.verbs.QueuePairType;
import org.jdapl.verbs.SendFlags;
import org.jdapl.verbs.SendOpcode;
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.WorkCompletions;

/**
 * What posting and polling cost in Java over the same loop in C. Below both is a libibverbs without
 * hardware, the tests' own, whose post and poll do what a light driver does: a spin lock, a work
 * request of 64 bytes, a doorbell, a fence, a completion taken apart. Then what the steps cost by
 * themselves.
 */
public final class Verbs {
    static final int BATCH = 16;

    private static final int BYTES = 64;
    private static final int WARM_UPS = 5;

    /** How long a loop runs before it is measured: the compiler needs it, and a core to itself. */
    private static final long WARM_UP_NS = 2_000_000_000L;

    private final Options options;
    private final NativeLoops c;
    private final CompletionQueue queue;
    private final QueuePair pair;
    private final SendWorkRequests requests = SendWorkRequests.allocate(BATCH, 1);
    private final WorkCompletions completions = WorkCompletions.allocate(BATCH);
    private final long local;
    private final int lkey;
    private final int rkey;
    private final Allocations allocations = new Allocations();
    private long sink;

    private Verbs(Options options, Context context) {
        this.options = options;
        c = new NativeLoops(options.text("library"));
        ProtectionDomain domain = ProtectionDomain.create(context);
        MemoryRegion region =
                MemoryRegion.allocate(domain, BATCH * BYTES, EnumSet.of(AccessFlag.LOCAL_WRITE));
        local = region.address();
        lkey = region.lkey();
        rkey = region.rkey();
        queue = CompletionQueue.create(context, 256);
        c.instant(true);
        pair =
                QueuePair.create(
                        domain,
                        QueuePairOptions.of(
                                QueuePairType.RC, queue, QueuePairCapacities.of(128, 1)));
        c.instant(false);
        ready();
        for (int i = 0; i < BATCH; i++) {
            fill(i, i);
        }
    }

    /**
     * Runs it.
     *
     * @param arguments see {@code etc/bench}
     */
    public static void main(String[] arguments) {
        Options options = Options.parse(arguments, "library", "", "pairs", "20", "rounds", "32000");
        try (Context context = org.jdapl.verbs.Verbs.devices().getFirst().open()) {
            new Verbs(options, context).measure();
        }
    }

    private void ready() {
        pair.modify(
                QueuePairAttributes.of(QueuePairState.INIT)
                        .pkeyIndex(0)
                        .port(1)
                        .access(EnumSet.noneOf(AccessFlag.class)));
        pair.modify(
                QueuePairAttributes.of(QueuePairState.RTR)
                        .path(AddressVector.of(1, 1))
                        .pathMtu(Mtu.MTU_1024)
                        .destination(0)
                        .receivePsn(0)
                        .maxDestinationReads(1)
                        .minRnrTimer(1));
        pair.modify(
                QueuePairAttributes.of(QueuePairState.RTS)
                        .sendPsn(0)
                        .timeout(14)
                        .retryCount(7)
                        .rnrRetry(7)
                        .maxReads(1));
    }

    private void measure() {
        int rounds = options.number("rounds");
        System.out.printf(
                Locale.ROOT,
                "verbs over a library without hardware, %d pairs%n%s%n%n%s%n",
                options.number("pairs"),
                Machine.line(),
                "                        C ns   Java ns   Java/C [quartiles]    bytes allocated");
        compare("16 prepared, a list", "bench_prepared", this::prepared, rounds / BATCH, BATCH);
        compare("16 filled anew, a list", "bench_filled", this::filled, rounds / BATCH, BATCH);
        compare("1 filled anew", "bench_single", this::single, rounds, 1);
        compare("empty poll", "bench_empty", this::empty, rounds, 1);
        System.out.println();
        System.out.println("the steps by themselves, ns (least quartile)");
        int lists = rounds / BATCH;
        step("16: post and poll, from C", n -> c.ns("bench_bare", n), lists);
        double bareLists =
                step("16: post and poll, from Java with nothing around", this::bare, lists);
        double guarded = step("16: post and poll by the handles", this::guarded, lists);
        System.out.printf(
                Locale.ROOT, "%-56s %8.1f%n", "    of that guards and checks", guarded - bareLists);
        double patched =
                step("16: the same with identifiers and addresses anew", this::patched, lists);
        System.out.printf(
                Locale.ROOT,
                "%-56s %8.1f%n",
                "    of that identifiers and addresses",
                patched - guarded);
        step("16: every field anew", this::fillOnly, lists);
        step("16: reading completions", this::readOnly, lists);
        step("1: post and poll by the handles", this::guardedOne, rounds);
        step("1: every field anew", this::fillOne, rounds);
        step("1: poll of nothing, from Java with nothing around", this::barePoll, rounds);
        if (sink == 42) {
            System.out.println();
        }
    }

    private void compare(
            String name, String loop, IntToDoubleFunction java, int rounds, int messages) {
        warmUp(java, rounds);
        long bytes = Long.MAX_VALUE;
        Pairs pairs =
                Pairs.take(
                        options.number("pairs"),
                        WARM_UPS,
                        0,
                        () -> c.ns(loop, rounds) / messages,
                        () -> java.applyAsDouble(rounds) / messages);
        for (int i = 0; i < 5; i++) {
            allocations.begin();
            double _ = java.applyAsDouble(rounds);
            bytes = Math.min(bytes, allocations.end());
        }
        Quantiles ratios = pairs.ratios();
        System.out.printf(
                Locale.ROOT,
                "%-22s %7.1f %8.1f     %5.2f [%.2f, %.2f]          %d in %d%n",
                name,
                pairs.ofFirst().median(),
                pairs.ofSecond().median(),
                ratios.median(),
                ratios.lowerQuartile(),
                ratios.upperQuartile(),
                bytes,
                (long) rounds * messages);
    }

    private static void warmUp(IntToDoubleFunction loop, int rounds) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < WARM_UP_NS) {
            double _ = loop.applyAsDouble(rounds);
        }
    }

    private double step(String name, IntToDoubleFunction step, int rounds) {
        warmUp(step, rounds);
        double[] ns = new double[options.number("pairs")];
        for (int i = 0; i < ns.length; i++) {
            ns[i] = step.applyAsDouble(rounds);
        }
        double lower = Quantiles.of(ns).lowerQuartile();
        System.out.printf(Locale.ROOT, "%-56s %8.1f%n", name, lower);
        return lower;
    }

    private void fill(int i, long id) {
        SendWorkRequests list = requests;
        list.wrId(i, id);
        list.opcode(i, SendOpcode.RDMA_WRITE);
        list.flags(i, SendFlags.SIGNALED);
        list.element(i, 0, local + (id & (BATCH - 1)) * BYTES, BYTES, lkey);
        list.remote(i, id * BYTES, rkey);
    }

    private long take(int count) {
        long sum = 0;
        for (int left = count; left > 0; ) {
            int n = queue.poll(completions);
            sum += read(n);
            left -= n;
        }
        return sum;
    }

    private long read(int count) {
        WorkCompletions done = completions;
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += done.wrId(i) + done.status(i) + done.byteLength(i);
        }
        return sum;
    }

    private void post(int count) {
        if (pair.postSend(requests, 0, count) != QueuePair.POSTED) {
            throw new Failure("refused");
        }
    }

    private void patch(long first) {
        SendWorkRequests list = requests;
        long memory = local;
        for (int i = 0; i < BATCH; i++) {
            long id = first + i;
            list.wrId(i, id);
            list.elementAddress(i, 0, memory + (id & (BATCH - 1)) * BYTES);
        }
    }

    private double prepared(int rounds) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            patch((long) round * BATCH);
            post(BATCH);
            sum += take(BATCH);
        }
        return end(begin, sum, rounds);
    }

    private double filled(int rounds) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < BATCH; i++) {
                fill(i, (long) round * BATCH + i);
            }
            post(BATCH);
            sum += take(BATCH);
        }
        return end(begin, sum, rounds);
    }

    private double single(int rounds) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            fill(0, round);
            post(1);
            sum += take(1);
        }
        return end(begin, sum, rounds);
    }

    private double empty(int rounds) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            sum += queue.poll(completions);
        }
        return end(begin, sum, rounds);
    }

    private double bare(int rounds) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            sum += c.post() + c.poll();
        }
        return end(begin, sum, rounds);
    }

    private double barePoll(int rounds) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            sum += c.poll();
        }
        return end(begin, sum, rounds);
    }

    private double guarded(int rounds) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            post(BATCH);
            sum += queue.poll(completions);
        }
        return end(begin, sum, rounds);
    }

    private double guardedOne(int rounds) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            post(1);
            sum += queue.poll(completions);
        }
        return end(begin, sum, rounds);
    }

    private double fillOne(int rounds) {
        long begin = System.nanoTime();
        for (int round = 0; round < rounds; round++) {
            fill(0, round);
        }
        return end(begin, 0, rounds);
    }

    private double patched(int rounds) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            patch((long) round * BATCH);
            post(BATCH);
            sum += queue.poll(completions);
        }
        return end(begin, sum, rounds);
    }

    private double fillOnly(int rounds) {
        long begin = System.nanoTime();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < BATCH; i++) {
                fill(i, (long) round * BATCH + i);
            }
        }
        return end(begin, 0, rounds);
    }

    private double readOnly(int rounds) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            sum += read(BATCH);
        }
        return end(begin, sum, rounds);
    }

    private double end(long begin, long sum, int rounds) {
        sink += sum;
        return (double) (System.nanoTime() - begin) / rounds;
    }
}
