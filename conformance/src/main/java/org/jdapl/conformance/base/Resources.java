package org.jdapl.conformance.base;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What this process holds of what JDAPL could leak: threads, open descriptors other than files, and
 * native memory.
 *
 * @param threads number of live threads by name, of those that are JDAPL's
 * @param descriptors number of open descriptors by kind; empty where the system does not tell
 * @param nativeKibibytes native memory outside of the JVM's own; -1 where the JVM was not told to
 *     count it
 */
public record Resources(
        Map<String, Integer> threads, Map<String, Integer> descriptors, long nativeKibibytes) {

    /** Threads of JDAPL have such names. */
    public static final String THREAD_PREFIX = "jdapl-";

    private static final String SOCKET = "socket";
    private static final AtomicInteger HARNESS_SOCKETS = new AtomicInteger();

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Pattern OTHER =
            Pattern.compile("- +Other \\(reserved=\\d+KB, committed=(\\d+)KB\\)");
    private static final long LOOK_AGAIN_MS = 5;

    static {
        // The Java VM opens one socket for itself with the first of a program, and keeps it.
        try {
            SocketChannel.open().close();
        } catch (IOException e) {
            throw new UncheckedIOException("there are no sockets to be had", e);
        }
    }

    /** Copies the maps. */
    public Resources {
        threads = Map.copyOf(threads);
        descriptors = Map.copyOf(descriptors);
    }

    /**
     * Looks at threads and descriptors, which is quick.
     *
     * @return what there is at this moment
     */
    public static Resources now() {
        return new Resources(threadsNow(), descriptorsNow(), -1);
    }

    /**
     * Looks at native memory too, which is slow: buffers that nobody reaches any more are collected
     * first.
     *
     * @return what there is at this moment
     */
    public static Resources all() {
        return new Resources(threadsNow(), descriptorsNow(), nativeNow());
    }

    private static Map<String, Integer> threadsNow() {
        Map<String, Integer> found = new TreeMap<>();
        Thread[] all = new Thread[Thread.activeCount() + 64];
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group != null && group.getParent() != null) {
            group = group.getParent();
        }
        int n = group == null ? 0 : group.enumerate(all, true);
        for (int i = 0; i < n; i++) {
            if (all[i].isAlive() && all[i].getName().startsWith(THREAD_PREFIX)) {
                found.merge(all[i].getName(), 1, Integer::sum);
            }
        }
        return found;
    }

    /**
     * Says that the harness itself has opened or closed sockets, which count for no test.
     *
     * @param more how many more there are; below zero for fewer
     */
    public static void harnessSockets(int more) {
        HARNESS_SOCKETS.addAndGet(more);
    }

    private static Map<String, Integer> descriptorsNow() {
        Map<String, Integer> found = new TreeMap<>();
        if (!Files.isDirectory(DESCRIPTORS)) {
            return found;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path entry : entries) {
                kind(entry).ifPresent(kind -> found.merge(kind, 1, Integer::sum));
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot list " + DESCRIPTORS, e);
        }
        found.computeIfPresent(SOCKET, (_, n) -> n - HARNESS_SOCKETS.get());
        return found;
    }

    /**
     * Sockets, event and poll descriptors, devices of RDMA; not files and pipes, which the JVM and
     * the tests open for themselves.
     */
    private static java.util.Optional<String> kind(Path entry) {
        String target;
        try {
            target = Files.readSymbolicLink(entry).toString();
        } catch (IOException _) {
            return java.util.Optional.empty(); // closed meanwhile
        }
        if (target.startsWith("socket:")) {
            return java.util.Optional.of(SOCKET);
        }
        return target.startsWith("anon_inode:") || target.startsWith("/dev/infiniband/")
                ? java.util.Optional.of(target)
                : java.util.Optional.empty();
    }

    @SuppressWarnings(
            "SystemGC") // direct buffers are given back by the collector, whenever it comes
    private static long nativeNow() {
        System.gc();
        System.gc();
        try {
            Object text =
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(
                                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                    "vmNativeMemory",
                                    new Object[] {new String[] {"summary"}},
                                    new String[] {String[].class.getName()});
            Matcher matcher = OTHER.matcher(String.valueOf(text));
            return matcher.find() ? Long.parseLong(matcher.group(1)) : -1;
        } catch (JMException | RuntimeException _) {
            return -1;
        }
    }

    /**
     * What this has more of than a former look.
     *
     * @param before the former look
     * @return one line for each kind; empty where nothing was leaked
     */
    public List<String> beyond(Resources before) {
        List<String> more = new ArrayList<>();
        compare("threads named", threads, before.threads, more);
        compare("descriptors of", descriptors, before.descriptors, more);
        if (before.nativeKibibytes >= 0 && nativeKibibytes > before.nativeKibibytes) {
            more.add(
                    "native memory: "
                            + nativeKibibytes
                            + " KiB, before "
                            + before.nativeKibibytes
                            + " KiB");
        }
        return more;
    }

    private static void compare(
            String what, Map<String, Integer> now, Map<String, Integer> before, List<String> more) {
        now.forEach(
                (name, count) -> {
                    int former = before.getOrDefault(name, 0);
                    if (count > former) {
                        more.add(what + " " + name + ": " + count + ", before " + former);
                    }
                });
    }

    /**
     * Waits until there is no more than there was.
     *
     * @param before what there was
     * @param bound how long to wait at most
     * @throws InterruptedException where the thread was interrupted
     * @throws AssertionError where there is still more
     */
    public static void requireBackTo(Resources before, Bound bound) throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            Resources now = before.nativeKibibytes >= 0 ? all() : now();
            List<String> more = now.beyond(before);
            if (more.isEmpty()) {
                return;
            }
            if (System.nanoTime() - start > bound.nanos()) {
                throw new AssertionError(
                        "leaked within " + bound + "=" + bound.millis() + " ms: " + more);
            }
            Thread.sleep(LOOK_AGAIN_MS);
        }
    }
}
