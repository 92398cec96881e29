package org.jdapl.core;

import java.net.InetSocketAddress;
import org.jdapl.api.AddressHandle;
import org.jdapl.api.HandleKind;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.PostStatus;
import org.jdapl.spi.DatagramPeer;
import org.jspecify.annotations.Nullable;

/** Where datagrams can be sent to: a path of the provider, and the numbers at its end. */
final class AddressHandleImpl extends ObjectBase implements AddressHandle {

    /** The path, as work requests name it. */
    final org.jdapl.spi.AddressHandle path;

    private final ProtectionZoneImpl zone;
    private final InetSocketAddress remote;
    private final int queuePair;
    private final int queueKey;

    /** False from the start of closing on, so that later posts are refused. */
    private volatile boolean usable = true;

    AddressHandleImpl(
            AdapterImpl owner,
            ProtectionZoneImpl zone,
            InetSocketAddress remote,
            DatagramPeer peer) {
        super(owner, HandleKind.ADDRESS_HANDLE);
        this.zone = zone;
        this.remote = remote;
        this.path = peer.path();
        this.queuePair = peer.queuePair();
        this.queueKey = peer.queueKey();
        zone.retain();
    }

    /** Whether a datagram of an endpoint may go there: a {@link PostStatus}. */
    int check(@Nullable ProtectionZoneImpl ofEndpoint) {
        if (!usable) {
            return PostStatus.CLOSED;
        }
        return zone == ofEndpoint ? PostStatus.OK : PostStatus.PROTECTION_VIOLATION;
    }

    @Override
    public InetSocketAddress remote() {
        return remote;
    }

    @Override
    public int queuePair() {
        return queuePair;
    }

    @Override
    public int queueKey() {
        return queueKey;
    }

    @Override
    DatSubtype inUseSubtype() {
        return DatSubtype.NO_SUBTYPE;
    }

    @Override
    void checkClosable() {
        usable = false;
        if (owner.isDestination(this, zone)) {
            usable = true;
            throw Errors.inUse(
                    inUseSubtype(), HandleKind.ADDRESS_HANDLE, "datagrams of an endpoint");
        }
    }

    @Override
    void dispose() {
        usable = false;
        owner.quietly("AddressHandle.close", path::close);
        zone.releaseUser();
    }
}
