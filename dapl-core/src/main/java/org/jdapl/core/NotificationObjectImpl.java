package org.jdapl.core;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.core.seam.DescriptorSignal;
import org.jdapl.spi.seam.ThreadEndError;
import org.jspecify.annotations.Nullable;

/**
 * A notification object: a sticky trigger over any number of dispatchers. One monitor guards
 * trigger and waiters.
 *
 * <p>Where there is an agent it is called for each change to triggered. Its call uses the trigger
 * up, unless threads wait: then one of them does.
 */
final class NotificationObjectImpl extends ObjectBase implements NotificationObject {

    /** Threads that wait, in the order of their coming; guards itself and the trigger. */
    private final ArrayDeque<Thread> waiters = new ArrayDeque<>();

    /** The loss of the adapter ends it: it happens meanwhile, or no time ends it. */
    private final Wait endedByLoss = new Wait(true);

    private final Wait untilTimeIsOver = new Wait(false);

    private volatile @Nullable EventDispatcherImpl triggeredBy;
    private volatile @Nullable Agent agent;

    /** What makes the trigger visible to poll and epoll; made when it is first asked for. */
    private @Nullable DescriptorSignal signal;

    NotificationObjectImpl(AdapterImpl owner, @Nullable Agent agent) {
        super(owner, HandleKind.NOTIFICATION_OBJECT);
        this.agent = agent;
    }

    /** A dispatcher got an event. From any thread, possibly inside a post: it never blocks. */
    void trigger(EventDispatcherImpl dispatcher) {
        @Nullable Thread wake;
        boolean call;
        synchronized (waiters) {
            call = triggeredBy == null && agent != null;
            setTriggeredBy(dispatcher);
            wake = waiters.peekFirst();
        }
        if (call) {
            owner.request(() -> callAgent(dispatcher));
        }
        if (wake != null) {
            owner.driver().wakeWaiter(wake);
        }
    }

    /** Changes the trigger, and the descriptor with it; inside the monitor. */
    private void setTriggeredBy(@Nullable EventDispatcherImpl by) {
        boolean was = triggeredBy != null;
        triggeredBy = by;
        @Nullable DescriptorSignal s = signal;
        if (s != null && was != (by != null)) {
            if (was) {
                s.lower();
            } else {
                s.raise();
            }
        }
    }

    /** Calls the agent; by the driver, outside of all locks. */
    private void callAgent(EventDispatcherImpl dispatcher) {
        @Nullable Agent a = agent;
        if (a == null || isClosed()) {
            return;
        }
        synchronized (waiters) {
            if (waiters.isEmpty()) {
                setTriggeredBy(null); // before the call: what comes during it is another change
            }
        }
        try {
            a.triggered(dispatcher);
        } catch (ThreadEndError e) {
            throw e;
        } catch (Throwable t) {
            owner.reportInternal("an agent of a notification object threw " + t);
        }
    }

    @Override
    public @Nullable EventDispatcher takeTrigger() {
        requireOpen();
        @Nullable EventDispatcher by = take();
        if (by == null) {
            owner.driver().poll();
            by = take();
        }
        return by;
    }

    private @Nullable EventDispatcher take() {
        synchronized (waiters) {
            @Nullable EventDispatcherImpl by = triggeredBy;
            setTriggeredBy(null);
            return by;
        }
    }

