package org.jdapl.verbs.cm;

import static org.jdapl.verbs.cm.struct.CmConstants.RDMA_CM_JOIN_MC_ATTR_ADDRESS;
import static org.jdapl.verbs.cm.struct.CmConstants.RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS;

import java.lang.foreign.Arena;
import org.jdapl.verbs.cm.struct.RdmaCmJoinMcAttrEx;
import org.jdapl.verbs.ffm.Memory;

/** How a multicast group is joined: {@code enum rdma_cm_mc_join_flags}, in its order. */
public enum MulticastMembership {
    /** To send and to receive. */
    FULL_MEMBER,

    /** To send only; the queue pair is not attached. */
    SEND_ONLY_FULL_MEMBER;

    long attributes(Arena arena, long sockaddr) {
        long to = arena.allocate(RdmaCmJoinMcAttrEx.SIZE, 8).address();
        Memory.putInt(
                to + RdmaCmJoinMcAttrEx.COMP_MASK,
                RDMA_CM_JOIN_MC_ATTR_ADDRESS | RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS);
        Memory.putInt(to + RdmaCmJoinMcAttrEx.JOIN_FLAGS, ordinal());
        Memory.putLong(to + RdmaCmJoinMcAttrEx.ADDR, sockaddr);
        return to;
    }
}
