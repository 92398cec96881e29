package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.CFunction;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.Posix;
import org.jdapl.verbs.ffm.ReadProbe;
import org.jdapl.verbs.handle.Deadline;
import org.jdapl.verbs.handle.Lifetime;
import org.jdapl.verbs.handle.Waiter;
import org.jdapl.verbs.struct.IbvCompChannel;

/**
 * Tells that completions arrived at one of its completion queues: {@code struct ibv_comp_channel},
 * a descriptor that a thread can sleep on.
 *
 * <p>An event is taken and acknowledged in one step, so that closing a queue never waits for an
 * acknowledgement. It names the queue, which is not armed any more.
 *
 * <p>Thread-safe; several threads may wait. Closing it ends their waiting, and closes its queues.
 */
public final class CompletionChannel implements AutoCloseable {
    private static final String KIND = "completion channel";

    private final Context context;
    private final long pointer;
    private final int descriptor;
    private final Waiter waiter;
    private final Lifetime lifetime;
    private final ChannelQueues queues = new ChannelQueues();

    /** Held while an event is taken. */
    private final ReentrantLock lock = new ReentrantLock();

    private final ReadProbe readable;
    private final Arena arena = Arena.ofShared();

    /** Where ibv_get_cq_event puts the queue, and behind it the queue's context. */
    private final long queueOut = arena.allocate(2 * Long.BYTES, Long.BYTES).address();

    private CompletionChannel(Context context, long pointer) {
        this.context = context;
        this.pointer = pointer;
        descriptor = Memory.getInt(pointer + IbvCompChannel.FD);
        waiter = new Waiter();
        readable = new ReadProbe(descriptor);
        lifetime = Lifetime.of(KIND, this::free, context.lifetime());
        lifetime.onClosing(waiter::end);
    }

    /**
     * Makes a channel: {@code ibv_create_comp_channel}.
     *
     * @param context the device
     * @return the channel, which the caller owns
     * @throws VerbsException if the process may have no more descriptors
     */
    public static CompletionChannel create(Context context) {
        try (var _ = context.lifetime().use("CompletionChannel.create")) {
            long pointer = context.library().createCompChannel.pointer(context.pointer());
            Posix.neverBlock(Memory.getInt(pointer + IbvCompChannel.FD));
            return new CompletionChannel(context, pointer);
        }
    }

    /**
     * Waits for an event and takes it: {@code ibv_get_cq_event} and {@code ibv_ack_cq_events}.
     *
     * @param timeout how long; at most 292 years
     * @return the queue that it tells of; empty if time ran out
     * @throws VerbsException {@link VerbsError#INTERRUPTED} if the thread is interrupted, whose
     *     status stays set; {@link VerbsError#CLOSED} if the channel is closed
     */
    public Optional<CompletionQueue> awaitEvent(Duration timeout) {
        long deadlineNs = Deadline.after(timeout);
        try (var _ = lifetime.use("awaitEvent")) {
            while (true) {
                Optional<CompletionQueue> queue = take();
                if (queue.isPresent()
                        || !waiter.await("awaitEvent", KIND, descriptor, deadlineNs)) {
                    return queue;
                }
            }
        }
    }

    /**
     * Takes an event if there is one. Allocates nothing.
     *
     * @return the queue that it tells of
     * @throws VerbsException {@link VerbsError#CLOSED} if the channel is closed
     */
    public Optional<CompletionQueue> pollEvent() {
        try (var _ = lifetime.use("pollEvent")) {
            return take();
        }
    }

    private Optional<CompletionQueue> take() {
        lock.lock();
        try {
            while (readable.now()) {
                int errno = getEvent();
                if (errno == Errno.EAGAIN) {
                    break;
                }
                if (errno != 0 && errno != Errno.EINTR) {
                    throw VerbsException.failed("ibv_get_cq_event", errno);
                }
                if (errno == 0) {
                    long queue = Memory.getLong(queueOut);
                    Optional<CompletionQueue> known = queues.find(queue);
                    context.library().ackCqEvents.run(queue, 1);
                    if (known.isPresent()) {
                        return known;
                    }
                }
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private int getEvent() {
        CFunction get = context.library().getCqEvent;
        return get.succeeds(pointer, queueOut, queueOut + Long.BYTES)
                ? 0
                : get.status(pointer, queueOut, queueOut + Long.BYTES);
    }

    void know(long queuePointer, CompletionQueue queue) {
        queues.put(queuePointer, queue);
    }

    /** Removes it, unless another queue has the same address by now. */
    void forget(long queuePointer, CompletionQueue queue) {
        queues.remove(queuePointer, queue);
    }

    /**
     * The descriptor, readable when there is an event, for those who wait on many: {@code poll},
     * {@code epoll}. It is the channel's; do not close it.
     *
     * @return its number
     */
    public int descriptor() {
        return descriptor;
    }

    /**
     * Whether it can be used.
     *
     * @return false once it is closed, or being closed
     */
    public boolean isOpen() {
        return lifetime.isOpen();
    }

    /**
     * Ends waiting, closes the completion queues of it, then frees it: {@code
     * ibv_destroy_comp_channel}. Closing twice does nothing.
     *
     * @throws VerbsException if the kernel refuses; it is open then
     */
    @Override
    public void close() {
        lifetime.close();
    }

    private void free() {
        context.library().destroyCompChannel.check(pointer);
        waiter.free();
        readable.close();
        arena.close();
    }

    long pointer() {
        return pointer;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    /**
     * The channel, for a debugger.
     *
     * @return its kind and device
     */
    @Override
    public String toString() {
        return KIND + " on " + context;
    }
}
