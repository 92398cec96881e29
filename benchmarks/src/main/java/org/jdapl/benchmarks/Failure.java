package org.jdapl.benchmarks;

/** A measurement that came to nothing. */
final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Failure(String message) {
        super(message);
    }

    Failure(String message, Throwable cause) {
        super(message, cause);
    }
}
