package org.jdapl.provider.verbs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.DatType;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.Listener;
import org.jdapl.spi.MulticastMembership;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.QueuePair;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.PortSpace;
import org.jdapl.verbs.error.VerbsException;
import org.jspecify.annotations.Nullable;

/** Connections by librdmacm. */
final class VerbsConnectionManager implements ConnectionManager {
    private final VerbsAdapter adapter;
    private final EventChannel channel;

    /** Bound to the device and used for nothing: it hears when the device goes. */
    private final @Nullable ConnectionId sentinel;

    VerbsConnectionManager(VerbsAdapter adapter, EventChannel channel) {
        this.adapter = adapter;
        this.channel = channel;
        sentinel = sentinel();
    }

    private @Nullable ConnectionId sentinel() {
        if (adapter.addresses().isEmpty()) {
            return null;
        }
        ConnectionId id = ConnectionId.create(channel, PortSpace.TCP);
        try {
            id.bind(new InetSocketAddress(adapter.addresses().getFirst(), 0));
            return id;
        } catch (VerbsException e) {
            id.close();
            return null;
        }
    }

    /** Whether the connection manager tells when the device is removed. */
    boolean hearsOfRemoval() {
        return sentinel != null;
    }

    @Override
    public Listener listen(InetSocketAddress local, int backlog, Object context) {
        return listen(PortSpace.TCP, local, backlog, context);
    }

    @Override
    public Listener listenForDatagrams(InetSocketAddress local, int backlog, Object context) {
        require(Capability.UNRELIABLE_DATAGRAM);
        return listen(PortSpace.UDP, local, backlog, context);
    }

    private void require(Capability capability) {
        if (!adapter.attributes().has(capability)) {
            throw ProviderException.notSupported(
                    capability + ": " + adapter.context().device().name());
        }
    }

    private Listener listen(PortSpace space, InetSocketAddress local, int backlog, Object context) {
        return Native.call(
                () ->
                        new VerbsListener(
                                channel,
                                space,
                                addresses(local),
                                local.getPort(),
                                backlog,
                                context));
    }

    @Override
    public void lookUp(
            QueuePair queuePair,
            InetSocketAddress remote,
            ConnectParameters parameters,
            Object context) {
        require(Capability.UNRELIABLE_DATAGRAM);
        Native.run(
                () ->
                        new DatagramLookUp(
                                        adapter,
                                        channel,
                                        (VerbsDatagramQueuePair) queuePair,
                                        remote,
                                        parameters,
                                        context)
                                .begin());
    }

    @Override
    public MulticastMembership joinMulticast(
            QueuePair queuePair, InetAddress group, Object context) {
        require(Capability.MULTICAST);
        return Native.call(
                () -> {
                    VerbsMembership membership =
                            new VerbsMembership(
                                    adapter,
                                    channel,
                                    (VerbsDatagramQueuePair) queuePair,
                                    group,
                                    context);
                    membership.begin();
                    return membership;
                });
    }

    private List<InetAddress> addresses(InetSocketAddress local) {
        List<InetAddress> mine = adapter.addresses();
        InetAddress wanted = local.getAddress();
        if (wanted == null || wanted.isAnyLocalAddress()) {
            if (mine.isEmpty()) {
                throw new ProviderException(
                        DatType.INVALID_ADDRESS,
                        adapter.attributes().adapterName() + " has no address to listen at");
            }
            return mine;
        }
        if (!mine.contains(wanted)) {
            throw new ProviderException(
                    DatType.INVALID_ADDRESS,
                    wanted.getHostAddress()
                            + " is no address of "
                            + adapter.attributes().adapterName()
                            + ", only "
                            + mine);
        }
        return List.of(wanted);
    }

    @Override
    public void connect(
            QueuePair queuePair, InetSocketAddress remote, ConnectParameters parameters) {
        Native.run(
                () ->
                        ((VerbsQueuePair) queuePair)
                                .connection()
                                .connect(channel, remote, parameters));
    }

    @Override
    public void accept(
            IncomingConnection request, QueuePair queuePair, ConnectParameters parameters) {
        VerbsIncomingConnection incoming = (VerbsIncomingConnection) request;
        Native.run(
                () -> {
                    if (queuePair instanceof VerbsQueuePair connecting) {
                        incoming.accept(connecting.connection(), parameters);
                    } else {
                        incoming.answer(queuePair.number(), parameters.privateData());
                    }
                });
    }

    @Override
    public void reject(IncomingConnection request, byte[] privateData) {
        ((VerbsIncomingConnection) request).reject(privateData);
    }

    @Override
    public void disconnect(QueuePair queuePair, boolean graceful) {
        Native.run(() -> ((VerbsQueuePair) queuePair).connection().disconnect(graceful));
    }

    /** An event came. On the driver's thread. */
    void happened(CmEvent event) {
        switch (event.id().attachment()) {
            case Connection connection -> happened(connection, event);
            case VerbsIncomingConnection request -> request.happened(adapter, event);
            case VerbsListener listener -> happened(listener, event);
            case DatagramIdentifier identifier -> happened(identifier, event);
            case null, default -> {
                if (event.id() == sentinel) {
                    deviceMayHaveGone(event);
                } else {
                    event.id().close();
                }
            }
        }
    }

    private void happened(VerbsListener listener, CmEvent event) {
        switch (event.type()) {
            case CONNECT_REQUEST -> listener.requested(adapter, event);
            default -> deviceMayHaveGone(event);
        }
    }

    private void happened(DatagramIdentifier identifier, CmEvent event) {
        deviceMayHaveGone(event);
        identifier.happened(event);
    }

    private void happened(Connection connection, CmEvent event) {
        switch (event.type()) {
            case ADDR_RESOLVED -> connection.addressResolved();
            case ROUTE_RESOLVED -> connection.routeResolved();
            case CONNECT_RESPONSE -> connection.answered(event);
            case ESTABLISHED -> connection.established(event);
            case REJECTED -> connection.rejected(event);
            case ADDR_ERROR, ROUTE_ERROR, CONNECT_ERROR, UNREACHABLE -> connection.failed(event);
            case DISCONNECTED -> connection.disconnected();
            default -> deviceMayHaveGone(event);
        }
    }

    private void deviceMayHaveGone(CmEvent event) {
        if (event.type() == CmEventType.DEVICE_REMOVAL) {
            adapter.lose(VerbsAdapter.REMOVED);
        }
    }

    void close() {
        if (sentinel != null) {
            sentinel.close();
        }
    }
}
