package org.jdapl.provider.soft.testkit;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.Listener;

/** Drives hosts by the test's own thread until something holds. */
public final class Loop {

    public static final long LIMIT_NS = 20_000_000_000L;

    private final List<Host> hosts;
    private final List<Pair> pairs = new java.util.ArrayList<>();

    public Loop(Host... hosts) {
        this.hosts = List.of(hosts);
    }

    public Loop watch(Pair... more) {
        pairs.addAll(List.of(more));
        return this;
    }

    public void step() {
        for (Host h : hosts) {
            h.adapter.progress();
        }
        for (Pair p : pairs) {
            p.poll();
        }
    }

    public void until(String what, BooleanSupplier done) {
        long start = System.nanoTime();
        while (!done.getAsBoolean()) {
            step();
            if (System.nanoTime() - start > LIMIT_NS) {
                StringBuilder text = new StringBuilder("not in time: " + what);
                for (Pair p : pairs) {
                    text.append("; ").append(p.events()).append(p.sent).append(p.received);
                }
                for (Host h : hosts) {
                    text.append("; ").append(h.listener.events);
                }
                throw new AssertionError(text);
            }
            Thread.onSpinWait();
        }
    }

    /** Goes on for a while, for things that should not happen. */
    public void during(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        while (System.nanoTime() < end) {
            step();
        }
    }

    public static ConnectParameters parameters(int readsIn, int readsOut, byte... data) {
        return new ConnectParameters(data, readsIn, readsOut, 0);
    }

    /** Connects two pairs over loopback. */
    public void connect(Pair active, Pair passive) {
        connect(
                active,
                passive,
                InetAddress.getLoopbackAddress(),
                parameters(4, 4),
                parameters(4, 4));
    }

    public void connect(
            Pair active,
            Pair passive,
            InetAddress address,
            ConnectParameters a,
            ConnectParameters p) {
        watch(active, passive);
        try (Listener listener =
                passive.host
                        .adapter
                        .connectionManager()
                        .listen(new InetSocketAddress(address, 0), 16, "listener")) {
            active.host.adapter.connectionManager().connect(active.qp, listener.localAddress(), a);
            until("a request", () -> !passive.host.listener.requests.isEmpty());
            passive.host
                    .adapter
                    .connectionManager()
                    .accept(passive.host.listener.requests.remove(), passive.qp, p);
            until(
                    "both established",
                    () ->
                            active.events().contains("established")
                                    && passive.events().contains("established"));
        }
    }
}
