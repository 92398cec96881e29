package org.jdapl.provider.soft.sim;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A host in the network: its addresses, its ports and the networks of its open adapters. Guarded by
 * the timeline's monitor.
 */
final class Station {

    private static final int FIRST_EPHEMERAL_PORT = 49152;
    private static final int LAST_PORT = 65535;

    private final String name;
    private final InetAddress address;
    private final InetAddress address6;
    private final Map<InetSocketAddress, SimListener> listeners = new LinkedHashMap<>();
    private final List<SimNetwork> networks = new ArrayList<>();
    private int nextPort = FIRST_EPHEMERAL_PORT;

    /** Whether its process died. */
    boolean dead;

    /** Whether nothing reaches it or comes from it any more. */
    boolean silent;

    /** Whether its adapter is not there. */
    boolean removed;

    /**
     * Makes a host.
     *
     * @param name its name
     * @param number from 1 to 65535, of which its addresses are made
     */
    Station(String name, int number) {
        this.name = name;
        address = InetAddress.ofLiteral("10.0." + (number >>> 8) + "." + (number & 0xff));
        address6 = InetAddress.ofLiteral("fd00::" + Integer.toHexString(number));
    }

    String name() {
        return name;
    }

    List<InetAddress> addresses() {
        return List.of(address, address6);
    }

    List<SimNetwork> networks() {
        return networks;
    }

    /** The address that a stream to another one starts from. */
    InetAddress addressTowards(InetAddress to) {
        if (to.isLoopbackAddress()) {
            return to;
        }
        return to instanceof Inet6Address ? address6 : address;
    }

    /** Throws where an address is not one of this host. */
    void requireOwn(InetAddress candidate) throws IOException {
        if (!candidate.equals(address)
                && !candidate.equals(address6)
                && !candidate.isLoopbackAddress()
                && !candidate.isAnyLocalAddress()) {
            throw new BindException(
                    "Cannot assign requested address: "
                            + candidate.getHostAddress()
                            + " is not of host "
                            + name);
        }
    }

    int ephemeralPort() {
        int port;
        do {
            port = nextPort;
            nextPort = port == LAST_PORT ? FIRST_EPHEMERAL_PORT : port + 1;
        } while (isListening(port));
        return port;
    }

    private boolean isListening(int port) {
        return listeners.keySet().stream().anyMatch(a -> a.getPort() == port);
    }

    Map<InetSocketAddress, SimListener> listeners() {
        return listeners;
    }

    /** Who takes streams to an address. */
    @Nullable SimListener listener(InetSocketAddress to) {
        SimListener exact = listeners.get(to);
        if (exact != null) {
            return exact;
        }
        for (Map.Entry<InetSocketAddress, SimListener> entry : listeners.entrySet()) {
            InetSocketAddress at = entry.getKey();
            if (at.getPort() == to.getPort() && at.getAddress().isAnyLocalAddress()) {
                return entry.getValue();
            }
        }
        return null;
    }
}
