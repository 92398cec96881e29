package org.jdapl.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jdapl.api.data.CompletionFlags;

/**
 * Small messages there and back between two Java VMs over loopback: send and receive of JDAPL
 * against a socket channel, both waiting in blocking calls, or both polling ({@code --poll}). A
 * sample is some thousands of round trips; a ratio is made of two samples that stand next to each
 * other. What all threads of both Java VMs allocate during JDAPL's samples is counted.
 *
 * <p>{@code --hogs N} keeps N threads busy beside it; {@code --suppress} asks for no completions of
 * sends.
 */
public final class RoundTrip {

    private static final int SMALLEST = 1;

    /**
     * Round trips before and behind those of a sample, so that nothing but them is in its window.
     */
    private static final int MARGIN = 16;

    /** Round trips before the first pair: compiling takes long where the machine is busy. */
    private static final int WARM_UP_TRIPS = 60_000;

    private static final int MIN_WARM_UPS = 2;
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration SAMPLE_LIMIT = Duration.ofSeconds(60);

    private static final String SOCKET = "socket";
    private static final String JDAPL = "jdapl";
    private static final String DONE = "done";
    private static final String READY = "ready";

    private final Options options;
    private final boolean polls;
    private final int trips;
    private int warmUps;
    private final Allocations allocations = new Allocations();
    private final long[] times;

    private RoundTrip(Options options) {
        this.options = options;
        this.polls = options.isOn("poll");
        this.trips = options.number("trips");
        this.times = new long[trips];
        this.warmUps = Math.max(MIN_WARM_UPS, WARM_UP_TRIPS / trips);
    }

    /**
     * Runs it.
     *
     * @param arguments see {@code etc/bench}
     * @throws IOException where a socket fails
     */
    public static void main(String[] arguments) throws IOException {
        Options options =
                Options.parse(
                        arguments,
                        "sizes",
                        "8,64,1024,4096",
                        "pairs",
                        "21",
                        "trips",
                        "2000",
                        "hogs",
                        "0",
                        "pause",
                        "0",
                        "poll",
                        "off",
                        "suppress",
                        "off");
        RoundTrip program = new RoundTrip(options);
        if (options.isPeer()) {
            program.answer();
        } else {
            program.measure();
        }
    }

    private Lane lane(Fabric fabric) {
        int longest = Arrays.stream(options.numbers("sizes")).max().orElse(SMALLEST);
        int flags = options.isOn("suppress") ? CompletionFlags.SUPPRESS : CompletionFlags.DEFAULT;
        return new Lane(
                fabric.adapter(), fabric.zone(), longest, polls, flags, fabric.attributes());
    }

    // ---- the first Java VM

    private void measure() throws IOException {
        System.out.printf(
                Locale.ROOT,
                "round trip, %s, progress %s%s, %d pairs of %d%n%s%n",
                polls ? "polling" : "blocking waits",
                options.text("progress"),
                options.number("hogs") > 0 ? ", " + options.text("hogs") + " busy threads" : "",
                options.number("pairs"),
                trips,
                Machine.line());
        try (SecondJvm second = SecondJvm.start(RoundTrip.class, options);
                Fabric fabric = new Fabric(options);
                Lane lane = lane(fabric)) {
            String[] ports = second.expect(READY, START_LIMIT);
            lane.connect(Fabric.loopback(Integer.parseInt(ports[1])));
            try (SocketChannel socket = Sockets.connect(Integer.parseInt(ports[0]), !polls)) {
                Hogs hogs = new Hogs(options.number("hogs"));
                System.out.println(
                        "  bytes  socket us   jdapl us   ratio [quartiles]        p50 ratio"
                                + "   p99 us socket, jdapl   bytes allocated a trip here, there");
                for (int size : options.numbers("sizes")) {
                    new Size(size, second, socket, lane).measure();
                    warmUps = MIN_WARM_UPS;
                }
                hogs.stop();
            }
        }
    }

    /** All samples of one size. */
    private final class Size {
        private final int size;
        private final SecondJvm second;
        private final SocketChannel socket;
        private final Lane lane;
        private final ByteBuffer buffer;
        private final List<double[]> socketTails = new ArrayList<>();
        private final List<double[]> jdaplTails = new ArrayList<>();
        private final List<long[]> allocated = new ArrayList<>();

        Size(int size, SecondJvm second, SocketChannel socket, Lane lane) {
            this.size = size;
            this.second = second;
            this.socket = socket;
            this.lane = lane;
            this.buffer = ByteBuffer.allocateDirect(size);
        }

