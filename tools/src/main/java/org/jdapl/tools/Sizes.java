package org.jdapl.tools;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Numbers of bytes as people write them. */
final class Sizes {

    private static final Pattern FORM = Pattern.compile("(\\d{1,19})\\s*([a-zA-Z]*)");
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private Sizes() {}

    /** Reads a size for picocli. */
    static final class Converter implements ITypeConverter<Long> {

        @Override
        public Long convert(String text) {
            try {
                return parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }

    /**
     * Reads a size: {@code 512}, {@code 4k}, {@code 4KiB} (4096), {@code 1M}, {@code 1MiB}, {@code
     * 2g}; {@code kB}, {@code MB} and {@code GB} count in thousands.
     */
    static long parse(String text) {
        Matcher m = FORM.matcher(text.strip());
        if (!m.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a size such as 64, 4k or 1MiB");
        }
        long unit =
                switch (m.group(2).toLowerCase(Locale.ROOT)) {
                    case "", "b" -> 1L;
                    case "k", "ki", "kib" -> 1L << 10;
                    case "m", "mi", "mib" -> 1L << 20;
                    case "g", "gi", "gib" -> 1L << 30;
                    case "t", "ti", "tib" -> 1L << 40;
                    case "kb" -> 1_000L;
                    case "mb" -> 1_000_000L;
                    case "gb" -> 1_000_000_000L;
                    default ->
                            throw new IllegalArgumentException(
                                    "'"
                                            + text
                                            + "' has an unknown unit of size '"
                                            + m.group(2)
                                            + "'");
                };
        try {
            return Math.multiplyExact(Long.parseLong(m.group(1)), unit);
        } catch (ArithmeticException | NumberFormatException _) {
            throw new IllegalArgumentException("'" + text + "' is too large a size");
        }
    }

    /** Writes a size with at most one decimal place: {@code 512 bytes}, {@code 1.5 MiB}. */
    static String format(double bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        boolean whole = value == Math.rint(value) || unit == 0;
        return String.format(Locale.ROOT, whole ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
    }

    /** Writes a size with at most one decimal place. */
    static String format(long bytes) {
        return format((double) bytes);
    }

    /** Writes a number with its thousands set apart. */
    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
