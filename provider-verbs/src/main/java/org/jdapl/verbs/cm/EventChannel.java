package org.jdapl.verbs.cm;

import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jdapl.verbs.cm.struct.RdmaEventChannel;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.Posix;
import org.jdapl.verbs.ffm.RdmacmLibrary;
import org.jdapl.verbs.ffm.ReadProbe;
import org.jdapl.verbs.handle.Deadline;
import org.jdapl.verbs.handle.Lifetime;
import org.jdapl.verbs.handle.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * Where the events of connection identifiers arrive: {@code struct rdma_event_channel}, a
 * descriptor that a thread can sleep on. Each {@link ConnectionId} belongs to one; a server has one
 * for all, or one for each thread.
 *
 * <p>An event is copied and acknowledged as it is taken, so closing an identifier never waits for
 * an acknowledgement. The identifier of a connection request that nobody took ends with its
 * listener; that of one that was taken ends with the channel, at the latest.
 *
 * <p>Thread-safe; several threads may wait, each event goes to one. Closing it ends their waiting
 * and closes the identifiers that are on it.
 */
public final class EventChannel implements AutoCloseable {
    private static final String KIND = "event channel";
    private static final AtomicLong SERIALS = new AtomicLong();

    private final RdmacmLibrary library;
    private final long pointer;
    private final int descriptor;
    private final long serial = SERIALS.incrementAndGet();
    private final Waiter waiter = new Waiter();
    private final Lifetime lifetime;
    private volatile boolean deviceRemoved;

    /**
     * Held while an event is taken and acknowledged, and while an identifier of this channel gets
     * or loses its queue pair, moves, or is destroyed: the library follows pointers of an event's
     * identifier and of its queue pair.
     */
    private final ReentrantLock lock = new ReentrantLock();

    /** Asking it leaves no garbage, where a read that finds nothing does; guarded by lock. */
    private final ReadProbe readable;

    // guarded by lock; in the order in which they came
    private final Set<ConnectionId> ids = new LinkedHashSet<>();

    private EventChannel(RdmacmLibrary library, long pointer) {
        this.library = library;
        this.pointer = pointer;
        descriptor = Memory.getInt(pointer + RdmaEventChannel.FD);
        readable = new ReadProbe(descriptor);
        lifetime = Lifetime.of(KIND, this::free);
        lifetime.onClosing(waiter::end);
    }

    /**
     * Opens a channel: {@code rdma_create_event_channel}.
     *
     * @return the channel, which the caller owns
     * @throws VerbsException {@link VerbsError#UNAVAILABLE} if librdmacm is missing or too old;
     *     {@link VerbsError#NO_DEVICE} if there is no RDMA device, or no {@code
     *     /dev/infiniband/rdma_cm}; {@link VerbsError#NO_PERMISSION} if that may not be opened;
     *     {@link VerbsError#NO_DESCRIPTORS} if the process has too many files open
     */
    public static EventChannel create() {
        RdmacmLibrary library = RdmacmLibrary.get();
        long pointer = library.createEventChannel.pointerOrError();
        if (pointer < 0) {
            throw VerbsException.failed(
                    library.createEventChannel.name(), (int) -pointer, remedy((int) -pointer));
        }
        boolean made = false;
        try {
            Posix.neverBlock(Memory.getInt(pointer + RdmaEventChannel.FD));
            EventChannel channel = new EventChannel(library, pointer);
            made = true;
            return channel;
        } finally {
            if (!made) {
                library.destroyEventChannel.call(pointer);
            }
        }
    }

    private static String remedy(int errno) {
        return switch (VerbsError.of(errno)) {
            case NO_DEVICE ->
                    "no RDMA device, or the module rdma_ucm is not loaded: modprobe rdma_ucm";
            case NO_PERMISSION -> "the user may not open /dev/infiniband/rdma_cm";
            default -> "";
        };
    }

