package org.jdapl.conformance.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The cable between rxe's two interfaces in the layout {@code pair} of the lab's guest, which loses
 * packets in both directions until it is closed.
 */
final class LossyCable implements AutoCloseable {

    private static final List<String> ENDS = List.of("roce0", "roce1");

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
        String[] command =
                Stream.concat(Stream.of("tc", "qdisc", what, "dev", end, "root"), Stream.of(more))
                        .toArray(String[]::new);
        try {
            new LabDevice.Running(command).join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(String.join(" ", command) + " was interrupted", e);
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
