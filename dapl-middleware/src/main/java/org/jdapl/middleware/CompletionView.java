package org.jdapl.middleware;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jdapl.api.DatException;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.ErrorScope;
import org.jdapl.api.Event;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.LocalSegment;
import org.jdapl.api.Remedy;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.Work;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jspecify.annotations.Nullable;

/**
 * An event dispatcher as futures. A post returns an {@link Operation}, a {@link
 * java.util.concurrent.CompletableFuture}. No thread is started: whoever waits for a future takes
 * events off the dispatcher for all (leader), or waits for the one who does (follower) and takes
 * over when that one leaves. A program that waits for no future drives by {@link #poll} or {@link
 * #drive}. Stages that depend on a future run on the thread that drives.
 *
 * <p>The view is the only one that takes events off its dispatcher. Several endpoints may share it,
 * for receives and requests; all that is no completion of the view's own goes to the handler that
 * it is made with, such as connection events. A dispatcher with the stream SOFTWARE lets a waiter
 * that leads be woken at once when its future is cancelled; without, it looks every {@value
 * #LOOK_NS} ns.
 *
 * <p>Nothing hangs: a connection that ends flushes all its operations, closing the dispatcher or
 * its adapter fails all that are left, and so does closing the view.
 *
 * <p>Threads: any number, virtual ones too. An object is allocated for each operation; programs
 * that must not allocate poll the dispatcher themselves.
 */
public final class CompletionView implements AutoCloseable {

    /** How often a waiter that leads looks whether its future was ended by others. */
    private static final long LOOK_NS = 10_000_000;

    private static final int BATCH = 32;

    private final EventDispatcher dispatcher;
    private final Consumer<? super Event> others;
    private final LongSupplier clockNs;
    private final Object wakeUp = new Object();
    private final boolean canWake;
    private final AtomicLong cookies = new AtomicLong();
    private final Map<Long, Operation> pending = new ConcurrentHashMap<>();
    private final AtomicLong handled = new AtomicLong();
    private final AtomicLong wakes = new AtomicLong();
    private volatile @Nullable DatException end;
    private volatile @Nullable DatException gone;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();

    // guarded by lock
    private final ArrayDeque<Event> arrived = new ArrayDeque<>();
    private @Nullable Thread leader;

    // the leader's
    private final EventBatch batch;

    /**
     * Makes a view.
     *
     * @param dispatcher where completions come from; nobody else takes events off it
     * @param others told of every event that is no completion of the view's own, on the thread that
     *     drives
     */
    public CompletionView(EventDispatcher dispatcher, Consumer<? super Event> others) {
        this(dispatcher, others, System::nanoTime);
    }

    /**
     * Makes a view with a clock of the caller's, such as that of a simulation.
     *
     * @param dispatcher where completions come from; nobody else takes events off it
     * @param others told of every event that is no completion of the view's own
     * @param clockNs tells the time in nanoseconds, as {@link System#nanoTime()} does
     */
    public CompletionView(
            EventDispatcher dispatcher, Consumer<? super Event> others, LongSupplier clockNs) {
        this.dispatcher = dispatcher;
        this.others = others;
        this.clockNs = clockNs;
        this.canWake = dispatcher.streams().contains(EventStream.SOFTWARE);
        this.batch = dispatcher.adapter().createEventBatch(BATCH);
    }

    // ---- posting

    /**
     * Posts a send.
     *
     * @param endpoint an endpoint whose completions of requests go to the view's dispatcher
     * @param segment the message
     * @param memory closed when the operation has ended, or null
     * @return the operation
     * @throws DatException where it is refused; then the memory is still the caller's
     */
    public Operation send(Endpoint endpoint, LocalSegment segment, @Nullable AutoCloseable memory) {
        Operation operation = request(endpoint, false, memory);
        return post(operation, cookie -> endpoint.send(segment, cookie));
    }

    /**
     * Posts a receive.
     *
     * @param endpoint an endpoint whose completions of receives go to the view's dispatcher
     * @param segment where the message goes
     * @param memory closed when the operation has ended without data for the caller, or null
     * @return the operation
     * @throws DatException where it is refused; then the memory is still the caller's
     */
    public Operation receive(
            Endpoint endpoint, LocalSegment segment, @Nullable AutoCloseable memory) {
        requireMine(endpoint.receives(), "receives");
        Operation operation = new Operation(this, endpoint, true, memory);
        return post(operation, cookie -> endpoint.receive(segment, cookie));
    }

