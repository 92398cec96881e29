package org.jdapl.middleware;

import org.jdapl.api.DatException;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.ErrorScope;
import org.jdapl.api.Remedy;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;

/** An operation of a {@link CompletionView} completed with another status than success. */
public final class OperationFailedException extends DatException {

    private static final long serialVersionUID = 1L;

    /** The completion. */
    private final transient DtoCompletion completion;

    OperationFailedException(DtoCompletion completion) {
        super(
                DatCode.error(DatType.INTERNAL_ERROR, DatSubtype.NO_SUBTYPE),
                completion.operation() + " failed: " + completion.status(),
                ErrorScope.ENDPOINT,
                Remedy.RECONNECT,
                completion.vendorStatus());
        this.completion = completion;
    }

    /**
     * The completion.
     *
     * @return endpoint, operation, status and the provider's status
     */
    public DtoCompletion completion() {
        return completion;
    }

    /**
     * The status.
     *
     * @return anything but success; {@link CompletionStatus#FLUSHED} where the connection ended
     *     first
     */
    public CompletionStatus status() {
        return completion.status();
    }
}