    /**
     * Waits for an event and takes it: {@code rdma_get_cm_event} and {@code rdma_ack_cm_event}.
     *
     * @param timeout how long; at most 292 years
     * @return the event; nothing if time ran out
     * @throws VerbsException {@link VerbsError#INTERRUPTED} if the thread is interrupted, whose
     *     status stays set; {@link VerbsError#CLOSED} if the channel is closed
     */
    public Optional<CmEvent> awaitEvent(Duration timeout) {
        return await("awaitEvent", Deadline.after(timeout));
    }

    /**
     * Waits for an event without end and takes it: {@code rdma_get_cm_event} and {@code
     * rdma_ack_cm_event}.
     *
     * @return the event
     * @throws VerbsException {@link VerbsError#INTERRUPTED} if the thread is interrupted, whose
     *     status stays set; {@link VerbsError#CLOSED} if the channel is closed
     */
    public CmEvent awaitEvent() {
        while (true) {
            Optional<CmEvent> event = await("awaitEvent", Long.MAX_VALUE);
            if (event.isPresent()) {
                return event.get();
            }
        }
    }

    private Optional<CmEvent> await(String call, long deadlineNs) {
        try (var _ = lifetime.use(call)) {
            while (true) {
                CmEvent event = take();
                if (event != null) {
                    return Optional.of(event);
                }
                if (!waiter.await(call, KIND, descriptor, deadlineNs)) {
                    return Optional.empty();
                }
            }
        }
    }

    /**
     * Takes an event if there is one.
     *
     * @return the event, or nothing
     * @throws VerbsException {@link VerbsError#CLOSED} if the channel is closed
     */
    public Optional<CmEvent> pollEvent() {
        try (var _ = lifetime.use("pollEvent")) {
            return Optional.ofNullable(take());
        }
    }

    private @Nullable CmEvent take() {
        lock.lock();
        try {
            return readable.now() ? takeNext() : null;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable CmEvent takeNext() {
        try (Arena arena = Arena.ofConfined()) {
            long out = arena.allocate(Long.BYTES, Long.BYTES).address();
            while (true) {
                int errno = library.getCmEvent.status(pointer, out);
                if (errno == Errno.EAGAIN) {
                    return null;
                }
                if (errno != 0 && errno != Errno.EINTR) {
                    throw VerbsException.failed(library.getCmEvent.name(), errno);
                }
                if (errno == 0) {
                    long event = Memory.getLong(out);
                    try {
                        return EventReader.read(event);
                    } finally {
                        library.ackCmEvent.check(event);
                    }
                }
            }
        }
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
     * Ends waiting, closes the identifiers that are on it, newest first, with their queue pairs,
     * and then the channel: {@code rdma_destroy_event_channel}. Closing twice does nothing.
     *
     * @throws VerbsException if the kernel refuses to free an identifier or its queue pair; the
     *     channel is open then
     */
    @Override
    public void close() {
        lifetime.close();
    }

    private void free() {
        for (ConnectionId id : newestFirst()) {
            id.close();
        }
        if (deviceRemoved) {
            DevicePins.letGo(library); // identifiers that were closed before they heard of it count
        }
        library.destroyEventChannel.call(pointer);
        waiter.free();
        readable.close();
    }

    /** The device of one of its identifiers goes away. */
    void deviceRemoved() {
        deviceRemoved = true;
    }

    private List<ConnectionId> newestFirst() {
        lock.lock();
        try {
            return new ArrayList<>(ids).reversed();
        } finally {
            lock.unlock();
        }
    }

    /** What is on it; for holders of the lock. */
    Set<ConnectionId> ids() {
        return ids;
    }

    RdmacmLibrary library() {
        return library;
    }

    long pointer() {
        return pointer;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    ReentrantLock lock() {
        return lock;
    }

    /** By which two channels are locked in the same order by everybody. */
    long serial() {
        return serial;
    }

    /**
     * The channel, for a debugger.
     *
     * @return its kind and descriptor
     */
    @Override
    public String toString() {
        return KIND + " " + descriptor;
    }
}