    /**
     * Posts an RDMA write.
     *
     * @param endpoint an endpoint whose completions of requests go to the view's dispatcher
     * @param segment the memory to write from
     * @param target where to write
     * @param memory closed when the operation has ended, or null
     * @return the operation
     * @throws DatException where it is refused; then the memory is still the caller's
     */
    public Operation write(
            Endpoint endpoint,
            LocalSegment segment,
            RemoteRegion target,
            @Nullable AutoCloseable memory) {
        Operation operation = request(endpoint, false, memory);
        return post(operation, cookie -> endpoint.write(segment, target, cookie));
    }

    /**
     * Posts an RDMA read.
     *
     * @param endpoint an endpoint whose completions of requests go to the view's dispatcher
     * @param segment the memory to read into
     * @param source where to read
     * @param memory closed when the operation has ended without data for the caller, or null
     * @return the operation
     * @throws DatException where it is refused; then the memory is still the caller's
     */
    public Operation read(
            Endpoint endpoint,
            LocalSegment segment,
            RemoteRegion source,
            @Nullable AutoCloseable memory) {
        Operation operation = request(endpoint, true, memory);
        return post(operation, cookie -> endpoint.read(segment, source, cookie));
    }

    /**
     * Posts prepared work that is no receive: several segments, atomics, other flags. Its cookie is
     * set, and {@link CompletionFlags#SUPPRESS} is not to be among its flags: a future needs its
     * completion.
     *
     * @param endpoint an endpoint whose completions of requests go to the view's dispatcher
     * @param work the work; may be changed and posted again when this has returned
     * @param bringsData whether the memory, on success, goes back to the caller
     * @param memory closed when the operation has ended, or null
     * @return the operation
     * @throws DatException where it is refused; then the memory is still the caller's
     */
    public Operation post(
            Endpoint endpoint, Work work, boolean bringsData, @Nullable AutoCloseable memory) {
        Operation operation = request(endpoint, bringsData, memory);
        return post(
                operation,
                cookie -> {
                    int status = endpoint.post(work.cookie(cookie));
                    if (status != PostStatus.OK) {
                        throw DatException.refused(
                                status,
                                work.kind().toString(),
                                "endpoint state " + endpoint.state());
                    }
                });
    }

    private Operation request(
            Endpoint endpoint, boolean bringsData, @Nullable AutoCloseable memory) {
        requireMine(endpoint.requests(), "requests");
        return new Operation(this, endpoint, bringsData, memory);
    }

    private void requireMine(@Nullable EventDispatcher of, String what) {
        if (!dispatcher.equals(of)) {
            throw Refusals.parameter("the endpoint's " + what + " go to another dispatcher");
        }
    }

    private Operation post(Operation operation, Post post) {
        requireOpen();
        long cookie = cookies.incrementAndGet();
        pending.put(cookie, operation); // before the post: its completion may be quicker than we
        boolean accepted = false;
        try {
            post.post(cookie);
            accepted = true;
        } finally {
            if (!accepted) {
                pending.remove(cookie);
            }
        }
        DatException why = end;
        if (why != null) {
            operation.completeExceptionally(why); // closed meanwhile
        }
        return operation;
    }

    private void requireOpen() {
        if (end != null) {
            throw Refusals.closed("the view");
        }
    }

    // ---- driving

    /**
     * Handles what is there, without waiting.
     *
     * @return how many events were handled meanwhile
     * @throws DatException {@code INVALID_STATE} where somebody else takes events off the
     *     dispatcher
     */
    public int poll() {
        long before = handled.get();
        lookOnce();
        finish();
        return (int) (handled.get() - before);
    }

    /**
     * Waits until an event has been handled, by this or another thread.
     *
     * @param timeout how long at most
     * @return whether one has been
     * @throws InterruptedException where the thread was interrupted; no event is lost
     * @throws DatException as {@link #poll}, or that of the dispatcher where it was closed
     */
    public boolean drive(Duration timeout) throws InterruptedException {
        long before = handled.get();
        boolean some = driveUntil(() -> handled.get() != before || gone != null, nanos(timeout));
        DatException why = gone;
        if (why != null) {
            throw why;
        }
        return some;
    }

    /**
     * Waits until all operations have ended, cancelled ones too, so that nobody uses their memory.
     *
     * @param timeout how long at most
     * @return whether they have
     * @throws InterruptedException where the thread was interrupted
     * @throws DatException as {@link #poll}
     */
    public boolean settle(Duration timeout) throws InterruptedException {
        return driveUntil(pending::isEmpty, nanos(timeout));
    }

    /**
     * How many operations have not ended.
     *
     * @return the number, cancelled ones included
     */
    public int outstanding() {
        return pending.size();
    }

    private static long nanos(Duration timeout) {
        return timeout.compareTo(EventDispatcher.FOREVER) >= 0
                ? Long.MAX_VALUE
                : Math.max(0, timeout.toNanos());
    }

