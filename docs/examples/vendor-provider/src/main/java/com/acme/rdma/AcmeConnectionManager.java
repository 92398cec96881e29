package com.acme.rdma;

import java.io.IOException;
import java.net.BindException;
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
            boolean taken = local.getPort() != 0 && isOurs(local);
            DatType type = taken ? DatType.CONN_QUAL_IN_USE : DatType.INVALID_ADDRESS;
            throw failure(type, "cannot listen on " + local, e);
        } catch (IOException e) {
            throw failure(DatType.INSUFFICIENT_RESOURCES, "no socket to listen with", e);
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
            DatType type = DatType.INSUFFICIENT_RESOURCES; // a socket needs a descriptor
            try {
                SocketChannel socket = SocketChannel.open();
                type = DatType.INVALID_ADDRESS;
                FrameChannel channel = new FrameChannel(adapter, socket);
                Connection connection = new Connection(pair, channel, remote, parameters);
                connection.connect();
                pair.connection = connection;
            } catch (IOException e) {
                throw failure(type, "cannot connect to " + remote, e);
            }
        }
    }

    @Override
    public void accept(
            IncomingConnection request, QueuePair queuePair, ConnectParameters parameters) {
        AcmeQueuePair pair = (AcmeQueuePair) queuePair;
        AcmeRequest incoming = (AcmeRequest) request;
        InetSocketAddress remote = incoming.remoteAddress();
        synchronized (adapter.lock) {
            pair.connection = new Connection(pair, incoming.channel, remote, parameters);
            pair.connection.accept(incoming);
        }
    }

    @Override
    public void reject(IncomingConnection request, byte[] privateData) {
        AcmeRequest incoming = (AcmeRequest) request;
        synchronized (adapter.lock) {
            if (incoming.answer()) {
                // The requester has sent nothing since: closing loses nothing of the answer.
                incoming.channel.say(Frame.REJECT, 0, 0, privateData);
                incoming.channel.close();
            }
        }
    }

    @Override
    public void disconnect(QueuePair queuePair, boolean graceful) {
        synchronized (adapter.lock) {
            ((AcmeQueuePair) queuePair).connection.disconnect(graceful);
        }
        adapter.tellReady();
    }

    private static ProviderException failure(DatType type, String what, IOException cause) {
        String message = what + ": " + cause.getMessage();
        return (ProviderException) new ProviderException(type, message).initCause(cause);
    }
}
