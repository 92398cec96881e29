package org.jdapl.conformance.kit;

/** Thrown by a rule's test where the target cannot have it tried; the text says why. */
public final class NotApplicableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param why what is missing
     */
    public NotApplicableException(String why) {
        super(why);
    }
}
