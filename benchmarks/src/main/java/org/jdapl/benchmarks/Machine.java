package org.jdapl.benchmarks;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** What the figures were taken on. Names neither the host nor any path. */
final class Machine {

    private static final Path CPUS = Path.of("/proc/cpuinfo");
    private static final Path LOAD = Path.of("/proc/loadavg");

    private Machine() {}

    /** One line: processors, system, Java, collector, and how busy the machine is. */
    static String line() {
        String collectors =
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(GarbageCollectorMXBean::getName)
                        .collect(Collectors.joining("+"));
        return Runtime.getRuntime().availableProcessors()
                + " cores ("
                + processor()
                + "), "
                + System.getProperty("os.name")
                + " "
                + System.getProperty("os.version")
                + " "
                + System.getProperty("os.arch")
                + ", JDK "
                + Runtime.version()
                + " ("
                + collectors
                + "), load "
                + load();
    }

    private static String processor() {
        try (var lines = Files.lines(CPUS)) {
            return lines.filter(l -> l.startsWith("model name"))
                    .map(l -> l.substring(l.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException _) {
            return "unknown";
        }
    }

    private static String load() {
        try {
            return Files.readString(LOAD).split(" ", 2)[0];
        } catch (IOException _) {
            return "unknown";
        }
    }
}
