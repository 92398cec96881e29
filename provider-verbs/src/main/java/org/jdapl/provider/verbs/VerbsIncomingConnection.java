package org.jdapl.provider.verbs;

import java.net.InetSocketAddress;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.ConnectionParameters;

/** A connection request: an identifier that waits to be accepted. */
final class VerbsIncomingConnection implements IncomingConnection {
    private final Object listenerContext;
    private final ConnectionId id;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;
    private final byte[] privateData;
    private final int offeredReadsIn;
    private final int offeredReadsOut;

    // guarded by this
    private boolean used;

    VerbsIncomingConnection(Object listenerContext, CmEvent event) {
        this.listenerContext = listenerContext;
        id = event.id();
        InetSocketAddress none = new InetSocketAddress(0);
        local = id.localAddress().orElse(none);
        remote = id.peerAddress().orElse(none);
        privateData = event.privateData();
        // The event speaks from this side's point of view.
        offeredReadsIn =
                event.connectionParameters()
                        .map(ConnectionParameters::responderResources)
                        .orElse(0);
        offeredReadsOut =
                event.connectionParameters().map(ConnectionParameters::initiatorDepth).orElse(0);
        id.attach(this);
    }

    /** On the driver's thread. */
    void happened(VerbsAdapter adapter, CmEvent event) {
        if (event.type() == CmEventType.DEVICE_REMOVAL) {
            adapter.lose(VerbsAdapter.REMOVED);
            return;
        }
        synchronized (this) {
            if (used) {
                return;
            }
        }
        adapter.listener().requestGone(listenerContext, this);
    }

    /** Hands the identifier over to a connection; stays valid if that throws. */
    synchronized void accept(Connection connection, ConnectParameters parameters) {
        if (used) {
            throw new IllegalStateException("the request was answered before");
        }
        connection.accept(id, parameters);
        used = true;
    }

    /** Answers a look-up; stays valid if that throws. */
    synchronized void answer(int queuePair, byte[] data) {
        if (used) {
            throw new IllegalStateException("the request was answered before");
        }
        id.accept(
                ConnectionParameters.builder()
                        .privateData(data)
                        .queuePairNumber(queuePair)
                        .build());
        used = true;
        Native.quietly(id::close);
    }

    void reject(byte[] data) {
        if (use()) {
            Native.quietly(() -> id.reject(data));
            Native.quietly(id::close);
        }
    }

    private synchronized boolean use() {
        boolean first = !used;
        used = true;
        return first;
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remote;
    }

    @Override
    public byte[] privateData() {
        return privateData.clone();
    }

    @Override
    public int offeredReadsIn() {
        return offeredReadsIn;
    }

    @Override
    public int offeredReadsOut() {
        return offeredReadsOut;
    }

    @Override
    public void close() {
        if (use()) {
            // Closing alone would reject it too, in the name of the program.
            Native.quietly(id::refuse);
            Native.quietly(id::close);
        }
    }
}
