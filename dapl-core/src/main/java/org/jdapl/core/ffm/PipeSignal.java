package org.jdapl.core.ffm;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.function.Supplier;
import org.jdapl.core.seam.DescriptorSignal;
import org.jspecify.annotations.Nullable;

/**
 * A signal made of a pipe (POSIX {@code pipe}): raised, there is one byte in it. So a write never
 * finds it full and a read never finds it empty, and neither blocks.
 */
public final class PipeSignal implements DescriptorSignal {

    private static final int SET_DESCRIPTOR_FLAGS = 2; // F_SETFD, the same on every POSIX system
    private static final int CLOSE_ON_EXEC = 1; // FD_CLOEXEC

    /** The system's calls; null where it has none, or where this module may not call them. */
    private static final @Nullable Calls CALLS = Calls.find();

    private record Calls(
            MethodHandle pipe,
            MethodHandle read,
            MethodHandle write,
            MethodHandle close,
            MethodHandle fcntl) {

        @SuppressWarnings("restricted") // five calls of POSIX, with the types of their man pages
        static @Nullable Calls find() {
            if (!PipeSignal.class.getModule().isNativeAccessEnabled()) {
                return null;
            }
            Linker linker = Linker.nativeLinker();
            SymbolLookup lookup = linker.defaultLookup();
            ValueLayout.OfInt i = ValueLayout.JAVA_INT;
            ValueLayout.OfLong size = ValueLayout.JAVA_LONG;
            AddressLayout p = ValueLayout.ADDRESS;
            for (String name : new String[] {"pipe", "read", "write", "close", "fcntl"}) {
                if (lookup.find(name).isEmpty()) {
                    return null;
                }
            }
            return new Calls(
                    linker.downcallHandle(lookup.findOrThrow("pipe"), FunctionDescriptor.of(i, p)),
                    linker.downcallHandle(
                            lookup.findOrThrow("read"), FunctionDescriptor.of(size, i, p, size)),
                    linker.downcallHandle(
                            lookup.findOrThrow("write"), FunctionDescriptor.of(size, i, p, size)),
                    linker.downcallHandle(lookup.findOrThrow("close"), FunctionDescriptor.of(i, i)),
                    linker.downcallHandle(
                            lookup.findOrThrow("fcntl"),
                            FunctionDescriptor.of(i, i, i, i),
                            Linker.Option.firstVariadicArg(2)));
        }
    }

    private final Calls calls;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment octet = arena.allocate(1);
    private final int readEnd;
    private final int writeEnd;

    private PipeSignal(Calls calls) {
        this.calls = calls;
        MemorySegment ends = arena.allocate(ValueLayout.JAVA_INT, 2);
        if (call(() -> (int) calls.pipe.invokeExact(ends)) != 0) {
            arena.close();
            throw new IllegalStateException("the process cannot have another pipe");
        }
        readEnd = ends.getAtIndex(ValueLayout.JAVA_INT, 0);
        writeEnd = ends.getAtIndex(ValueLayout.JAVA_INT, 1);
        closeOnExec(readEnd);
        closeOnExec(writeEnd);
    }

    /**
     * How to make signals.
     *
     * @return what makes one, and throws {@link IllegalStateException} where the process can have
     *     no more; empty where the system or the settings of the Java VM do not let this
     */
    public static Optional<Supplier<DescriptorSignal>> maker() {
        @Nullable Calls c = CALLS;
        return c == null ? Optional.empty() : Optional.of(() -> new PipeSignal(c));
    }

    private interface NativeCall {
        long invoke() throws Throwable;
    }

    private static long call(NativeCall nativeCall) {
        try {
            return nativeCall.invoke();
        } catch (Throwable t) {
            throw new IllegalStateException("a call of the system cannot be made", t);
        }
    }

    private void closeOnExec(int fd) {
        var _ = call(() -> (int) calls.fcntl.invokeExact(fd, SET_DESCRIPTOR_FLAGS, CLOSE_ON_EXEC));
    }

    @Override
    public int descriptor() {
        return readEnd;
    }

    @Override
    public void raise() {
        move(() -> (long) calls.write.invokeExact(writeEnd, octet, 1L));
    }

    @Override
    public void lower() {
        move(() -> (long) calls.read.invokeExact(readEnd, octet, 1L));
    }

    /** Moves one byte; a signal handler of the process may interrupt it, then it goes again. */
    private static void move(NativeCall transfer) {
        for (int tries = 0; tries < 100; tries++) {
            if (call(transfer) == 1) {
                return;
            }
        }
        throw new IllegalStateException("the pipe of a notification object is broken");
    }

    @Override
    public void close() {
        var _ = call(() -> (int) calls.close.invokeExact(readEnd));
        var _ = call(() -> (int) calls.close.invokeExact(writeEnd));
        arena.close();
    }
}