    /** Drives, or waits for who does, until something is so. */
    boolean driveUntil(BooleanSupplier done, long timeoutNs) throws InterruptedException {
        long start = clockNs.getAsLong();
        while (true) {
            long seen = wakes.get();
            finish();
            if (done.getAsBoolean()) {
                return true;
            }
            long left = Long.MAX_VALUE;
            if (timeoutNs != Long.MAX_VALUE) {
                left = Math.max(0, timeoutNs - (clockNs.getAsLong() - start));
            }
            if (left == 0) {
                lookOnce();
                finish();
                return done.getAsBoolean();
            }
            takeOrFollow(left, seen);
        }
    }

    /** Takes what comes, or waits for news from the one who does. */
    @SuppressWarnings("WaitNotInLoop") // the loop is the caller's
    private void takeOrFollow(long leftNs, long seen) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (wakes.get() != seen || !arrived.isEmpty()) {
                return;
            }
            if (leader != null || gone != null) {
                long _ = news.awaitNanos(leftNs);
                return;
            }
            leader = Thread.currentThread();
        } finally {
            lock.unlock();
        }
        try {
            take(dispatcher.await(batch, canWake ? leftNs : Math.min(leftNs, LOOK_NS)));
        } catch (DatException e) {
            failed(e);
        } finally {
            leave();
        }
    }

    /** Takes what is there, unless another thread is at it. */
    private void lookOnce() {
        lock.lock();
        try {
            if (leader != null || gone != null) {
                return;
            }
            leader = Thread.currentThread();
        } finally {
            lock.unlock();
        }
        try {
            take(dispatcher.poll(batch));
        } catch (DatException e) {
            failed(e);
        } finally {
            leave();
        }
    }

    /** As the leader: what the dispatcher gave is everybody's. */
    private void take(int events) {
        lock.lock();
        try {
            for (int i = 0; i < events; i++) {
                arrived.add(batch.event(i));
            }
        } finally {
            lock.unlock();
        }
    }

    private void leave() {
        lock.lock();
        try {
            leader = null;
            wakes.incrementAndGet();
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The dispatcher refused; where it is closed, nothing comes any more. */
    private void failed(DatException e) {
        if (e.type() != DatType.INVALID_HANDLE && e.type() != DatType.ABORT) {
            throw e;
        }
        end(e);
        gone = e;
    }

    /** Handles events that were taken; whoever comes by does, so that none waits for a thread. */
    private void finish() {
        for (Event event = next(); event != null; event = next()) {
            try {
                handle(event);
            } finally {
                handled.incrementAndGet();
            }
        }
        DatException why = gone;
        if (why != null) {
            for (Long cookie : List.copyOf(pending.keySet())) {
                Operation operation = pending.remove(cookie);
                if (operation != null) {
                    operation.lose(why);
                }
            }
        }
    }

    private @Nullable Event next() {
        lock.lock();
        try {
            return arrived.poll();
        } finally {
            lock.unlock();
        }
    }

    private void handle(Event event) {
        if (event instanceof DtoCompletion completion) {
            Operation operation = pending.get(completion.cookie());
            if (operation != null && operation.endpoint().equals(completion.endpoint())) {
                pending.remove(completion.cookie());
                operation.arrived(completion);
                return;
            }
        } else if (event instanceof SoftwareEvent software && wakeUp.equals(software.payload())) {
            return;
        }
        others.accept(event);
    }

    /** Lets everybody look again whether what he waits for is so. */
    void wake() {
        boolean rouse;
        lock.lock();
        try {
            wakes.incrementAndGet();
            news.signalAll();
            rouse = canWake && leader != null && leader != Thread.currentThread();
        } finally {
            lock.unlock();
        }
        if (rouse) {
            try {
                dispatcher.post(wakeUp);
            } catch (DatException _) {
                // It is full, so that the leader does not wait; or closed, and he hears of that.
            }
        }
    }

    /**
     * Fails the futures of all operations that have not ended and refuses posts. The operations
     * themselves go on: their memory is released as their completions come, by {@link #settle} or
     * {@link #poll}, which stay usable. Ending their connections first makes them come at once. A
     * second close does nothing.
     */
    @Override
    public void close() {
        DatException why =
                new DatException(
                        DatCode.error(DatType.ABORT, DatSubtype.NO_SUBTYPE),
                        "the view was closed while the operation was outstanding",
                        ErrorScope.OBJECT,
                        Remedy.NONE);
        end(why);
        for (Operation operation : pending.values()) {
            operation.completeExceptionally(why);
        }
        wake();
    }

    private void end(DatException why) {
        lock.lock();
        try {
            if (end == null) {
                end = why;
            }
        } finally {
            lock.unlock();
        }
    }

    /** The post itself. */
    private interface Post {
        void post(long cookie);
    }
}
