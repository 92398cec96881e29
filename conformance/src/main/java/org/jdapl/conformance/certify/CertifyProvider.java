package org.jdapl.conformance.certify;

import org.jdapl.tools.command.CommandProvider;

/** Adds {@code certify} to the command line. */
public final class CertifyProvider implements CommandProvider {

    /** For the service loader. */
    public CertifyProvider() {}

    @Override
    public Object command() {
        return new CertifyCommand();
    }
}
