package org.jdapl.core.fake;

import java.net.InetSocketAddress;
import org.jdapl.spi.DatagramPeer;
import org.jdapl.spi.IncomingConnection;

/** A look-up on its way. */
final class FakeDatagramAnswer implements IncomingConnection {

    private final FakeAdapter from;
    private final Object context;
    private final InetSocketAddress local;
    private final byte[] privateData;

    FakeDatagramAnswer(
            FakeAdapter from, Object context, InetSocketAddress local, byte[] privateData) {
        this.from = from;
        this.context = context;
        this.local = local;
        this.privateData = privateData;
    }

    void accept(int queuePair, byte[] reply) {
        DatagramPeer peer =
                new DatagramPeer(
                        new FakeAddressHandle(from), queuePair, FakeDatagramQueuePair.KEY, reply);
        from.tell(l -> l.resolved(context, peer));
    }

    void reject(byte[] reply) {
        from.tell(l -> l.rejected(context, true, reply, "rejected"));
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return new InetSocketAddress(local.getAddress(), 40000);
    }

    @Override
    public byte[] privateData() {
        return privateData;
    }

    @Override
    public int offeredReadsIn() {
        return 0;
    }

    @Override
    public int offeredReadsOut() {
        return 0;
    }

    @Override
    public void close() {
        from.tell(l -> l.rejected(context, false, new byte[0], "request dropped"));
    }
}
