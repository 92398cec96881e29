package org.jdapl.api;

import org.jdapl.api.data.PortChange;

/**
 * Something happened that no connection event or completion tells (uDAPL {@code
 * DAT_ASYNC_ERROR_…}).
 */
public sealed interface AsyncEvent extends Event {

    /**
     * An event dispatcher lost an event because it was full. This runtime prevents it; a provider's
     * own queue could still overrun.
     *
     * @param dispatcher the dispatcher that this event came from
     * @param overflowed the dispatcher that was full
     */
    record EvdOverflow(EventDispatcher dispatcher, EventDispatcher overflowed)
            implements AsyncEvent {
        @Override
        public int number() {
            return 0x08001;
        }
    }

    /**
     * The adapter is lost; each of its endpoints breaks.
     *
     * @param dispatcher the dispatcher that this event came from
     * @param adapter the adapter
     * @param reason one line for people
     */
    record AdapterCatastrophic(EventDispatcher dispatcher, InterfaceAdapter adapter, String reason)
            implements AsyncEvent {
        @Override
        public int number() {
            return 0x08002;
        }
    }

    /**
     * An endpoint without a dispatcher for connection events broke, or one reached its soft
     * watermark.
     *
     * @param dispatcher the dispatcher that this event came from
     * @param endpoint the endpoint
     * @param cause why
     * @param reason one line for people
     */
    record EndpointBroken(EventDispatcher dispatcher, Endpoint endpoint, Cause cause, String reason)
            implements AsyncEvent {

        /** Why the event was raised (uDAPL async reasons of endpoints). */
        public enum Cause {
            /** The endpoint went to error. */
            TRANSFER_TO_ERROR,
            /** Something else. */
            OTHER,
            /**
             * The soft high watermark of receives taken from a shared queue was passed; the
             * endpoint goes on.
             */
            SOFT_HIGH_WATERMARK
        }

        @Override
        public int number() {
            return 0x08003;
        }
    }

    /**
     * A shared receive queue fell below its low watermark.
     *
     * @param dispatcher the dispatcher that this event came from
     * @param queue the queue
     */
    record LowWatermark(EventDispatcher dispatcher, SharedReceiveQueue queue)
            implements AsyncEvent {
        @Override
        public int number() {
            return 0x08003;
        }
    }

    /**
     * Something happened to the adapter's port ({@code PORT_EVENTS}). Each change of the link is
     * told once; the adapter itself goes on.
     *
     * @param dispatcher the dispatcher that this event came from
     * @param adapter the adapter
     * @param change what happened
     */
    record PortChanged(EventDispatcher dispatcher, InterfaceAdapter adapter, PortChange change)
            implements AsyncEvent {

        /**
         * A number of our own, behind those of the specification, which has no such event.
         *
         * @return always the same
         */
        @Override
        public int number() {
            return 0x08F01;
        }
    }

    /**
     * The provider or an agent of the consumer failed in a way that belongs to no object.
     *
     * @param dispatcher the dispatcher that this event came from
     * @param reason one line for people
     */
    record ProviderInternalError(EventDispatcher dispatcher, String reason) implements AsyncEvent {
        @Override
        public int number() {
            return 0x08005;
        }
    }
}
