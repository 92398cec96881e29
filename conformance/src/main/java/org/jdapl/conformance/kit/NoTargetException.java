package org.jdapl.conformance.kit;

/** There is no target of the name that was asked for. */
public final class NoTargetException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Tells.
     *
     * @param message which, and which there are
     */
    public NoTargetException(String message) {
        super(message);
    }
}
