package org.jdapl.api;

import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.DatagramSender;
import org.jdapl.api.data.OperationKind;
import org.jspecify.annotations.Nullable;

/**
 * A data transfer operation has finished (uDAPL {@code DAT_DTO_COMPLETION_EVENT}).
 *
 * @param dispatcher the dispatcher that it came from
 * @param endpoint the endpoint that it was posted to, or that received the message
 * @param cookie what was given when it was posted
 * @param status the outcome
 * @param operation what it was; for receives, of what was received
 * @param length bytes transferred; meaningful on success
 * @param hasImmediate whether {@code immediate} means something
 * @param immediate the 32 bits that the sender gave
 * @param invalidatedKey the key that the message invalidated; 0 for none
 * @param vendorStatus the provider's own status; 0 on success
 * @param sender who sent the datagram that was received; null for all else
 */
public record DtoCompletion(
        EventDispatcher dispatcher,
        Endpoint endpoint,
        long cookie,
        CompletionStatus status,
        OperationKind operation,
        long length,
        boolean hasImmediate,
        int immediate,
        long invalidatedKey,
        int vendorStatus,
        @Nullable DatagramSender sender)
        implements Event {

    /**
     * The completion of anything but the receive of a datagram.
     *
     * @param dispatcher the dispatcher that it came from
     * @param endpoint the endpoint that it was posted to, or that received the message
     * @param cookie what was given when it was posted
     * @param status the outcome
     * @param operation what it was; for receives, of what was received
     * @param length bytes transferred; meaningful on success
     * @param hasImmediate whether {@code immediate} means something
     * @param immediate the 32 bits that the sender gave
     * @param invalidatedKey the key that the message invalidated; 0 for none
     * @param vendorStatus the provider's own status; 0 on success
     */
    public DtoCompletion(
            EventDispatcher dispatcher,
            Endpoint endpoint,
            long cookie,
            CompletionStatus status,
            OperationKind operation,
            long length,
            boolean hasImmediate,
            int immediate,
            long invalidatedKey,
            int vendorStatus) {
        this(
                dispatcher,
                endpoint,
                cookie,
                status,
                operation,
                length,
                hasImmediate,
                immediate,
                invalidatedKey,
                vendorStatus,
                null);
    }

    @Override
    public int number() {
        return 0x00001;
    }

    /**
     * Whether it succeeded.
     *
     * @return true for {@link CompletionStatus#SUCCESS}
     */
    public boolean isSuccess() {
        return status == CompletionStatus.SUCCESS;
    }

    /**
     * Returns this completion if it succeeded.
     *
     * @return this
     * @throws DatException {@code INTERNAL_ERROR} with operation, cookie and status where it failed
     */
    public DtoCompletion orThrow() {
        if (!isSuccess()) {
            throw new DatException(
                    DatCode.error(DatType.INTERNAL_ERROR, DatSubtype.NO_SUBTYPE),
                    operation + " with cookie " + cookie + " failed: " + status,
                    ErrorScope.ENDPOINT,
                    Remedy.RECONNECT,
                    vendorStatus);
        }
        return this;
    }
}
