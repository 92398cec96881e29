package org.jdapl.provider.verbs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jdapl.spi.DatagramPeer;
import org.jdapl.spi.MulticastMembership;
import org.jdapl.verbs.AddressVector;
import org.jdapl.verbs.Gid;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.UdParameters;
import org.jspecify.annotations.Nullable;

/**
 * The membership of a queue pair in a multicast group: the connection manager joins the port, and
 * the queue pair is attached to what it joined.
 */
final class VerbsMembership extends DatagramIdentifier implements MulticastMembership {
    private final InetAddress group;

    /** What the queue pair is attached to; guarded by this. */
    private @Nullable AddressVector attached;

    VerbsMembership(
            VerbsAdapter adapter,
            EventChannel channel,
            VerbsDatagramQueuePair queuePair,
            InetAddress group,
            Object context) {
        super(adapter, channel, queuePair, context);
        this.group = group;
    }

    @Override
    void start() {
        id.bind(adapter.source(group));
        id.joinMulticast(new InetSocketAddress(group, 0));
    }

    @Override
    News step(CmEvent event) {
        return switch (event.type()) {
            case MULTICAST_JOIN -> joined(event.udParameters().orElseThrow());
            case MULTICAST_ERROR -> failed(event.toString(), event.status());
            default -> NOTHING;
        };
    }

    private News joined(UdParameters parameters) {
        AddressVector way = parameters.addressVector();
        DatagramPeer peer = peer(parameters, new byte[0]);
        boolean done = false;
        try {
            queuePair.verbs().attachMulticast(gid(way), way.dlid());
            attached = way;
            done = true;
        } finally {
            if (!done) {
                peer.path().close();
            }
        }
        return listener -> listener.joined(context, peer);
    }

    private static Gid gid(AddressVector way) {
        return way.route().map(AddressVector.GlobalRoute::destination).orElse(Gid.ZERO);
    }

    @Override
    void undo() {
        AddressVector way = attached;
        if (way != null) {
            attached = null;
            Native.quietly(() -> queuePair.verbs().detachMulticast(gid(way), way.dlid()));
        }
    }

    @Override
    public void close() {
        end();
    }
}
