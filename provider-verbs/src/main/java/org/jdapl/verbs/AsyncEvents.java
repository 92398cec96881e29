package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.Posix;
import org.jdapl.verbs.ffm.ReadProbe;
import org.jdapl.verbs.handle.Deadline;
import org.jdapl.verbs.handle.Waiter;
import org.jdapl.verbs.struct.IbvAsyncEvent;
import org.jdapl.verbs.struct.IbvContext;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous events of a context. An event is acknowledged in the step that takes it; C's
 * destroying calls wait for acknowledgements, so no element is freed in between.
 */
final class AsyncEvents {
    private final IbverbsLibrary library;
    private final long context;
    private final int descriptor;
    private final Waiter waiter = new Waiter();
    private final Map<Long, AutoCloseable> elements = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final ReadProbe readable; // guarded by lock

    AsyncEvents(IbverbsLibrary library, long context) {
        this.library = library;
        this.context = context;
        descriptor = Memory.getInt(context + IbvContext.ASYNC_FD);
        Posix.neverBlock(descriptor);
        readable = new ReadProbe(descriptor);
    }

    /** The handles that events can name, by the pointers that C has for them. */
    Map<Long, AutoCloseable> elements() {
        return elements;
    }

    int descriptor() {
        return descriptor;
    }

    Optional<AsyncEvent> await(String object, Duration timeout) {
        long deadlineNs = Deadline.after(timeout);
        while (true) {
            Optional<AsyncEvent> event = poll();
            if (event.isPresent()
                    || !waiter.await("awaitAsyncEvent", object, descriptor, deadlineNs)) {
                return event;
            }
        }
    }

    Optional<AsyncEvent> poll() {
        return isReadable() ? take() : Optional.empty();
    }

    /** Looking for what seldom comes leaves no garbage. */
    private boolean isReadable() {
        lock.lock();
        try {
            return readable.now();
        } finally {
            lock.unlock();
        }
    }

    private Optional<AsyncEvent> take() {
        try (Arena arena = Arena.ofConfined()) {
            long event = arena.allocate(IbvAsyncEvent.SIZE, 8).address();
            int errno;
            do {
                errno = library.getAsyncEvent.status(context, event);
            } while (errno == Errno.EINTR);
            if (errno == Errno.EAGAIN) {
                return Optional.empty();
            }
            if (errno != 0) {
                throw VerbsException.failed("ibv_get_async_event", errno);
            }
            AsyncEvent copy = copy(event);
            long _ = library.ackAsyncEvent.call(event);
            return Optional.of(copy);
        }
    }

    private AsyncEvent copy(long event) {
        int code = Memory.getInt(event + IbvAsyncEvent.EVENT_TYPE);
        AsyncEventType type = AsyncEventType.of(code);
        int port = 0;
        @Nullable AutoCloseable element = null;
        switch (type.scope()) {
            case PORT -> port = Memory.getInt(event + IbvAsyncEvent.ELEMENT_PORT_NUM);
            case ELEMENT ->
                    element = elements.get(Memory.getLong(event + IbvAsyncEvent.ELEMENT_CQ));
            case DEVICE -> {}
        }
        return new AsyncEvent(type, element, port, code);
    }

    /** Ends waiting, now and from now on. */
    void end() {
        waiter.end();
    }

    /** Nobody waits any more. */
    void free() {
        waiter.free();
        readable.close();
    }
}
