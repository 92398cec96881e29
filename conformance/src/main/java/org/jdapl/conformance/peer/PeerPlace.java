package org.jdapl.conformance.peer;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdapl.conformance.base.Party;
import org.jspecify.annotations.Nullable;

/**
 * Where the peer of a test is, and on which adapter.
 *
 * @param adapter the adapter that it opens
 * @param options how its process is started on this machine
 * @param host the host that starts it; null for this machine
 * @param settings properties of its process on another host
 */
public record PeerPlace(
        String adapter,
        PeerOptions options,
        @Nullable PeerHost host,
        Map<String, String> settings) {

    /** Copies the map. */
    public PeerPlace {
        settings = Map.copyOf(settings);
    }

    /** The property that names the peer's adapter where it is another than the one under test. */
    public static final String ADAPTER_PROPERTY = "jdapl.test.peer.adapter";

    /** The property with the address of the peer's adapter that this side reaches. */
    public static final String ADDRESS_PROPERTY = "jdapl.test.peer.address";

    /**
     * The property with the words, between spaces, that the command of the peer process is put
     * behind, for example {@code ip netns exec hostb}. They must become the process.
     */
    public static final String LAUNCHER_PROPERTY = "jdapl.test.peer.launcher";

    /**
     * The place that the properties tell; without them the same adapter on this machine.
     *
     * @param adapter the adapter under test
     * @return the place
     */
    public static PeerPlace of(String adapter) {
        PeerOptions options = PeerOptions.defaults();
        @Nullable String address = System.getProperty(ADDRESS_PROPERTY);
        if (address != null) {
            options = options.with("-D" + Party.ADDRESS_PROPERTY + "=" + address);
        }
        @Nullable String launcher = System.getProperty(LAUNCHER_PROPERTY);
        if (launcher != null) {
            options = options.behind(List.of(launcher.split(" ", -1)));
        }
        @Nullable PeerHost host = PeerHost.ofProperties();
        return new PeerPlace(
                System.getProperty(ADAPTER_PROPERTY, adapter),
                options,
                host,
                host == null ? Map.of() : settings(host, address));
    }

    /** The peer is reached at the address at which the host is, unless another one is told. */
    private static Map<String, String> settings(PeerHost host, @Nullable String address) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String name : PeerSession.SETTINGS) {
            @Nullable String value = System.getProperty(name);
            if (value != null) {
                settings.put(name, value);
            }
        }
        settings.put(
                Party.ADDRESS_PROPERTY,
                address != null ? address : host.address().getAddress().getHostAddress());
        return settings;
    }

    /**
     * Starts a peer there.
     *
     * @return its process
     * @throws IOException where it cannot be started
     * @throws PeerException where another host does not do it
     */
    Process start() throws IOException {
        return host == null
                ? new ProcessBuilder(options.command()).start()
                : new RemoteProcess(host.connect(PeerHost.FOR_PEER, settings));
    }
}
