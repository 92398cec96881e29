package org.jdapl.spi.kit;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The addresses of this host, for providers that run over its network interfaces. */
public final class HostAddresses {

    private HostAddresses() {}

    /**
     * The addresses that can be bound: those of all interfaces that are up, without link-local
     * ones. Called by any thread.
     *
     * @return the addresses, loopback last, otherwise in the system's order; the loopback address
     *     alone where the system does not tell. The list belongs to the caller
     */
    public static List<InetAddress> bindable() {
        List<InetAddress> all = new ArrayList<>();
        try {
            NetworkInterface.networkInterfaces()
                    .filter(HostAddresses::isUp)
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLinkLocalAddress())
                    .forEach(all::add);
        } catch (SocketException _) {
            all.add(InetAddress.getLoopbackAddress());
        }
        all.sort(Comparator.comparing(InetAddress::isLoopbackAddress));
        return all;
    }

    private static boolean isUp(NetworkInterface candidate) {
        try {
            return candidate.isUp();
        } catch (SocketException _) {
            return false; // it went away
        }
    }
}
