package org.jdapl.provider.soft.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.memory.RegionNames;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.Listener;

/** A host with one queue pair, and the test as its peer, byte by byte. */
public final class RawPeer implements AutoCloseable {

    public static final String REQUEST_KEY = "4d504120494420526571204672616d65";
    public static final String REPLY_KEY = "4d504120494420526570204672616d65";

    public final MemoryFabric fabric;
    public final VirtualClock clock;
    public final Host host;
    public final Pair pair;
    public final Loop loop;
    public MemoryFabric.Raw raw;
    private final List<Frames.Frame> frames = new ArrayList<>();
    private byte[] leftover = {};

    public RawPeer() {
        this(MemoryFabric.whole(), TransportAttributes.NONE, EndpointAttributes.defaults(), null);
    }

    public RawPeer(
            MemoryFabric fabric,
            TransportAttributes adapter,
            EndpointAttributes endpoint,
            RegionNames names) {
        this.fabric = fabric;
        clock = new VirtualClock();
        host =
                names == null
                        ? new Host(fabric, adapter, clock)
                        : new Host(fabric, adapter, clock, names);
        pair = host.pair(endpoint);
        loop = new Loop(host).watch(pair);
    }

    /** The peer of another queue pair of a host that has one. */
    public RawPeer(RawPeer other, Pair pair) {
        fabric = other.fabric;
        clock = other.clock;
        host = other.host;
        this.pair = pair;
        loop = other.loop.watch(pair);
    }

    /** Lets the host's pair connect; the test sees the request in {@link #raw}. */
    public RawPeer hostConnects(ConnectParameters parameters) {
        MemoryFabric.RawListener listener = fabric.listenRaw();
        host.adapter.connectionManager().connect(pair.qp, listener.address(), parameters);
        loop.until("a stream", listener::hasOne);
        raw = listener.take();
        return this;
    }

    /** Sends a request to the host and has it accepted. */
    public RawPeer hostAccepts(String requestHex, ConnectParameters parameters) {
        try (Listener listener =
                host.adapter
                        .connectionManager()
                        .listen(
                                new InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), 0),
                                4,
                                "listener")) {
            raw = fabric.connectRaw(listener.localAddress().getPort());
            raw.write(requestHex);
            loop.until("a request", () -> !host.listener.requests.isEmpty());
            host.adapter
                    .connectionManager()
                    .accept(host.listener.requests.remove(), pair.qp, parameters);
        }
        return this;
    }

    /**
     * The usual: an established connection whose passive side is the host, peer-to-peer, with CRCs.
     */
    public RawPeer established() {
        hostAccepts(REQUEST_KEY + "5002 0004 8004 8004", Loop.parameters(4, 4));
        steps(3);
        leftover = new byte[0];
        assertThat(raw.readHex()).isEqualTo(REPLY_KEY + "50020004" + "80048004");
        raw.write(Frames.filler());
        loop.until("established", () -> pair.events().contains("established"));
        return this;
    }

    public void steps(int count) {
        for (int i = 0; i < count; i++) {
            loop.step();
        }
    }

    /** The frames that have come, the ones of earlier calls included. */
    public List<Frames.Frame> frames() {
        steps(3);
        byte[] more = raw.read();
        byte[] all = Arrays.copyOf(leftover, leftover.length + more.length);
        System.arraycopy(more, 0, all, leftover.length, more.length);
        leftover = Arrays.copyOfRange(all, Frames.parse(all, frames), all.length);
        return frames;
    }

    /**
     * The host ends the connection with this Terminate, as the last frame, and reports it as
     * broken.
     */
    public void expectTerminate(TerminateCode code) {
        loop.until("broken", () -> pair.events().contains("broken"));
        List<Frames.Frame> all = frames();
        assertThat(all).as("frames").isNotEmpty();
        assertThat(all.getLast().terminateCode()).isEqualTo(code);
        assertThat(raw.isEnded()).as("FIN").isTrue();
        assertThat(pair.events()).containsOnlyOnce("broken").doesNotContain("disconnected");
    }

    @Override
    public void close() {
        pair.close();
        host.close();
    }
}
