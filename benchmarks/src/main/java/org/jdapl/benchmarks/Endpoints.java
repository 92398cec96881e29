package org.jdapl.benchmarks;

import java.time.Duration;
import java.util.Locale;

/**
 * Many endpoints connected in one process, a thousand by default, with one pair of event
 * dispatchers; their peers are in a second Java VM. Each sends and receives. What an endpoint holds
 * is the difference of two looks at the process; what many cost one that works is the ratio of
 * samples with one endpoint attached and with all: of an empty poll and of a round trip.
 */
public final class Endpoints {

    private static final int WARM_UPS = 4;
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration SAMPLE_LIMIT = Duration.ofSeconds(60);
    private static final Duration CONNECT_LIMIT = Duration.ofMinutes(3);

    private static final String READY = "ready";
    private static final String DONE = "done";
    private static final String ACCEPT = "accept";
    private static final String ECHO = "echo";
    private static final String FOOTPRINT = "footprint";

    private final Options options;
    private final Allocations allocations = new Allocations();

    private Endpoints(Options options) {
        this.options = options;
    }

    /**
     * Runs it.
     *
     * @param arguments see {@code etc/bench}
     */
    public static void main(String[] arguments) {
        Options options =
                Options.parse(
                        arguments, "count", "1000", "rounds", "20", "pairs", "21", "trips", "1000",
                        "polls", "20000");
        Endpoints program = new Endpoints(options);
        if (options.isPeer()) {
            program.answer();
        } else {
            program.measure();
        }
    }

    // ---- the first Java VM

    private void measure() {
        int count = options.number("count");
        System.out.printf(
                Locale.ROOT,
                "%d endpoints in a process, progress %s%n%s%n",
                count,
                options.text("progress"),
                Machine.line());
        try (SecondJvm second = SecondJvm.start(Endpoints.class, options);
                Fabric one = new Fabric(options);
                Fabric many = new Fabric(options)) {
            String[] ports = second.expect(READY, START_LIMIT);
            Crowd single = new Crowd(one, 1);
            second.tell(ACCEPT + " 0 1");
            single.connect(Integer.parseInt(ports[0]), 1);
            second.expect(DONE, CONNECT_LIMIT);
            echo(second, 0, single, 2_000);

            Footprint before = Footprint.now();
            Footprint peerBefore = footprint(second);
            Crowd crowd = new Crowd(many, count);
            second.tell(ACCEPT + " 1 " + count);
            long start = System.nanoTime();
            crowd.connect(Integer.parseInt(ports[1]), count);
            second.expect(DONE, CONNECT_LIMIT);
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.printf(
                    Locale.ROOT,
                    "connected %d in %.2f s, %.0f a second%n",
                    count,
                    seconds,
                    count / seconds);

            everybody(second, crowd, count);
            report("here", Footprint.now(), before, count);
            report("peer", footprint(second), peerBefore, count);

            int pairs = options.number("pairs");
            print(
                    "empty poll",
                    "ns",
                    Pairs.take(pairs, WARM_UPS, 0, () -> polls(single), () -> polls(crowd)));
            print(
                    "round trip",
                    "us",
                    Pairs.take(
                            pairs,
                            WARM_UPS,
                            0,
                            () -> trips(second, 0, single),
                            () -> trips(second, 1, crowd)));
        }
    }

    /** Each endpoint sends and receives, all at once, some times. */
    private void everybody(SecondJvm second, Crowd crowd, int count) {
        int rounds = options.number("rounds");
        round(second, crowd, count, rounds);
        long start = System.nanoTime();
        allocations.begin();
        round(second, crowd, count, rounds);
        double each = allocations.end() / ((double) rounds * count);
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "each sent and received %d times: %.0f round trips a second, %.3f bytes allocated each%n",
                2 * rounds,
                rounds * count / seconds,
                each);
    }

    private void round(SecondJvm second, Crowd crowd, int count, int rounds) {
        second.tell(ECHO + " 1 " + (long) rounds * count);
        for (int r = 0; r < rounds; r++) {
            long messages = crowd.received() + count;
            long sends = crowd.sent() + count;
            for (int i = 0; i < count; i++) {
                crowd.send(i);
            }
            crowd.serve(messages, sends, false);
        }
        second.expect(DONE, SAMPLE_LIMIT);
    }

    private static Footprint footprint(SecondJvm second) {
        second.tell(FOOTPRINT);
        return Footprint.parse(second.expect(FOOTPRINT, SAMPLE_LIMIT));
    }

    private static void report(String where, Footprint after, Footprint before, int count) {
        Footprint more = after.since(before);
        System.out.printf(
                Locale.ROOT,
                "%s: %d threads (%+d), %d descriptors (%+d); for each endpoint %.1f KiB of heap, %.1f KiB"
                        + " of direct memory, %.1f KiB of the VM's native memory, %.1f KiB resident%n",
                where,
                after.threads(),
                more.threads(),
                after.descriptors(),
                more.descriptors(),
                (double) more.heapKiB() / count,
                (double) more.directKiB() / count,
                (double) more.nativeKiB() / count,
                (double) more.residentKiB() / count);
    }

    private static void print(String what, String unit, Pairs pairs) {
        Quantiles ratios = pairs.ratios();
        System.out.printf(
                Locale.ROOT,
                "%s, all attached against one: %.3f [%.3f, %.3f], %.2f and %.2f %s%n",
                what,
                ratios.median(),
                ratios.lowerQuartile(),
                ratios.upperQuartile(),
                pairs.ofSecond().median(),
                pairs.ofFirst().median(),
                unit);
    }

    private double polls(Crowd crowd) {
        int polls = options.number("polls");
        long start = System.nanoTime();
        int found = 0;
        for (int i = 0; i < polls; i++) {
            found += crowd.pollOnce();
        }
        if (found > 0) {
            throw new Failure(found + " events that nobody sent");
        }
        return (double) (System.nanoTime() - start) / polls;
    }

    /** Round trips over one of the endpoints. */
    private double trips(SecondJvm second, int which, Crowd crowd) {
        return echo(second, which, crowd, options.number("trips"));
    }

    private static double echo(SecondJvm second, int which, Crowd crowd, int trips) {
        second.tell(ECHO + " " + which + " " + trips);
        int at = crowd.size() / 2;
        long start = System.nanoTime();
        for (int i = 0; i < trips; i++) {
            crowd.send(at);
            crowd.serve(crowd.received() + 1, crowd.sent() + 1, false);
        }
        double each = (System.nanoTime() - start) / 1e3 / trips;
        second.expect(DONE, SAMPLE_LIMIT);
        return each;
    }

    // ---- the second Java VM

    private void answer() {
        FirstJvm first = new FirstJvm();
        try (Fabric one = new Fabric(options);
                Fabric many = new Fabric(options)) {
            Crowd[] crowds = {new Crowd(one, 1), new Crowd(many, options.number("count"))};
            first.say(READY, one.listen(), many.listen());
            while (true) {
                String[] command = first.next();
                switch (command[0]) {
                    case FOOTPRINT -> first.say(FOOTPRINT, Footprint.now().words());
                    case ACCEPT -> {
                        crowds[Integer.parseInt(command[1])].accept(Integer.parseInt(command[2]));
                        first.say(DONE);
                    }
                    case ECHO -> {
                        Crowd crowd = crowds[Integer.parseInt(command[1])];
                        long messages = Long.parseLong(command[2]);
                        crowd.serve(crowd.received() + messages, crowd.sent() + messages, true);
                        first.say(DONE);
                    }
                    default -> throw new Failure("not a command: " + command[0]);
                }
            }
        }
    }
}
