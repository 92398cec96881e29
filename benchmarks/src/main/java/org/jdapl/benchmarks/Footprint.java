package org.jdapl.benchmarks;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What this process holds at a moment. A figure that the system does not give is 0.
 *
 * @param threads threads of the process, those of the Java VM included
 * @param descriptors open file descriptors
 * @param residentKiB resident memory
 * @param nativeKiB memory that the Java VM has committed outside the heap, less what it uses for
 *     compiling; needs {@code -XX:NativeMemoryTracking=summary}
 * @param directKiB memory of direct buffers
 * @param heapKiB heap in use, after a collection
 */
record Footprint(
        long threads,
        long descriptors,
        long residentKiB,
        long nativeKiB,
        long directKiB,
        long heapKiB) {

    private static final Path TASKS = Path.of("/proc/self/task");
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Pattern TOTAL =
            Pattern.compile("Total: reserved=\\d+KB, committed=(\\d+)KB");
    private static final String OF = " \\(reserved=\\d+KB, committed=(\\d+)KB";
    private static final int FIELDS = 6;

    /** Sections of the Java VM's account that its own compiling and class loading make grow. */
    private static final String[] NOT_OURS = {
        "Java Heap",
        "Class",
        "Code",
        "GC",
        "Compiler",
        "Symbol",
        "Metaspace",
        "Native Memory Tracking",
        "Arena Chunk",
        "Shared class space",
        "Statistics",
        "Tracing"
    };

    /**
     * Looks, after a collection, and after giving back to the system what only the allocator of the
     * C library keeps: the compiler leaves a lot of that.
     */
    static Footprint now() {
        System.gc();
        ask("systemTrimNativeHeap");
        return new Footprint(
                count(TASKS),
                count(DESCRIPTORS) - 1,
                resident(),
                committed(),
                direct() / 1024,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024);
    }

    /** For a line between the two processes. */
    Object[] words() {
        return new Object[] {threads, descriptors, residentKiB, nativeKiB, directKiB, heapKiB};
    }

    static Footprint parse(String[] words) {
        long[] n = new long[FIELDS];
        for (int i = 0; i < FIELDS; i++) {
            n[i] = Long.parseLong(words[i]);
        }
        return new Footprint(n[0], n[1], n[2], n[3], n[4], n[5]);
    }

    /** What has come since. */
    Footprint since(Footprint earlier) {
        return new Footprint(
                threads - earlier.threads,
                descriptors - earlier.descriptors,
                residentKiB - earlier.residentKiB,
                nativeKiB - earlier.nativeKiB,
                directKiB - earlier.directKiB,
                heapKiB - earlier.heapKiB);
    }

    private static long count(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.count();
        } catch (IOException _) {
            return 0;
        }
    }

    private static long resident() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(l -> l.startsWith("VmRSS:"))
                    .map(l -> l.replaceAll("\\D", ""))
                    .mapToLong(Long::parseLong)
                    .findFirst()
                    .orElse(0);
        } catch (IOException _) {
            return 0;
        }
    }

    private static long direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(p -> p.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private static long committed() {
        String account = ask("vmNativeMemory", "summary", "scale=KB");
        Matcher total = TOTAL.matcher(account);
        if (!total.find()) {
            return 0;
        }
        long kib = Long.parseLong(total.group(1));
        for (String section : NOT_OURS) {
            Matcher part = Pattern.compile(section + OF).matcher(account);
            kib -= part.find() ? Long.parseLong(part.group(1)) : 0;
        }
        return kib;
    }

    /** Has the Java VM answer a diagnostic command; an empty answer where it knows none. */
    private static String ask(String command, String... arguments) {
        try {
            Object answer =
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(
                                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                    command,
                                    new Object[] {arguments},
                                    new String[] {String[].class.getName()});
            return String.valueOf(answer);
        } catch (JMException _) {
            return "";
        }
    }
}
