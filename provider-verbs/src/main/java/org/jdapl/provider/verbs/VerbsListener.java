package org.jdapl.provider.verbs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.spi.Listener;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.PortSpace;

/** Listens at a port, at one address of the adapter or at all of them: an identifier for each. */
final class VerbsListener implements Listener {
    private final Object context;
    private final List<ConnectionId> ids = new ArrayList<>();
    private final InetSocketAddress local;
    private volatile boolean closed;

    VerbsListener(
            EventChannel channel,
            PortSpace space,
            List<InetAddress> addresses,
            int port,
            int backlog,
            Object context) {
        this.context = context;
        int bound = port;
        try {
            for (InetAddress address : addresses) {
                ConnectionId id = ConnectionId.create(channel, space);
                ids.add(id);
                id.attach(this);
                id.bind(new InetSocketAddress(address, bound));
                id.listen(backlog);
                bound = id.localAddress().map(InetSocketAddress::getPort).orElse(bound);
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
        local = new InetSocketAddress(addresses.getFirst(), bound);
    }

    /** On the driver's thread. */
    void requested(VerbsAdapter adapter, CmEvent event) {
        if (closed) {
            event.id().close();
            return;
        }
        adapter.listener().connectionRequest(context, new VerbsIncomingConnection(context, event));
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public void close() {
        closed = true;
        ids.forEach(id -> Native.quietly(id::close));
    }
}
