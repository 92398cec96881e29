package org.jdapl.tools;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Time spans as people write them. */
final class Durations {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h)?");

    private Durations() {}

    /** Reads a time span for picocli. */
    static final class Converter implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String text) {
            Matcher m = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
            if (!m.matches()) {
                throw new TypeConversionException(
                        "'" + text + "' is not a time such as 500ms, 10s or 2m");
            }
            long n = Long.parseLong(m.group(1));
            Duration d =
                    switch (m.group(2)) {
                        case "ms" -> Duration.ofMillis(n);
                        case "m" -> Duration.ofMinutes(n);
                        case "h" -> Duration.ofHours(n);
                        case null, default -> Duration.ofSeconds(n);
                    };
            if (d.isZero()) {
                throw new TypeConversionException("'" + text + "' is not above zero");
            }
            return d;
        }
    }

    /** Writes a time span in the unit that reads best. */
    static String format(Duration d) {
        long ms = d.toMillis();
        if (ms % 1000 != 0) {
            return ms < 1000 ? ms + " ms" : String.format(Locale.ROOT, "%.1f s", ms / 1000.0);
        }
        long s = ms / 1000;
        return s >= 120 && s % 60 == 0 ? s / 60 + " minutes" : s + " s";
    }
}
