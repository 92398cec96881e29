package org.jdapl.api;

import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Something to wait on for many event dispatchers (uDAPL {@code DAT_CNO_HANDLE}). It is triggered
 * when an enabled dispatcher without a waiter gets an event that notifies; a trigger that nobody
 * waits for is remembered, several become one. The loss of the adapter triggers it, too, where
 * nobody waits for it and a dispatcher of it can get nothing more. It cannot be closed while a
 * dispatcher or a waiter uses it ({@code INVALID_STATE/CNO_IN_USE}).
 */
public interface NotificationObject extends DatObject {

    /** Called when a notification object is triggered. */
    @FunctionalInterface
    interface Agent {

        /**
         * Called once for each change from not triggered to triggered, by the thread that drives
         * the adapter, outside of all locks. It must not block. What it throws is reported on
         * {@link InterfaceAdapter#asyncEvents()} and stops nothing.
         *
         * @param dispatcher the dispatcher that triggered, as a hint
         */
        void triggered(EventDispatcher dispatcher);
    }

    /**
     * Waits for a trigger (uDAPL {@code dat_cno_wait}). Several threads may wait; a trigger wakes
     * one.
     *
     * @param timeout how long at most; zero looks once; {@link EventDispatcher#FOREVER} for no
     *     limit
     * @return the dispatcher that triggered, as a hint: look at all; null where the time ran out
     * @throws InterruptedException where the thread was interrupted; no trigger is lost
     * @throws DatException {@code ABORT} where it or its adapter was closed meanwhile, or the
     *     adapter was lost, no trigger came of it, and no more is to come
     */
    @Nullable EventDispatcher await(Duration timeout) throws InterruptedException;

    /**
     * Takes the trigger, if there is one (uDAPL {@code dat_cno_trigger}).
     *
     * @return the dispatcher that triggered, as a hint, or null
     */
    @Nullable EventDispatcher takeTrigger();

    /**
     * Who is called at a trigger.
     *
     * @return the agent, or null
     */
    @Nullable Agent agent();

    /**
     * Changes who is called at a trigger (uDAPL {@code dat_cno_modify_agent}).
     *
     * @param agent the agent, or null
     */
    void setAgent(@Nullable Agent agent);

    /**
     * A file descriptor that is readable while it is triggered (uDAPL {@code dat_cno_fd_create};
     * {@code NOTIFICATION_DESCRIPTOR}), for an event loop of poll or epoll. It is made with the
     * first call, belongs to this object, and is closed with it: look at it, do not read from it.
     * {@link #takeTrigger} makes it unreadable again. An adapter of {@code MANUAL} progress
     * triggers only while somebody drives it.
     *
     * @return the descriptor, the same at each call; empty where it is not advertised
     * @throws DatException {@code INSUFFICIENT_RESOURCES} where the process has no descriptor left
     */
    OptionalInt descriptor();
}
