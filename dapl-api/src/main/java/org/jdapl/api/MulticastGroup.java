package org.jdapl.api;

import java.net.InetAddress;

/**
 * The membership of an endpoint in a multicast group ({@code MULTICAST}; {@code
 * rdma_join_multicast} of the RDMA connection manager). It begins with {@link
 * ConnectionEvent.MulticastJoined}; closing it leaves the group.
 */
public interface MulticastGroup extends DatObject {

    /**
     * The group.
     *
     * @return its address
     */
    InetAddress address();

    /**
     * What datagrams to the group are sent to. It is closed with the membership.
     *
     * @return the group's address handle
     */
    AddressHandle addressHandle();
}
