package org.jdapl.conformance.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A software device of the guest's, and the commands by which it and its link come and go. */
enum LabDevice {
    /** RoCE. */
    RXE("ib:rxe0", "rxe0", "rxe", "roce0", "10.77.1"),
    /** iWARP. */
    SIW("iwarp:siw0", "siw0", "siw", "iwarp0", "10.77.2");

    /** The guest is slow, and has two processors; nothing that must happen takes longer. */
    static final long LIMIT_S = 40;

    /** A thread for each task: those of a pool may all be waiting. */
    static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);

    private final String adapter;
    private final String device;
    private final String type;
    private final String netdev;
    private final String net;

    LabDevice(String adapter, String device, String type, String netdev, String net) {
        this.adapter = adapter;
        this.device = device;
        this.type = type;
        this.netdev = netdev;
        this.net = net;
    }

    String adapter() {
        return adapter;
    }

    /** A host's address in the network of its interface; the device's own is number 1. */
    String address(int host) {
        return net + "." + host;
    }

    /** A command that is under way. */
    static final class Running {
        private final List<String> command;
        private final CompletableFuture<String> output;

        Running(String... command) throws IOException {
            this.command = List.of(command);
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            output =
                    CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    byte[] said = process.getInputStream().readAllBytes();
                                    String text = new String(said, StandardCharsets.UTF_8);
                                    return process.waitFor() == 0 ? "" : "failed: " + text;
                                } catch (IOException | InterruptedException e) {
                                    return e.toString();
                                }
                            },
                            THREADS);
        }

        /** Demands that it ends well, and soon. */
        void join() throws InterruptedException {
            try {
                assertThat(output.get(LIMIT_S, TimeUnit.SECONDS)).as(command.toString()).isEmpty();
            } catch (TimeoutException e) {
                throw new AssertionError(command + " has not ended within " + LIMIT_S + " s", e);
            } catch (ExecutionException e) {
                throw new AssertionError(command.toString(), e);
            }
        }
    }

    /** Takes the device away; the command ends when nobody uses it any more. */
    Running unplug() throws IOException {
        return new Running("rdma", "link", "del", device);
    }

    void plug() throws IOException, InterruptedException {
        new Running("rdma", "link", "add", device, "type", type, "netdev", netdev).join();
    }

    boolean isThere() {
        return Files.exists(Path.of("/sys/class/infiniband", device));
    }

    void link(String upOrDown) throws IOException, InterruptedException {
        new Running("ip", "link", "set", netdev, upOrDown).join();
    }

    /**
     * Has a host seem to be there that answers nothing: packets for it are sent, and get lost.
     *
     * @return its address
     */
    String silent(int host) throws IOException, InterruptedException {
        String lost = "02:00:00:00:00:%02x".formatted(host);
        new Running("ip", "neigh", "replace", address(host), "lladdr", lost, "dev", netdev).join();
        return address(host);
    }

    /** Adds or deletes an address of its interface. */
    void address(String addOrDel, int host) throws IOException, InterruptedException {
        new Running("ip", "addr", addOrDel, address(host) + "/24", "dev", netdev).join();
    }
}
