package org.jdapl.conformance.kit;

/**
 * Whose work a rule judges. They are counted apart, since the runtime makes many rules pass for any
 * provider.
 */
public enum Layer {
    /** The runtime's: checks of arguments, states, accounts, waiting. */
    RUNTIME,
    /** The provider's: what goes over the wire and into memory. */
    PROVIDER
}
