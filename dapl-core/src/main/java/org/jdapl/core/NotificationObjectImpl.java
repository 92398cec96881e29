package org.jdapl.core;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.data.DatSubtype;
import org.jspecify.annotations.Nullable;

/** A notification object: a sticky trigger over any number of dispatchers. Its own monitor guards trigger and waiters. */
final class NotificationObjectImpl extends ObjectBase implements NotificationObject {

    private final CopyOnWriteArrayList<EventDispatcherImpl> attached = new CopyOnWriteArrayList<>();
    private final ArrayDeque<Thread> waiters = new ArrayDeque<>();
    private volatile @Nullable EventDispatcherImpl triggeredBy;
    private volatile @Nullable Agent agent;

    NotificationObjectImpl(AdapterImpl owner, @Nullable Agent agent) {
        super(owner, HandleKind.NOTIFICATION_OBJECT);
        this.agent = agent;
    }

    void attach(EventDispatcherImpl dispatcher) {
        attached.add(dispatcher);
        retain();
    }

    void detach(EventDispatcherImpl dispatcher) {
        attached.remove(dispatcher);
        releaseUser();
    }

    /** A dispatcher got an event. From any thread, possibly inside a post: it never blocks. */
    void trigger(EventDispatcherImpl dispatcher) {
        @Nullable Thread wake;
        boolean edge;
        synchronized (waiters) {
            edge = triggeredBy == null;
            triggeredBy = dispatcher;
            wake = waiters.peekFirst();
        }
        if (edge && agent != null) {
            owner.requestAgent(this, dispatcher);
        }
        if (wake != null) {
            owner.driver().wakeWaiter(wake);
        }
    }

    /** Calls the agent; by the driver, outside of all locks. */
    void callAgent(EventDispatcherImpl dispatcher) {
        @Nullable Agent a = agent;
        if (a == null || isClosed()) {
            return;
        }
        takeTrigger();
        try {
            a.triggered(dispatcher);
        } catch (Throwable t) {
            owner.reportInternal("an agent of a notification object threw " + t);
        }
    }

    @Override
    public @Nullable EventDispatcher takeTrigger() {
        requireOpen();
        synchronized (waiters) {
            @Nullable EventDispatcherImpl by = triggeredBy;
            triggeredBy = null;
            return by;
        }
    }

    @Override
    public @Nullable EventDispatcher await(Duration timeout) throws InterruptedException {
        long timeoutNs = EventDispatcherImpl.nanos(timeout);
        requireOpen();
        Thread me = Thread.currentThread();
        synchronized (waiters) {
            waiters.addLast(me);
        }
        retainUnderControl();
        Wait wait = new Wait();
        try {
            long start = owner.clock().nanoTime();
            long left = timeoutNs;
            while (true) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while waiting for a trigger");
                }
                @Nullable EventDispatcher by = takeTriggerOrAbort();
                if (by != null) {
                    return by;
                }
                if (left <= 0) {
                    owner.driver().poll();
                    return takeTriggerOrAbort();
                }
                owner.driver().await(wait, left);
                if (timeoutNs != Long.MAX_VALUE) {
                    left = timeoutNs - (owner.clock().nanoTime() - start);
                }
            }
        } finally {
            @Nullable Thread next = null;
            synchronized (waiters) {
                waiters.removeFirstOccurrence(me);
                if (triggeredBy != null) {
                    next = waiters.peekFirst(); // a trigger that came for this one, too late
                }
            }
            releaseUnderControl();
            if (next != null) {
                owner.driver().wakeWaiter(next);
            }
        }
    }

    private @Nullable EventDispatcher takeTriggerOrAbort() {
        if (isClosed() || owner.isClosed()) {
            throw Errors.aborted(HandleKind.NOTIFICATION_OBJECT);
        }
        return takeTrigger();
    }

    private void retainUnderControl() {
        owner.control().lock();
        try {
            requireOpen();
            retain();
        } finally {
            owner.control().unlock();
        }
    }

    private void releaseUnderControl() {
        owner.control().lock();
        releaseUser();
        owner.control().unlock();
    }

    /** The wait of one thread: armed dispatchers, looked through once more. */
    private final class Wait implements Waitable {
        @Override
        public void arm() {
            for (EventDispatcherImpl d : attached) {
                if (d.isEnabled()) {
                    d.service();
                }
            }
        }

        @Override
        public boolean ready() {
            return triggeredBy != null || isClosed() || owner.isClosed();
        }
    }

    @Override
    public @Nullable Agent agent() {
        return agent;
    }

    @Override
    public void setAgent(@Nullable Agent newAgent) {
        requireOpen();
        agent = newAgent;
    }

    @Override
    public OptionalInt descriptor() {
        requireOpen();
        return OptionalInt.empty(); // NOTIFICATION_DESCRIPTOR is not advertised
    }

    @Override
    DatSubtype inUse() {
        return DatSubtype.INVALID_STATE_CNO_IN_USE;
    }

    @Override
    void dispose() {
        synchronized (waiters) {
            waiters.forEach(owner.driver()::wakeWaiter);
        }
    }
}
