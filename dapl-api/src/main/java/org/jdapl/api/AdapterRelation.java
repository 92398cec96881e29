package org.jdapl.api;

/**
 * Whether two adapters have a device in common, so that they fail together (uDAPL {@code
 * DAT_HA_RELATIONSHIP}). DAT's fourth value, {@code CONFLICTING}, is for registries that ask both
 * providers; here one party decides.
 */
public enum AdapterRelation {
    /** They are known by different interfaces. */
    UNRELATED,
    /** They are the same adapter, or share an interface. */
    RELATED,
    /** At least one of them does not say which interfaces it is known by. */
    UNKNOWN
}
