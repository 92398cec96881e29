package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the kernel holds for RDMA, and which descriptors this process has. */
final class KernelObjects {
    private static final long LIMIT_NS = 60_000_000_000L;

    private KernelObjects() {}

    /** A line for each device: how many objects of which kind. */
    static String now() {
        try {
            Process process = new ProcessBuilder("rdma", "resource", "show").start();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).isZero();
            assertThat(output).contains("rxe0").contains("siw0");
            return output;
        } catch (IOException e) {
            throw new AssertionError("rdma resource show", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Waits until there are no more and no less than before: drivers free some a moment later. */
    static void awaitAgain(String before) throws InterruptedException {
        long end = System.nanoTime() + LIMIT_NS;
        while (!now().equals(before) && System.nanoTime() < end) {
            Thread.sleep(200);
        }
        assertThat(now()).isEqualTo(before);
    }

    /** How many descriptors of RDMA, and of what wakes waiting threads, are open. */
    static long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(KernelObjects::isOurs).count();
        }
    }

    private static boolean isOurs(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.contains("infiniband") || target.startsWith("anon_inode");
        } catch (IOException e) {
            return false; // it was that of the directory
        }
    }
}
