package org.jdapl.core;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jdapl.api.DatException;
import org.jdapl.api.data.DatType;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.QueuePair;

/**
 * The look-ups of an endpoint for datagrams that have no answer yet, and its memberships. Under the
 * control lock.
 */
final class EndpointDatagrams {

    private final EndpointImpl endpoint;
    private final Set<DatagramLookUp> lookUps = new LinkedHashSet<>();
    private final Set<MulticastGroupImpl> groups = new LinkedHashSet<>();

    EndpointDatagrams(EndpointImpl endpoint) {
        this.endpoint = endpoint;
    }

    EndpointImpl endpoint() {
        return endpoint;
    }

    /** Whether nothing hangs on the queue pair as it is. */
    boolean isEmpty() {
        return lookUps.isEmpty() && groups.isEmpty();
    }

    void lookUp(
            QueuePair queuePair,
            ProtectionZoneImpl zone,
            InetSocketAddress remote,
            ConnectParameters parameters) {
        DatagramLookUp lookUp = new DatagramLookUp(this, zone, remote);
        lookUps.add(lookUp);
        boolean started = false;
        try {
            ConnectionManager manager = endpoint.owner.connectionManager();
            ProviderCalls.run(
                    "ConnectionManager.lookUp",
                    () -> manager.lookUp(queuePair, remote, parameters, lookUp));
            started = true;
            lookUp.limit(parameters.timeoutNs());
        } catch (DatException e) {
            if (e.type() != DatType.INVALID_ADDRESS) {
                throw e;
            }
            // Refused at once or later: the consumer sees the same one event, as of a connection.
            started = true;
            lookUp.unreachable(e.text(), e.nativeCode());
        } finally {
            if (!started) {
                lookUps.remove(lookUp);
            }
        }
    }

    void ended(DatagramLookUp lookUp) {
        lookUps.remove(lookUp);
    }

    void join(QueuePair queuePair, ProtectionZoneImpl zone, InetAddress address) {
        MulticastGroupImpl group = new MulticastGroupImpl(this, zone, address);
        ConnectionManager manager = endpoint.owner.connectionManager();
        group.wishedFor(
                ProviderCalls.get(
                        "ConnectionManager.joinMulticast",
                        () -> manager.joinMulticast(queuePair, address, group)));
        groups.add(group);
        endpoint.owner.remember(group);
    }

    void left(MulticastGroupImpl group) {
        groups.remove(group);
    }

    /** The queue pair is about to go, and with it all that hangs on it. */
    void end() {
        lookUps.forEach(DatagramLookUp::giveUp);
        lookUps.clear();
        List.copyOf(groups).forEach(MulticastGroupImpl::closeNow);
    }
}
