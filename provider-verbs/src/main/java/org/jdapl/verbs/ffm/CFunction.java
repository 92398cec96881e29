package org.jdapl.verbs.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jdapl.verbs.error.VerbsException;

/**
 * A C function of the control path: it may sleep, and its error number is read. Integers and
 * pointers of every width are passed as {@code long}s: each takes one register or one slot of the
 * stack, of which the function reads as many bits as it wants. (Values that fit are extended by
 * Java as the calling conventions ask.)
 */
public final class CFunction {
    private static final int MAX_ARGUMENTS = 8;

    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO_OFFSET =
            STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle[] BY_ARGUMENTS =
            IntStream.rangeClosed(0, MAX_ARGUMENTS)
                    .mapToObj(n -> handle(n, ERRNO).asSpreader(long[].class, n))
                    .toArray(MethodHandle[]::new);

    private static final MethodHandle TWO = handle(2);
    private static final MethodHandle THREE = handle(3);

    private final String name;
    private final MemorySegment address;

    /** The function {@code name} of C at an address. */
    public CFunction(String name, MemorySegment address) {
        this.name = name;
        this.address = address;
    }

    @SuppressWarnings("restricted") // what is called is the caller's to know
    private static MethodHandle handle(int arguments, Linker.Option... options) {
        MemoryLayout[] parameters = new MemoryLayout[arguments];
        Arrays.fill(parameters, ValueLayout.JAVA_LONG);
        return Linker.nativeLinker()
                .downcallHandle(FunctionDescriptor.of(ValueLayout.JAVA_LONG, parameters), options);
    }

    /** The C name, for messages. */
    public String name() {
        return name;
    }

    /**
     * What a call left.
     *
     * @param result what it returned
     * @param errno {@code errno} after it; says something only if the call failed and set it
     */
    public record Outcome(long result, int errno) {}

    /** Calls one that tells its error in a way of its own. */
    public Outcome outcome(long... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            long result = invoke(state, arguments);
            return new Outcome(result, errno(state));
        }
    }

    /**
     * Calls it and tells nothing but its result, for those that cannot fail.
     *
     * @return what it returned; of narrower results only the lower bits mean something
     */
    public long call(long... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            return invoke(arena.allocate(STATE), arguments);
        }
    }

    /**
     * Calls one that returns an {@code int}: zero, or its error by one of the conventions.
     *
     * @throws VerbsException if it failed
     */
    public void check(long... arguments) {
        int errno = status(arguments);
        if (errno != 0) {
            throw VerbsException.failed(name, errno);
        }
    }

    /**
     * Calls one that returns an {@code int}: zero, or its error by one of the conventions.
     *
     * @return zero, or the error number, positive
     */
    public int status(long... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            int result = (int) invoke(state, arguments);
            return result == 0 ? 0 : Errno.of(result, errno(state));
        }
    }

    /**
     * Calls one that returns a signed number: a count, or its error as a negative one.
     *
     * @return the count, or the negative error number
     */
    public int count(long... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            int result = (int) invoke(state, arguments);
            return result >= 0 ? result : -Errno.of(result, errno(state));
        }
    }

    /**
     * Calls one that returns a pointer.
     *
     * @return the pointer, or the negative error number (no pointer of a process is negative)
     */
    public long pointerOrError(long... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            long result = invoke(state, arguments);
            return result != Memory.NULL ? result : -Errno.of(-1, errno(state));
        }
    }

    /**
     * Calls one that returns a pointer.
     *
     * @return the pointer
     * @throws VerbsException if it returned none
     */
    public long pointer(long... arguments) {
        long result = pointerOrError(arguments);
        if (result < 0) {
            throw VerbsException.failed(name, (int) -result);
        }
        return result;
    }

    /** Calls one without a result. Allocates nothing. */
    public void run(long first, long second) {
        try {
            long _ = (long) TWO.invokeExact(address, first, second);
        } catch (Throwable t) {
            throw Throwables.unexpected(name, t);
        }
    }

    /**
     * Calls one that gives 0 for success. Allocates nothing.
     *
     * @return whether it succeeded; why not, {@link #status} tells, by calling it again
     */
    public boolean succeeds(long first, long second, long third) {
        try {
            return (int) (long) THREE.invokeExact(address, first, second, third) == 0;
        } catch (Throwable t) {
            throw Throwables.unexpected(name, t);
        }
    }

    private long invoke(MemorySegment state, long... arguments) {
        try {
            return (long) BY_ARGUMENTS[arguments.length].invoke(address, state, arguments);
        } catch (Throwable t) {
            throw Throwables.unexpected(name, t);
        }
    }

    private static int errno(MemorySegment state) {
        return state.get(ValueLayout.JAVA_INT, ERRNO_OFFSET);
    }

    @Override
    public String toString() {
        return name;
    }
}
