package org.jdapl.provider.verbs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jdapl.verbs.Device;

/**
 * The counters that the kernel keeps of a port: the files of {@code counters} and {@code
 * hw_counters}, by their names. They count since the device came up, for all programs.
 */
final class HardwareCounters {
    private HardwareCounters() {}

    static Map<String, Long> read(Device device, int port) {
        Map<String, Long> values = new TreeMap<>();
        Path folder = Path.of(device.systemPath(), "ports", Integer.toString(port));
        read(folder.resolve("counters"), "port.", values);
        read(folder.resolve("hw_counters"), "hardware.", values);
        return values;
    }

    private static void read(Path folder, String prefix, Map<String, Long> values) {
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(file -> put(prefix, file, values));
        } catch (IOException | UncheckedIOException e) {
            // This driver keeps none.
        }
    }

    private static void put(String prefix, Path file, Map<String, Long> values) {
        try {
            String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
            values.put(
                    prefix + name.replace('_', '.'),
                    Long.parseUnsignedLong(Files.readString(file).strip()));
        } catch (IOException | NumberFormatException e) {
            // Not a counter, such as the life span of the values.
        }
    }
}
