package org.jdapl.core;

import org.jdapl.spi.DatagramPeer;

/**
 * What waits for the provider to say where datagrams are to go: a look-up, or the joining of a
 * group. It is the context that the provider gets. Under the control lock.
 */
interface DatagramWaiter {

    /** It is known; the path is this one's to close, also where nobody waits any more. */
    void answered(DatagramPeer peer);

    /** The other side, or its system, does not want to be asked. */
    void rejected(boolean byConsumer, byte[] data, String reason);

    /** It will not be known, or what was known is lost. */
    void unreachable(String reason, int nativeCode);
}
