package org.jdapl.verbs.umad;

import java.util.Locale;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;

/** What the status of an answer says (IBA specification, 13.4.7 and 15.2.2). */
final class MadStatus {
    private static final int BUSY = 0x0001;
    private static final int INVALID_FIELD = 0x001c;
    private static final int BAD_VERSION = 0x0004;
    private static final int NO_METHOD = 0x0008;
    private static final int NO_ATTRIBUTE = 0x000c;

    private MadStatus() {}

    /** The exception for an answer that is none. */
    static VerbsException refused(String call, int status, boolean administration) {
        String code = String.format(Locale.ROOT, " (status 0x%04x)", status);
        if ((status & BUSY) != 0) {
            return refusal(VerbsError.TRY_AGAIN, call, "the other side is busy" + code);
        }
        String text =
                switch (status & INVALID_FIELD) {
                    case 0 -> "";
                    case BAD_VERSION -> "the version is not supported";
                    case NO_METHOD -> "the method is not supported";
                    case NO_ATTRIBUTE -> "the attribute is not supported";
                    default -> "a value of the attribute or its modifier is not valid";
                };
        if (!text.isEmpty()) {
            boolean invalid = (status & INVALID_FIELD) > NO_ATTRIBUTE;
            return refusal(
                    invalid ? VerbsError.INVALID_ARGUMENT : VerbsError.NOT_SUPPORTED,
                    call,
                    text + code);
        }
        return administration
                ? administration(call, status >> Byte.SIZE, code)
                : refusal(VerbsError.OTHER, call, "the other side refused" + code);
    }

    private static VerbsException administration(String call, int status, String code) {
        return switch (status) {
            case 1 ->
                    refusal(
                            VerbsError.NO_MEMORY,
                            call,
                            "the subnet administrator has no resources left" + code);
            case 3 -> refusal(VerbsError.ADDRESS_NOT_AVAILABLE, call, "no record matches" + code);
            case 4 -> refusal(VerbsError.INVALID_ARGUMENT, call, "several records match" + code);
            case 5 -> refusal(VerbsError.INVALID_ARGUMENT, call, "a GID is not valid" + code);
            case 6 -> refusal(VerbsError.INVALID_ARGUMENT, call, "too little was given" + code);
            case 7 ->
                    refusal(
                            VerbsError.NO_PERMISSION,
                            call,
                            "the subnet administrator denies it" + code);
            default -> refusal(VerbsError.OTHER, call, "the subnet administrator refused" + code);
        };
    }

    private static VerbsException refusal(VerbsError error, String call, String text) {
        return VerbsException.of(error, call, text);
    }
}
