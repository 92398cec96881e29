package org.jdapl.provider.soft.sim;

import org.jspecify.annotations.Nullable;

/** A run failed: by an exception of one of its threads, or because it did not go on. */
public class SimulationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what happened
     * @param cause why
     */
    SimulationException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
