package org.jdapl.verbs.c;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Compiles C in a test: programs that tell what the installed headers say, and libraries that stand
 * in for the real ones. Nothing that it makes is shipped.
 */
public final class CCompiler {
    private static final String GCC = System.getProperty("jdapl.test.cc", "gcc");
    private static final String REMEDY =
            "install gcc, libc6-dev, libibverbs-dev, librdmacm-dev and libibumad-dev";

    private static final long LIMIT_SECONDS = 120;

    private CCompiler() {}

    /** What a program wrote, to both of its outputs, and how it ended. */
    public record Result(int exitCode, String output) {}

    /**
     * Ends the test as skipped if C cannot be compiled here. Where the system property {@code
     * jdapl.ci} is true nothing may be missing: there it fails.
     *
     * @param headers what the test includes, such as {@code infiniband/verbs.h}
     */
    public static void assume(String... headers) {
        missing(headers)
                .ifPresent(
                        missing -> {
                            if (Boolean.getBoolean("jdapl.ci")) {
                                fail(missing);
                            }
                            abort(missing);
                        });
    }

    /** What is missing to compile C with these headers, and the remedy; empty: nothing. */
    public static Optional<String> missing(String... headers) {
        try {
            run(List.of(GCC, "--version"));
        } catch (UncheckedIOException e) {
            return Optional.of("there is no C compiler (" + GCC + "): " + REMEDY);
        }
        StringBuilder source = new StringBuilder();
        for (String header : headers) {
            source.append("#include <").append(header).append(">\n");
        }
        Path directory = temporaryDirectory();
        Result result =
                run(
                        List.of(
                                GCC,
                                "-fsyntax-only",
                                write(directory.resolve("headers.c"), source.toString())
                                        .toString()));
        if (result.exitCode() == 0) {
            return Optional.empty();
        }
        return Optional.of(
                "C headers are missing ("
                        + result.output().lines().findFirst().orElse("")
                        + "): "
                        + REMEDY);
    }

    /**
     * Compiles and links a program.
     *
     * @param name of the file
     * @param source C, of GNU's dialect
     * @param options for gcc, after the source file: {@code -O2}, {@code -libverbs}
     * @return the program; it and its directory are deleted when the JVM ends
     */
    public static Path program(String name, String source, String... options) {
        return compile(name, source, List.of(), options);
    }

    /**
     * Compiles a shared library.
     *
     * @param name of the file, such as {@code libibverbs.so.1}
     * @param source C, of GNU's dialect
     * @param options for gcc, after the source file
     * @return the library; it and its directory are deleted when the JVM ends
     */
    public static Path library(String name, String source, String... options) {
        return compile(name, source, List.of("-shared", "-fPIC"), options);
    }

    private static Path compile(String name, String source, List<String> kind, String... options) {
        Path directory = temporaryDirectory();
        Path output = directory.resolve(name);
        output.toFile().deleteOnExit();
        List<String> command = new ArrayList<>(List.of(GCC, "-std=gnu17", "-Wall", "-Werror"));
        command.addAll(kind);
        command.add("-o");
        command.add(output.toString());
        command.add(write(directory.resolve(name + ".c"), source).toString());
        command.addAll(Arrays.asList(options));
        Result result = run(command);
        if (result.exitCode() != 0) {
            throw new IllegalArgumentException(command + "\n" + result.output());
        }
        return output;
    }

    /**
     * Runs a program to its end.
     *
     * @param command the program and its arguments
     * @return what it wrote
     * @throws UncheckedIOException if there is no such program
     */
    public static Result run(List<String> command) {
        Path output = temporaryDirectory().resolve("output");
        output.toFile().deleteOnExit();
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
            process.getOutputStream().close();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(command + " did not end");
            }
            return new Result(
                    process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(command + " was interrupted", e);
        }
    }

    private static Path temporaryDirectory() {
        try {
            Path directory = Files.createTempDirectory("jdapl-c");
            directory.toFile().deleteOnExit();
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path write(Path file, String text) {
        try {
            Files.writeString(file, text);
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
