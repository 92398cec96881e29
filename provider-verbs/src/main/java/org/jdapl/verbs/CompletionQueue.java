package org.jdapl.verbs;

import java.lang.ref.Reference;
import java.util.Objects;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.DataPath;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.handle.Guard;
import org.jdapl.verbs.handle.Lifetime;
import org.jdapl.verbs.struct.IbvCq;
import org.jspecify.annotations.Nullable;

/**
 * Where the completions of work requests arrive: {@code struct ibv_cq}.
 *
 * <p>Polling takes completions out, in order; {@link #requestNotification} arms it for one event on
 * its {@link CompletionChannel}. Between the two a completion may come that raises no event: arm,
 * then poll again, then wait.
 *
 * <p>It must have room for all that can complete on it: what overruns it breaks it ({@link
 * AsyncEvent} of it), and the queue pairs with it.
 *
 * <p>Thread-safe. Polling allocates nothing; from one thread it takes no lock and no atomic
 * instruction, from several a spin lock. Closing it closes the queue pairs and shared receive
 * queues that complete on it.
 */
public final class CompletionQueue implements AutoCloseable {
    private static final String KIND = "completion queue";

    private final Context context;
    private final @Nullable CompletionChannel channel;
    private final long pointer;
    private final Lifetime lifetime;
    private final Guard gate;
    private final DataPath driver;

    private CompletionQueue(Context context, @Nullable CompletionChannel channel, long pointer) {
        this.context = context;
        this.channel = channel;
        this.pointer = pointer;
        lifetime =
                channel == null
                        ? Lifetime.of(KIND, this::free, context.lifetime())
                        : Lifetime.of(KIND, this::free, context.lifetime(), channel.lifetime());
        gate = lifetime.guard();
        driver = context.dataPath();
        context.elements().put(pointer, this);
    }

    /**
     * Makes a completion queue: {@code ibv_create_cq}.
     *
     * @param context the device
     * @param entries room for at least so many completions, 1 to the device's limit
     * @return the queue, which the caller owns
     * @throws VerbsException if the device has no more, or not so large ones
     */
    public static CompletionQueue create(Context context, int entries) {
        return create(context, entries, null, 0);
    }

    /**
     * Makes a completion queue that can wake a waiting thread: {@code ibv_create_cq}.
     *
     * @param context the device
     * @param entries room for at least so many completions, 1 to the device's limit
     * @param channel where its events go, of the same context; null for none
     * @param vector which of the device's interrupt vectors, from 0
     * @return the queue, which the caller owns
     * @throws VerbsException if the device has no more, or not so large ones
     */
    public static CompletionQueue create(
            Context context, int entries, @Nullable CompletionChannel channel, int vector) {
        Checks.range("entries", entries, 1, Integer.MAX_VALUE);
        String call = "CompletionQueue.create";
        try (var _ = context.lifetime().use(call);
                var _ = channel == null ? null : channel.lifetime().use(call)) {
            long channelPointer = channel == null ? 0 : channel.pointer();
            long pointer =
                    context.library()
                            .createCq
                            .pointer(context.pointer(), entries, 0, channelPointer, vector);
            CompletionQueue queue = new CompletionQueue(context, channel, pointer);
            if (channel != null) {
                channel.know(pointer, queue);
            }
            return queue;
        }
    }

    /**
     * Takes completions: {@code ibv_poll_cq}.
     *
     * @param completions where to put them; as many as there is room for
     * @return how many there were, 0 if none; negative: the error number of a driver that failed
     * @throws VerbsException if the queue is closed
     */
    public int poll(WorkCompletions completions) {
        return poll(completions, completions.capacity());
    }

    /**
     * Takes completions: {@code ibv_poll_cq}.
     *
     * @param completions where to put them, from index 0
     * @param max how many at the most
     * @return how many there were, 0 if none; negative: the error number of a driver that failed
     * @throws VerbsException if the queue is closed
     */
    public int poll(WorkCompletions completions, int max) {
        Objects.checkFromToIndex(0, max, completions.capacity());
        boolean entered = gate.enter("poll");
        try {
            return driver.poll(pointer, max, completions.address());
        } finally {
            gate.exit(entered);
            Reference.reachabilityFence(completions);
        }
    }

    /**
     * Arms it for one event on its channel: {@code ibv_req_notify_cq}. The event comes with the
     * next completion that is added; poll once more after arming.
     *
     * @param solicitedOnly only for messages that were sent solicited, and for errors
     * @throws VerbsException if the queue is closed, or the driver refuses
     */
    public void requestNotification(boolean solicitedOnly) {
        boolean entered = gate.enter("requestNotification");
        int errno;
        try {
            errno = driver.requestNotification(pointer, solicitedOnly ? 1 : 0);
        } finally {
            gate.exit(entered);
        }
        if (errno != 0) {
            throw VerbsException.failed("ibv_req_notify_cq", Math.abs(errno));
        }
    }

    /**
     * Changes its size: {@code ibv_resize_cq}. Completions that are in it stay.
     *
     * @param entries room for at least so many completions
     * @throws VerbsException if more are in it than that, or the driver cannot do it
     */
    public void resize(int entries) {
        Checks.range("entries", entries, 1, Integer.MAX_VALUE);
        try (var _ = lifetime.use("resize")) {
            context.library().resizeCq.check(pointer, entries);
        }
    }

    /**
     * For how many completions it has room, which may be more than was asked for.
     *
     * @return the number
     * @throws VerbsException if the queue is closed
     */
    public int capacity() {
        try (var _ = lifetime.use("capacity")) {
            return Memory.getInt(pointer + IbvCq.CQE);
        }
    }

    /**
     * The device.
     *
     * @return its context
     */
    public Context context() {
        return context;
    }

    /**
     * Where its events go.
     *
     * @return the channel, or null
     */
    public @Nullable CompletionChannel channel() {
        return channel;
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
     * Closes what completes on it, then frees it: {@code ibv_destroy_cq}. Waits for calls under
     * way. Closing twice does nothing.
     *
     * @throws VerbsException if the kernel refuses; it is open then
     */
    @Override
    public void close() {
        lifetime.close();
    }

    private void free() {
        context.library().destroyCq.check(pointer);
        context.elements().remove(pointer, this);
        if (channel != null) {
            channel.forget(pointer, this);
        }
    }

    long pointer() {
        return pointer;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    /**
     * The queue, for a debugger.
     *
     * @return its kind and device
     */
    @Override
    public String toString() {
        return KIND + " on " + context;
    }
}
