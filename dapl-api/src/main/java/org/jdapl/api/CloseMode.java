package org.jdapl.api;

/** How to close an adapter (uDAPL {@code DAT_CLOSE_FLAGS}). */
public enum CloseMode {
    /**
     * Close whatever the adapter has made, whatever its state, and wake all waiters. Always
     * succeeds.
     */
    ABRUPT,
    /**
     * Refuse while the adapter has any object but its own event dispatcher for asynchronous events.
     */
    GRACEFUL
}
