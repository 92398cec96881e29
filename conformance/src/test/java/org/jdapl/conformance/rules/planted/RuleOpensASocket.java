package org.jdapl.conformance.rules.planted;

/** Goes past the simulated network. */
public final class RuleOpensASocket {
    Object socket() {
        return new java.net.Socket();
    }
}
