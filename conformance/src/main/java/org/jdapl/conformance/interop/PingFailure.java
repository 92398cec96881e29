package org.jdapl.conformance.interop;

/** A run failed. The message is the line that the user reads. */
final class PingFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PingFailure(String message) {
        super(message);
    }
}
