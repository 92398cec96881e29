package org.jdapl.verbs;

import java.lang.foreign.MemorySegment;
import org.jdapl.verbs.ffm.DataPath;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.struct.IbvContext;

/** Reads the functions of a context's driver that C's inline verbs call, once, from its table. */
final class DriverOperations {
    private DriverOperations() {}

    /** The functions of the {@code ibv_context} at an address. */
    static DataPath.Functions of(long context) {
        MemorySegment postSend = function(context, IbvContext.OPS_POST_SEND);
        return new DataPath.Functions(
                postSend,
                function(context, IbvContext.OPS_POST_RECV),
                function(context, IbvContext.OPS_POST_SRQ_RECV),
                function(context, IbvContext.OPS_POLL_CQ),
                function(context, IbvContext.OPS_REQ_NOTIFY_CQ),
                DataPath.isBrief(postSend));
    }

    private static MemorySegment function(long context, long offset) {
        return MemorySegment.ofAddress(Memory.getLong(context + offset));
    }
}
