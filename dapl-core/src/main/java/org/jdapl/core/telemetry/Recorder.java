package org.jdapl.core.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * Takes down what happens. Where nobody records, {@code begin} gives null and everything else
 * returns at once; nothing is allocated. Safe for use by any thread; no call blocks.
 */
public interface Recorder {

    /** The recorder of this process: Java Flight Recorder where it is there, else none. */
    Recorder SYSTEM = Recorders.find();

    /**
     * An adapter was opened, closed or lost.
     *
     * @param adapter its name
     * @param change what happened, in one word
     * @param reason why; empty where it was asked for
     */
    default void adapterChanged(String adapter, String change, String reason) {}

    /**
     * An endpoint starts to connect or to accept.
     *
     * @return the attempt, or null
     */
    default @Nullable Span beginConnect() {
        return null;
    }

    /**
     * An attempt to connect ended.
     *
     * @param attempt the attempt, or null
     * @param endpoint which endpoint, and with whom
     * @param outcome the name of the connection event
     * @param reason why; empty where the event says it all
     */
    default void endConnect(
            @Nullable Span attempt, EndpointFacts endpoint, String outcome, String reason) {}

    /**
     * A connection is established.
     *
     * @return the connection, or null
     */
    default @Nullable Span beginConnection() {
        return null;
    }

    /**
     * A connection ended.
     *
     * @param connection the connection, or null
     * @param endpoint which endpoint, and with whom
     * @param outcome the name of the connection event, or {@code Closed} where the endpoint was
     *     closed
     * @param reason why; empty where the event says it all
     */
    default void endConnection(
            @Nullable Span connection, EndpointFacts endpoint, String outcome, String reason) {}

    /**
     * A region is about to be registered.
     *
     * @return the registration, or null
     */
    default @Nullable Span beginRegistration() {
        return null;
    }

    /**
     * A region was registered.
     *
     * @param registration the registration, or null
     * @param adapter the adapter's name
     * @param bytes the region's length
     */
    default void endRegistration(@Nullable Span registration, String adapter, long bytes) {}

    /**
     * A thread starts to wait for an event.
     *
     * @return the wait, or null
     */
    default @Nullable Span beginWait() {
        return null;
    }

    /**
     * A wait ended.
     *
     * @param wait the wait, or null
     * @param adapter the adapter's name
     * @param dispatcher the dispatcher, made a text only if it is recorded
     * @param events how many events it brought
     */
    default void endWait(@Nullable Span wait, String adapter, Object dispatcher, int events) {}

    /**
     * An operation completed with an error that is not the flush of a connection's end.
     *
     * @param adapter the adapter's name
     * @param endpoint the endpoint, made a text only if it is recorded
     * @param operation the kind of operation
     * @param status the status of the completion, made a text only if it is recorded
     * @param nativeCode the provider's own code
     */
    default void completionError(
            String adapter, Object endpoint, Object operation, int status, int nativeCode) {}

    /**
     * Adds something that has counters, to be recorded now and then.
     *
     * @param source the source
     */
    default void add(CounterSource source) {}

    /**
     * Removes what was added.
     *
     * @param source the source
     */
    default void remove(CounterSource source) {}
}
