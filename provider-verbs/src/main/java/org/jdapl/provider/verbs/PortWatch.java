package org.jdapl.provider.verbs;

import java.net.InetAddress;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jdapl.api.data.PortChange;
import org.jdapl.spi.AdapterListener;
import org.jdapl.verbs.AsyncEvent;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.PortState;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.NetlinkSocket;
import org.jspecify.annotations.Nullable;

/**
 * What happens to an adapter's port, each change told once. The link is the device's affair; of
 * addresses the kernel tells by netlink, since not every driver has an event for them. On the
 * driver's thread, but for {@link #addresses}.
 */
final class PortWatch implements AutoCloseable {

    /** Longer ones are cut: that there was one is all that counts. */
    private static final int LONGEST = 64;

    private final Context context;
    private final int port;
    private final AdapterListener listener;

    /** Null where the system refuses it: then only the device's own events tell. */
    private final @Nullable NetlinkSocket socket;

    private volatile List<InetAddress> addresses;
    private boolean up;

    PortWatch(Context context, int port, AdapterListener listener) {
        this.context = context;
        this.port = port;
        this.listener = listener;
        socket = socket(); // before the look, so that nothing falls between
        addresses = look();
        up = context.port(port).state() == PortState.ACTIVE;
    }

    private static @Nullable NetlinkSocket socket() {
        try {
            return new NetlinkSocket(
                    NetlinkSocket.ROUTE,
                    NetlinkSocket.IPV4_ADDRESSES | NetlinkSocket.IPV6_ADDRESSES,
                    LONGEST);
        } catch (VerbsException e) {
            return null;
        }
    }

    private List<InetAddress> look() {
        return DeviceFacts.addresses(DeviceFacts.interfaces(context, port));
    }

    /** Readable when addresses may have changed; -1 for none. */
    int descriptor() {
        return socket == null ? -1 : socket.descriptor();
    }

    /** The addresses of the port's interfaces, as far as it is known. */
    List<InetAddress> addresses() {
        return addresses;
    }

    /** Takes what netlink has; a look at the addresses is dear, and done once for all of it. */
    int take() {
        if (socket == null) {
            return 0;
        }
        int done = 0;
        for (OptionalInt got = socket.receive(); got.isPresent(); got = socket.receive()) {
            done++;
        }
        if (done > 0) {
            addressesMayHaveChanged();
        }
        return done;
    }

    /** The device told of something. */
    void happened(AsyncEvent event) {
        if (event.port() != port) {
            return;
        }
        switch (event.type()) {
            case PORT_ERR -> link(false);
            case PORT_ACTIVE -> link(true);
            case GID_CHANGE -> addressesMayHaveChanged();
            default -> {} // partitions and subnet managers are the connection manager's affair
        }
    }

    private void link(boolean now) {
        if (up != now) {
            up = now;
            listener.portChanged(now ? PortChange.UP : PortChange.DOWN);
        }
    }

    private void addressesMayHaveChanged() {
        List<InetAddress> now = look();
        boolean same = Set.copyOf(now).equals(Set.copyOf(addresses));
        addresses = now;
        if (!same) {
            listener.portChanged(PortChange.ADDRESSES);
        }
    }

    @Override
    public void close() {
        if (socket != null) {
            socket.close();
        }
    }
}
