package org.jdapl.api.data;

/** How many threads may post to one queue of an endpoint at once. */
public enum ThreadMode {
    /**
     * One at a time, by the consumer's own care. It is checked: a second one is refused with {@link
     * PostStatus#BUSY}.
     */
    SINGLE_OWNER,
    /** Any number; a second one waits for the few instructions of the first. */
    SHARED
}
