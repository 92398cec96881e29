package org.jdapl.verbs.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Whether a descriptor can be read, asked of the kernel. Asking allocates nothing, where a read
 * that finds nothing would have to fetch errno, which does. For one thread at a time.
 */
public final class ReadProbe implements AutoCloseable {
    private static final int POLLFD_SIZE = 8;
    private static final MethodHandle POLL = handle();

    private final Arena arena = Arena.ofShared();
    private final long pollfd = arena.allocate(POLLFD_SIZE, Integer.BYTES).address();

    /**
     * Makes it.
     *
     * @param descriptor the descriptor
     */
    public ReadProbe(int descriptor) {
        Memory.putInt(pollfd, descriptor);
        Memory.putShort(pollfd + Integer.BYTES, (short) Posix.POLLIN);
    }

    @SuppressWarnings("restricted") // a function of the C library, by its man page
    private static MethodHandle handle() {
        return Linker.nativeLinker()
                .downcallHandle(
                        Linker.nativeLinker().defaultLookup().findOrThrow("poll"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_INT));
    }

    /**
     * Asks. Does not wait.
     *
     * @return true where a read gives something, be it an error
     */
    public boolean now() {
        try {
            return (int) POLL.invokeExact(pollfd, 1L, 0) != 0;
        } catch (Throwable t) {
            throw Throwables.unexpected("poll", t);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
