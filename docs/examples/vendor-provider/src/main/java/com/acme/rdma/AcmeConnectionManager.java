package com.acme.rdma;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import org.jdapl.api.data.DatType;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.Listener;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.QueuePair;

/**
 * Sets connections up. Each call starts something and returns; a call that throws has had no
 * effect.
 */
final class AcmeConnectionManager implements ConnectionManager {

    private final AcmeAdapter adapter;

    AcmeConnectionManager(AcmeAdapter adapter) {
        this.adapter = adapter;
    }

    @Override
    public Listener listen(InetSocketAddress local, int backlog, Object context) {
        try {
            return new AcmeListener(adapter, local, backlog, context);
        } catch (BindException e) {
            DatType type =
                    local.getPort() != 0 && isOurs(local)
                            ? DatType.CONN_QUAL_IN_USE
                            : DatType.INVALID_ADDRESS;
            throw failure(type, "cannot listen on " + local, e);
        } catch (IOException e) {
            throw failure(DatType.INVALID_ADDRESS, "cannot listen on " + local, e);
        }
    }

    /** Tells a port that is taken from an address of another host. */
    private boolean isOurs(InetSocketAddress address) {
        return address.getAddress().isAnyLocalAddress()
                || adapter.attributes().addresses().contains(address.getAddress());
    }

    @Override
    public void connect(
            QueuePair queuePair, InetSocketAddress remote, ConnectParameters parameters) {
        AcmeQueuePair pair = (AcmeQueuePair) queuePair;
        synchronized (adapter.lock) {
            FrameChannel channel = null;
            try {
                channel = new FrameChannel(adapter, SocketChannel.open());
                Connection connection = new Connection(adapter, pair, channel, remote, parameters);
                bind(pair, connection);
                try {
                    connection.connect();
                } catch (ConnectException e) {
                    connection.connectFailed(e); // known at once, and told as if it were not
                }
            } catch (IOException e) {
                pair.unbind();
                if (channel != null) {
                    channel.close();
                }
                throw failure(DatType.INVALID_ADDRESS, "cannot connect to " + remote, e);
            }
        }
    }

    @Override
    public void accept(
            IncomingConnection request, QueuePair queuePair, ConnectParameters parameters) {
        AcmeQueuePair pair = (AcmeQueuePair) queuePair;
        AcmeRequest incoming = (AcmeRequest) request;
        synchronized (adapter.lock) {
            FrameChannel channel = incoming.channel();
            Connection connection =
                    new Connection(adapter, pair, channel, incoming.remoteAddress(), parameters);
            bind(pair, connection);
            if (incoming.answer()) {
                connection.accept(incoming.offeredReadsOut(), incoming.offeredReadsIn());
            } else {
                connection.requesterGone();
            }
        }
    }

    private static void bind(AcmeQueuePair pair, Connection connection) {
        if (!pair.bind(connection)) {
            throw new ProviderException(
                    DatType.INVALID_STATE, "queue pair " + pair.number() + " has had a connection");
        }
    }

    @Override
    public void reject(IncomingConnection request, byte[] privateData) {
        AcmeRequest incoming = (AcmeRequest) request;
        synchronized (adapter.lock) {
            if (incoming.answer()) {
                // The requester has sent nothing since: closing loses nothing of the answer.
                incoming.channel().put(Frames.REJECT, 0, 0, Frames.MAGIC, privateData);
                incoming.channel().flush();
                incoming.channel().close();
            }
        }
    }

    @Override
    public void disconnect(QueuePair queuePair, boolean graceful) {
        AcmeQueuePair pair = (AcmeQueuePair) queuePair;
        synchronized (adapter.lock) {
            Connection connection = pair.connection();
            if (connection == null) {
                throw new ProviderException(
                        DatType.INVALID_STATE,
                        "queue pair " + pair.number() + " has no connection to end");
            }
            connection.disconnect(graceful);
        }
        adapter.tellReady();
    }

    private static ProviderException failure(DatType type, String what, IOException cause) {
        ProviderException failure = new ProviderException(type, what + ": " + cause.getMessage());
        failure.initCause(cause);
        return failure;
    }
}
