package org.jdapl.conformance.kit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Waivers as data. Blocks of lines {@code field: text}, one for each component of {@link Waiver},
 * are separated by empty lines; a line that begins with a blank goes on with the text of the one
 * before, and one that begins with {@code #} is a comment:
 *
 * <pre>{@code
 * adapter: ib:rxe*
 * versions: 6.1 .. 6.12
 * rule: RMR-05
 * shows: allowed is [REMOTE_ACCESS]
 * reason: The driver does not look at the bounds of a window.
 * link: docs/waivers.md
 * expires: 2027-12-31
 * }</pre>
 */
public final class Waivers {

    /** The waivers of our own providers. */
    static final String RESOURCE = "waivers.txt";

    /** The property that names a file with more. */
    static final String FILE_PROPERTY = "jdapl.kit.waivers";

    private static final List<String> FIELDS =
            List.of("adapter", "versions", "rule", "shows", "reason", "link", "expires");

    private Waivers() {}

    /** Our own, for all adapters. */
    static List<Waiver> installed() {
        try (@Nullable InputStream in = Waivers.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not in the module");
            }
            return read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those of the file that a run was given. */
    static List<Waiver> given() {
        @Nullable String file = System.getProperty(FILE_PROPERTY);
        try {
            return file == null ? List.of() : read(Files.readString(Path.of(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads waivers.
     *
     * @param text the blocks
     * @return the waivers, in order
     * @throws IllegalArgumentException where a field is unknown, missing, there twice or wrong; the
     *     text names the line in which the block begins
     */
    public static List<Waiver> read(String text) {
        List<Waiver> waivers = new ArrayList<>();
        Map<String, String> block = new LinkedHashMap<>();
        int begin = 1;
        int number = 0;
        @Nullable String last = null;
        for (String line : (text + "\n\n").split("\n", -1)) {
            number++;
            if (line.startsWith("#")) {
                continue;
            }
            if (line.isBlank()) {
                if (!block.isEmpty()) {
                    waivers.add(waiver(block, begin));
                }
                block.clear();
                last = null;
                begin = number + 1;
            } else if (Character.isWhitespace(line.charAt(0)) && last != null) {
                block.computeIfPresent(last, (field, value) -> value + " " + line.strip());
            } else {
                last = addField(block, line, number);
            }
        }
        return List.copyOf(waivers);
    }

    private static String addField(Map<String, String> block, String line, int number) {
        int colon = line.indexOf(':');
        String field = colon < 0 ? line : line.substring(0, colon);
        if (colon < 0 || !FIELDS.contains(field)) {
            throw new IllegalArgumentException("line " + number + ": no field: " + line);
        }
        if (block.putIfAbsent(field, line.substring(colon + 1).strip()) != null) {
            throw new IllegalArgumentException("line " + number + ": there twice: " + field);
        }
        return field;
    }

    private static Waiver waiver(Map<String, String> block, int begin) {
        List<String> missing = FIELDS.stream().filter(f -> !block.containsKey(f)).toList();
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("block at line " + begin + ": missing " + missing);
        }
        try {
            return new Waiver(
                    get(block, "adapter"),
                    VersionRange.of(get(block, "versions")),
                    get(block, "rule"),
                    get(block, "shows"),
                    get(block, "reason"),
                    get(block, "link"),
                    LocalDate.parse(get(block, "expires")));
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new IllegalArgumentException("block at line " + begin + ": " + e.getMessage(), e);
        }
    }

    private static String get(Map<String, String> block, String field) {
        return block.getOrDefault(field, "");
    }
}
