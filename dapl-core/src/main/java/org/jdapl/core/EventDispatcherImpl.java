package org.jdapl.core;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jdapl.api.BindCompletion;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.Counters;
import org.jdapl.api.Event;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.CompletionType;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.core.telemetry.Recorder;
import org.jdapl.core.telemetry.Span;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jdapl.spi.DatagramSource;
import org.jspecify.annotations.Nullable;

/**
 * An event dispatcher: a ring of events in front of a completion queue of the provider. Completions
 * go straight from the queue into the consumer's batch, unless they must be kept in order with
 * other events, counted, or made by the runtime: then by the ring.
 *
 * <p><strong>Order.</strong> A completion that comes before the connection of its endpoint is known
 * here is held back until the connection event is in the ring, of this dispatcher or another: so
 * whoever takes a message can answer it. Whatever ends an endpoint's account ({@link #settle}) puts
 * all of its completions into the ring before the terminal event.
 *
 * <p><strong>Notification.</strong> A waiter is told first, else the notification object. For the
 * latter the queue is kept armed: by {@link #service()}, which the driver runs after the queue has
 * told of a completion, and which triggers for all that went into the ring and was not announced.
 */
final class EventDispatcherImpl extends ObjectBase implements EventDispatcher, Waitable {

    private static final int SCRATCH = 64;
    private static final int FLUSHED = CompletionStatus.FLUSHED.value();
    private static final int BIND = OperationKind.BIND.ordinal();

    private final Set<EventStream> streams;
    private final EventRing ring;
    private final Completions scratch = new Completions(SCRATCH);
    private final @Nullable CompletionQueue queue;
    private final EventBatchImpl single = new EventBatchImpl(1);
    private final DispatcherCounts counts = new DispatcherCounts(this);

    /** Asks for {@link #service()}; made once, so that asking allocates nothing. */
    private final Runnable serviceErrand = this::serviceAsked;

    private final BriefLock lock;

    /** Completions that came before the established event of their endpoint; under the lock. */
    private @Nullable EventRing held;

    /** What the consumer asked for; more where endpoints need it. */
    private volatile int depth;

    /** Completions that attached endpoints can bring; under the control lock. */
    private long attached;

    /** Attached queues; under the control lock. */
    private int queues;

    /** Attached queues not all of whose completions notify; under the control lock. */
    private int quietQueues;

    /**
     * Attached queues whose completions notify where they are solicited; under the control lock.
     */
    private int solicitedQueues;

    /** Whether there are quiet queues. */
    private volatile boolean quiet;

    /** Whether no completion but solicited ones can notify. */
    private volatile boolean armSolicited;

    private volatile @Nullable Thread waiter;
    private volatile int threshold = 1;
    private volatile boolean waitable = true;

    /** Whether the wait that is going on is over because the dispatcher became unwaitable. */
    private volatile boolean waitEnded;

    /** Whether the adapter was lost while somebody waits. */
    private volatile boolean lostMeanwhile;

    private volatile boolean enabled = true;
    private volatile @Nullable NotificationObjectImpl notification;

    /** Whether an errand for {@link #service()} is on its way. */
    private volatile boolean serviceRequested;

    /** Whether a completion that notifies went into the ring and triggered nothing yet. */
    private boolean unannounced;

    /** Whether the provider's queue is closed or has failed; under the lock. */
    private boolean queueGone;

    EventDispatcherImpl(
            AdapterImpl owner,
            int depth,
            Set<EventStream> streams,
            @Nullable NotificationObjectImpl notification) {
        super(owner, HandleKind.EVENT_DISPATCHER);
        this.lock = new BriefLock(owner.parker());
        this.depth = depth;
        this.streams = Collections.unmodifiableSet(EnumSet.copyOf(streams));
        this.ring = new EventRing(Math.min(depth, SCRATCH));
        this.notification = notification;
        this.queue =
                streams.contains(EventStream.DTO) || streams.contains(EventStream.RMR_BIND)
                        ? owner.createCompletionQueue(depth, this)
                        : null;
        if (notification != null) {
            notification.retain();
            arm();
        }
    }

