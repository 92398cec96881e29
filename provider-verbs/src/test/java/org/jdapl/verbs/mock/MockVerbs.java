package org.jdapl.verbs.mock;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jdapl.verbs.c.CCompiler;
import org.jdapl.verbs.ffm.CFunction;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.NativeLibrary;

/**
 * The libibverbs of {@code src/test/c/mock}, in the place of the real one: compiled and loaded once
 * in this JVM, before anything of the module looks for the library. What tests ask of it and tell
 * it goes through here.
 */
public final class MockVerbs {
    private static final String SONAME = "libibverbs.so.1";
    private static final String PROPERTY = "org.jdapl.verbs." + SONAME;
    private static final int NAME_LIMIT = 200;

    private static NativeLibrary library;

    /** What a test before, which failed, left behind. */
    private static int left;

    private MockVerbs() {}

    /** Puts it in place, and forgets what a test before did wrong. Skips where there is no gcc. */
    public static synchronized void use() {
        if (library == null) {
            CCompiler.assume("infiniband/verbs.h");
            Path all = Path.of("src", "test", "c", "mock", "all.c").toAbsolutePath();
            assertThat(all).matches(Files::isRegularFile, "is run in the module's directory");
            Path file =
                    CCompiler.library(
                            "libmock-ibverbs.so",
                            "#include \"" + all + "\"\n",
                            "-O2",
                            "-Wno-unused-parameter",
                            "-lpthread");
            System.setProperty(PROPERTY, file.toString());
            library = NativeLibrary.load(SONAME, "nothing");
        }
        function("mock_fail_never").call();
        function("mock_reset_violations").call();
        setPause(0);
        left = liveObjects();
    }

    private static CFunction function(String name) {
        return library.function(name);
    }

    /** How many native objects exist. */
    private static int liveObjects() {
        return (int) function("mock_live_objects").call();
    }

    /** How often it was called as nobody may. */
    public static int violations() {
        return (int) function("mock_violations").call();
    }

    /** What was wrong with the last of these calls. */
    public static String lastViolation() {
        return Memory.string(function("mock_last_violation").call(), NAME_LIMIT);
    }

    /** Everything that was made is destroyed, and nothing was called wrongly. */
    public static void assertClean() {
        assertThat(violations()).as(lastViolation()).isZero();
        assertThat(liveObjects() - left).as("native objects left").isZero();
    }

    /**
     * Makes the next call of a function fail.
     *
     * @param function its C name; of those in the table of operations {@code post_send}, {@code
     *     poll_cq} and so on
     * @param errno Linux's number
     */
    public static void failNext(String function, int errno) {
        try (Arena arena = Arena.ofConfined()) {
            function("mock_fail_next").check(arena.allocateFrom(function).address(), errno);
        }
    }

    /** How many devices there are; one at first, four at most. */
    public static void setDevices(int count) {
        function("mock_set_devices").call(count);
    }

    /** The port goes up or down, and says so by an event to every open context. */
    public static void setPort(boolean active) {
        function("mock_set_port").call(active ? 1 : 0);
    }

    /** An event of the port or the device to every open context. */
    public static void raise(int eventType) {
        function("mock_raise").call(eventType);
    }

    /** An event of a queue pair. */
    public static void raiseOf(int qpNumber, int eventType) {
        assertThat((int) function("mock_raise_qp").call(qpNumber, eventType)).isOne();
    }

    /** How long the driver takes before it reads a work request, in microseconds. */
    public static void setPause(int microseconds) {
        function("mock_pause").call(microseconds);
    }

    /** Queue pairs made from now on complete at once, without transfer: for measuring. */
    public static void setInstant(boolean instant) {
        function("mock_instant").call(instant ? 1 : 0);
    }
}
