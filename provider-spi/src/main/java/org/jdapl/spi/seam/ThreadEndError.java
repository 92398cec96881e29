package org.jdapl.spi.seam;

/**
 * Ends the thread that called a seam: the simulated process that it belongs to has died, or the
 * simulation is over. Whoever catches everything lets this pass.
 */
public final class ThreadEndError extends Error {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an error without a stack trace.
     *
     * @param message why the thread ends
     */
    public ThreadEndError(String message) {
        super(message, null, false, false);
    }
}