    private void lock() {
        lock.lock();
    }

    private void unlock() {
        lock.unlock();
    }

    // ---- what endpoints and service points do with it; under the control lock

    @Nullable CompletionQueue queue() {
        return queue;
    }

    /** Makes room for the completions of a queue of so many. */
    void attachQueue(int completions, CompletionType type) {
        reserve(completions);
        count(type, 1);
        retain();
    }

    /** Makes room for so many completions more. */
    void reserve(int completions) {
        long sum = attached + completions;
        if (sum > owner.attributes().maxEventDepth()) {
            throw Errors.resources(
                    DatSubtype.RESOURCE_TEVD,
                    "the event dispatcher would need a depth of "
                            + sum
                            + " for the attached endpoints; the adapter's maximum is "
                            + owner.attributes().maxEventDepth());
        }
        int needed = (int) sum;
        lock();
        try {
            if (queue != null
                    && needed > ProviderCalls.get("CompletionQueue.depth", queue::depth)) {
                ProviderCalls.run("CompletionQueue.grow", () -> queue.grow(needed));
            }
            ring.ensureCapacity(Math.max(Math.min(depth, SCRATCH), needed));
        } finally {
            unlock();
        }
        attached = sum;
        depth = Math.max(depth, needed);
    }

    /** The opposite of {@link #reserve}. */
    void unreserve(int completions) {
        attached -= completions;
    }

    void detachQueue(int completions, CompletionType type) {
        unreserve(completions);
        count(type, -1);
        releaseUser();
    }

    private void count(CompletionType type, int difference) {
        queues += difference;
        if (type != CompletionType.THRESHOLD) {
            quietQueues += difference;
        }
        if (type == CompletionType.SOLICITED) {
            solicitedQueues += difference;
        }
        quiet = quietQueues > 0;
        armSolicited = queues > 0 && solicitedQueues == queues;
    }

    /** Puts an event at the end and tells whoever waits. */
    void push(Event event) {
        lock();
        try {
            ring.pushEvent(event);
            unannounced = false;
        } finally {
            unlock();
        }
        signal();
    }

    /**
     * Puts an established event in and its endpoint's completions that were held back behind it.
     * Nobody is told yet, and nobody who takes events sees the endpoint in between.
     */
    void pushEstablished(ConnectionEvent.Established event, EndpointImpl endpoint) {
        lock();
        try {
            ring.pushEvent(event);
            letGo(endpoint);
            unannounced = false;
            endpoint.markConnected();
        } finally {
            unlock();
        }
    }

    /**
     * Lets the completions of an endpoint go that came before its connection was known here, where
     * the connection event goes to another dispatcher.
     */
    void releaseHeld(EndpointImpl endpoint) {
        boolean some;
        lock();
        try {
            @Nullable EventRing h = held;
            some = h != null && h.hasCompletionOf(endpoint);
            if (some) {
                letGo(endpoint);
                unannounced = false;
            }
        } finally {
            unlock();
        }
        if (some) {
            signal();
        }
    }

    private void letGo(EndpointImpl endpoint) {
        @Nullable EventRing h = held;
        if (h != null) {
            h.moveTo(ring, endpoint);
        }
    }

    /** Whether another request fits. */
    boolean hasRoom() {
        return unread() < depth;
    }

    /** How many requests may wait for an answer. */
    int backlog() {
        return depth;
    }

