package org.jdapl.conformance.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jdapl.conformance.certificate.Certificate.Machine;

/** What a certificate says of the machine that the rules were tried on. */
final class ThisMachine {

    private static final Path RELEASE = Path.of("/etc/os-release");
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    private ThisMachine() {}

    /** This machine and this Java. */
    static Machine now() {
        return new Machine(
                Runtime.version() + ", " + property("java.vendor"),
                value(RELEASE, "PRETTY_NAME", "=", property("os.name")).replace("\"", ""),
                property("os.version"),
                property("os.arch"),
                value(PROCESSORS, "model name", ":", ""),
                Runtime.getRuntime().availableProcessors());
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }

    /** The value of the first line of a file that has a name; these files are Linux's. */
    private static String value(Path file, String name, String separator, String otherwise) {
        if (!Files.isReadable(file)) {
            return otherwise;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(separator) + 1).strip())
                    .findFirst()
                    .orElse(otherwise);
        } catch (IOException _) {
            return otherwise;
        }
    }
}
