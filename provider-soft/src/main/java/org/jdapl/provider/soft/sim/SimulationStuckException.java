package org.jdapl.provider.soft.sim;

/**
 * Every thread waits, and nothing is to come that could end a wait: the application, or JDAPL, has
 * a bug that would show as a hang. The message says who waits where.
 */
public final class SimulationStuckException extends SimulationException {

    private static final long serialVersionUID = 1L;

    SimulationStuckException(String message) {
        super(message, null);
    }
}
