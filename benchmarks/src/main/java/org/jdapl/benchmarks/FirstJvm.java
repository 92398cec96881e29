package org.jdapl.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The first Java VM, from the second one's side. When it is gone, so is this process. */
final class FirstJvm {

    private static final Duration SILENCE_LIMIT = Duration.ofMinutes(5);

    private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();
    private final PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    FirstJvm() {
        Thread reader = new Thread(this::read, "first-jvm-commands");
        reader.setDaemon(true);
        reader.start();
    }

    /** Waits for a command; its words. */
    String[] next() {
        try {
            @Nullable String line = commands.poll(SILENCE_LIMIT.toNanos(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new Failure("the first Java VM was silent for " + SILENCE_LIMIT);
            }
            return line.split(" ", -1);
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }

    void say(String word, Object... words) {
        StringBuilder line = new StringBuilder(word);
        for (Object w : words) {
            line.append(' ').append(w);
        }
        answers.println(line);
    }

    private void read() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                commands.add(line);
            }
        } catch (IOException _) {
            // The same as its end.
        }
        Runtime.getRuntime().halt(0);
    }
}
