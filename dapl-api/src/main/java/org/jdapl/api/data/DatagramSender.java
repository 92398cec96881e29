package org.jdapl.api.data;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Who sent a datagram, as the datagram itself says: the queue pair, and the port that it is at. The
 * port is named by its GID where a global routing header came along (always on RoCE), and by its
 * LID in an InfiniBand subnet.
 *
 * @param queuePair the number of the sender's queue pair, 24 bits
 * @param gidHigh the first eight bytes of the port's GID, big-endian; 0 where it is not known
 * @param gidLow the last eight bytes
 * @param lid the port's LID; 0 on Ethernet
 * @param serviceLevel the service level that the datagram came on, 0 to 15
 */
public record DatagramSender(int queuePair, long gidHigh, long gidLow, int lid, int serviceLevel) {

    /**
     * Whether the GID is known.
     *
     * @return false where the datagram came without a global routing header
     */
    public boolean hasGid() {
        return (gidHigh | gidLow) != 0;
    }

    /**
     * The address of the sender's port: its GID read as an IPv6 address, or the IPv4 address that
     * such a one stands for, as RoCE has it.
     *
     * @return the address; empty where the GID is not known
     */
    public Optional<InetAddress> address() {
        if (!hasGid()) {
            return Optional.empty();
        }
        byte[] gid = ByteBuffer.allocate(16).putLong(gidHigh).putLong(gidLow).array();
        try {
            return Optional.of(InetAddress.getByAddress(gid));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("sixteen bytes are an address", e);
        }
    }
}
