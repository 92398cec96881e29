package org.jdapl.conformance.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The right of the calling thread to lock memory beyond its limit (Linux's {@code CAP_IPC_LOCK}),
 * which root has. It was given up, and comes back by {@link #close()} where it had been there; both
 * on one thread.
 */
public final class LockingRight implements AutoCloseable {

    /** The third version of the two structures of capget(2). */
    private static final int VERSION = 0x2008_0522;

    private static final int IPC_LOCK = 1 << 14;

    private static final MemoryLayout HEADER = MemoryLayout.sequenceLayout(2, ValueLayout.JAVA_INT);

    /** Twice the words effective, permitted and inheritable. */
    private static final MemoryLayout DATA = MemoryLayout.sequenceLayout(6, ValueLayout.JAVA_INT);

    private static final FunctionDescriptor TYPE =
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);

    private final boolean had;

    private LockingRight(boolean had) {
        this.had = had;
    }

    /**
     * Gives the right up.
     *
     * @return gives it back
     */
    public static LockingRight giveUp() {
        return new LockingRight(set(false));
    }

    /** Whether it was there before. */
    private static boolean set(boolean wanted) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment header = arena.allocate(HEADER);
            header.setAtIndex(ValueLayout.JAVA_INT, 0, VERSION);
            MemorySegment data = arena.allocate(DATA);
            Posix.call("capget", TYPE, header, data);
            int effective = data.getAtIndex(ValueLayout.JAVA_INT, 0);
            int others = effective & ~IPC_LOCK;
            data.setAtIndex(ValueLayout.JAVA_INT, 0, wanted ? others | IPC_LOCK : others);
            Posix.call("capset", TYPE, header, data);
            return effective != others;
        }
    }

    @Override
    public void close() {
        if (had) {
            set(true);
        }
    }
}
