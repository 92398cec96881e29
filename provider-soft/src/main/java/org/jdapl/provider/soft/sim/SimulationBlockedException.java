package org.jdapl.provider.soft.sim;

/**
 * The thread whose turn it was did not come back in real time: it computes without end, or it
 * blocks on something that the simulation does not know of, such as a monitor, a sleep or a socket.
 * The message has the stacks of all threads.
 */
public final class SimulationBlockedException extends SimulationException {

    private static final long serialVersionUID = 1L;

    SimulationBlockedException(String message) {
        super(message, null);
    }
}