        void measure() {
            int pairs = options.number("pairs");
            Pairs samples =
                    Pairs.take(
                            pairs,
                            warmUps,
                            options.number("pause"),
                            this::socketSample,
                            this::jdaplSample);
            Quantiles ratios = samples.ratios();
            System.out.printf(
                    Locale.ROOT,
                    "%7d  %9.2f  %9.2f   %5.3f [%5.3f, %5.3f]    %5.3f        %8.1f %8.1f"
                            + "         %.3f %.3f%n",
                    size,
                    samples.ofFirst().median(),
                    samples.ofSecond().median(),
                    ratios.median(),
                    ratios.lowerQuartile(),
                    ratios.upperQuartile(),
                    median(jdaplTails, 0) / median(socketTails, 0),
                    median(socketTails, 1),
                    median(jdaplTails, 1),
                    perTrip(0),
                    perTrip(1));
        }

        private double median(List<double[]> samples, int column) {
            return Quantiles.of(
                            samples.stream().skip(warmUps).mapToDouble(s -> s[column]).toArray())
                    .median();
        }

        private double perTrip(int side) {
            long bytes = allocated.stream().skip(warmUps).mapToLong(a -> a[side]).sum();
            return bytes / ((double) trips * options.number("pairs"));
        }

        private double socketSample() {
            second.tell(SOCKET + " " + size);
            try {
                for (int i = 0; i < MARGIN; i++) {
                    socketTrip();
                }
                for (int i = 0; i < trips; i++) {
                    long start = System.nanoTime();
                    socketTrip();
                    times[i] = System.nanoTime() - start;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            second.expect(DONE, SAMPLE_LIMIT);
            return finish(socketTails);
        }

        private void socketTrip() throws IOException {
            Sockets.writeFully(socket, buffer);
            Sockets.readFully(socket, buffer);
        }

        private double jdaplSample() {
            second.tell(JDAPL + " " + size);
            for (int i = 0; i < MARGIN; i++) {
                jdaplTrip();
            }
            allocations.begin();
            for (int i = 0; i < trips; i++) {
                long start = System.nanoTime();
                jdaplTrip();
                times[i] = System.nanoTime() - start;
            }
            long here = allocations.end();
            for (int i = 0; i < MARGIN; i++) {
                jdaplTrip();
            }
            long there = Long.parseLong(second.expect(DONE, SAMPLE_LIMIT)[0]);
            allocated.add(new long[] {here, there});
            return finish(jdaplTails);
        }

        private void jdaplTrip() {
            lane.send(size);
            lane.awaitMessage();
        }

        /** Notes p50 and p99 of a sample; its mean, in microseconds. */
        private double finish(List<double[]> tails) {
            Quantiles q = Quantiles.of(times, trips);
            tails.add(new double[] {q.median() / 1e3, q.at(99) / 1e3});
            return Arrays.stream(times).sum() / 1e3 / trips;
        }
    }

    // ---- the second Java VM

    private void answer() throws IOException {
        FirstJvm first = new FirstJvm();
        try (var server = Sockets.listen();
                Fabric fabric = new Fabric(options);
                Lane lane = lane(fabric)) {
            int port = fabric.listen();
            first.say(READY, Sockets.port(server), port);
            lane.accept(fabric.nextRequest());
            try (SocketChannel socket = Sockets.accept(server, !polls)) {
                while (true) {
                    String[] command = first.next();
                    int size = Integer.parseInt(command[1]);
                    first.say(
                            DONE,
                            command[0].equals(JDAPL)
                                    ? jdaplEcho(lane, size)
                                    : socketEcho(socket, size));
                }
            }
        }
    }

    private long socketEcho(SocketChannel socket, int size) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(size);
        for (int i = 0; i < MARGIN + trips; i++) {
            Sockets.readFully(socket, buffer);
            Sockets.writeFully(socket, buffer);
        }
        return 0;
    }

    private long jdaplEcho(Lane lane, int size) {
        jdaplEcho(lane, size, MARGIN);
        allocations.begin();
        jdaplEcho(lane, size, trips);
        long allocated = allocations.end();
        jdaplEcho(lane, size, MARGIN);
        return allocated;
    }

    private static void jdaplEcho(Lane lane, int size, int count) {
        for (int i = 0; i < count; i++) {
            lane.awaitMessage();
            lane.send(size);
        }
    }
}
