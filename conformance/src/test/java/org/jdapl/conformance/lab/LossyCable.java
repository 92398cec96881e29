package org.jdapl.conformance.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The cable between rxe's two interfaces in the layout {@code pair} of the lab's guest, which loses
 * packets in both directions until it is closed.
 */
final class LossyCable implements AutoCloseable {

    private static final List<String> ENDS = List.of("roce0", "roce1");
    private static final long LIMIT_S = 40;

    private LossyCable() {}

    /**
     * Has it lose packets, at random.
     *
     * @param percent how many of a hundred
     */
    static LossyCable losing(int percent) throws IOException {
        LossyCable cable = new LossyCable();
        for (String end : ENDS) {
            tc("add", end, "netem", "loss", percent + "%");
        }
        return cable;
    }

    @Override
    public void close() throws IOException {
        for (String end : ENDS) {
            tc("del", end);
        }
    }

    private static void tc(String what, String end, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of("tc", "qdisc", what, "dev", end, "root"));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new AssertionError(command + ": " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(command + " was interrupted", e);
        }
    }

    /**
     * How many requests a device has had twice, since an answer of its was lost.
     *
     * @param device of rxe's
     */
    static long duplicates(String device) throws IOException {
        Path counter =
                Path.of(
                        "/sys/class/infiniband",
                        device,
                        "ports",
                        "1",
                        "hw_counters",
                        "duplicate_request");
        return Long.parseLong(Files.readString(counter).strip());
    }
}
