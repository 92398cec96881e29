package org.jdapl.benchmarks;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.ProgressMode;

/**
 * Latency and rate of the API on a real device, as {@code ib_send_lat -R}, {@code ib_read_lat -R}
 * and {@code ib_write_bw -R} measure them, and what an operation allocates: a connection whose ends
 * are two threads. {@code conformance/lab/suites/90-figures.sh} runs it beside them.
 */
public final class AdapterWire {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int DEPTH = 16;
    private static final int SMALL = 64;

    /** Parts that allocations are counted in: what the virtual machine takes once is in one. */
    private static final int WINDOWS = 5;

    /** How the ends wait for completions, and who drives the adapter. */
    private enum Mode {
        AUTO_POLL(ProgressMode.AUTO, true),
        AUTO_AWAIT(ProgressMode.AUTO, false),
        MANUAL_POLL(ProgressMode.MANUAL, true),
        MANUAL_AWAIT(ProgressMode.MANUAL, false);

        final ProgressMode progress;
        final boolean polls;

        Mode(ProgressMode progress, boolean polls) {
            this.progress = progress;
            this.polls = polls;
        }
    }

    private final Fabric fabric;
    private final InetAddress address;
    private final Mode mode;
    private final int warmUps;
    private final int count;
    private final int block;
    private final Allocations allocations = new Allocations();

    private AdapterWire(Fabric fabric, Mode mode, Options options) {
        this.fabric = fabric;
        this.mode = mode;
        address = new InetSocketAddress(options.text("address"), 0).getAddress();
        warmUps = options.number("warmups");
        count = options.number("count") / WINDOWS * WINDOWS;
        block = options.number("block");
    }

    /**
     * Runs it.
     *
     * @param arguments see the names below; the address is the device's
     */
    public static void main(String[] arguments) throws InterruptedException {
        Options options =
                Options.parse(
                        arguments,
                        "address",
                        "127.0.0.1",
                        "count",
                        "1000",
                        "warmups",
                        "500",
                        "blocks",
                        "512",
                        "block",
                        "65536");
        for (Mode mode : Mode.values()) {
            try (Fabric fabric = new Fabric(options, mode.progress)) {
                new AdapterWire(fabric, mode, options).measure(options.number("blocks"));
            }
        }
    }

    private Lane lane() {
        EndpointAttributes attributes =
                fabric.attributes().toBuilder()
                        .maxReceives(2 * DEPTH)
                        .maxRequests(2 * DEPTH)
                        .build();
        return new Lane(
                fabric.adapter(),
                fabric.zone(),
                block,
                mode.polls,
                CompletionFlags.DEFAULT,
                attributes);
    }

    private void measure(int blocks) throws InterruptedException {
        EventDispatcher requests =
                fabric.adapter().createEventDispatcher(DEPTH, EventStream.CONNECTION_REQUEST);
        CountDownLatch end = new CountDownLatch(1);
        try (PublicServicePoint point =
                        fabric.adapter()
                                .createPublicServicePoint(
                                        new InetSocketAddress(address, 0), requests);
                Lane near = lane();
                Lane far = lane()) {
            Thread server = Thread.ofPlatform().start(() -> serve(requests, far, end));
            near.connect(point.localAddress());
            report("send_lat us", median("send", () -> pingPong(near)) / 2);
            RemoteRegion there = far.window();
            report(
                    "read_lat us",
                    median(
                            "read",
                            () -> {
                                near.read(SMALL, there.address(), there.key());
                                near.awaitRoom(1);
                            }));
            report("write_bw MiB/s", rate(near, there, blocks));
            end.countDown();
            server.join(LIMIT);
        }
    }

    /** Answers messages; then lives until the other side has read and written. */
    private void serve(EventDispatcher requests, Lane lane, CountDownLatch end) {
        try {
            lane.accept(requests.expect(ConnectionRequestEvent.class, LIMIT).request());
            for (int i = 0; i < warmUps + count; i++) {
                lane.awaitMessage();
                lane.send(SMALL);
            }
            if (!end.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new Failure("the other side does not come to its end");
            }
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }

    private void report(String what, double value) {
        System.out.printf(
                Locale.ROOT, "%s %s %.2f%n", mode.name().toLowerCase(Locale.ROOT), what, value);
    }

    private static void pingPong(Lane lane) {
        lane.send(SMALL);
        lane.awaitMessage();
    }

    /**
     * The median of turns, in microseconds. Reports what a turn allocates, all threads together:
     * the median of some windows.
     */
    private double median(String what, Runnable turn) {
        double[] us = new double[count];
        for (int i = 0; i < warmUps; i++) {
            turn.run();
        }
        int window = count / WINDOWS;
        double[] bytes = new double[WINDOWS];
        for (int w = 0; w < WINDOWS; w++) {
            allocations.begin();
            for (int i = w * window; i < (w + 1) * window; i++) {
                long begin = System.nanoTime();
                turn.run();
                us[i] = (System.nanoTime() - begin) / 1e3;
            }
            bytes[w] = (double) allocations.end() / window;
        }
        report(what + "_allocates B", Quantiles.of(bytes).median());
        return Quantiles.of(us).median();
    }

    /** Blocks are written with as many under way as C has. */
    private double rate(Lane lane, RemoteRegion there, int blocks) {
        write(lane, there, DEPTH);
        long begin = System.nanoTime();
        write(lane, there, blocks);
        double seconds = (System.nanoTime() - begin) / 1e9;
        return blocks * (block / 1048576.0) / seconds;
    }

    private void write(Lane lane, RemoteRegion there, int blocks) {
        for (int i = 0; i < blocks; i++) {
            lane.awaitRoom(DEPTH);
            lane.write(block, there.address(), there.key());
        }
        lane.awaitRoom(1);
    }
}
