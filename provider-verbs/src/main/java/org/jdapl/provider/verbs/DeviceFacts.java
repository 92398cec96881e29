package org.jdapl.provider.verbs;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.Gid;
import org.jdapl.verbs.GidEntry;
import org.jdapl.verbs.error.VerbsException;

/** By which network interfaces and addresses a port of a device is reached. */
final class DeviceFacts {
    private static final Path NET = Path.of("/sys/class/net");
    private static final int MAC_BYTES = 6;

    private DeviceFacts() {}

    /**
     * The interfaces that belong to a port. RoCE's table of GIDs names them; iWARP's first GID
     * begins with the interface's hardware address; IP over InfiniBand's belong to the device in
     * {@code /sys}.
     */
    static List<NetworkInterface> interfaces(Context context, int port) {
        List<GidEntry> gids = gids(context, port);
        List<NetworkInterface> found = new ArrayList<>();
        for (NetworkInterface candidate : all()) {
            if (isOfGids(candidate, gids)
                    || isOfHardware(candidate, context, port)
                    || isOfDevice(candidate, context.device().name())) {
                found.add(candidate);
            }
        }
        return found;
    }

    private static List<GidEntry> gids(Context context, int port) {
        try {
            return context.gidTable().stream().filter(entry -> entry.port() == port).toList();
        } catch (VerbsException e) {
            return List.of(); // an old kernel, or a transport without a table
        }
    }

    private static boolean isOfGids(NetworkInterface candidate, List<GidEntry> gids) {
        return gids.stream()
                .anyMatch(
                        entry ->
                                entry.interfaceIndex() != 0
                                        && entry.interfaceIndex() == candidate.getIndex());
    }

    private static boolean isOfHardware(NetworkInterface candidate, Context context, int port) {
        try {
            byte[] address = candidate.getHardwareAddress();
            if (address == null || address.length != MAC_BYTES) {
                return false;
            }
            Gid first = context.gid(port, 0);
            return Arrays.equals(address, Arrays.copyOf(first.bytes(), MAC_BYTES));
        } catch (SocketException | VerbsException e) {
            return false;
        }
    }

    private static boolean isOfDevice(NetworkInterface candidate, String device) {
        return Files.isDirectory(
                NET.resolve(candidate.getName()).resolve("device/infiniband").resolve(device));
    }

    private static List<NetworkInterface> all() {
        try {
            return NetworkInterface.networkInterfaces().toList();
        } catch (SocketException e) {
            return List.of();
        }
    }

    /** Addresses of interfaces, those of one link only last, and only where there is no other. */
    static List<InetAddress> addresses(List<NetworkInterface> interfaces) {
        List<InetAddress> global = new ArrayList<>();
        List<InetAddress> link = new ArrayList<>();
        for (NetworkInterface networkInterface : interfaces) {
            networkInterface
                    .inetAddresses()
                    .forEach(
                            address -> (address.isLinkLocalAddress() ? link : global).add(address));
        }
        global.sort(
                (a, b) -> Boolean.compare(a instanceof Inet6Address, b instanceof Inet6Address));
        return global.isEmpty() ? link : global;
    }
}
