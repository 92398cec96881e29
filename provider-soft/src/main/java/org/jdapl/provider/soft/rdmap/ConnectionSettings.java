package org.jdapl.provider.soft.rdmap;

/**
 * What can be chosen for a connection.
 *
 * @param crc whether to ask for CRCs
 * @param revision the MPA revision that an initiator offers, 1 or 2
 * @param peerToPeer whether an initiator offers a ready-to-receive message
 * @param packed whether several frames go into one write, of a size that does not care for TCP
 *     segments
 * @param mss the TCP segment size to assume; 0 to ask the stream
 * @param maxPrivateData most bytes of private data
 * @param extensions whether the peer is known to have the operations of RFC 7306
 */
public record ConnectionSettings(
        boolean crc,
        int revision,
        boolean peerToPeer,
        boolean packed,
        int mss,
        int maxPrivateData,
        boolean extensions) {

    /** What is chosen where nobody chooses. */
    public static final ConnectionSettings DEFAULT =
            new ConnectionSettings(true, 2, true, false, 0, 252, false);
}
