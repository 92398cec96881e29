package org.jdapl.examples.pingpong;

import org.jdapl.verbs.QueuePairType;

/** The kinds of ping-pong. */
enum Kind {
    /** Reliable connection: {@code ibv_rc_pingpong}. */
    RC(QueuePairType.RC),
    /** Unreliable connection: {@code ibv_uc_pingpong}. */
    UC(QueuePairType.UC),
    /** Datagrams: {@code ibv_ud_pingpong}. */
    UD(QueuePairType.UD),
    /** Reliable connections with shared receives: {@code ibv_srq_pingpong}. */
    SRQ(QueuePairType.RC);

    private final QueuePairType type;

    Kind(QueuePairType type) {
        this.type = type;
    }

    QueuePairType type() {
        return type;
    }
}
