package org.jdapl.core;

/** Something that a thread waits for while an adapter is driven. */
interface Waitable {

    /** Makes sure that the waiter is woken by whatever comes from now on. */
    void arm();

    /** Whether the wait is over, also by what came before {@link #arm()}. */
    boolean ready();
}
