package org.jdapl.provider.soft.net;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is known of this host's interfaces.
 *
 * <p><strong>Threads:</strong> any.
 */
final class Interfaces {

    private final Map<InetAddress, Integer> mtus = new ConcurrentHashMap<>();

    /** The MTU of the interface that an address belongs to. */
    int mtu(InetAddress address) {
        return mtus.computeIfAbsent(address, Interfaces::lookUpMtu);
    }

    private static int lookUpMtu(InetAddress address) {
        try {
            NetworkInterface found = NetworkInterface.getByInetAddress(address);
            if (found == null && address.isLoopbackAddress()) {
                found = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
            }
            int mtu = found == null ? 0 : found.getMTU();
            return mtu > 0 ? mtu : Mtu.DEFAULT;
        } catch (SocketException _) {
            return Mtu.DEFAULT;
        }
    }
}
