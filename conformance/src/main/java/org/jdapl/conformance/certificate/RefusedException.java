package org.jdapl.conformance.certificate;

/** A certificate is not accepted. */
public final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Why. */
    private final Refusal reason;

    /**
     * Refuses.
     *
     * @param reason why
     * @param detail what exactly, in one line
     */
    public RefusedException(Refusal reason, String detail) {
        super(detail);
        this.reason = reason;
    }

    /**
     * Why it is not accepted.
     *
     * @return the reason
     */
    public Refusal reason() {
        return reason;
    }
}
