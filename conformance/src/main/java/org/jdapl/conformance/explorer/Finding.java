package org.jdapl.conformance.explorer;

import org.jspecify.annotations.Nullable;

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

    static void require(boolean holds, Check check, String message, @Nullable Object... parts) {
        if (!holds) {
            throw new Finding(check, fill(message, parts));
        }
    }

    /** Puts the parts in the places that are marked with {@code {}}. */
    private static String fill(String message, @Nullable Object... parts) {
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (@Nullable Object part : parts) {
            int at = message.indexOf("{}", from);
            out.append(message, from, at).append(part);
            from = at + 2;
        }
        return out.append(message, from, message.length()).toString();
    }
}
