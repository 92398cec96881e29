package org.jdapl.conformance.certify;

/** The command line is wrong, or names what is not there. */
final class UsageException extends Exception {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
