package org.jdapl.api;

/** What a consumer can do about a failure. */
public enum Remedy {
    /** Give other arguments. */
    FIX_ARGUMENT,
    /** Call at another time, or after other calls: the object's state does not allow it now. */
    FIX_ORDER,
    /** Change the set-up of the machine or of the program. */
    FIX_SETUP,
    /** Try the same again later. */
    RETRY,
    /** Reset the endpoint and connect again. */
    RECONNECT,
    /** Close the object. */
    CLOSE,
    /** Nothing: the adapter cannot do it. */
    NONE
}
