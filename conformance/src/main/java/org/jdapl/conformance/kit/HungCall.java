package org.jdapl.conformance.kit;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the call of a provider that does not return, in what the threads do. */
final class HungCall {

    /** What calls providers. */
    private static final String RUNTIME = "org.jdapl.core.";

    /** The call in which the runtime's own threads stand where there is nothing to do. */
    private static final String WAITING = "await";

    private static final StackTraceElement[] NONE = {};

    private HungCall() {}

    /**
     * The call that the test's thread is in; where it is in none, one that another thread is in.
     *
     * @param stacks what the threads do
     * @param first the test's thread
     * @return the call, who made it, and where it stands, in a line; empty where no thread is in a
     *     call of a provider, or all that are wait for events
     */
    static Optional<String> find(Map<Thread, StackTraceElement[]> stacks, Thread first) {
        return Stream.concat(
                        Stream.of(first), stacks.keySet().stream().filter(t -> !t.equals(first)))
                .map(thread -> in(thread, stacks.getOrDefault(thread, NONE), thread.equals(first)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> in(Thread thread, StackTraceElement[] stack, boolean first) {
        int caller = 0;
        while (caller < stack.length && !stack[caller].getClassName().startsWith(RUNTIME)) {
            caller++;
        }
        if (caller == 0 || caller == stack.length || isSystem(stack[caller - 1])) {
            return Optional.empty(); // the runtime itself is at work, or waits
        }
        String call = stack[caller - 1].getMethodName();
        if (call.equals(WAITING) && !first) {
            return Optional.empty();
        }
        StackTraceElement top =
                Arrays.stream(stack).filter(frame -> !isSystem(frame)).findFirst().orElseThrow();
        return Optional.of(
                call
                        + ", called by "
                        + stack[caller].getClassName()
                        + "."
                        + stack[caller].getMethodName()
                        + ", at "
                        + top
                        + " (thread "
                        + thread.getName()
                        + ")");
    }

    private static boolean isSystem(StackTraceElement frame) {
        return Stream.of("java.", "jdk.internal.", "sun.")
                .anyMatch(frame.getClassName()::startsWith);
    }
}
