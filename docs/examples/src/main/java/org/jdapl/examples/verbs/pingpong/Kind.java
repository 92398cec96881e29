package org.jdapl.examples.verbs.pingpong;

import org.jdapl.verbs.QueuePairType;

/** The kinds of ping-pong. */
enum Kind {
    /** Reliable connection: {@code ibv_rc_pingpong}. */
    RC(QueuePairType.RC, 1),
    /** Unreliable connection: {@code ibv_uc_pingpong}. */
    UC(QueuePairType.UC, 1),
    /** Datagrams: {@code ibv_ud_pingpong}. */
    UD(QueuePairType.UD, 1),
    /** Reliable connections with shared receives: {@code ibv_srq_pingpong}. */
    SRQ(QueuePairType.RC, 256);

    private final QueuePairType type;
    private final int lines;

    Kind(QueuePairType type, int lines) {
        this.type = type;
        this.lines = lines;
    }

    /** How many queue pairs the two sides tell each other, in zeros those that there are not. */
    int lines() {
        return lines;
    }

    QueuePairType type() {
        return type;
    }
}
