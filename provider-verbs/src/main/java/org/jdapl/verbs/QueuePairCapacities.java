package org.jdapl.verbs;

import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.struct.IbvQpCap;

/**
 * How much a queue pair holds: {@code struct ibv_qp_cap}. Asked for when it is made, where the
 * device may give more; the queue pair tells what it got.
 *
 * @param maxSendWr work requests outstanding on the send queue
 * @param maxRecvWr receives outstanding; 0 with a shared receive queue
 * @param maxSendSge scatter/gather elements of a send work request
 * @param maxRecvSge scatter/gather elements of a receive
 * @param maxInlineData bytes that a work request can carry inline
 */
public record QueuePairCapacities(
        int maxSendWr, int maxRecvWr, int maxSendSge, int maxRecvSge, int maxInlineData) {

    /**
     * Capacities of both queues, with one scatter/gather element each and nothing inline.
     *
     * @param maxSendWr work requests outstanding on the send queue
     * @param maxRecvWr receives outstanding
     * @return the capacities
     */
    public static QueuePairCapacities of(int maxSendWr, int maxRecvWr) {
        return new QueuePairCapacities(maxSendWr, maxRecvWr, 1, 1, 0);
    }

    /** Writes them into the {@code ibv_qp_cap} at an address. */
    void write(long cap) {
        Memory.putInt(cap + IbvQpCap.MAX_SEND_WR, maxSendWr);
        Memory.putInt(cap + IbvQpCap.MAX_RECV_WR, maxRecvWr);
        Memory.putInt(cap + IbvQpCap.MAX_SEND_SGE, maxSendSge);
        Memory.putInt(cap + IbvQpCap.MAX_RECV_SGE, maxRecvSge);
        Memory.putInt(cap + IbvQpCap.MAX_INLINE_DATA, maxInlineData);
    }

    /** Reads the {@code ibv_qp_cap} at an address. */
    static QueuePairCapacities read(long cap) {
        return new QueuePairCapacities(
                Memory.getInt(cap + IbvQpCap.MAX_SEND_WR),
                Memory.getInt(cap + IbvQpCap.MAX_RECV_WR),
                Memory.getInt(cap + IbvQpCap.MAX_SEND_SGE),
                Memory.getInt(cap + IbvQpCap.MAX_RECV_SGE),
                Memory.getInt(cap + IbvQpCap.MAX_INLINE_DATA));
    }
}