    /**
     * Ends the account of a queue: what is in the completion queue goes to the ring, then the
     * oldest {@code succeeded} of the rest are taken for successes, and all else gets its flushed
     * completion.
     *
     * @return whether work of this connection was cut short
     */
    boolean settle(Ledger ledger, int succeeded) {
        boolean cutShort;
        boolean more;
        lock();
        try {
            int before = ring.size();
            drainQueue();
            letGo(ledger.endpoint);
            long first = ledger.head();
            long end = ledger.tail();
            for (long seq = first; seq < end; seq++) {
                boolean success = seq - first < succeeded;
                if (!success && !ledger.isSuppressed(seq)) {
                    ledger.cutShort();
                }
                finish(ledger, seq, success ? 0 : FLUSHED);
            }
            cutShort = ledger.wasCutShort();
            more = unannounced || ring.size() > before;
            unannounced = false;
        } finally {
            unlock();
        }
        if (more) { // else a notification object would name a dispatcher that has nothing
            signal();
        }
        return cutShort;
    }

    /** Completes work that was posted too late, right away. */
    void flushOne(Ledger ledger, long seq) {
        lock();
        try {
            finish(ledger, seq, FLUSHED);
            unannounced = false;
        } finally {
            unlock();
        }
        signal();
    }

    /** Gives a piece of work a completion that the provider did not give. */
    private void finish(Ledger ledger, long seq, int status) {
        boolean success = status == 0;
        boolean swallow = success && ledger.isSuppressed(seq);
        OperationKind kind = ledger.kind(seq);
        long cookie = ledger.cookie(seq);
        long length = success ? ledger.length(seq) : 0;
        boolean silent = success && ledger.isQuiet(seq);
        @Nullable Event bound = kind == OperationKind.BIND ? bound(ledger, seq, status) : null;
        ledger.completeThrough(seq);
        ledger.endpoint.counts().half(ledger.receives).ended(status, length);
        if (swallow) {
            ledger.free(1);
        } else if (bound != null) {
            ring.pushBind(ledger.endpoint, ledger, bound, silent);
        } else {
            ring.pushCompletion(
                    ledger.endpoint,
                    ledger,
                    0,
                    cookie,
                    status,
                    kind,
                    length,
                    0,
                    0,
                    0,
                    0,
                    null,
                    silent);
        }
    }

