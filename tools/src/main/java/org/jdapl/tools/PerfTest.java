package org.jdapl.tools;

import java.util.Locale;

/**
 * What is measured: an operation, and whether its latency or its bandwidth.
 *
 * @param op the operation
 * @param kind what of it
 */
record PerfTest(Op op, Kind kind) {

    /** An operation. */
    enum Op {
        /** Send and receive. */
        SEND(1),
        /** RDMA write. */
        WRITE(2),
        /** RDMA read. */
        READ(3);

        /** Its number in messages between two processes. */
        final int number;

        Op(int number) {
            this.number = number;
        }
    }

    /** What of it. */
    enum Kind {
        /** How long one takes. */
        LATENCY(1),
        /** How many go through. */
        BANDWIDTH(2);

        /** Its number in messages between two processes. */
        final int number;

        Kind(int number) {
            this.number = number;
        }
    }

    /** The test of two numbers. */
    static PerfTest of(int op, int kind) {
        for (Op o : Op.values()) {
            for (Kind k : Kind.values()) {
                if (o.number == op && k.number == kind) {
                    return new PerfTest(o, k);
                }
            }
        }
        throw new Failure("the peer asked for an unknown test");
    }

    /** The stable name in JSON: {@code send_lat}, {@code read_bw}. */
    String id() {
        return op.name().toLowerCase(Locale.ROOT) + (kind == Kind.LATENCY ? "_lat" : "_bw");
    }

    /** The heading of its table. */
    String title() {
        String name = (op == Op.SEND ? "" : "RDMA ") + op.name().toLowerCase(Locale.ROOT);
        return name + " " + kind.name().toLowerCase(Locale.ROOT);
    }

    /** In how many parts a measured time is divided: messages go both ways, a read comes back. */
    int parts() {
        return op == Op.READ ? 1 : 2;
    }
}
