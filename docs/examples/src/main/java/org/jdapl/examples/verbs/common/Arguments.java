package org.jdapl.examples.verbs.common;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A command line of single letters, as {@code getopt} of C reads them. */
public final class Arguments {
    private final Map<Character, String> values = new HashMap<>();

    private Arguments() {}

    /**
     * Reads a command line.
     *
     * @param letters the options; a colon after one that has a value
     * @param arguments the command line
     * @return what it says
     * @throws IllegalArgumentException with a text for people where it makes no sense
     */
    public static Arguments parse(String letters, String... arguments) {
        Arguments result = new Arguments();
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            if (argument.length() != 2 || argument.charAt(0) != '-') {
                throw new IllegalArgumentException("unknown argument " + argument);
            }
            char letter = argument.charAt(1);
            int at = letters.indexOf(letter);
            if (letter == ':' || at < 0) {
                throw new IllegalArgumentException("unknown option " + argument);
            }
            String value = "";
            if (letters.startsWith(":", at + 1)) {
                if (++i == arguments.length) {
                    throw new IllegalArgumentException(argument + " needs a value");
                }
                value = arguments[i];
            }
            result.values.put(letter, value);
        }
        return result;
    }

    /**
     * Whether an option was given.
     *
     * @param letter the option
     * @return true if so
     */
    public boolean has(char letter) {
        return values.containsKey(letter);
    }

    /**
     * The value of an option.
     *
     * @param letter the option
     * @return its value, if it was given
     */
    public Optional<String> text(char letter) {
        return Optional.ofNullable(values.get(letter));
    }

    /**
     * The value of an option that is a number, decimal or with 0x.
     *
     * @param letter the option
     * @param otherwise the value where it was not given
     * @param least what it must be at the least
     * @param most what it may be at the most
     * @return the number
     * @throws IllegalArgumentException with a text for people where it is none, or out of range
     */
    public int number(char letter, int otherwise, int least, int most) {
        String text = values.get(letter);
        if (text == null) {
            return otherwise;
        }
        try {
            int value = Integer.decode(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                "-" + letter + " needs a number from " + least + " to " + most);
    }
}
