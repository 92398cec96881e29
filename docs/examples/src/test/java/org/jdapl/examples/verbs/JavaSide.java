package org.jdapl.examples.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A program of ours in a thread of this process. */
final class JavaSide {
    private static final long LIMIT_S = 90;

    /** The programs' entry. */
    @FunctionalInterface
    interface Program {
        int run(PrintStream out, String... arguments);
    }

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
    private final Thread thread;

    private JavaSide(Program program, String... arguments) {
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        thread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        exitCode.complete(program.run(out, arguments));
                                    } catch (RuntimeException | Error e) {
                                        exitCode.completeExceptionally(e);
                                    }
                                });
    }

    static JavaSide start(Program program, String... arguments) {
        return new JavaSide(program, arguments);
    }

    JavaSide awaitLine(String part) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (!output().contains(part)) {
            assertThat(exitCode).as(output()).isNotDone();
            assertThat(System.nanoTime()).as(part).isLessThan(end);
            Thread.sleep(50);
        }
        return this;
    }

    String output() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Waits for its end, which has to be a success, and tells what it wrote. */
    String succeeded() throws Exception {
        assertThat(exitCode.get(LIMIT_S, TimeUnit.SECONDS)).as(output()).isZero();
        return output();
    }

    /** Waits for its end, which has to be a failure, and tells what it wrote. */
    String failed() throws Exception {
        assertThat(exitCode.get(LIMIT_S, TimeUnit.SECONDS)).as(output()).isEqualTo(1);
        return output();
    }

    /** Interrupts it, and tells what it wrote until then. */
    String interrupted() throws Exception {
        thread.interrupt();
        return failed();
    }
}
