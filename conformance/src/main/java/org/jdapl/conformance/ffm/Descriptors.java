package org.jdapl.conformance.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Looks at file descriptors as an event loop does, with POSIX's {@code poll}. */
public final class Descriptors {

    /** {@code POLLIN}, the same on every POSIX system. */
    private static final short READABLE = 1;

    private static final long POLLFD_BYTES = 8;
    private static final long WANTED_AT = 4;
    private static final long SEEN_AT = 6;

    private static final FunctionDescriptor POLL =
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT);

    private Descriptors() {}

    /**
     * Whether this process may look.
     *
     * @return false where the JVM's settings or the system do not let it
     */
    public static boolean canLook() {
        return Posix.has("poll");
    }

    /**
     * Whether a descriptor is readable now.
     *
     * @param descriptor the descriptor
     * @return as {@code poll} says with a time limit of zero
     */
    public static boolean isReadable(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment one = arena.allocate(POLLFD_BYTES, Integer.BYTES);
            one.set(ValueLayout.JAVA_INT, 0, descriptor);
            one.set(ValueLayout.JAVA_SHORT, WANTED_AT, READABLE);
            int ready = Posix.call("poll", POLL, one, 1L, 0);
            return ready == 1 && one.get(ValueLayout.JAVA_SHORT, SEEN_AT) == READABLE;
        }
    }
}
