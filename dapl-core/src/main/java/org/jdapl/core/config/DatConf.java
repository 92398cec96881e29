package org.jdapl.core.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jdapl.api.ConfigurationWarning;
import org.jspecify.annotations.Nullable;

/**
 * A file {@code dat.conf} (uDAPL's static registry): its good lines in their order, and a warning
 * for each of the others. A line has eight fields: {@code ia_name api_version threadsafety default
 * lib_path provider_version ia_params platform_params}.
 *
 * <p>What the reference implementation refuses is refused, and a bad word for the thread safety is
 * refused too where that one looks at its start only.
 *
 * @param entries the good lines
 * @param warnings what is wrong with the others
 */
public record DatConf(List<DatConfEntry> entries, List<ConfigurationWarning> warnings) {

    /** No file: nothing in it, and nothing wrong with it. */
    public static final DatConf NONE = new DatConf(List.of(), List.of());

    /** Longer names are refused (uDAPL {@code DAT_NAME_MAX_LENGTH}). */
    static final int MAX_NAME = 255;

    /** No sensible file is larger. */
    static final int MAX_BYTES = 1 << 20;

    private static final String EMPTY_DEVICE = "/dev/null";

    private static final int NAME = 0;
    private static final int API = 1;
    private static final int DEFAULT = 3;
    private static final int LIBRARY = 4;
    private static final int PARAMETERS = 6;

    private static final Set<String> THREAD_SAFETY = Set.of("threadsafe", "nonthreadsafe");
    private static final Set<String> DEFAULTS = Set.of("default", "nondefault");
    private static final Pattern API_VERSION = Pattern.compile("[uk]\\d{1,9}\\.\\d{1,9}");
    private static final Pattern PROVIDER_VERSION =
            Pattern.compile("[^.\\s]+\\.\\d{1,9}\\.\\d{1,9}");

    /**
     * A field of a line.
     *
     * @param name its name in the file's documentation
     * @param problem what is wrong with a value; null where nothing is
     */
    private record Field(String name, Function<String, @Nullable String> problem) {}

    private static final List<Field> FIELDS =
            List.of(
                    new Field("ia_name", DatConf::nameProblem),
                    new Field(
                            "api_version",
                            v -> matching(v, API_VERSION, "of the form u2.0 or k2.0")),
                    new Field("threadsafety", v -> oneOf(v, THREAD_SAFETY)),
                    new Field("default", v -> oneOf(v, DEFAULTS)),
                    new Field("lib_path", v -> v.isEmpty() ? "is empty" : null),
                    new Field(
                            "provider_version",
                            v -> matching(v, PROVIDER_VERSION, "of the form id.major.minor")),
                    new Field("ia_params", v -> null),
                    new Field("platform_params", v -> null));

    /** Copies the lists. */
    public DatConf {
        entries = List.copyOf(entries);
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads a file. One that cannot be read has no entry and one warning; there is no other file
     * instead.
     *
     * @param file its name
     * @return what is in it
     */
    public static DatConf read(String file) {
        if (isSpecial(file)) {
            return unusable(file, "is no file");
        }
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            return bytes.length > MAX_BYTES
                    ? unusable(file, "is longer than " + MAX_BYTES + " bytes")
                    : parse(file, new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException | InvalidPathException e) {
            return unusable(file, "cannot be read: " + e);
        }
    }

    /** Whether reading could wait for ever: a pipe or a device, but not the empty device. */
    private static boolean isSpecial(String file) {
        try {
            Path path = Path.of(file);
            return !file.equals(EMPTY_DEVICE)
                    && Files.readAttributes(path, BasicFileAttributes.class).isOther();
        } catch (IOException | InvalidPathException e) {
            return false; // reading it says why
        }
    }

    private static DatConf unusable(String file, String problem) {
        return new DatConf(List.of(), List.of(new ConfigurationWarning(file, 0, "", problem)));
    }

    static DatConf parse(String file, String text) {
        List<DatConfEntry> entries = new ArrayList<>();
        List<ConfigurationWarning> warnings = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\r\n|\r|\n", -1)) {
            number++;
            DatConfLine cut = DatConfLine.split(line);
            if (cut.fields().isEmpty() && cut.problem() == null) {
                continue;
            }
            @Nullable ConfigurationWarning warning = check(file, number, cut);
            if (warning != null) {
                warnings.add(warning);
                continue;
            }
            List<String> f = cut.fields();
            entries.add(
                    new DatConfEntry(
                            file,
                            number,
                            f.get(NAME),
                            f.get(API),
                            f.get(DEFAULT).equals("default"),
                            f.get(LIBRARY),
                            f.get(PARAMETERS)));
        }
        return new DatConf(entries, warnings);
    }

    /** The first thing that is wrong with a line; null where nothing is. */
    private static @Nullable ConfigurationWarning check(String file, int line, DatConfLine cut) {
        List<String> given = cut.fields();
        for (int i = 0; i < FIELDS.size(); i++) {
            Field field = FIELDS.get(i);
            @Nullable String problem =
                    i < given.size()
                            ? field.problem().apply(given.get(i))
                            : cut.problem() != null ? cut.problem() : "is missing";
            if (problem != null) {
                return new ConfigurationWarning(file, line, field.name(), problem);
            }
        }
        if (given.size() > FIELDS.size() || cut.problem() != null) {
            return new ConfigurationWarning(
                    file,
                    line,
                    "",
                    "there is something behind the last of its " + FIELDS.size() + " fields");
        }
        return null;
    }

    private static @Nullable String nameProblem(String name) {
        if (name.isEmpty()) {
            return "is empty";
        }
        return name.length() > MAX_NAME
                ? "has " + name.length() + " characters, more than " + MAX_NAME
                : null;
    }

    private static @Nullable String matching(String value, Pattern form, String words) {
        return form.matcher(value).matches() ? null : "\"" + value + "\" is not " + words;
    }

    private static @Nullable String oneOf(String value, Set<String> words) {
        return words.contains(value)
                ? null
                : "\""
                        + value
                        + "\" is none of "
                        + String.join(", ", words.stream().sorted().toList());
    }
}
