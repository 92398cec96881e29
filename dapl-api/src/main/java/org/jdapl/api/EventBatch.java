package org.jdapl.api;

import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatagramSender;
import org.jdapl.api.data.OperationKind;
import org.jspecify.annotations.Nullable;

/**
 * Events that were polled, in a container that is used again and again. What it says of an event is
 * overwritten by the next poll into it; {@link #event(int)} makes a lasting copy. An index that is
 * not below {@link #size()} is refused with {@link IndexOutOfBoundsException}. Not safe for use by
 * several threads.
 */
public interface EventBatch {

    /**
     * How many events it can take.
     *
     * @return the capacity
     */
    int capacity();

    /**
     * How many events the last poll brought.
     *
     * @return the number
     */
    int size();

    /**
     * Whether an event is the completion of a data transfer operation; only then the other
     * accessors but {@link #event(int)} apply.
     *
     * @param index which event
     * @return true for a completion
     */
    boolean isCompletion(int index);

    /**
     * The event as an immutable object. For a completion it is made anew.
     *
     * @param index which event
     * @return the event
     */
    Event event(int index);

    /**
     * The cookie that was posted.
     *
     * @param index which completion
     * @return all 64 bits as they were given
     */
    long cookie(int index);

    /**
     * The outcome.
     *
     * @param index which completion
     * @return the status
     */
    CompletionStatus status(int index);

    /**
     * Whether it succeeded.
     *
     * @param index which completion
     * @return true for {@link CompletionStatus#SUCCESS}
     */
    default boolean isSuccess(int index) {
        return status(index) == CompletionStatus.SUCCESS;
    }

    /**
     * The endpoint that it was posted to, or that received the message.
     *
     * @param index which completion
     * @return the endpoint
     */
    Endpoint endpoint(int index);

    /**
     * The operation; for receives, of what was received.
     *
     * @param index which completion
     * @return the kind
     */
    OperationKind operation(int index);

    /**
     * How many bytes were transferred.
     *
     * @param index which completion
     * @return the number, meaningful on success
     */
    long length(int index);

    /**
     * Whether immediate data came with it.
     *
     * @param index which completion
     * @return true where {@link #immediate} means something
     */
    boolean hasImmediate(int index);

    /**
     * The immediate data.
     *
     * @param index which completion
     * @return the 32 bits that the sender gave
     */
    int immediate(int index);

    /**
     * The key that the message invalidated.
     *
     * @param index which completion
     * @return the key; 0 for none
     */
    long invalidatedKey(int index);

    /**
     * The provider's own status.
     *
     * @param index which completion
     * @return a number for diagnosis; 0 on success
     */
    int vendorStatus(int index);

    /**
     * The queue pair that sent the datagram that was received.
     *
     * @param index which completion
     * @return its number, 24 bits; 0 for all but received datagrams
     */
    int senderQueuePair(int index);

    /**
     * Who sent the datagram that was received; what {@link InterfaceAdapter#createAddressHandle(
     * ProtectionZone, DatagramSender, int)} makes the way back from. It is made anew by each call.
     *
     * @param index which completion
     * @return the sender; null for all but received datagrams
     */
    @Nullable DatagramSender sender(int index);

    /**
     * The consumer's context of the endpoint, as {@code endpoint(index).consumerContext()}.
     *
     * @param index which completion
     * @return the context, or null
     */
    default @Nullable Object context(int index) {
        return endpoint(index).consumerContext();
    }
}
