package org.jdapl.conformance.ffm;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/** Calls of the C library that give an {@code int}, which is below zero where they fail. */
public final class Posix {

    private static final Linker LINKER = Linker.nativeLinker();

    private Posix() {}

    /**
     * Whether this process may call a function.
     *
     * @param function its name
     * @return false where the JVM's settings or the system do not let it
     */
    public static boolean has(String function) {
        return Posix.class.getModule().isNativeAccessEnabled()
                && LINKER.defaultLookup().find(function).isPresent();
    }

    /**
     * Calls a function.
     *
     * @param function its name
     * @param type its type, as its man page has it
     * @param arguments of that type
     * @return what it gives, 0 or above
     * @throws IllegalStateException where it fails, or cannot be called
     */
    @SuppressWarnings("restricted") // with the types of the man pages
    static int call(String function, FunctionDescriptor type, Object... arguments) {
        MethodHandle handle =
                LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(function), type);
        int result;
        try {
            result = (int) handle.invokeWithArguments(arguments);
        } catch (Throwable t) {
            throw new IllegalStateException(function + " cannot be called", t);
        }
        if (result < 0) {
            throw new IllegalStateException(function + " failed");
        }
        return result;
    }
}
