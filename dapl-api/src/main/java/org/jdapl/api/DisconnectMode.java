package org.jdapl.api;

/** How to end a connection (uDAPL {@code DAT_CLOSE_FLAGS}). */
public enum DisconnectMode {
    /** At once: what is outstanding is flushed. */
    ABRUPT,
    /**
     * After the requests that were posted before have finished; no new ones are accepted meanwhile.
     */
    GRACEFUL
}
