package org.jdapl.tools;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.LongStream;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code jdapl perf}. */
@Command(
        name = "perf",
        usageHelpWidth = 100,
        sortOptions = false,
        description = {
            "Measures latency and bandwidth of send, RDMA write and RDMA read over a range of"
                    + " sizes.",
            "Without --listen and --connect the other end is a second process on this machine.",
            "",
            "Latency, in microseconds:",
            "  send   half the time from posting a send of that size to the arrival of one that"
                    + " the",
            "         peer sends back.",
            "  write  half the time from posting an RDMA write of that size, with a send of 8"
                    + " bytes",
            "         behind it that tells the peer, to the arrival of the peer's send behind a"
                    + " write",
            "         of its own. (Watching memory for the data, as perftest does, is not"
                    + " something",
            "         that every transport allows.)",
            "  read   all the time from posting an RDMA read to its completion.",
            "  t_typical is the median.",
            "",
            "Bandwidth, in MiB (2^20 bytes) and millions of messages a second, one way:",
            "  send   until the peer says that it has received all; it gives the sender credits, so"
                    + " that",
            "         no send meets a peer without a receive.",
            "  write  until the peer answers a send behind the last write: all data is in its"
                    + " memory.",
            "  read   until the last read has completed.",
            "  BW_peak is the best part of a run that is cut into up to 20, each at least four"
                    + " times as",
            "  long as the queue; for short runs it is the average."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  jdapl perf",
            "  jdapl perf --op send --lat -s 64,4k -n 10000",
            "  jdapl perf --op write,read --bw -a --wait --json",
            "  jdapl perf --listen=192.0.2.1:7471              # on one machine",
            "  jdapl perf --connect 192.0.2.1:7471 --op read   # on the other"
        })
final class PerfCommand implements Runnable {

    private static final List<Long> SOME_SIZES =
            List.of(8L, 64L, 1L << 10, 8L << 10, 64L << 10, 1L << 20);
    private static final int SMALLEST_OF_ALL = 1;
    private static final int LARGEST_OF_ALL = 23;
    private static final int MAX_DEPTH = 4096;
    private static final long MAX_SIZE = 1L << 30;
    private static final int MAX_ITERATIONS = 100_000_000;

    /** Without -n a run moves about so much, so that all sizes take about as long. */
    private static final long DEFAULT_BYTES = 256L << 20;

    /** Nor shall it take longer on a slow or busy machine. */
    private static final long RUN_NS = Duration.ofSeconds(1).toNanos();

    private static final int LEAST_LATENCY = 200;
    private static final int MOST_LATENCY = 2_000;
    private static final int LEAST_BANDWIDTH = 64;
    private static final int MOST_BANDWIDTH = 20_000;

    @Mixin private AdapterOption adapter = new AdapterOption();
    @Mixin private PeerOptions peer = new PeerOptions();

    @Option(
            names = "--op",
            split = ",",
            paramLabel = "OP",
            description = "What to measure: send, write, read (default: all three).")
    private List<PerfTest.Op> ops = new ArrayList<>();

    @Option(names = "--lat", description = "Only latency.")
    private boolean latency;

    @Option(names = "--bw", description = "Only bandwidth.")
    private boolean bandwidth;

    @Option(
            names = {"-s", "--size"},
            split = ",",
            paramLabel = "SIZE",
            converter = Sizes.Converter.class,
            description = "Bytes of a message, up to 1G (default: 8,64,1k,8k,64k,1M).")
    private List<Long> sizes = new ArrayList<>();

    @Option(
            names = {"-a", "--all"},
            description = "All powers of two from 2 bytes to 8 MiB.")
    private boolean all;

    @Option(
            names = {"-n", "--iterations"},
            paramLabel = "N",
            description =
                    "Messages of a run (default: what takes about a second or makes 256 MiB, but"
                            + " 200 to 2000 for latency and 64 to 20000 for bandwidth).")
    private @Nullable Integer iterations;

