package org.jdapl.verbs.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jdapl.verbs.error.VerbsException;

/**
 * Waits for many descriptors (Linux's {@code epoll}). Waiting allocates nothing; it is done by one
 * thread at a time.
 */
public final class Epoll implements AutoCloseable {
    private static final int EPOLL_CLOEXEC = 0x80000;
    private static final int EPOLL_CTL_ADD = 1;
    private static final int EPOLLIN = 1;

    /** {@code struct epoll_event} is packed on x86-64, and there alone. */
    private static final boolean PACKED = System.getProperty("os.arch").equals("amd64");

    private static final int EVENT_SIZE = PACKED ? 12 : 16;
    private static final int DATA = PACKED ? 4 : 8;
    private static final int MAX_EVENTS = 8;

    private static final CFunction CREATE = function("epoll_create1");
    private static final CFunction CONTROL = function("epoll_ctl");
    private static final MethodHandle WAIT = handle();

    private final int descriptor;
    private final Arena arena = Arena.ofShared();
    private final long events = arena.allocate(MAX_EVENTS * (long) EVENT_SIZE, 8).address();

    /** An empty set. */
    public Epoll() {
        int fd = CREATE.count(EPOLL_CLOEXEC);
        if (fd < 0) {
            arena.close();
            throw VerbsException.failed("epoll_create1", -fd);
        }
        descriptor = fd;
    }

    @SuppressWarnings("restricted") // functions of the C library, by their man pages
    private static CFunction function(String name) {
        MemorySegment address = Linker.nativeLinker().defaultLookup().findOrThrow(name);
        return new CFunction(name, address);
    }

    @SuppressWarnings("restricted") // as above
    private static MethodHandle handle() {
        return Linker.nativeLinker()
                .downcallHandle(
                        Linker.nativeLinker().defaultLookup().findOrThrow("epoll_wait"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT));
    }

    /**
     * Waits for a descriptor too, as long as that is open.
     *
     * @param fd the descriptor; at most 8 are added
     * @param bit what says that it can be read
     */
    public void add(int fd, int bit) {
        try (Arena confined = Arena.ofConfined()) {
            long event = confined.allocate(16, 8).address();
            Memory.putInt(event, EPOLLIN);
            Memory.putInt(event + DATA, bit);
            CONTROL.check(descriptor, EPOLL_CTL_ADD, fd, event);
        }
    }

    /**
     * Waits until one of the descriptors can be read.
     *
     * @param timeoutMs how long; 0: not at all; negative: without end
     * @return the bits of those that can; 0 if time ran out or a signal came
     */
    public int await(int timeoutMs) {
        int count;
        try {
            count = (int) WAIT.invokeExact(descriptor, events, MAX_EVENTS, timeoutMs);
        } catch (Throwable t) {
            throw Throwables.unexpected("epoll_wait", t);
        }
        int bits = 0;
        for (int i = 0; i < count; i++) {
            bits |= Memory.getInt(events + (long) i * EVENT_SIZE + DATA);
        }
        return bits;
    }

    @Override
    public void close() {
        Posix.close(descriptor);
        arena.close();
    }
}
