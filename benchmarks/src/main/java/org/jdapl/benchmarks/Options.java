package org.jdapl.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jdapl.api.data.ProgressMode;
import org.jspecify.annotations.Nullable;

/**
 * The options of a program: {@code --name value}, or {@code --name} for a switch. Only those that
 * have a default are known.
 */
final class Options {

    /** The switch that makes a program the second one. */
    static final String PEER = "peer";

    private static final String ON = "on";
    private static final String OFF = "off";

    private final Map<String, String> values;

    private Options(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Reads arguments. The options of a {@link Fabric} are known to each program.
     *
     * @param arguments the command line
     * @param defaults names and default values, by turns, those of a fabric where they differ; a
     *     value of "off" makes a switch
     * @throws IllegalArgumentException for an unknown name, with those that there are
     */
    static Options parse(String[] arguments, String... defaults) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("adapter", "soft:iwarp");
        values.put("progress", "auto");
        values.put("crc", "default");
        values.put("framing", "default");
        for (int i = 0; i < defaults.length; i += 2) {
            values.put(defaults[i], defaults[i + 1]);
        }
        values.put(PEER, OFF);
        for (int i = 0; i < arguments.length; i++) {
            String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : "";
            @Nullable String known = values.get(name);
            if (known == null) {
                throw new IllegalArgumentException(
                        arguments[i] + " is not known; there are " + new TreeMap<>(values));
            }
            boolean alone = i + 1 == arguments.length || arguments[i + 1].startsWith("--");
            values.put(name, alone && known.equals(OFF) ? ON : argument(arguments, ++i));
        }
        return new Options(values);
    }

    private static String argument(String[] arguments, int index) {
        if (index == arguments.length) {
            throw new IllegalArgumentException(arguments[index - 1] + " needs a value");
        }
        return arguments[index];
    }

    /** All of them, for the second program's command line. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        values.forEach(
                (name, value) -> {
                    if (!name.equals(PEER)) {
                        arguments.add("--" + name);
                        arguments.add(value);
                    }
                });
        return arguments;
    }

    String text(String name) {
        return values.getOrDefault(name, "");
    }

    int number(String name) {
        return Integer.parseInt(text(name));
    }

    int[] numbers(String name) {
        return Arrays.stream(text(name).split(",", -1)).mapToInt(Integer::parseInt).toArray();
    }

    boolean isOn(String name) {
        return text(name).equals(ON);
    }

    boolean isPeer() {
        return isOn(PEER);
    }

    ProgressMode progress() {
        return ProgressMode.valueOf(text("progress").toUpperCase(Locale.ROOT));
    }
}
