package org.jdapl.verbs.error;

import java.util.Objects;

/**
 * A call of the verbs libraries that failed.
 *
 * <p>The message names the C function, the error and, where there is one, the remedy: it can be
 * shown to a user as it is.
 */
public final class VerbsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What kind of failure it is. */
    private final VerbsError error;

    /** The C function, or the method. */
    private final String call;

    /** The system's error number; 0 for none. */
    private final int errno;

    private VerbsException(VerbsError error, String call, int errno, String message) {
        super(message);
        this.error = error;
        this.call = call;
        this.errno = errno;
    }

    /**
     * A call that the library or the kernel refused.
     *
     * @param call the C function
     * @param errno Linux's error number, positive
     * @return what to throw
     */
    public static VerbsException failed(String call, int errno) {
        return failed(call, errno, "");
    }

    /**
     * A call that the library or the kernel refused, with what is known about it.
     *
     * @param call the C function
     * @param errno Linux's error number, positive
     * @param detail what was asked for and what helps; may be empty
     * @return what to throw
     */
    public static VerbsException failed(String call, int errno, String detail) {
        VerbsError error = VerbsError.of(errno);
        String text = call + ": " + error.text() + " (" + ErrnoName.of(errno) + ")";
        return new VerbsException(
                error, call, errno, detail.isEmpty() ? text : text + ": " + detail);
    }

    /**
     * A failure without an error number of the system.
     *
     * @param error its kind
     * @param call the C function, or the method
     * @param detail what happened and what helps
     * @return what to throw
     */
    public static VerbsException of(VerbsError error, String call, String detail) {
        return new VerbsException(error, call, 0, call + ": " + detail);
    }

    /**
     * A call on an object that is closed.
     *
     * @param call the method
     * @param object what is closed
     * @return what to throw
     */
    public static VerbsException closed(String call, String object) {
        return of(VerbsError.CLOSED, call, object + " is closed");
    }

    /**
     * What happened, in a sentence.
     *
     * @return the text; never null
     */
    @Override
    public String getMessage() {
        return Objects.requireNonNullElse(super.getMessage(), call);
    }

    /**
     * What kind of failure it is.
     *
     * @return the kind
     */
    public VerbsError error() {
        return error;
    }

    /**
     * The C function, or the method, that failed.
     *
     * @return its name
     */
    public String call() {
        return call;
    }

    /**
     * The system's error number.
     *
     * @return a positive number; 0 where the failure is not the system's
     */
    public int errno() {
        return errno;
    }
}
