package org.jdapl.tools;

import org.jspecify.annotations.Nullable;

/** The operation of a command failed. The message is the line that the user reads. */
final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Who found out. */
    enum Kind {
        /** This side, of itself: the peer does not know yet. */
        OWN,
        /** The peer, who said so. */
        TOLD,
        /** This side, of the peer: it is gone or silent. If somebody knows why, that says more. */
        OF_PEER
    }

    /** Who found out. */
    private final Kind kind;

    Failure(String message) {
        this(message, null);
    }

    Failure(String message, @Nullable Throwable cause) {
        this(Kind.OWN, message, cause);
    }

    Failure(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    static Failure ofPeer(String message) {
        return new Failure(Kind.OF_PEER, message, null);
    }

    static Failure told(String message) {
        return new Failure(Kind.TOLD, message, null);
    }

    Kind kind() {
        return kind;
    }

    /** The message, which a failure always has. */
    String line() {
        return String.valueOf(getMessage());
    }
}
