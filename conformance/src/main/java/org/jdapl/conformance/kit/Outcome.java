package org.jdapl.conformance.kit;

import org.jdapl.api.data.CompletionStatus;

/**
 * How an operation that must not succeed may come out. A rule says which of them are allowed, for
 * each profile.
 */
public enum Outcome {
    /** The post was refused, and nothing else happened. */
    REFUSED,
    /** The request succeeded, and nothing else happened: never right for a fault. */
    SUCCESS,
    /** The request succeeded, then the connection broke. */
    SUCCESS_THEN_BROKEN,
    /** The request was flushed, and the connection broke. */
    FLUSHED_THEN_BROKEN,
    /** The request failed with {@link CompletionStatus#REMOTE_ACCESS}. */
    REMOTE_ACCESS,
    /** The request failed with {@link CompletionStatus#REMOTE_RESPONDER}. */
    REMOTE_RESPONDER,
    /** The request failed with {@link CompletionStatus#LOCAL_LENGTH}. */
    LOCAL_LENGTH,
    /** The request failed with {@link CompletionStatus#LOCAL_PROTECTION}. */
    LOCAL_PROTECTION,
    /** The request failed with {@link CompletionStatus#RECEIVER_NOT_READY}. */
    RECEIVER_NOT_READY,
    /** The request failed with any other status. */
    OTHER_ERROR;

    /**
     * The outcome of a request that was completed.
     *
     * @param status how
     * @param broken whether the connection ended after that
     * @return the outcome
     */
    public static Outcome of(CompletionStatus status, boolean broken) {
        return switch (status) {
            case SUCCESS -> broken ? SUCCESS_THEN_BROKEN : SUCCESS;
            case FLUSHED -> broken ? FLUSHED_THEN_BROKEN : OTHER_ERROR;
            case REMOTE_ACCESS -> REMOTE_ACCESS;
            case REMOTE_RESPONDER -> REMOTE_RESPONDER;
            case LOCAL_LENGTH -> LOCAL_LENGTH;
            case LOCAL_PROTECTION -> LOCAL_PROTECTION;
            case RECEIVER_NOT_READY -> RECEIVER_NOT_READY;
            default -> OTHER_ERROR;
        };
    }
}
