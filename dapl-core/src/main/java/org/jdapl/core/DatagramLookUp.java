package org.jdapl.core;

import java.net.InetSocketAddress;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.PrivateData;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.spi.DatagramPeer;
import org.jspecify.annotations.Nullable;

/** One look-up of a peer by an endpoint for datagrams: it ends in exactly one event. */
final class DatagramLookUp implements DatagramWaiter {

    private final EndpointDatagrams datagrams;
    private final EndpointImpl endpoint;
    private final ProtectionZoneImpl zone;
    private final InetSocketAddress remote;
    private Timers.@Nullable Timer timer;
    private boolean done;

    DatagramLookUp(EndpointDatagrams datagrams, ProtectionZoneImpl zone, InetSocketAddress remote) {
        this.datagrams = datagrams;
        this.endpoint = datagrams.endpoint();
        this.zone = zone;
        this.remote = remote;
    }

    private EventDispatcherImpl events() {
        return endpoint.owner.eventsOf(endpoint);
    }

    private PrivateDataFraming framing() {
        return endpoint.attributes().privateDataFraming();
    }

    void limit(long timeoutNs) {
        timer = endpoint.owner.timers().set(timeoutNs, this::timedOut);
        endpoint.owner.driver().wakeDriver();
    }

    private void timedOut() {
        endpoint.owner.control().lock();
        try {
            end(new ConnectionEvent.TimedOut(events(), endpoint));
        } finally {
            endpoint.owner.control().unlock();
        }
    }

    @Override
    public void answered(DatagramPeer peer) {
        if (done) {
            endpoint.owner.quietly("AddressHandle.close", peer.path()::close);
            return;
        }
        AddressHandleImpl handle = new AddressHandleImpl(endpoint.owner, zone, remote, peer);
        endpoint.owner.remember(handle);
        PrivateData data = PrivateDataCodec.decode(peer.privateData(), framing(), false);
        end(new ConnectionEvent.PeerResolved(events(), endpoint, handle, data));
    }

    @Override
    public void rejected(boolean byConsumer, byte[] data, String reason) {
        end(
                byConsumer
                        ? new ConnectionEvent.PeerRejected(
                                events(), endpoint, PrivateDataCodec.decode(data, framing(), true))
                        : new ConnectionEvent.NonPeerRejected(events(), endpoint, reason));
    }

    @Override
    public void unreachable(String reason, int nativeCode) {
        end(new ConnectionEvent.Unreachable(events(), endpoint, reason, nativeCode));
    }

    private void end(ConnectionEvent event) {
        if (!done) {
            giveUp();
            datagrams.ended(this);
            events().push(event);
        }
    }

    /** Ends it without an event: its endpoint has none to give any more. */
    void giveUp() {
        done = true;
        Timers.@Nullable Timer t = timer;
        if (t != null) {
            endpoint.owner.timers().cancel(t);
            timer = null;
        }
    }
}
