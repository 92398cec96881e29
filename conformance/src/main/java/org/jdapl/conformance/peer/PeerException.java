package org.jdapl.conformance.peer;

/**
 * The peer process did not do what it was told: it is gone, it did not answer in time, or the
 * command itself failed.
 */
public class PeerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what happened
     */
    public PeerException(String message) {
        super(message);
    }
}
