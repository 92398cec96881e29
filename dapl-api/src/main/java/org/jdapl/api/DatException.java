package org.jdapl.api;

import java.util.Objects;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PostStatus;

/**
 * A control call failed. Unless its documentation says otherwise the call has had no effect. The
 * exception carries the DAT code, how far the failure reaches, what can be done about it, and the
 * provider's own number.
 */
public class DatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The DAT code. */
    private final transient DatCode code;

    /** How far it reaches. */
    private final ErrorScope scope;

    /** What can be done. */
    private final Remedy remedy;

    /** The provider's own number. */
    private final int nativeCode;

    /** What failed and why. */
    private final String text;

    /**
     * Makes an exception without a number of the provider.
     *
     * @param code the DAT code
     * @param message what failed and why, with names and values
     * @param scope how far it reaches
     * @param remedy what can be done
     */
    public DatException(DatCode code, String message, ErrorScope scope, Remedy remedy) {
        this(code, message, scope, remedy, 0);
    }

    /**
     * Makes an exception.
     *
     * @param code the DAT code
     * @param message what failed and why, with names and values
     * @param scope how far it reaches
     * @param remedy what can be done
     * @param nativeCode the provider's own number, such as an errno; 0 for none
     */
    public DatException(
            DatCode code, String message, ErrorScope scope, Remedy remedy, int nativeCode) {
        super(message + " [" + code + (nativeCode != 0 ? ", native code " + nativeCode : "") + "]");
        this.code = Objects.requireNonNull(code, "code");
        this.text = message;
        this.scope = scope;
        this.remedy = remedy;
        this.nativeCode = nativeCode;
    }

    /**
     * Makes the exception for a post that was refused: the hot style's status in the clear style's
     * form.
     *
     * @param status a number of {@link PostStatus}, not {@code OK}
     * @param what what was posted
     * @param state the state of what it was posted to, in a few words
     * @return the exception
     */
    public static DatException refused(int status, String what, String state) {
        return new DatException(
                PostStatus.code(status),
                what + " refused: " + PostStatus.describe(status) + " (" + state + ")",
                ErrorScope.CALL,
                status == PostStatus.QUEUE_FULL ? Remedy.RETRY : Remedy.FIX_ARGUMENT);
    }

    /**
     * What failed and why, without the codes that {@link #getMessage()} ends with.
     *
     * @return the text, for people
     */
    public String text() {
        return text;
    }

    /**
     * The DAT code.
     *
     * @return the code; its class is always error
     */
    public DatCode code() {
        return code;
    }

    /**
     * The type of the code.
     *
     * @return the type
     */
    public DatType type() {
        return code.type();
    }

    /**
     * The subtype of the code.
     *
     * @return the subtype
     */
    public DatSubtype subtype() {
        return code.subtype();
    }

    /**
     * How far the failure reaches.
     *
     * @return the scope
     */
    public ErrorScope scope() {
        return scope;
    }

    /**
     * What can be done about it.
     *
     * @return the remedy
     */
    public Remedy remedy() {
        return remedy;
    }

    /**
     * The provider's own number.
     *
     * @return an errno or the like; 0 for none
     */
    public int nativeCode() {
        return nativeCode;
    }
}
