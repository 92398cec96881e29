package org.jdapl.provider.verbs;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.Optional;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.DatagramSender;
import org.jdapl.spi.AddressHandle;
import org.jdapl.spi.ProviderException;
import org.jdapl.verbs.AddressVector;
import org.jdapl.verbs.Gid;
import org.jdapl.verbs.GidEntry;
import org.jdapl.verbs.GidType;
import org.jdapl.verbs.LinkLayer;

/** The path of datagrams to a port: an address handle of the device. */
final class VerbsAddressHandle implements AddressHandle {
    private final org.jdapl.verbs.AddressHandle handle;

    VerbsAddressHandle(VerbsProtectionDomain domain, AddressVector way) {
        handle = org.jdapl.verbs.AddressHandle.create(domain.verbs(), way);
    }

    /** The path to the port that has an address; only Ethernet's GIDs are made of addresses. */
    static VerbsAddressHandle of(VerbsProtectionDomain domain, InetAddress remote) {
        VerbsAdapter adapter = domain.adapter();
        if (adapter.linkLayer() != LinkLayer.ETHERNET) {
            throw ProviderException.notSupported(
                    "address handles made of an address alone on this link layer; look the peer"
                            + " up");
        }
        return new VerbsAddressHandle(domain, byGid(adapter, Gid.of(remote)));
    }

    /** The path back to a sender. */
    static VerbsAddressHandle of(VerbsProtectionDomain domain, DatagramSender sender) {
        VerbsAdapter adapter = domain.adapter();
        AddressVector way =
                adapter.linkLayer() == LinkLayer.ETHERNET
                        ? byGid(adapter, new Gid(sender.gidHigh(), sender.gidLow()))
                        : bySender(adapter, sender);
        return new VerbsAddressHandle(domain, way);
    }

    private static AddressVector byGid(VerbsAdapter adapter, Gid destination) {
        return AddressVector.of(adapter.port(), sourceGid(adapter, destination), destination);
    }

    private static AddressVector bySender(VerbsAdapter adapter, DatagramSender sender) {
        return new AddressVector(
                adapter.port(), sender.lid(), sender.serviceLevel(), 0, 0, Optional.empty());
    }

    /** The place of a GID of ours in the same family, over UDP if possible. */
    private static int sourceGid(VerbsAdapter adapter, Gid destination) {
        return adapter.context().gidTable().stream()
                .filter(entry -> entry.port() == adapter.port())
                .filter(entry -> entry.gid().isIpv4Mapped() == destination.isIpv4Mapped())
                .min(
                        Comparator.comparing((GidEntry entry) -> entry.type() != GidType.ROCE_V2)
                                .thenComparing(
                                        entry ->
                                                entry.gid().isLinkLocal()
                                                        != destination.isLinkLocal())
                                .thenComparingInt(GidEntry::index))
                .map(GidEntry::index)
                .orElseThrow(
                        () ->
                                new ProviderException(
                                        DatType.INVALID_ADDRESS,
                                        "the port has no GID of the kind of " + destination));
    }

    org.jdapl.verbs.AddressHandle verbs() {
        return handle;
    }

    @Override
    public void close() {
        Native.run(handle::close);
    }
}
