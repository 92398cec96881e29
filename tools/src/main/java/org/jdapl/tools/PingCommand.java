package org.jdapl.tools;

import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code jdapl ping}. */
@Command(
        name = "ping",
        usageHelpWidth = 100,
        sortOptions = false,
        description = {
            "Sends messages to a peer that sends them back, and says how long each took there and"
                    + " back.",
            "Without --listen and --connect the peer is a second process on this machine."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  jdapl ping",
            "  jdapl ping -C 100 -S 4k -V -q",
            "  jdapl ping --listen=192.0.2.1:7471       # on one machine",
            "  jdapl ping --connect 192.0.2.1:7471      # on the other"
        })
final class PingCommand implements Runnable {

    @Mixin private AdapterOption adapter = new AdapterOption();
    @Mixin private PeerOptions peer = new PeerOptions();

    @Option(
            names = {"-C", "--count"},
            paramLabel = "N",
            defaultValue = "10",
            description = "How many messages (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = {"-S", "--size"},
            paramLabel = "SIZE",
            defaultValue = "64",
            converter = Sizes.Converter.class,
            description = "Bytes of a message, 1 to 64M (default: ${DEFAULT-VALUE}).")
    private long size;

    @Option(
            names = {"-V", "--validate"},
            description = "Check that each message comes back as it was sent.")
    private boolean validate;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print only the summary.")
    private boolean quiet;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Spec private CommandSpec spec = CommandSpec.create();

    PingCommand() {}

    @Override
    public void run() {
        peer.check(spec);
        if (count < 1) {
            throw new ParameterException(spec.commandLine(), "-C " + count + " is not above zero");
        }
        if (size < 1 || size > PingPeer.MAX_BYTES) {
            throw new ParameterException(
                    spec.commandLine(), "-S " + size + " is not from 1 byte to 64 MiB");
        }
        peer.prepare(spec);
        try (Fabric fabric = Fabric.open(adapter)) {
            if (peer.listen != null) {
                serve(fabric, peer.listen);
            } else {
                Meeting.run(peer, adapter, fabric, List.of("ping"), at -> ping(fabric, at));
            }
        }
    }

    private void serve(Fabric fabric, HostPort where) {
        try (Door door = new Door(fabric, where)) {
            door.announce(System.out, fabric);
            Door.Guest guest = door.await(Hello.Tool.PING, peer.acceptTimeout, _ -> true);
            String from = HostPort.format(guest.request().remoteAddress());
            int served = PingPeer.serve(fabric, guest, peer.timeout);
            if (!peer.second) {
                System.out.println("answered " + served + " messages from " + from);
            }
        }
    }

    private void ping(Fabric fabric, InetSocketAddress remote) {
        PrintStream out = System.out;
        String where = HostPort.format(remote);
        String bytes = Sizes.format(size);
        boolean lines = !quiet && !json;
        long[] times = new long[count];
        try (PingPeer pinging = PingPeer.connect(fabric, remote, peer.timeout, (int) size, count)) {
            if (lines) {
                out.printf(
                        Locale.ROOT,
                        "ping %s over %s: %s, %d messages%n",
                        where,
                        fabric.adapter().name(),
                        bytes,
                        count);
            }
            pinging.ping(
                    validate,
                    times,
                    n -> {
                        if (lines) {
                            out.printf(
                                    Locale.ROOT,
                                    "%s from %s: seq=%d time=%.1f us%n",
                                    bytes,
                                    where,
                                    n + 1,
                                    times[n] / 1e3);
                            out.flush();
                        }
                    });
        }
        report(out, fabric, where, LatencyStats.of(times, 1));
    }

    private void report(PrintStream out, Fabric fabric, String where, LatencyStats stats) {
        if (json) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("tool", "ping");
            result.put("adapter", fabric.adapter().name());
            result.put("peer", where);
            result.put("progress", fabric.progress());
            result.put("bytes", size);
            result.put("count", count);
            result.put("validated", validate);
            result.put("rtt_min_us", stats.min());
            result.put("rtt_avg_us", stats.average());
            result.put("rtt_max_us", stats.max());
            out.println(Json.write(result));
            return;
        }
        out.printf(
                Locale.ROOT,
                "%d sent, %d received%s; round trip min/avg/max = %.1f/%.1f/%.1f us%n",
                count,
                count,
                validate ? " and checked" : "",
                stats.min(),
                stats.average(),
                stats.max());
    }
}
