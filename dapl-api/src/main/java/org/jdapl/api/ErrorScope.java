package org.jdapl.api;

/** How far a failure reaches. */
public enum ErrorScope {
    /** This call only; nothing has changed. */
    CALL,
    /** The object that was called. */
    OBJECT,
    /** The endpoint and its connection. */
    ENDPOINT,
    /** The adapter and all that it made. */
    ADAPTER
}
