package org.jdapl.api;

import java.net.InetSocketAddress;

/**
 * Where datagrams can be sent to (uDAPL extension {@code DAT_IB_ADDR_HANDLE}; {@code
 * UNRELIABLE_DATAGRAM}): the path to a peer's adapter, and the queue pair there. An endpoint of the
 * service type {@code UNRELIABLE_DATAGRAM} gets it by {@link Endpoint#connect}, in {@link
 * ConnectionEvent.PeerResolved}, as often as it likes; a consumer that knows the numbers from
 * elsewhere makes it with {@link InterfaceAdapter#createAddressHandle}. It stays valid until it is
 * closed, which is refused while datagrams that name it are outstanding.
 */
public interface AddressHandle extends DatObject {

    /**
     * The peer's address.
     *
     * @return address and port
     */
    InetSocketAddress remote();

    /**
     * The peer's queue pair.
     *
     * @return its number, 24 bits
     */
    int queuePair();

    /**
     * The key that datagrams to it must carry.
     *
     * @return the Q_Key
     */
    int queueKey();
}
