package org.jdapl.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jdapl.api.data.CompletionFlags;
import org.jspecify.annotations.Nullable;

/**
 * Two threads that answer each other over a connection and sleep in between, a million rounds by
 * default, with random delays before each send: none, a spin, or a nap. So a message comes before,
 * while and after the other one goes to sleep, at every instruction in turn. A wait that takes a
 * second has missed its wake-up, and fails the program. At the end both sleep for some seconds:
 * what that costs is the processor time of the whole process.
 */
public final class Wakeups {

    private static final int BYTES = 64;
    private static final long LOST_NS = 1_000_000_000L;
    private static final int MAX_SPIN_NS = 20_000;
    private static final int MAX_NAP_NS = 100_000;
    private static final int KINDS = 16;

    private final Options options;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private Wakeups(Options options) {
        this.options = options;
    }

    /**
     * Runs it.
     *
     * @param arguments see {@code etc/bench}
     */
    public static void main(String[] arguments) {
        new Wakeups(
                        Options.parse(
                                arguments,
                                "rounds",
                                "1000000",
                                "threads",
                                "platform",
                                "seed",
                                "1",
                                "idle",
                                "10"))
                .run();
    }

    private void run() {
        int rounds = options.number("rounds");
        System.out.printf(
                Locale.ROOT,
                "%d rounds of two %s threads, progress %s%n%s%n",
                rounds,
                options.text("threads"),
                options.text("progress"),
                Machine.line());
        try (Fabric fabric = new Fabric(options)) {
            int port = fabric.listen();
            Side one = new Side(fabric, options.number("seed"));
            Side two = new Side(fabric, options.number("seed") + 1);
            Thread accepting = start(() -> two.lane.accept(fabric.nextRequest()));
            one.lane.connect(Fabric.loopback(port));
            join(accepting);

            long start = System.nanoTime();
            Thread first = start(() -> one.go(rounds, true));
            Thread second = start(() -> two.go(rounds, false));
            join(first);
            join(second);
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.printf(
                    Locale.ROOT,
                    "%d rounds in %.1f s, no wake-up lost; longest waits %.1f and %.1f ms%n",
                    rounds,
                    seconds,
                    one.longest / 1e6,
                    two.longest / 1e6);
            idle(one, two);
        }
    }

    private void idle(Side one, Side two) {
        int seconds = options.number("idle");
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Thread first = start(() -> one.lane.sleep(seconds));
        Thread second = start(() -> two.lane.sleep(seconds));
        LockSupport.parkNanos(LOST_NS); // both are asleep by now
        long before = system.getProcessCpuTime();
        long start = System.nanoTime();
        LockSupport.parkNanos((seconds - 2) * LOST_NS);
        double share = (double) (system.getProcessCpuTime() - before) / (System.nanoTime() - start);
        join(first);
        join(second);
        System.out.printf(
                Locale.ROOT, "two sleeping consumers use %.3f %% of a processor%n", share * 100);
    }

    /** One end of the connection. */
    private static final class Side {
        final Lane lane;
        private final SplittableRandom random;
        long longest;

        Side(Fabric fabric, long seed) {
            this.lane =
                    new Lane(
                            fabric.adapter(),
                            fabric.zone(),
                            BYTES,
                            false,
                            CompletionFlags.SUPPRESS,
                            fabric.attributes());
            this.random = new SplittableRandom(seed);
        }

        void go(int rounds, boolean begins) {
            for (int i = 0; i < rounds; i++) {
                if (begins) {
                    send();
                    await(i);
                } else {
                    await(i);
                    send();
                }
            }
        }

        private void send() {
            int kind = random.nextInt(KINDS);
            if (kind == 0) {
                LockSupport.parkNanos(random.nextInt(MAX_NAP_NS));
            } else if (kind < KINDS / 2) {
                long end = System.nanoTime() + random.nextInt(MAX_SPIN_NS);
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
            }
            lane.send(BYTES);
        }

        private void await(int round) {
            long start = System.nanoTime();
            lane.awaitMessage();
            long took = System.nanoTime() - start;
            longest = Math.max(longest, took);
            if (took > LOST_NS) {
                throw new Failure("round " + round + " was woken after " + took / 1e9 + " s only");
            }
        }
    }

    // ---- threads

    private Thread start(Runnable body) {
        Runnable guarded =
                () -> {
                    try {
                        body.run();
                    } catch (RuntimeException | Error e) {
                        failure.compareAndSet(null, e);
                    }
                };
        return options.text("threads").equals("virtual")
                ? Thread.ofVirtual().start(guarded)
                : Thread.ofPlatform().daemon().start(guarded);
    }

    private void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
        @Nullable Throwable failed = failure.get();
        if (failed != null) {
            throw new Failure("a thread failed", failed);
        }
    }
}