    /** Tells a remote memory region what became of its bind, and makes the event for it. */
    private Event bound(Ledger ledger, long seq, int status) {
        Binding binding = ledger.binding(seq);
        binding.completed(status == 0);
        return new BindCompletion(
                this,
                ledger.endpoint,
                binding.window,
                ledger.cookie(seq),
                CompletionStatus.of(status));
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

    /** Whether an outstanding datagram of a queue goes somewhere. */
    boolean sendsTo(Ledger ledger, AddressHandleImpl destination) {
        lock();
        try {
            drainQueue();
            return ledger.sendsTo(destination);
        } finally {
            unlock();
        }
    }

    /** Runs an action while no completion is on its way through this dispatcher. */
    void locked(Runnable action) {
        lock();
        try {
            action.run();
        } finally {
            unlock();
        }
    }

    /** Takes completions off the queue so that suppressed requests give their places back. */
    void reclaim() {
        lock();
        try {
            drainQueue();
        } finally {
            unlock();
        }
    }

    // ---- taking events; the lock is held

    /** A call of the completion queue failed: nothing of what it holds can be relied on. */
    private void queueFailed(String call, Throwable t) {
        ProviderCalls.letThreadEnd(t);
        queueGone = true;
        owner.providerFailed(call, t);
        owner.driver().wakeDriver();
    }

    /** Takes completions off the queue. */
    private int pollQueue(CompletionQueue q, int max) {
        try {
            return q.poll(scratch, max);
        } catch (Throwable t) {
            queueFailed("CompletionQueue.poll", t);
            return 0;
        }
    }

    /** Moves all completions of the queue to the ring. */
    private void drainQueue() {
        CompletionQueue q = queue;
        if (q == null || queueGone) {
            return;
        }
        int n;
        do {
            n = pollQueue(q, SCRATCH);
            for (int i = 0; i < n; i++) {
                deliver(i, null);
            }
        } while (n == SCRATCH);
    }

    /** Moves events into a batch: those of the ring first, then straight from the queue. */
    private void take(EventBatchImpl batch) {
        CompletionQueue q = queueGone ? null : queue;
        int n;
        do {
            while (batch.room() > 0 && !ring.isEmpty()) {
                ring.moveTo(batch);
            }
            n = q == null || batch.room() == 0 ? 0 : pollQueue(q, Math.min(batch.room(), SCRATCH));
            for (int i = 0; i < n; i++) {
                deliver(i, batch);
            }
        } while (n > 0);
        if (ring.isEmpty()) {
            unannounced = false;
        }
    }

    private void deliver(int i, @Nullable EventBatchImpl batch) {
        long id = scratch.id[i];
        if (id < 0) {
            deliverShared(i, id, batch);
            return;
        }
        @Nullable Ledger ledger = owner.endpoints().ledger(id);
        long seq = ledger == null ? -1 : ledger.sequence((int) id & Integer.MAX_VALUE);
        if (ledger == null || seq < 0) {
            owner.strayCompletion(); // of a former life of its endpoint
            return;
        }
        for (long s = ledger.head(); s < seq; s++) {
            finish(ledger, s, 0); // it had no completion of its own
        }
        int status = scratch.status[i];
        boolean success = status == 0;
        boolean swallow = success && ledger.isSuppressed(seq);
        long cookie = ledger.cookie(seq);
        int kind = ledger.receives && success ? scratch.kind[i] : ledger.kind(seq).ordinal();
        long length = ledger.receives ? scratch.length[i] : success ? ledger.length(seq) : 0;
        boolean silent = success && (ledger.isQuiet(seq) || isUnsolicited(ledger, i));
        @Nullable Event bound = kind == BIND ? bound(ledger, seq, status) : null;
        ledger.completeThrough(seq);
        ledger.endpoint.counts().half(ledger.receives).ended(status, length);
        if (status == FLUSHED) {
            ledger.cutShort();
        }
        if (swallow) {
            ledger.free(1);
            return;
        }
        put(i, batch, ledger.endpoint, ledger, 0, cookie, kind, length, silent, bound);
    }

    /** Whether a receive notifies nobody, because the sender did not ask for it. */
    private boolean isUnsolicited(Ledger ledger, int i) {
        return ledger.solicitedOnly && (scratch.flags[i] & Completions.SOLICITED) == 0;
    }

    /** Delivers the completion of a receive that came from a shared queue. */
    private void deliverShared(int i, long id, @Nullable EventBatchImpl batch) {
        @Nullable SharedReceiveQueueImpl shared = owner.sharedQueues().find(id);
        @Nullable EndpointImpl endpoint =
                shared == null ? null : shared.taker(scratch.queuePair[i]);
        int place = (int) id;
        if (shared == null || endpoint == null || !shared.complete(place)) {
            owner.strayCompletion();
            return;
        }
        boolean success = scratch.status[i] == 0;
        endpoint.counts().half(true).ended(scratch.status[i], scratch.length[i]);
        put(
                i,
                batch,
                endpoint,
                shared,
                place,
                shared.cookie(place),
                success ? scratch.kind[i] : OperationKind.RECEIVE.ordinal(),
                scratch.length[i],
                success && isUnsolicited(endpoint.receiveLedger(), i),
                null);
    }

    /** Puts a completion where it is to go: the batch, the ring, or behind its connection event. */
    private void put(
            int i,
            @Nullable EventBatchImpl batch,
            EndpointImpl endpoint,
            Account account,
            int place,
            long cookie,
            int kind,
            long length,
            boolean silent,
            @Nullable Event bound) {
        int status = scratch.status[i];
        if (status != 0 && status != FLUSHED) {
            owner.requestBreak(endpoint, OperationKind.of(kind), status, scratch.vendorStatus[i]);
        }
        @Nullable DatagramSource sender =
                (scratch.flags[i] & Completions.DATAGRAM) != 0 ? scratch.source[i] : null;
        boolean early = isEarly(endpoint);
        if (batch != null && ring.isEmpty() && batch.room() > 0 && !early) {
            if (bound != null) {
                batch.addEvent(bound);
            } else {
                batch.addCompletion(
                        endpoint,
                        cookie,
                        status,
                        kind,
                        length,
                        scratch.flags[i],
                        scratch.immediate[i],
                        scratch.invalidatedKey[i],
                        scratch.vendorStatus[i],
                        sender);
            }
            account.reaped(endpoint, place);
            return;
        }
        EventRing to = early ? held() : ring;
        if (bound != null) {
            to.pushBind(endpoint, account, bound, silent);
        } else {
            to.pushCompletion(
                    endpoint,
                    account,
                    place,
                    cookie,
                    status,
                    OperationKind.of(kind),
                    length,
                    scratch.flags[i],
                    scratch.immediate[i],
                    scratch.invalidatedKey[i],
                    scratch.vendorStatus[i],
                    sender,
                    silent);
        }
        unannounced |= !silent && !early;
    }

    /**
     * Whether the connection of an endpoint is still to become known here, or earlier completions
     * of it wait to be let go.
     */
    private boolean isEarly(EndpointImpl endpoint) {
        @Nullable EventRing h = held;
        return endpoint.awaitsEstablished() || (h != null && h.hasCompletionOf(endpoint));
    }

    private EventRing held() {
        @Nullable EventRing h = held;
        if (h == null) {
            h = new EventRing(SCRATCH);
            held = h;
        }
        return h;
    }

    /** Takes what is there into a batch. */
    private int takeNow(EventBatchImpl batch) {
        owner.handleInbox();
        batch.begin(this);
        lock();
        try {
            take(batch);
            return counts.polled(batch.size());
        } finally {
            unlock();
        }
    }

    /** Takes what is there into a batch if it is enough to end a wait. */
    private int takeForWait(EventBatchImpl batch, int atLeast) {
        owner.handleInbox();
        batch.begin(this);
        lock();
        try {
            if (atLeast > 1 || quiet) {
                drainQueue();
                if (!isEnough(atLeast)) {
                    return 0;
                }
            }
            take(batch);
            return counts.taken(batch.size());
        } finally {
            unlock();
        }
    }

    private boolean isEnough(int atLeast) {
        return ring.size() >= atLeast && ring.notifies();
    }

    private void refuseOthers() {
        requireOpen();
        @Nullable Thread w = waiter;
        if (w != null && w != Thread.currentThread()) {
            throw Errors.state(
                    DatSubtype.INVALID_STATE_EVD_WAITER,
                    "thread " + w.getName() + " waits on the event dispatcher");
        }
    }

    // ---- the consumer's calls

    @Override
    public int poll(EventBatch batch) {
        refuseOthers();
        EventBatchImpl b = (EventBatchImpl) batch;
        int n = takeNow(b);
        if (n == 0) {
            owner.driver().poll();
            n = takeNow(b);
        } else {
            owner.driver().passBy();
        }
        return n;
    }

    @Override
    public @Nullable Event dequeue() {
        EventBatchImpl b = new EventBatchImpl(1);
        return poll(b) == 0 ? null : b.event(0);
    }

    @Override
    public @Nullable Event await(Duration timeout, int atLeast) throws InterruptedException {
        long timeoutNs = nanos(timeout);
        if (atLeast < 1 || atLeast > depth) {
            throw Errors.parameter(
                    3, "threshold=" + atLeast + " is not between 1 and the depth of " + depth);
        }
        if (atLeast > 1 && quiet) {
            throw Errors.state(
                    DatSubtype.INVALID_STATE_EVD_CONFIG_SOLICITED,
                    "threshold=" + atLeast + ": an attached endpoint's completions allow 1 only");
        }
        return awaitInto(single, timeoutNs, atLeast) == 0 ? null : single.event(0);
    }

    @Override
    public int await(EventBatch batch, long timeoutNs) throws InterruptedException {
        if (timeoutNs < 0) {
            throw Errors.parameter(2, "timeoutNs=" + timeoutNs + " is negative");
        }
        return awaitInto((EventBatchImpl) batch, timeoutNs, 1);
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

    private int awaitInto(EventBatchImpl batch, long timeoutNs, int atLeast)
            throws InterruptedException {
        beginWait(atLeast);
        int taken = 0;
        @Nullable Span wait = Recorder.SYSTEM.beginWait();
        try {
            taken = waitFor(batch, timeoutNs, atLeast);
            return taken;
        } finally {
            counts.waited(wait, taken);
            endWait(taken > 0);
        }
    }

    private void beginWait(int atLeast) {
        lock();
        try {
            requireOpen();
            if (waiter != null) {
                throw Errors.state(
                        DatSubtype.INVALID_STATE_EVD_WAITER,
                        "another thread waits on the event dispatcher");
            }
            if (!waitable) {
                throw Errors.state(
                        DatSubtype.INVALID_STATE_EVD_UNWAITABLE,
                        "the event dispatcher is unwaitable");
            }
            threshold = atLeast;
            waitEnded = false;
            lostMeanwhile = false;
            waiter = Thread.currentThread();
        } finally {
            unlock();
        }
    }

    /**
     * Ends a wait. What came meanwhile did not trigger the notification object: where the waiter
     * did not take it either, it does now.
     */
    private void endWait(boolean took) {
        if (notification == null) {
            waiter = null;
        }
        if (notification != null) { // also where it was set meanwhile
            boolean left;
            lock();
            try {
                drainQueue();
                unannounced = false;
                left = ring.notifies();
                waiter = null;
            } finally {
                unlock();
            }
            if (left && !took) {
                signal();
            }
            service(); // the wait may have used up the arming
        }
        owner.driver().leave();
    }

    private int waitFor(EventBatchImpl batch, long timeoutNs, int atLeast)
            throws InterruptedException {
        long left = timeoutNs;
        long start = 0;
        boolean started = false;
        while (true) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for an event");
            }
            int n = takeForWait(batch, atLeast);
            if (n > 0) {
                owner.driver().passBy();
                return n;
            }
            checkWaiting(timeoutNs);
            if (left <= 0) {
                owner.driver().poll();
                return takeForWait(batch, atLeast);
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

    private void checkWaiting(long timeoutNs) {
        if (isClosed() || owner.isClosed()) {
            throw Errors.aborted(HandleKind.EVENT_DISPATCHER);
        }
        boolean forsaken = lostMeanwhile || (timeoutNs == Long.MAX_VALUE && isForsaken());
        if (forsaken && !hasEnough()) { // what came of the loss came before it was told
            throw Errors.lost(owner.name());
        }
        if (waitEnded) {
            throw Errors.state(
                    DatSubtype.INVALID_STATE_EVD_UNWAITABLE,
                    "the event dispatcher became unwaitable");
        }
    }

    /** Whether the adapter is lost, so that nothing comes here but what the consumer posts. */
    boolean isForsaken() {
        return owner.isLost() && streams.stream().anyMatch(s -> s != EventStream.SOFTWARE);
    }

    /** The adapter is lost. Who waits here is woken, whether an event came of that or not. */
    void adapterLost() {
        if (isForsaken()) {
            lostMeanwhile = true;
            boolean announces = enabled && waiter == null;
            wakeWaiter();
            @Nullable NotificationObjectImpl n = notification;
            if (n != null) {
                n.adapterLost(this, announces);
            }
        }
    }

    // ---- waiting and being woken

    @Override
    public void arm() {
        CompletionQueue q = queue;
        if (q != null) {
            lock();
            try {
                if (!queueGone) {
                    q.arm(armSolicited);
                }
            } catch (Throwable t) {
                queueFailed("CompletionQueue.arm", t);
            } finally {
                unlock();
            }
        }
    }

    @Override
    public boolean ready() {
        if (isClosed() || waitEnded || lostMeanwhile) {
            return true;
        }
        return hasEnough();
    }

    private boolean hasEnough() {
        lock();
        try {
            drainQueue();
            return isEnough(threshold);
        } finally {
            unlock();
        }
    }

    /**
     * Tells whoever waits that there may be something: the waiter, else the notification object.
     */
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
        @Nullable Thread w = waiter;
        if (w != null) {
            owner.driver().wakeWaiter(w);
        } else if (notification != null && !serviceRequested) {
            serviceRequested = true;
            owner.request(serviceErrand);
        }
    }

    private void serviceAsked() {
        serviceRequested = false;
        service();
    }

    /** Arms the queue for the notification object, and triggers it for what has come. */
    private void service() {
        if (isClosed() || notification == null || waiter != null) {
            return; // a waiter arms for itself, and calls this when it ends
        }
        arm();
        boolean more;
        lock();
        try {
            drainQueue();
            more = unannounced;
            unannounced = false;
        } finally {
            unlock();
        }
        if (more) {
            signal();
        }
    }

    // ---- queries and switches

    @Override
    public Counters counters() {
        return counts.read();
    }

    DispatcherCounts counts() {
        return counts;
    }

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
        return unread();
    }

    /** How many events wait; 0 once it is closed. */
    int unread() {
        lock();
        try {
            drainQueue();
            return ring.size();
        } finally {
            unlock();
        }
    }

    @Override
    public void post(@Nullable Object payload) {
        requireOpen();
        if (!accepts(EventStream.SOFTWARE)) {
            throw Errors.parameter(
                    1, "the event dispatcher does not take software events: streams=" + streams);
        }
        lock();
        try {
            drainQueue();
            if (ring.size() >= depth) {
                throw Errors.queueFull(
                        "the event dispatcher holds "
                                + ring.size()
                                + " events, its depth is "
                                + depth);
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
                    "depth="
                            + newDepth
                            + " is not between 1 and the adapter's maximum of "
                            + owner.attributes().maxEventDepth());
        }
        owner.control().lock();
        try {
            requireOpen();
            if (waiter != null) {
                throw Errors.state(
                        DatSubtype.INVALID_STATE_EVD_WAITER,
                        "a thread waits on the event dispatcher");
            }
            int waitingEvents = unread();
            if (waitingEvents > newDepth) {
                throw Errors.state(
                        DatSubtype.NO_SUBTYPE,
                        waitingEvents + " events wait, more than the new depth of " + newDepth);
            }
            depth = (int) Math.max(newDepth, attached);
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
            announceAll();
        }
    }

    /** Events that wait count as just arrived, except for a waiter, who has seen them. */
    private void announceAll() {
        boolean some;
        lock();
        try {
            drainQueue();
            some = ring.notifies();
            unannounced = false;
        } finally {
            unlock();
        }
        if (some) {
            signal();
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
        lock();
        try {
            requireOpen();
            waitable = false;
            waitEnded = true;
        } finally {
            unlock();
        }
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
            if (next != null) {
                next.retain();
            }
            notification = next;
            if (former != null) {
                former.releaseUser();
            }
            if (next != null) {
                arm();
                announceAll();
            }
        } finally {
            owner.control().unlock();
        }
    }

    // ---- closing

    @Override
    DatSubtype inUseSubtype() {
        return DatSubtype.INVALID_STATE_EVD_IN_USE;
    }

    @Override
    void checkClosable() {
        if (this == owner.asyncEvents()) {
            throw Errors.inUse(
                    inUseSubtype(),
                    HandleKind.EVENT_DISPATCHER,
                    "its adapter, for asynchronous events");
        }
        if (waiter != null) {
            throw Errors.inUse(inUseSubtype(), HandleKind.EVENT_DISPATCHER, "a thread that waits");
        }
    }

    @Override
    void dispose() {
        @Nullable NotificationObjectImpl n = notification;
        if (n != null) {
            notification = null;
            n.releaseUser();
        }
        wakeWaiter();
        lock();
        try {
            ring.clear();
            held = null;
            queueGone = true;
        } finally {
            unlock();
        }
        CompletionQueue q = queue;
        if (q != null) {
            owner.quietly("CompletionQueue.close", q::close);
        }
    }
}
