package org.jdapl.api.data;

/**
 * How a completion stream of an endpoint notifies its event dispatcher (uDAPL EP attribute
 * completion flags).
 */
public enum CompletionType {
    /**
     * Each completion notifies; a waiter may use a threshold (uDAPL {@code
     * DAT_COMPLETION_EVD_THRESHOLD_FLAG}).
     */
    THRESHOLD,
    /**
     * Receives notify only where the sender asked for it, or where they failed; the threshold must
     * be 1.
     */
    SOLICITED,
    /** Each post decides with {@link CompletionFlags#UNSIGNALLED}; the threshold must be 1. */
    UNSIGNALLED
}
