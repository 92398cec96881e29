package org.jdapl.conformance.explorer;

/** Something was seen that must not be. */
final class Finding extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What kind of thing; a shorter story must show the same kind. */
    enum Check {
        ACCOUNT,
        DATA,
        CANARY,
        EVENT,
        STATE,
        REFUSAL,
        INTERNAL,
        LIVENESS,
        LEAK,
        CRASH
    }

    private final Check check;

    Finding(Check check, String message) {
        super(check + ": " + message);
        this.check = check;
    }

    Finding(Check check, Throwable cause) {
        super(check + ": " + cause, cause);
        this.check = check;
    }

    Check check() {
        return check;
    }

    static void require(boolean holds, Check check, String message, Object... parts) {
        if (!holds) {
            throw new Finding(check, String.format(message, parts));
        }
    }
}
