package org.jdapl.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jdapl.api.DatException;
import org.jdapl.api.Event;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jdapl.spi.ProviderException;
import org.jspecify.annotations.Nullable;

/**
 * An event dispatcher: a ring of events in front of a completion queue of the provider. Completions go straight from the queue into
 * the consumer's batch, unless they must be kept in order with other events, counted, or made by the runtime: then by the ring.
 */
final class EventDispatcherImpl extends ObjectBase implements EventDispatcher, Waitable {

    private static final int SCRATCH = 64;
    private static final int SPINS = 200;

    private static final VarHandle LOCK;

    static {
        try {
            LOCK = MethodHandles.lookup().findVarHandle(EventDispatcherImpl.class, "lock", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Set<EventStream> streams;
    private final EventRing ring;
    private final Completions scratch = new Completions(SCRATCH);
    private final @Nullable CompletionQueue queue;
    private final EventBatchImpl single = new EventBatchImpl(1);

    @SuppressWarnings("unused") // by its VarHandle
    private volatile int lock;

    /** What the consumer asked for; more where endpoints need it. */
    private volatile int depth;

    /** Completions that attached endpoints can bring; under the control lock. */
    private int attached;

    /** Attached streams that allow a threshold of 1 only; under the control lock. */
    private volatile int thresholdless;

    private volatile @Nullable Thread waiter;
    private volatile int threshold = 1;
    private volatile boolean waitable = true;
    private volatile boolean enabled = true;
    private volatile @Nullable NotificationObjectImpl notification;

    /** Whether the provider's queue is gone; under the lock. */
    private boolean queueClosed;

    /** Whether completions were found early, before the connection event that goes first. */
    private boolean early;

    EventDispatcherImpl(
            AdapterImpl owner,
            int depth,
            Set<EventStream> streams,
            @Nullable NotificationObjectImpl notification) {
        super(owner, HandleKind.EVENT_DISPATCHER);
        this.depth = depth;
        this.streams = Collections.unmodifiableSet(EnumSet.copyOf(streams));
        this.ring = new EventRing(Math.min(depth, SCRATCH));
        this.notification = notification;
        this.queue =
                streams.contains(EventStream.DTO) || streams.contains(EventStream.RMR_BIND)
                        ? owner.provider().createCompletionQueue(depth, this)
                        : null;
        if (notification != null) {
            notification.attach(this);
            arm();
        }
    }

    // ---- the lock

    private void lock() {
        int spins = 0;
        while (!LOCK.compareAndSet(this, 0, 1)) {
            if (spins++ < SPINS) {
                Thread.onSpinWait();
            } else {
                owner.parker().yield();
            }
        }
    }

    private void unlock() {
        LOCK.setRelease(this, 0);
    }

    // ---- what endpoints and service points do with it; under the control lock

    @Nullable CompletionQueue queue() {
        return queue;
    }

    /** Makes room for the completions of a queue of so many. */
    void attachQueue(int completions, boolean thresholdAllowed) {
        int sum = attached + completions;
        if (sum > owner.attributes().maxEventDepth()) {
            throw Errors.resources(
                    DatSubtype.RESOURCE_TEVD,
                    "the event dispatcher would need a depth of "
                            + sum
                            + " for the attached endpoints; the adapter's maximum is "
                            + owner.attributes().maxEventDepth());
        }
        lock();
        try {
            if (queue != null && sum > queue.depth()) {
                queue.grow(sum);
            }
            ring.ensureCapacity(Math.max(depth, sum));
        } catch (ProviderException e) {
            throw Errors.from(e);
        } finally {
            unlock();
        }
        attached = sum;
        depth = Math.max(depth, sum);
        if (!thresholdAllowed) {
            thresholdless++;
        }
        retain();
    }

    void detachQueue(int completions, boolean thresholdAllowed) {
        attached -= completions;
        if (!thresholdAllowed) {
            thresholdless--;
        }
        releaseUser();
    }

    /** Puts an event at the end and tells whoever waits. */
    void push(Event event) {
        lock();
        ring.pushEvent(event);
        unlock();
        signal();
    }

    void pushEstablished(Event event, EndpointImpl endpoint) {
        lock();
        ring.pushEstablished(event, endpoint);
        unlock();
        signal();
    }

    /** Whether another request fits. */
    boolean hasRoom() {
        return size() < depth;
    }

    /**
     * Ends the account of a queue: what is in the completion queue goes to the ring, then the oldest {@code succeeded} of the rest are
     * taken for successes, and all else gets its flushed completion.
     */
    void settle(Ledger ledger, int succeeded) {
        lock();
        try {
            drainQueue();
            long first = ledger.head();
            long end = ledger.tail();
            for (long seq = first; seq < end; seq++) {
                boolean good = seq - first < succeeded;
                finish(ledger, seq, good ? CompletionStatus.SUCCESS : CompletionStatus.FLUSHED);
            }
        } finally {
            unlock();
        }
        signal();
    }

    /** Completes work that was posted too late, right away. */
    void flushOne(Ledger ledger, long seq) {
        lock();
        finish(ledger, seq, CompletionStatus.FLUSHED);
        unlock();
        signal();
    }

    private void finish(Ledger ledger, long seq, CompletionStatus status) {
        boolean swallow = status == CompletionStatus.SUCCESS && ledger.isSuppressed(seq);
        OperationKind kind = ledger.kind(seq);
        long cookie = ledger.cookie(seq);
        long length = status == CompletionStatus.SUCCESS ? ledger.length(seq) : 0;
        ledger.completeThrough(seq);
        if (swallow) {
            ledger.free(1);
        } else {
            ring.pushCompletion(ledger, cookie, status.value(), kind, length, 0, 0, 0, 0);
        }
    }

    /** Whether outstanding work of a queue names a region. */
    boolean uses(Ledger ledger, LocalMemoryRegionImpl region) {
        lock();
        try {
            drainQueue();
            return ledger.uses(region);
        } finally {
            unlock();
        }
    }

    /** Takes completions off the provider's queue so that suppressed requests give their places back. */
    void reclaim() {
        lock();
        drainQueue();
        unlock();
    }

    // ---- taking events; the lock is held

    /** Moves all completions of the queue to the ring. */
    private void drainQueue() {
        CompletionQueue q = queue;
        if (q == null || queueClosed) {
            return;
        }
        int n;
        do {
            n = q.poll(scratch, SCRATCH);
            for (int i = 0; i < n; i++) {
                deliver(i, null);
            }
        } while (n == SCRATCH);
    }

    /** Moves events into a batch: those of the ring first, then straight from the queue. */
    private void take(EventBatchImpl batch) {
        CompletionQueue q = queueClosed ? null : queue;
        int n;
        do {
            while (batch.room() > 0 && !ring.isEmpty()) {
                ring.moveTo(batch);
            }
            n = q == null || batch.room() == 0 ? 0 : q.poll(scratch, Math.min(batch.room(), SCRATCH));
            for (int i = 0; i < n; i++) {
                deliver(i, batch);
            }
        } while (n > 0 && !early);
    }

    private void deliver(int i, @Nullable EventBatchImpl batch) {
        long id = scratch.id[i];
        @Nullable Ledger ledger = owner.endpoints().ledger(id);
        long seq = ledger == null ? -1 : ledger.sequence((int) id & Integer.MAX_VALUE);
        if (ledger == null || seq < 0) {
            owner.strayCompletion(); // of a former life of its endpoint
            return;
        }
        for (long s = ledger.head(); s < seq; s++) {
            finish(ledger, s, CompletionStatus.SUCCESS); // it had no completion of its own
        }
        int status = scratch.status[i];
        boolean success = status == 0;
        boolean swallow = success && ledger.isSuppressed(seq);
        long cookie = ledger.cookie(seq);
        int kind = ledger.receives && success ? scratch.kind[i] : ledger.kind(seq).ordinal();
        long length = ledger.receives ? scratch.length[i] : success ? ledger.length(seq) : 0;
        ledger.completeThrough(seq);
        if (swallow) {
            ledger.free(1);
            return;
        }
        EndpointImpl endpoint = ledger.endpoint;
        if (!early && endpoint.connectionEvents() == this && endpoint.awaitsEstablished()) {
            early = true;
        }
        if (batch != null && !early && ring.isEmpty() && batch.room() > 0) {
            batch.addCompletion(
                    endpoint,
                    cookie,
                    status,
                    kind,
                    length,
                    scratch.flags[i],
                    scratch.immediate[i],
                    scratch.invalidatedKey[i],
                    scratch.vendorStatus[i]);
            ledger.free(1);
        } else {
            ring.pushCompletion(
                    ledger,
                    cookie,
                    status,
                    OperationKind.of(kind),
                    length,
                    scratch.flags[i],
                    scratch.immediate[i],
                    scratch.invalidatedKey[i],
                    scratch.vendorStatus[i]);
        }
    }

    /** Takes what is there into a batch, connection events before the completions that they announce. */
    private int takeNow(EventBatchImpl batch, int atLeast) {
        owner.handleInbox();
        batch.begin(this);
        lock();
        try {
            if (atLeast > 1) {
                drainQueue();
                if (ring.size() < atLeast) {
                    return 0;
                }
            }
            take(batch);
            if (!early) {
                return batch.size();
            }
        } finally {
            unlock();
        }
        return takeBehindConnectionEvents(batch);
    }

    private int takeBehindConnectionEvents(EventBatchImpl batch) {
        owner.handleInbox();
        lock();
        early = false;
        take(batch);
        unlock();
        return batch.size();
    }

    private void refuseOthers() {
        requireOpen();
        @Nullable Thread w = waiter;
        if (w != null && w != Thread.currentThread()) {
            throw Errors.state(
                    DatSubtype.INVALID_STATE_EVD_WAITER, "thread " + w.getName() + " waits on the event dispatcher");
        }
    }

    // ---- the consumer's calls

    @Override
    public int poll(EventBatch batch) {
        refuseOthers();
        EventBatchImpl b = (EventBatchImpl) batch;
        int n = takeNow(b, 1);
        if (n == 0) {
            owner.driver().poll();
            n = takeNow(b, 1);
        }
        return n;
    }

    @Override
    public @Nullable Event dequeue() {
        refuseOthers();
        EventBatchImpl b = new EventBatchImpl(1);
        return poll(b) == 0 ? null : b.event(0);
    }

    @Override
    public @Nullable Event await(Duration timeout, int atLeast) throws InterruptedException {
        if (atLeast < 1 || atLeast > depth) {
            throw Errors.parameter(3, "threshold=" + atLeast + " is not between 1 and the depth of " + depth);
        }
        if (atLeast > 1 && thresholdless > 0) {
            throw Errors.state(
                    DatSubtype.INVALID_STATE_EVD_CONFIG_SOLICITED,
                    "threshold=" + atLeast + ": an attached endpoint's completions allow 1 only");
        }
        beginWait(atLeast);
        try {
            return waitFor(single, nanos(timeout), atLeast) == 0 ? null : single.event(0);
        } finally {
            waiter = null;
        }
    }

    @Override
    public int await(EventBatch batch, long timeoutNs) throws InterruptedException {
        beginWait(1);
        try {
            return waitFor((EventBatchImpl) batch, timeoutNs, 1);
        } finally {
            waiter = null;
        }
    }

    static long nanos(Duration timeout) {
        if (timeout.isNegative()) {
            throw Errors.parameter(2, "timeout=" + timeout + " is negative");
        }
        try {
            return timeout.toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    private void beginWait(int atLeast) {
        lock();
        try {
            requireOpen();
            if (waiter != null) {
                throw Errors.state(DatSubtype.INVALID_STATE_EVD_WAITER, "another thread waits on the event dispatcher");
            }
            if (!waitable) {
                throw Errors.state(DatSubtype.INVALID_STATE_EVD_UNWAITABLE, "the event dispatcher is unwaitable");
            }
            threshold = atLeast;
            waiter = Thread.currentThread();
        } finally {
            unlock();
        }
    }

    private int waitFor(EventBatchImpl batch, long timeoutNs, int atLeast) throws InterruptedException {
        long left = timeoutNs;
        long start = 0;
        boolean started = false;
        while (true) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for an event");
            }
            int n = takeNow(batch, atLeast);
            if (n > 0) {
                return n;
            }
            checkWaiting();
            if (left <= 0) {
                owner.driver().poll();
                return takeNow(batch, atLeast);
            }
            if (!started && timeoutNs != Long.MAX_VALUE) {
                started = true;
                start = owner.clock().nanoTime();
            }
            owner.driver().await(this, left);
            if (started) {
                left = timeoutNs - (owner.clock().nanoTime() - start);
            }
        }
    }

    private void checkWaiting() throws DatException {
        if (isClosed() || owner.isClosed()) {
            throw Errors.aborted(HandleKind.EVENT_DISPATCHER);
        }
        if (!waitable) {
            throw Errors.state(DatSubtype.INVALID_STATE_EVD_UNWAITABLE, "the event dispatcher became unwaitable");
        }
    }

    // ---- waiting and being woken

    @Override
    public void arm() {
        CompletionQueue q = queue;
        if (q != null) {
            lock();
            if (!queueClosed) {
                q.arm(false);
            }
            unlock();
        }
    }

    @Override
    public boolean ready() {
        if (isClosed() || !waitable) {
            return true;
        }
        lock();
        drainQueue();
        int n = ring.size();
        unlock();
        return n >= threshold;
    }

    /** Tells whoever waits that there may be something: the waiter, else the notification object. */
    void signal() {
        @Nullable Thread w = waiter;
        if (w != null) {
            owner.driver().wakeWaiter(w);
            return;
        }
        @Nullable NotificationObjectImpl n = notification;
        if (n != null && enabled) {
            n.trigger(this);
        }
    }

    /** The provider's armed queue got a completion; possibly inside a post. */
    void completionReady() {
        if (notification != null && waiter == null) {
            owner.requestService(this);
        }
        signal();
    }

    /** Arms the queue again for the notification object, and triggers it for what came meanwhile. On the driver's thread. */
    void service() {
        if (isClosed() || notification == null) {
            return;
        }
        arm();
        lock();
        int before = ring.size();
        drainQueue();
        int after = ring.size();
        unlock();
        if (after > before) {
            signal();
        }
    }

    // ---- queries and switches

    @Override
    public Set<EventStream> streams() {
        return streams;
    }

    boolean accepts(EventStream stream) {
        return streams.contains(stream);
    }

    @Override
    public int depth() {
        requireOpen();
        return depth;
    }

    @Override
    public int size() {
        requireOpen();
        lock();
        drainQueue();
        int n = ring.size();
        unlock();
        return n;
    }

    int unread() {
        lock();
        drainQueue();
        int n = ring.size();
        unlock();
        return n;
    }

    @Override
    public void post(@Nullable Object payload) {
        requireOpen();
        if (!accepts(EventStream.SOFTWARE)) {
            throw Errors.parameter(1, "the event dispatcher does not take software events: streams=" + streams);
        }
        lock();
        try {
            if (ring.size() >= depth) {
                throw Errors.queueFull("the event dispatcher holds " + ring.size() + " events, its depth is " + depth);
            }
            ring.pushEvent(new SoftwareEvent(this, payload));
        } finally {
            unlock();
        }
        signal();
    }

    @Override
    public void resize(int newDepth) {
        if (newDepth < 1 || newDepth > owner.attributes().maxEventDepth()) {
            throw Errors.parameter(
                    2,
                    "depth=" + newDepth + " is not between 1 and the adapter's maximum of " + owner.attributes().maxEventDepth());
        }
        owner.control().lock();
        try {
            refuseOthers();
            if (waiter != null) {
                throw Errors.state(DatSubtype.INVALID_STATE_EVD_WAITER, "a thread waits on the event dispatcher");
            }
            int waitingEvents = size();
            if (waitingEvents > newDepth) {
                throw Errors.state(
                        DatSubtype.NO_SUBTYPE, waitingEvents + " events wait, more than the new depth of " + newDepth);
            }
            lock();
            ring.ensureCapacity(newDepth);
            unlock();
            depth = Math.max(newDepth, attached);
        } finally {
            owner.control().unlock();
        }
    }

    @Override
    public boolean isEnabled() {
        return enabled;
    }

    @Override
    public void enable() {
        requireOpen();
        if (!enabled) {
            enabled = true;
            if (size() > 0) {
                signal();
            }
        }
    }

    @Override
    public void disable() {
        requireOpen();
        enabled = false;
    }

    @Override
    public boolean isWaitable() {
        return waitable;
    }

    @Override
    public void setUnwaitable() {
        requireOpen();
        waitable = false;
        wakeWaiter();
    }

    private void wakeWaiter() {
        @Nullable Thread w = waiter;
        if (w != null) {
            owner.driver().wakeWaiter(w);
        }
    }

    @Override
    public void clearUnwaitable() {
        requireOpen();
        waitable = true;
    }

    @Override
    public @Nullable NotificationObject notificationObject() {
        return notification;
    }

    @Override
    public void setNotificationObject(@Nullable NotificationObject object) {
        owner.control().lock();
        try {
            requireOpen();
            @Nullable NotificationObjectImpl next = owner.own(object);
            @Nullable NotificationObjectImpl former = notification;
            notification = next;
            if (former != null) {
                former.detach(this);
            }
            if (next != null) {
                next.attach(this);
                arm();
                if (enabled && size() > 0) {
                    next.trigger(this);
                }
            }
        } finally {
            owner.control().unlock();
        }
    }

    // ---- closing

    @Override
    DatSubtype inUse() {
        return DatSubtype.INVALID_STATE_EVD_IN_USE;
    }

    @Override
    void checkClosable() {
        if (this == owner.asyncEvents()) {
            throw Errors.inUse(inUse(), HandleKind.EVENT_DISPATCHER, "its adapter, for asynchronous events");
        }
        if (waiter != null) {
            throw Errors.inUse(inUse(), HandleKind.EVENT_DISPATCHER, "a thread that waits");
        }
    }

    @Override
    void dispose() {
        @Nullable NotificationObjectImpl n = notification;
        if (n != null) {
            n.detach(this);
            notification = null;
        }
        wakeWaiter();
        lock();
        drainQueue();
        ring.clear();
        queueClosed = true;
        unlock();
        CompletionQueue q = queue;
        if (q != null) {
            q.close();
        }
    }
}
