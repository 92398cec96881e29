package org.jdapl.conformance.publish;

import org.jdapl.conformance.kit.Status;
import org.jspecify.annotations.Nullable;

/** What tables say of a rule and a target. */
enum Tried {
    /** Kept. */
    PASS("pass"),
    /** Kept, with a remark. */
    WARNING("warning"),
    /** Broken, by a known defect. */
    WAIVED("waived"),
    /** The target does not have what it is about. */
    NOT_APPLICABLE("n/a"),
    /** Broken. */
    BROKEN("**broken**"),
    /** The certificate does not have it. */
    NOT_TRIED("not tried");

    private final String word;

    Tried(String word) {
        this.word = word;
    }

    /** What a status is called here; none is {@link #NOT_TRIED}. */
    static Tried of(@Nullable Status status) {
        return switch (status) {
            case null -> NOT_TRIED;
            case PASS -> PASS;
            case WARNING -> WARNING;
            case WAIVED -> WAIVED;
            case NOT_APPLICABLE -> NOT_APPLICABLE;
            case FAIL, ERROR, CRASH -> BROKEN;
        };
    }

    /** In a table. */
    String word() {
        return word;
    }
}
