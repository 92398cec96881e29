package org.jdapl.verbs.cm;

import org.jdapl.verbs.AddressVector;
import org.jdapl.verbs.access.HandleAccess;
import org.jdapl.verbs.cm.struct.RdmaUdParam;
import org.jdapl.verbs.ffm.Memory;

/**
 * Where datagrams are to be sent: what a looked-up service, or a multicast group that was joined,
 * is reached by ({@code struct rdma_ud_param}).
 *
 * @param addressVector the way there, to make an address handle of; it means nothing in a request
 * @param queuePairNumber the number of the queue pair there, 24 bits; of a multicast group 0xFFFFFF
 * @param qkey the key that a datagram has to carry
 */
public record UdParameters(AddressVector addressVector, int queuePairNumber, int qkey) {

    /** Copies them out of an event. */
    static UdParameters read(long from) {
        return new UdParameters(
                HandleAccess.get().readAddressVector(from + RdmaUdParam.AH_ATTR),
                Memory.getInt(from + RdmaUdParam.QP_NUM),
                Memory.getInt(from + RdmaUdParam.QKEY));
    }
}
