package org.jdapl.api;

import java.time.Duration;
import java.util.Set;
import org.jdapl.api.data.EventStream;
import org.jspecify.annotations.Nullable;

/**
 * A queue of events (uDAPL {@code DAT_EVD_HANDLE}). Events of one stream come in order. It cannot
 * be closed while an endpoint, a service point or a waiter uses it ({@code
 * INVALID_STATE/EVD_IN_USE}); unread events are dropped with it.
 *
 * <p>It never overflows: an endpoint is attached only where there is room for all that it can
 * bring, and the queue grows for it. Software events that do not fit are refused with {@code
 * QUEUE_FULL}.
 *
 * <p>Threads: one thread at a time may wait. While it does, {@code dequeue}, {@code poll} and other
 * waits by other threads fail with {@code INVALID_STATE} (uDAPL's rule); without a waiter, any
 * thread may dequeue and poll. An interrupted wait throws {@link InterruptedException} (uDAPL
 * {@code INTERRUPTED_CALL}); no event is lost.
 */
public interface EventDispatcher extends DatObject {

    /** A duration that stands for no time limit. */
    Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    /**
     * What may feed it.
     *
     * @return the streams
     */
    Set<EventStream> streams();

    /**
     * How many events it can hold (uDAPL {@code dat_evd_query}).
     *
     * @return at least what was asked for
     */
    int depth();

    /**
     * How many events wait in it.
     *
     * @return the number at this moment
     */
    int size();

    /**
     * Waits for an event (uDAPL {@code dat_evd_wait} with threshold 1).
     *
     * @param timeout how long at most; zero looks once; {@link #FOREVER} for no limit
     * @return the oldest event, or null where the time ran out
     * @throws InterruptedException where the thread was interrupted; no event is lost
     * @throws DatException {@code INVALID_STATE} where another thread waits or it is unwaitable,
     *     {@code ABORT} where it or its adapter was closed meanwhile, or the adapter was lost and
     *     no event came of it
     */
    default @Nullable Event await(Duration timeout) throws InterruptedException {
        return await(timeout, 1);
    }

    /**
     * Waits until so many events are there (uDAPL {@code dat_evd_wait}).
     *
     * @param timeout how long at most; zero looks once; {@link #FOREVER} for no limit
     * @param threshold how many events must be there, from 1 to {@link #depth()}
     * @return the oldest event, or null where the time ran out; then none was removed
     * @throws InterruptedException where the thread was interrupted; no event is lost
     * @throws DatException {@code INVALID_PARAMETER} for a bad threshold, {@code INVALID_STATE} for
     *     one above 1 where an attached endpoint's completions are not of type THRESHOLD; else as
     *     {@link #await(Duration)}
     */
    @Nullable Event await(Duration timeout, int threshold) throws InterruptedException;

    /**
     * Waits for events and takes as many as fit: the hot form, which allocates nothing for
     * completions.
     *
     * @param batch where to put them; emptied first
     * @param timeoutNs how long at most, in nanoseconds; 0 looks once; {@link Long#MAX_VALUE} for
     *     no limit
     * @return how many there are; 0 where the time ran out
     * @throws InterruptedException where the thread was interrupted; no event is lost
     * @throws DatException as {@link #await(Duration)}
     */
    int await(EventBatch batch, long timeoutNs) throws InterruptedException;

    /**
     * Takes the oldest event without waiting (uDAPL {@code dat_evd_dequeue}).
     *
     * @return the event, or null where there is none
     * @throws DatException {@code INVALID_STATE} where another thread waits
     */
    @Nullable Event dequeue();

    /**
     * Takes as many events as fit without waiting: the hot form, which allocates nothing for
     * completions.
     *
     * @param batch where to put them; emptied first
     * @return how many there are; 0 for none
     * @throws DatException {@code INVALID_STATE} where another thread waits, {@code INVALID_HANDLE}
     *     where it is closed
     */
    int poll(EventBatch batch);

    /**
     * Waits for an event of one type, for programs that know what comes next.
     *
     * @param type the type
     * @param timeout how long at most
     * @param <E> the type
     * @return the event
     * @throws InterruptedException where the thread was interrupted
     * @throws DatException {@code TIMEOUT_EXPIRED} where none came, {@code INVALID_STATE} with the
     *     event's text where another came, which is then used up
     */
    default <E extends Event> E expect(Class<E> type, Duration timeout)
            throws InterruptedException {
        return Expectations.expect(this, type, timeout);
    }

    /**
     * Waits for a completion that must be a success, for programs that know what comes next. A
     * failed operation cannot be taken for a good one here.
     *
     * @param timeout how long at most
     * @return the completion
     * @throws InterruptedException where the thread was interrupted
     * @throws DatException {@code TIMEOUT_EXPIRED} where none came, {@code INVALID_STATE} with the
     *     event's text where another event or a failure came, which is then used up
     */
    default DtoCompletion expectSuccess(Duration timeout) throws InterruptedException {
        return Expectations.expectSuccess(this, timeout);
    }

    /**
     * Puts an event of the consumer's into the queue (uDAPL {@code dat_evd_post_se}; stream
     * SOFTWARE).
     *
     * @param payload the consumer's object, or null
     * @throws DatException {@code INVALID_PARAMETER} where the stream is missing, {@code
     *     QUEUE_FULL} where it is full
     */
    void post(@Nullable Object payload);

    /**
     * Changes the depth (uDAPL {@code dat_evd_resize}). No event is lost.
     *
     * @param depth the new depth
     * @throws DatException {@code INVALID_STATE} where more events wait or another thread does,
     *     {@code INVALID_PARAMETER} for a depth that is not legal
     */
    void resize(int depth);

    /**
     * Whether events trigger the notification object.
     *
     * @return true at first
     */
    boolean isEnabled();

    /**
     * Lets events trigger the notification object (uDAPL {@code dat_evd_enable}); events that wait
     * count as just arrived.
     */
    void enable();

    /**
     * Lets events come without triggering the notification object (uDAPL {@code dat_evd_disable}).
     */
    void disable();

    /**
     * Whether a thread may wait.
     *
     * @return true at first
     */
    boolean isWaitable();

    /**
     * Ends the wait that is going on and refuses later ones, with {@code
     * INVALID_STATE/EVD_UNWAITABLE} (uDAPL {@code dat_evd_set_unwaitable}).
     */
    void setUnwaitable();

    /** Allows waits again (uDAPL {@code dat_evd_clear_unwaitable}). */
    void clearUnwaitable();

    /**
     * What events trigger.
     *
     * @return the notification object, or null
     */
    @Nullable NotificationObject notificationObject();

    /**
     * Changes what events trigger (uDAPL {@code dat_evd_modify_cno}). An event that arrives
     * meanwhile triggers either.
     *
     * @param notification the notification object, or null
     */
    void setNotificationObject(@Nullable NotificationObject notification);

    /**
     * The counters of the dispatcher, all from its making on. Works on a closed one too.
     *
     * @return the values at this moment
     */
    Counters counters();
}