    @Override
    public @Nullable EventDispatcher await(Duration timeout) throws InterruptedException {
        long timeoutNs = EventDispatcherImpl.nanos(timeout);
        Thread me = Thread.currentThread();
        Wait wait = timeoutNs == Long.MAX_VALUE || !owner.isLost() ? endedByLoss : untilTimeIsOver;
        synchronized (waiters) {
            requireOpen();
            waiters.addLast(me);
        }
        try {
            long start = owner.clock().nanoTime();
            long left = timeoutNs;
            while (true) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while waiting for a trigger");
                }
                checkOpen();
                @Nullable EventDispatcher by = take();
                if (by != null) {
                    return by;
                }
                if (wait.isForsaken()) {
                    throw Errors.lost(owner.name());
                }
                if (left <= 0) {
                    owner.driver().poll();
                    return take();
                }
                owner.driver().await(wait, left);
                if (timeoutNs != Long.MAX_VALUE) {
                    left = timeoutNs - (owner.clock().nanoTime() - start);
                }
            }
        } finally {
            endWait(me);
        }
    }

    private void endWait(Thread me) {
        @Nullable Thread next = null;
        synchronized (waiters) {
            waiters.removeFirstOccurrence(me);
            if (triggeredBy != null) { // it came for this thread, too late
                next = waiters.peekFirst();
                if (next == null && agent != null) {
                    setTriggeredBy(null); // the agent is told of it
                }
            }
        }
        if (next != null) {
            owner.driver().wakeWaiter(next);
        }
        owner.driver().leave();
    }

    private void checkOpen() {
        if (isClosed() || owner.isClosed()) {
            throw Errors.aborted(HandleKind.NOTIFICATION_OBJECT);
        }
    }

    /** What a thread waits for. The dispatchers keep their queues armed by themselves. */
    private final class Wait implements Waitable {

        private final boolean endsByLoss;

        Wait(boolean endsByLoss) {
            this.endsByLoss = endsByLoss;
        }

        @Override
        public void arm() {
            // trigger() wakes the waiter
        }

        @Override
        public boolean ready() {
            return triggeredBy != null || isClosed() || owner.isClosed() || isForsaken();
        }

        boolean isForsaken() {
            return endsByLoss && owner.isLost() && hasForsaken();
        }
    }

    /** Whether a dispatcher triggers this to which nothing comes any more. */
    private boolean hasForsaken() {
        owner.control().lock();
        try {
            return owner.objects(HandleKind.EVENT_DISPATCHER).stream()
                    .map(EventDispatcherImpl.class::cast)
                    .anyMatch(d -> d.notificationObject() == this && d.isForsaken());
        } finally {
            owner.control().unlock();
        }
    }

    /**
     * The adapter of a dispatcher is lost. Waiters look for themselves what that means for them;
     * where nobody waits, agent and descriptor tell.
     *
     * @param announces whether events of the dispatcher would trigger this now
     */
    void adapterLost(EventDispatcherImpl dispatcher, boolean announces) {
        boolean nobody;
        synchronized (waiters) {
            nobody = waiters.isEmpty();
            waiters.forEach(owner.driver()::wakeWaiter);
        }
        if (nobody && announces) {
            trigger(dispatcher);
        }
    }

    @Override
    public @Nullable Agent agent() {
        return agent;
    }

    @Override
    public void setAgent(@Nullable Agent newAgent) {
        requireOpen();
        @Nullable EventDispatcherImpl by;
        synchronized (waiters) {
            agent = newAgent;
            by = waiters.isEmpty() ? triggeredBy : null;
        }
        if (newAgent != null && by != null) {
            EventDispatcherImpl remembered = by;
            owner.request(() -> callAgent(remembered));
        }
    }

    @Override
    public OptionalInt descriptor() {
        synchronized (waiters) {
            requireOpen();
            @Nullable DescriptorSignal s = signal;
            if (s == null) {
                @Nullable Supplier<DescriptorSignal> maker = owner.seams().signals().orElse(null);
                if (maker == null) {
                    return OptionalInt.empty();
                }
                s = makeSignal(maker);
                signal = s;
                if (triggeredBy != null) {
                    s.raise();
                }
            }
            return OptionalInt.of(s.descriptor());
        }
    }

    private static DescriptorSignal makeSignal(Supplier<DescriptorSignal> maker) {
        try {
            return maker.get();
        } catch (IllegalStateException e) {
            throw Errors.resources(
                    DatSubtype.RESOURCE_DEVICE,
                    "cannot make a descriptor for the notification object: " + e.getMessage());
        }
    }

    @Override
    DatSubtype inUseSubtype() {
        return DatSubtype.INVALID_STATE_CNO_IN_USE;
    }

    @Override
    void checkClosable() {
        int n;
        synchronized (waiters) {
            n = waiters.size();
        }
        if (n > 0) {
            throw Errors.inUse(
                    inUseSubtype(),
                    HandleKind.NOTIFICATION_OBJECT,
                    n == 1 ? "a thread that waits" : n + " threads that wait");
        }
    }

    @Override
    void dispose() {
        synchronized (waiters) {
            waiters.forEach(owner.driver()::wakeWaiter);
            @Nullable DescriptorSignal s = signal;
            signal = null;
            if (s != null) {
                s.close();
            }
        }
    }
}
