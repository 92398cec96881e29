package org.jdapl.provider.soft.sim;

/** Kinds of faults, as {@link Simulation#counts()} counts them. */
public enum Fault {
    /** A segment was lost; it is sent again later. */
    LOSS,
    /** A segment, or a request to connect, ran into a partition or a dead host. */
    UNREACHABLE,
    /** A stream broke because segments got lost for too long. */
    BREAK,
    /** A segment was overtaken by those of other connections. */
    REORDER,
    /** A byte was changed on its way. */
    CORRUPTION,
    /** A stream took less than it had room for. */
    SHORT_WRITE,
    /** A host read less than was there. */
    SLOW_READ,
    /** A registration of memory was refused. */
    REFUSED_MEMORY,
    /** What was under way arrived exactly between a poll and the arming of a queue. */
    POLL_ARM,
    /** An identifier of a region was given out again. */
    EARLY_REUSE,
    /** Two hosts were separated. */
    PARTITION,
    /** Two hosts were joined again. */
    HEAL,
    /** A host's process died. */
    DEATH,
    /** A host's adapter was removed. */
    REMOVAL,
    /** A host's adapter came back. */
    RETURN
}
