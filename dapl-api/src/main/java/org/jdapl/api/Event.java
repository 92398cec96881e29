package org.jdapl.api;

/**
 * Something that happened, as an immutable object (uDAPL {@code DAT_EVENT}). A {@code switch} over
 * the sealed kinds is complete.
 */
public sealed interface Event
        permits DtoCompletion,
                BindCompletion,
                ConnectionRequestEvent,
                ConnectionEvent,
                AsyncEvent,
                SoftwareEvent {

    /**
     * The dispatcher that it came from.
     *
     * @return the dispatcher
     */
    EventDispatcher dispatcher();

    /**
     * The number of the DAT specification ({@code DAT_EVENT_NUMBER}).
     *
     * @return the number, for example 0x4001 for an established connection
     */
    int number();
}
