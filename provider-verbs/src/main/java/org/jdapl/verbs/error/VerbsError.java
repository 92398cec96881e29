package org.jdapl.verbs.error;

/**
 * The kinds of failure of a verbs call, by what a program can do about them. The error numbers are
 * Linux's, the same on every architecture that has RDMA drivers.
 */
public enum VerbsError {
    /** The object was closed before, or while, the call was made. */
    CLOSED("is closed"),

    /** The object is still used by another one that this process does not know of. */
    BUSY("is in use", 16),

    /** An argument is outside of what the device or the kernel takes. */
    INVALID_ARGUMENT("invalid argument", 22, 14, 34, 7),

    /**
     * No memory or no room: a queue is full, a table of the device is, or the limit of locked
     * memory is reached.
     */
    NO_MEMORY("no memory, no room or the locked-memory limit", 12, 28, 105),

    /** The process may have no more descriptors. */
    NO_DESCRIPTORS("too many open files", 24, 23),

    /** The user may not do this. */
    NO_PERMISSION("permission denied", 1, 13),

    /** The device, its driver or the installed library does not have this. */
    NOT_SUPPORTED("not supported", 95, 38, 93, 94, 97),

    /** There is no such device, or it has gone away. */
    NO_DEVICE("no such device", 19, 6, 5, 2),

    /** The address or port is taken. */
    ADDRESS_IN_USE("address in use", 98, 17),

    /** No device has this address, or none leads there. */
    ADDRESS_NOT_AVAILABLE("address not available", 99, 101, 113),

    /** The other side refused, or nobody is there. */
    REFUSED("connection refused", 111),

    /** The connection is gone. */
    DISCONNECTED("not connected", 107, 104, 103, 32),

    /** Time ran out. */
    TIMED_OUT("timed out", 110),

    /** Nothing there yet; or a call of the system was interrupted. */
    TRY_AGAIN("try again", 11, 4, 115, 114),

    /** The waiting thread was interrupted; its interrupt status is set. */
    INTERRUPTED("the waiting thread was interrupted"),

    /** A library or one of its functions is missing, or this program may not call it. */
    UNAVAILABLE("unavailable"),

    /** Anything else: see the error number. */
    OTHER("failed");

    private final String text;

    @SuppressWarnings("ImmutableEnumChecker") // nobody writes it
    private final int[] errnos;

    VerbsError(String text, int... errnos) {
        this.text = text;
        this.errnos = errnos;
    }

    /**
     * The kind of an error number.
     *
     * @param errno Linux's error number, positive
     * @return the kind; {@link #OTHER} where none has it
     */
    public static VerbsError of(int errno) {
        for (VerbsError error : values()) {
            for (int candidate : error.errnos) {
                if (candidate == errno) {
                    return error;
                }
            }
        }
        return OTHER;
    }

    /**
     * The kind in words, for a message.
     *
     * @return a few words
     */
    public String text() {
        return text;
    }
}
