package org.jdapl.verbs.cm;

import static org.jdapl.verbs.cm.struct.CmConstants.RDMA_OPTION_ID_ACK_TIMEOUT;
import static org.jdapl.verbs.cm.struct.CmConstants.RDMA_OPTION_ID_AFONLY;
import static org.jdapl.verbs.cm.struct.CmConstants.RDMA_OPTION_ID_REUSEADDR;
import static org.jdapl.verbs.cm.struct.CmConstants.RDMA_OPTION_ID_TOS;

import java.lang.foreign.Arena;
import org.jdapl.verbs.ffm.Memory;

/** What can be set on a {@link ConnectionId}: the options of {@code RDMA_OPTION_ID}. */
public enum ConnectionOption {
    /**
     * The type of service, or traffic class, by RFC 2474; 0 to 255. Before the route is resolved.
     */
    TYPE_OF_SERVICE(RDMA_OPTION_ID_TOS, 1, 255),

    /** Whether a port may be bound that another one has: 0 or 1. Before it is bound. */
    REUSE_ADDRESS(RDMA_OPTION_ID_REUSEADDR, Integer.BYTES, 1),

    /** Whether an IPv6 wildcard is for IPv6 only: 0 or 1. Before it is bound. */
    IPV6_ONLY(RDMA_OPTION_ID_AFONLY, Integer.BYTES, 1),

    /**
     * How long the queue pair waits for an acknowledgement: 4.096 µs times 2 to this, 0 to 31 (0:
     * for ever). Before it is connected, on InfiniBand and RoCE.
     */
    ACK_TIMEOUT(RDMA_OPTION_ID_ACK_TIMEOUT, 1, 31);

    private final int number;
    private final int size;
    private final int most;

    ConnectionOption(int number, int size, int most) {
        this.number = number;
        this.size = size;
        this.most = most;
    }

    int number() {
        return number;
    }

    int size() {
        return size;
    }

    long write(Arena arena, int value) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(this + "=" + value);
        }
        long to = arena.allocate(Integer.BYTES, Integer.BYTES).address();
        if (size == 1) {
            Memory.putByte(to, (byte) value);
        } else {
            Memory.putInt(to, value);
        }
        return to;
    }
}
