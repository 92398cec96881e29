package org.jdapl.verbs;

import java.lang.foreign.MemorySegment;
import org.jdapl.verbs.ffm.DataPath;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.struct.IbvContext;

/**
 * The functions of a context's driver that C's inline verbs call, read once from its table.
 *
 * @param postsBriefly whether posting makes no system call, see {@link DataPath#isBrief}
 * @param postSend {@code ibv_post_send}
 * @param postRecv {@code ibv_post_recv}
 * @param postSrqRecv {@code ibv_post_srq_recv}
 * @param pollCq {@code ibv_poll_cq}
 * @param reqNotifyCq {@code ibv_req_notify_cq}
 */
record DriverOperations(
        boolean postsBriefly,
        MemorySegment postSend,
        MemorySegment postRecv,
        MemorySegment postSrqRecv,
        MemorySegment pollCq,
        MemorySegment reqNotifyCq) {

    /** The functions of the {@code ibv_context} at an address. */
    static DriverOperations of(long context) {
        MemorySegment postSend = function(context, IbvContext.OPS_POST_SEND);
        return new DriverOperations(
                DataPath.isBrief(postSend),
                postSend,
                function(context, IbvContext.OPS_POST_RECV),
                function(context, IbvContext.OPS_POST_SRQ_RECV),
                function(context, IbvContext.OPS_POLL_CQ),
                function(context, IbvContext.OPS_REQ_NOTIFY_CQ));
    }

    private static MemorySegment function(long context, long offset) {
        return MemorySegment.ofAddress(Memory.getLong(context + offset));
    }
}
