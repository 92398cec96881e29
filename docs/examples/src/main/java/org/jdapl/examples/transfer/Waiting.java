package org.jdapl.examples.transfer;

/** How the program waits for completions. */
enum Waiting {
    /** {@code dat_evd_wait}: asleep until the event is there. */
    WAIT,
    /** {@code dat_evd_dequeue} in a loop: awake, and quickest. */
    POLL,
    /** {@code dat_cno_wait}, then {@code dat_evd_dequeue}: one thing to wait on for all queues. */
    NOTIFY
}
