package com.acme.rdma;

import java.net.InetSocketAddress;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.Listener;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.QueuePair;

/**
 * Sets connections up: the second step, not done. Each call will start something and return; what
 * comes of it is told by {@link AcmeAdapter#tell}. A call that throws has had no effect.
 */
final class AcmeConnectionManager implements ConnectionManager {

    @Override
    public Listener listen(InetSocketAddress local, int backlog, Object context) {
        throw notYet();
    }

    @Override
    public void connect(
            QueuePair queuePair, InetSocketAddress remote, ConnectParameters parameters) {
        throw notYet();
    }

    @Override
    public void accept(
            IncomingConnection request, QueuePair queuePair, ConnectParameters parameters) {
        throw notYet();
    }

    @Override
    public void reject(IncomingConnection request, byte[] privateData) {
        throw notYet();
    }

    @Override
    public void disconnect(QueuePair queuePair, boolean graceful) {
        throw notYet();
    }

    private static ProviderException notYet() {
        return ProviderException.notSupported("connections");
    }
}