    @Option(
            names = {"-t", "--depth"},
            paramLabel = "N",
            defaultValue = "64",
            description =
                    "Messages under way at once in bandwidth runs (default: ${DEFAULT-VALUE}).")
    private int depth;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = Durations.Converter.class,
            description = "How long each test runs before it counts (default: ${DEFAULT-VALUE}).")
    private Duration warmup = Duration.ofSeconds(1);

    @Option(
            names = "--poll",
            description = "Both ends ask for completions without pause (default).")
    private boolean poll;

    @Option(
            names = {"-e", "--wait"},
            description = "Both ends sleep until a completion comes.")
    private boolean wait;

    @Option(names = "--json", description = "Print the results as JSON.")
    private boolean json;

    @Spec private CommandSpec spec = CommandSpec.create();

    PerfCommand() {}

    @Override
    public void run() {
        peer.check(spec);
        check();
        peer.prepare(spec);
        try (Fabric fabric = Fabric.open(adapter)) {
            if (peer.listen != null) {
                serve(fabric, peer.listen);
            } else {
                Meeting.run(peer, adapter, fabric, List.of("perf"), at -> measure(fabric, at));
            }
        }
    }

    private void check() {
        if (poll && wait) {
            throw usage("--poll and --wait exclude each other");
        }
        if (all && !sizes.isEmpty()) {
            throw usage("-a and -s exclude each other");
        }
        for (long size : sizes) {
            if (size < 1 || size > MAX_SIZE) {
                throw usage("-s " + size + " is not from 1 byte to 1 GiB");
            }
        }
        if (depth < 1 || depth > MAX_DEPTH) {
            throw usage("-t " + depth + " is not from 1 to " + MAX_DEPTH);
        }
        if (iterations != null && (iterations < 1 || iterations > MAX_ITERATIONS)) {
            throw usage("-n " + iterations + " is not from 1 to " + MAX_ITERATIONS);
        }
    }

    private void serve(Fabric fabric, HostPort where) {
        try (Door door = new Door(fabric, where)) {
            door.announce(System.out, fabric);
            Door.Guest guest = door.await(Hello.Tool.PERF, peer.acceptTimeout, _ -> true);
            PerfSession.serve(fabric, door, guest, peer.timeout);
        }
    }

    private void measure(Fabric fabric, InetSocketAddress remote) {
        Waiting waiting = wait ? Waiting.WAIT : Waiting.POLL;
        List<PerfTest> tests = tests(fabric.adapter().attributes());
        List<Long> chosen = sizes();
        long longest = Collections.max(chosen);
        try (PerfSession session =
                PerfSession.connect(fabric, remote, longest, depth, waiting, peer.timeout)) {
            PerfReport report =
                    new PerfReport(
                            System.out, json, fabric, HostPort.format(remote), waiting, depth);
            for (PerfTest test : tests) {
                report.begin(test);
                warmUp(session, test, chosen.getFirst());
                for (long size : chosen) {
                    measure(session, test, size, report);
                }
            }
            session.bye();
            report.end();
        }
    }

    private void measure(PerfSession session, PerfTest test, long size, PerfReport report) {
        PerfRun run = new PerfRun(test, size, iterations(session, test, size));
        if (test.kind() == PerfTest.Kind.LATENCY) {
            report.latency(run, LatencyStats.of(session.latency(run), test.parts()));
        } else {
            report.bandwidth(run, session.bandwidth(run));
        }
    }

    /** Runs a test until its code is compiled; what comes out is dropped. */
    private void warmUp(PerfSession session, PerfTest test, long size) {
        long end = System.nanoTime() + warmup.toNanos();
        int n = Math.clamp(DEFAULT_BYTES / size, 1, 100);
        do {
            drop(session, new PerfRun(test, size, n));
        } while (System.nanoTime() < end);
    }

    /** As many as were asked for, else what takes about a second, within bounds. */
    private int iterations(PerfSession session, PerfTest test, long size) {
        if (iterations != null) {
            return iterations;
        }
        boolean latency = test.kind() == PerfTest.Kind.LATENCY;
        int least = latency ? LEAST_LATENCY : LEAST_BANDWIDTH;
        int most = latency ? MOST_LATENCY : MOST_BANDWIDTH;
        long start = System.nanoTime();
        drop(session, new PerfRun(test, size, least / 4));
        long each = (System.nanoTime() - start) / (least / 4) + 1;
        return Math.clamp(Math.min(RUN_NS / each, DEFAULT_BYTES / size), least, most);
    }

    private static void drop(PerfSession session, PerfRun run) {
        if (run.test().kind() == PerfTest.Kind.LATENCY) {
            session.latency(run);
        } else {
            session.bandwidth(run);
        }
    }

    private List<PerfTest> tests(AdapterAttributes attributes) {
        boolean chosen = !ops.isEmpty();
        List<PerfTest> tests = new ArrayList<>();
        for (PerfTest.Op op : chosen ? EnumSet.copyOf(ops) : EnumSet.allOf(PerfTest.Op.class)) {
            boolean can =
                    switch (op) {
                        case SEND -> true;
                        case WRITE -> attributes.has(Capability.RDMA_WRITE);
                        case READ -> attributes.has(Capability.RDMA_READ);
                    };
            if (!can && chosen) {
                throw new Failure("adapter " + attributes.adapterName() + " has no RDMA " + op);
            }
            for (PerfTest.Kind kind : PerfTest.Kind.values()) {
                boolean only =
                        kind == PerfTest.Kind.LATENCY
                                ? bandwidth && !latency
                                : latency && !bandwidth;
                if (can && !only) {
                    tests.add(new PerfTest(op, kind));
                }
            }
        }
        return tests;
    }

    private List<Long> sizes() {
        if (all) {
            return LongStream.rangeClosed(SMALLEST_OF_ALL, LARGEST_OF_ALL)
                    .map(i -> 1L << i)
                    .boxed()
                    .toList();
        }
        return sizes.isEmpty() ? SOME_SIZES : sizes;
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
