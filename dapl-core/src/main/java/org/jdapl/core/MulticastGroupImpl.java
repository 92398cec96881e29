package org.jdapl.core;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jdapl.api.AddressHandle;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.HandleKind;
import org.jdapl.api.MulticastGroup;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.spi.DatagramPeer;
import org.jdapl.spi.MulticastMembership;
import org.jspecify.annotations.Nullable;

/** The membership of an endpoint in a multicast group, from the wish for it on. */
final class MulticastGroupImpl extends ObjectBase implements MulticastGroup, DatagramWaiter {

    private final EndpointDatagrams datagrams;
    private final EndpointImpl endpoint;
    private final ProtectionZoneImpl zone;
    private final InetAddress address;
    private @Nullable MulticastMembership membership;

    /** Null until the group is joined; the consumer has the group only from then on. */
    private volatile @Nullable AddressHandleImpl destination;

    MulticastGroupImpl(EndpointDatagrams datagrams, ProtectionZoneImpl zone, InetAddress address) {
        super(datagrams.endpoint().owner, HandleKind.MULTICAST_GROUP);
        this.datagrams = datagrams;
        this.endpoint = datagrams.endpoint();
        this.zone = zone;
        this.address = address;
    }

    void wishedFor(MulticastMembership wish) {
        membership = wish;
    }

    @Override
    public void answered(DatagramPeer group) {
        if (isClosed()) {
            owner.quietly("AddressHandle.close", group.path()::close);
            return;
        }
        AddressHandleImpl handle =
                new AddressHandleImpl(owner, zone, new InetSocketAddress(address, 0), group);
        owner.remember(handle);
        handle.retain(); // by this membership, which closes it
        destination = handle;
        EventDispatcherImpl events = owner.eventsOf(endpoint);
        events.push(new ConnectionEvent.MulticastJoined(events, endpoint, this));
    }

    @Override
    public void rejected(boolean byConsumer, byte[] data, String reason) {
        unreachable(reason, 0);
    }

    @Override
    public void unreachable(String reason, int nativeCode) {
        if (!isClosed()) {
            closeNow();
            EventDispatcherImpl events = owner.eventsOf(endpoint);
            events.push(new ConnectionEvent.Unreachable(events, endpoint, reason, nativeCode));
        }
    }

    @Override
    public InetAddress address() {
        return address;
    }

    @Override
    public AddressHandle addressHandle() {
        @Nullable AddressHandleImpl handle = destination;
        if (handle == null) {
            throw Errors.closed(HandleKind.MULTICAST_GROUP);
        }
        return handle;
    }

    @Override
    DatSubtype inUseSubtype() {
        return DatSubtype.NO_SUBTYPE;
    }

    @Override
    void checkClosable() {
        @Nullable AddressHandleImpl handle = destination;
        if (handle != null) {
            handle.checkClosable();
        }
    }

    @Override
    void dispose() {
        datagrams.left(this);
        @Nullable MulticastMembership m = membership;
        if (m != null) {
            owner.quietly("MulticastMembership.close", m::close);
        }
        @Nullable AddressHandleImpl handle = destination;
        if (handle != null) {
            handle.releaseUser();
            handle.closeNow();
        }
    }
}
