package org.jdapl.provider.soft.iwarp;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.provider.soft.rdmap.Connection;
import org.jdapl.provider.soft.rdmap.ConnectionListener;
import org.jdapl.provider.soft.rdmap.ConnectionSettings;
import org.jdapl.provider.soft.seam.AddressInUseException;
import org.jdapl.provider.soft.seam.NoDescriptorException;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.ConnectionInfo;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.Listener;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.QueuePair;

/** Connection management by MPA. */
final class IwarpConnectionManager implements ConnectionManager {

    private final IwarpWire wire;

    IwarpConnectionManager(IwarpWire wire) {
        this.wire = wire;
    }

    @Override
    public Listener listen(InetSocketAddress local, int backlog, Object context) {
        try {
            return IwarpListener.open(wire, local, backlog, context);
        } catch (IOException e) {
            throw failure("cannot listen on " + local, e);
        }
    }

    private static ProviderException failure(String what, IOException cause) {
        ProviderException e =
                switch (cause) {
                    case AddressInUseException _ ->
                            failure(DatType.CONN_QUAL_IN_USE, DatSubtype.NO_SUBTYPE, what, cause);
                    case NoDescriptorException _ ->
                            failure(
                                    DatType.INSUFFICIENT_RESOURCES,
                                    DatSubtype.RESOURCE_DEVICE,
                                    what,
                                    cause);
                    default -> failure(DatType.INVALID_ADDRESS, DatSubtype.NO_SUBTYPE, what, cause);
                };
        e.initCause(cause);
        return e;
    }

    private static ProviderException failure(
            DatType type, DatSubtype subtype, String what, IOException cause) {
        return new ProviderException(type, subtype, what + ": " + cause.getMessage(), 0);
    }

    @Override
    public void connect(
            QueuePair queuePair, InetSocketAddress remote, ConnectParameters parameters) {
        IwarpQueuePair pair = (IwarpQueuePair) queuePair;
        Events events = new Events(wire, pair, remote);
        Connection connection = bind(pair, parameters, events);
        try {
            connection.connect(wire.network(), wire.settings().localAddress(), remote);
            wire.counters().connects.increment();
        } catch (IOException e) {
            pair.unbind(connection);
            throw failure("cannot connect to " + remote, e);
        } catch (RuntimeException e) {
            pair.unbind(connection);
            throw e;
        }
    }

    @Override
    public void accept(
            IncomingConnection request, QueuePair queuePair, ConnectParameters parameters) {
        IwarpQueuePair pair = (IwarpQueuePair) queuePair;
        IwarpRequest incoming = (IwarpRequest) request;
        incoming.checkUnanswered();
        Events events = new Events(wire, pair, incoming.remoteAddress());
        Connection connection = bind(pair, parameters, events);
        incoming.accept(connection);
        wire.counters().accepts.increment();
    }

    private Connection bind(IwarpQueuePair pair, ConnectParameters parameters, Events events) {
        ConnectionSettings settings = pair.settings();
        checkPrivateData(parameters.privateData(), settings.maxPrivateData());
        Connection connection =
                new Connection(
                        wire.engine(),
                        pair.work(),
                        settings,
                        parameters.readsIn(),
                        parameters.readsOut(),
                        parameters.privateData().clone(),
                        events);
        events.connection = connection;
        if (!pair.bind(connection)) {
            throw new ProviderException(
                    DatType.INVALID_STATE,
                    "queue pair " + pair.number() + " has had a connection and was not reset");
        }
        return connection;
    }

    private static void checkPrivateData(byte[] data, int limit) {
        if (data.length > limit) {
            throw new ProviderException(
                    DatType.LENGTH_ERROR,
                    data.length + " bytes of private data are more than " + limit);
        }
    }

    @Override
    public void reject(IncomingConnection request, byte[] privateData) {
        checkPrivateData(privateData, wire.settings().connection().maxPrivateData());
        ((IwarpRequest) request).reject(privateData.clone());
        wire.counters().rejects.increment();
    }

    @Override
    public void disconnect(QueuePair queuePair, boolean graceful) {
        IwarpQueuePair pair = (IwarpQueuePair) queuePair;
        Connection connection = pair.connection();
        if (connection == null) {
            throw new ProviderException(
                    DatType.INVALID_STATE,
                    "queue pair " + pair.number() + " has no connection to end");
        }
        connection.disconnect(graceful);
    }

    /** Translates what a connection tells into events of a queue pair. */
    private static final class Events implements ConnectionListener {

        private final AdapterListener listener;
        private final Counters counters;
        private final Object context;
        private final InetSocketAddress remote;
        @org.jspecify.annotations.Nullable Connection connection;

        Events(IwarpWire wire, IwarpQueuePair pair, InetSocketAddress remote) {
            this.listener = wire.listener();
            this.counters = wire.counters();
            this.context = pair.context();
            this.remote = remote;
        }

        @Override
        public void established(byte[] privateData, int readsIn, int readsOut) {
            counters.established.increment();
            Connection c = connection;
            InetSocketAddress local = c == null ? new InetSocketAddress(0) : c.localAddress();
            listener.established(
                    context, new ConnectionInfo(local, remote, privateData, readsIn, readsOut));
        }

        @Override
        public void rejected(boolean byConsumer, byte[] privateData, String reason) {
            counters.rejected.increment();
            listener.rejected(context, byConsumer, privateData, reason);
        }

        @Override
        public void unreachable(String reason) {
            counters.unreachable.increment();
            listener.unreachable(context, reason, 0);
        }

        @Override
        public void receiveTaken() {
            listener.receiveTaken(context);
        }

        @Override
        public void disconnected() {
            counters.disconnected.increment();
            listener.disconnected(context);
        }

        @Override
        public void broken(String reason, int code) {
            counters.broken.increment();
            listener.broken(context, reason, code);
        }
    }
}
