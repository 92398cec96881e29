package org.jdapl.conformance.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A soft limit of this process that was lowered, by POSIX's {@code setrlimit}, and is put back by
 * {@link #close()}. One at a time of a kind; for use by one thread, though all threads are held to
 * the limit.
 */
public final class ResourceLimit implements AutoCloseable {

    /** What is limited, with its number in Linux. */
    public enum Kind {
        /** File descriptors: no new one has this number or a higher one. */
        DESCRIPTORS(7),
        /** Bytes of memory that cannot be paged out. */
        LOCKED_MEMORY(8);

        private final int resource;

        Kind(int resource) {
            this.resource = resource;
        }
    }

    private static final MemoryLayout RLIMIT =
            MemoryLayout.sequenceLayout(2, ValueLayout.JAVA_LONG);
    private static final FunctionDescriptor TYPE =
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS);

    private final Kind kind;
    private final long before;

    private ResourceLimit(Kind kind, long before) {
        this.kind = kind;
        this.before = before;
    }

    /**
     * Lowers a limit.
     *
     * @param kind which one
     * @param to the new limit; what is above it already stays
     * @return puts the former limit back
     */
    public static ResourceLimit lower(Kind kind, long to) {
        ResourceLimit lowered = new ResourceLimit(kind, now(kind));
        set(kind, to);
        return lowered;
    }

    /**
     * A soft limit as it is now.
     *
     * @param kind which one
     * @return the limit, as an unsigned number: unlimited is -1
     */
    public static long now(Kind kind) {
        try (Arena arena = Arena.ofConfined()) {
            return read(kind, arena).getAtIndex(ValueLayout.JAVA_LONG, 0);
        }
    }

    private static void set(Kind kind, long soft) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment limits = read(kind, arena);
            limits.setAtIndex(ValueLayout.JAVA_LONG, 0, soft);
            Posix.call("setrlimit", TYPE, kind.resource, limits);
        }
    }

    private static MemorySegment read(Kind kind, Arena arena) {
        MemorySegment limits = arena.allocate(RLIMIT);
        Posix.call("getrlimit", TYPE, kind.resource, limits);
        return limits;
    }

    @Override
    public void close() {
        set(kind, before);
    }
}
