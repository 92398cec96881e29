package org.jdapl.benchmarks;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.jdapl.api.data.CompletionFlags;

/**
 * A stream of RDMA writes from one Java VM to another over loopback, against a plain stream of
 * blocking writes of the same size into a socket channel, whose peer reads into a direct buffer and
 * touches nothing. Both end with a message from the peer that says that all has arrived. What all
 * threads of both Java VMs allocate meanwhile is counted.
 */
public final class Stream {

    private static final int WARM_UPS = 3;
    private static final int NOTE_BYTES = 8;
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration SAMPLE_LIMIT = Duration.ofSeconds(60);

    private static final String SOCKET = "socket";
    private static final String JDAPL = "jdapl";
    private static final String DONE = "done";
    private static final String READY = "ready";
    private static final String WINDOW = "window";

    private final Options options;
    private final int depth;
    private final Allocations allocations = new Allocations();

    private Stream(Options options) {
        this.options = options;
        this.depth = options.number("depth");
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
                        "crc",
                        "on",
                        "sizes",
                        "1048576,65536",
                        "pairs",
                        "21",
                        "mib",
                        "512",
                        "depth",
                        "16",
                        "sndbuf",
                        "0",
                        "pause",
                        "0",
                        "poll",
                        "off");
        Stream program = new Stream(options);
        if (options.isPeer()) {
            program.answer();
        } else {
            program.measure();
        }
    }

    private Lane lane(Fabric fabric) {
        int longest = Arrays.stream(options.numbers("sizes")).max().orElse(NOTE_BYTES);
        return new Lane(
                fabric.adapter(),
                fabric.zone(),
                longest,
                options.isOn("poll"),
                CompletionFlags.DEFAULT,
                fabric.attributes());
    }

    private int chunks(int size) {
        return (int) Math.max(1, ((long) options.number("mib") << 20) / size);
    }

    // ---- the first Java VM

    private void measure() throws IOException {
        System.out.printf(
                Locale.ROOT,
                "stream of RDMA writes, progress %s, CRC %s, queue depth %d, %d pairs of %d MiB%n%s%n",
                options.text("progress"),
                options.text("crc"),
                depth,
                options.number("pairs"),
                options.number("mib"),
                Machine.line());
        try (SecondJvm second = SecondJvm.start(Stream.class, options);
                Fabric fabric = new Fabric(options);
                Lane lane = lane(fabric)) {
            String[] ports = second.expect(READY, START_LIMIT);
            lane.connect(Fabric.loopback(Integer.parseInt(ports[1])));
            try (SocketChannel socket = Sockets.connect(Integer.parseInt(ports[0]), true)) {
                int sendBuffer = options.number("sndbuf");
                if (sendBuffer > 0) {
                    socket.setOption(java.net.StandardSocketOptions.SO_SNDBUF, sendBuffer);
                }
                System.out.println(
                        "  bytes  socket GB/s  jdapl GB/s   ratio [quartiles]"
                                + "        bytes allocated a write here, there");
                String[] window = second.expect(WINDOW, START_LIMIT);
                for (int size : options.numbers("sizes")) {
                    new Size(size, second, socket, lane, window).measure();
                }
            }
        }
    }

    /** All samples of one size. */
    private final class Size {
        private final int size;
        private final int chunks;
        private final SecondJvm second;
        private final SocketChannel socket;
        private final Lane lane;
        private final long address;
        private final long key;
        private final ByteBuffer buffer;
        private final ByteBuffer note = ByteBuffer.allocateDirect(NOTE_BYTES);
        private long here;
        private long there;

        Size(int size, SecondJvm second, SocketChannel socket, Lane lane, String[] window) {
            this.size = size;
            this.chunks = chunks(size);
            this.second = second;
            this.socket = socket;
            this.lane = lane;
            this.address = Long.parseLong(window[0]);
            this.key = Long.parseLong(window[1]);
            this.buffer = ByteBuffer.allocateDirect(size);
        }

        void measure() {
            int pairs = options.number("pairs");
            Pairs.take(WARM_UPS, 0, 0, this::socketSample, this::jdaplSample);
            here = 0;
            there = 0;
            Pairs samples =
                    Pairs.take(
                            pairs,
                            0,
                            options.number("pause"),
                            this::socketSample,
                            this::jdaplSample);
            Quantiles ratios = samples.ratios();
            double writes = (double) chunks * pairs;
            System.out.printf(
                    Locale.ROOT,
                    "%7d  %11.2f  %10.2f   %5.3f [%5.3f, %5.3f]        %.3f %.3f%n",
                    size,
                    samples.ofFirst().median(),
                    samples.ofSecond().median(),
                    ratios.median(),
                    ratios.lowerQuartile(),
                    ratios.upperQuartile(),
                    here / writes,
                    there / writes);
        }

        private double rate(long start) {
            return (double) size * chunks / (System.nanoTime() - start);
        }

        private double socketSample() {
            second.tell(SOCKET + " " + size);
            second.expect(READY, SAMPLE_LIMIT);
            try {
                long start = System.nanoTime();
                for (int i = 0; i < chunks; i++) {
                    Sockets.writeFully(socket, buffer);
                }
                Sockets.readFully(socket, note);
                double rate = rate(start);
                second.expect(DONE, SAMPLE_LIMIT);
                return rate;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private double jdaplSample() {
            second.tell(JDAPL + " " + size);
            second.expect(READY, SAMPLE_LIMIT);
            allocations.begin();
            long start = System.nanoTime();
            for (int i = 0; i < chunks; i++) {
                lane.awaitRoom(depth);
                lane.write(size, address, key);
            }
            lane.awaitRoom(depth);
            lane.send(NOTE_BYTES);
            lane.awaitMessage();
            double rate = rate(start);
            here += allocations.end();
            // Only now may the other side's word, which is read by a thread of this one, come.
            lane.send(NOTE_BYTES);
            there += Long.parseLong(second.expect(DONE, SAMPLE_LIMIT)[0]);
            return rate;
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
            try (SocketChannel socket = Sockets.accept(server, true)) {
                first.say(WINDOW, lane.window().address(), lane.window().key());
                while (true) {
                    String[] command = first.next();
                    int size = Integer.parseInt(command[1]);
                    first.say(READY);
                    first.say(DONE, command[0].equals(JDAPL) ? serve(lane) : swallow(socket, size));
                }
            }
        }
    }

    private long swallow(SocketChannel socket, int size) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(size);
        long left = (long) chunks(size) * size;
        while (left > 0) {
            buffer.clear();
            int n = socket.read(buffer);
            if (n < 0) {
                throw new EOFException("the peer is gone");
            }
            left -= n;
        }
        Sockets.writeFully(socket, ByteBuffer.allocateDirect(NOTE_BYTES));
        return 0;
    }

    /** The fabric does the work; a wait for the note lets it, where this side has to drive it. */
    private long serve(Lane lane) {
        allocations.begin();
        lane.awaitMessage();
        lane.send(NOTE_BYTES);
        long allocated = allocations.end();
        lane.awaitMessage();
        return allocated;
    }
}
