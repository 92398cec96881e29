package org.jdapl.api;

/** Wishes for the registration of memory. */
public enum RegistrationOption {
    /**
     * The caller makes sure that the memory outlives the region. Needed for memory that JDAPL did
     * not allocate, on adapters whose device accesses memory by itself; without it, those refuse.
     */
    CALLER_GUARANTEES_LIFETIME,
    /** The peer names the first byte by address zero; needs {@code ZERO_BASED_REGION}. */
    ZERO_BASED
}
