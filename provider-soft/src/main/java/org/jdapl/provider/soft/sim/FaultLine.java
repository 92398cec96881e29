package org.jdapl.provider.soft.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** The lines of a fault plan's text form: how each is read, and when and how it is written. */
enum FaultLine {
    DELAY(
            "delay",
            "delay MIN..MAX",
            1,
            (b, w) -> range(b, w[0]),
            p ->
                    when(
                            p.minDelayNs() != none().minDelayNs()
                                    || p.maxDelayNs() != none().maxDelayNs(),
                            FaultText.duration(p.minDelayNs())
                                    + ".."
                                    + FaultText.duration(p.maxDelayNs()))),
    LOSS(
            "loss",
            "loss SHARE",
            1,
            (b, w) -> b.lossPpm(FaultText.ppm(w[0])),
            p -> share(p.lossPpm())),
    BREAK_AFTER(
            "break-after",
            "break-after DURATION",
            1,
            (b, w) -> b.breakAfter(duration(w[0])),
            p ->
                    when(
                            p.breakAfterNs() != none().breakAfterNs(),
                            FaultText.duration(p.breakAfterNs()))),
    REORDER(
            "reorder",
            "reorder SHARE DURATION",
            2,
            (b, w) -> b.reorderPpm(FaultText.ppm(w[0]), duration(w[1])),
            p ->
                    when(
                            p.reorderPpm() > 0,
                            FaultText.share(p.reorderPpm())
                                    + " "
                                    + FaultText.duration(p.reorderNs()))),
    CORRUPT(
            "corrupt",
            "corrupt SHARE",
            1,
            (b, w) -> b.corruptPpm(FaultText.ppm(w[0])),
            p -> share(p.corruptPpm())),
    SHORT_WRITES(
            "short-writes",
            "short-writes SHARE",
            1,
            (b, w) -> b.shortWritePpm(FaultText.ppm(w[0])),
            p -> share(p.shortWritePpm())),
    SLOW_READER(
            "slow-reader",
            "slow-reader HOST BYTES DURATION",
            3,
            (b, w) -> b.slowReader(w[0], number(w[1]), duration(w[2])),
            p ->
                    p.slowReaders().entrySet().stream()
                            .map(
                                    e ->
                                            e.getKey()
                                                    + " "
                                                    + e.getValue().bytes()
                                                    + " "
                                                    + FaultText.duration(e.getValue().intervalNs()))
                            .toList()),
    REFUSE_MEMORY(
            "refuse-memory",
            "refuse-memory SHARE",
            1,
            (b, w) -> b.refuseMemoryPpm(FaultText.ppm(w[0])),
            p -> share(p.refuseMemoryPpm())),
    POLL_ARM(
            "poll-arm",
            "poll-arm SHARE",
            1,
            (b, w) -> b.pollArmPpm(FaultText.ppm(w[0])),
            p -> share(p.pollArmPpm())),
    REUSE_IDENTIFIERS(
            "reuse-identifiers",
            "reuse-identifiers",
            0,
            (b, _) -> b.reuseIdentifiers(),
            p -> when(p.reusesIdentifiers(), "")),
    SILENT_DEATH(
            "silent-death",
            "silent-death",
            0,
            (b, _) -> b.silentDeath(),
            p -> when(p.diesSilently(), "")),
    AT(
            "at",
            "at DURATION partition|heal HOST HOST, or at DURATION kill|remove|return HOST",
            -1,
            FaultLine::appoint,
            p -> p.appointments().stream().map(FaultLine::text).toList());

    private static final int ANY_NUMBER = -1;

    private final String word;
    private final String form;
    private final int arguments;

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final BiConsumer<FaultPlan.Builder, String[]> reader;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<FaultPlan, List<String>> writer;

    FaultLine(
            String word,
            String form,
            int arguments,
            BiConsumer<FaultPlan.Builder, String[]> reader,
            Function<FaultPlan, List<String>> writer) {
        this.word = word;
        this.form = form;
        this.arguments = arguments;
        this.reader = reader;
        this.writer = writer;
    }

    String word() {
        return word;
    }

    static FaultPlan parse(String text) {
        FaultPlan.Builder builder = FaultPlan.builder();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            String content = line.replaceFirst("#.*", "").strip();
            if (!content.isEmpty()) {
                try {
                    read(builder, content.split("\\s+"));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(
                            "fault plan, line " + number + ": " + e.getMessage(), e);
                }
            }
        }
        return builder.build();
    }

    private static void read(FaultPlan.Builder builder, String[] words) {
        FaultLine line =
                Stream.of(values())
                        .filter(l -> l.word.equals(words[0]))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "there is no fault '"
                                                        + words[0]
                                                        + "'; there are "
                                                        + String.join(
                                                                ", ",
                                                                Stream.of(values())
                                                                        .map(l -> l.word)
                                                                        .toList())));
        String[] given = Arrays.copyOfRange(words, 1, words.length);
        if (line.arguments != ANY_NUMBER && given.length != line.arguments) {
            throw new IllegalArgumentException("expected: " + line.form);
        }
        line.reader.accept(builder, given);
    }

    static String print(FaultPlan plan) {
        List<String> lines = new ArrayList<>();
        for (FaultLine line : values()) {
            for (String rest : line.writer.apply(plan)) {
                lines.add(rest.isEmpty() ? line.word : line.word + " " + rest);
            }
        }
        return String.join("\n", lines);
    }

    // ---- parts of lines

    private static FaultPlan none() {
        return FaultPlan.NONE;
    }

    private static List<String> when(boolean there, String rest) {
        return there ? List.of(rest) : List.of();
    }

    private static List<String> share(int ppm) {
        return when(ppm > 0, FaultText.share(ppm));
    }

    private static Duration duration(String text) {
        return Duration.ofNanos(FaultText.nanos(text));
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("'" + text + "' is no whole number");
        }
    }

    private static void range(FaultPlan.Builder builder, String text) {
        int dots = text.indexOf("..");
        if (dots < 0) {
            throw new IllegalArgumentException("expected: " + DELAY.form);
        }
        builder.delay(duration(text.substring(0, dots)), duration(text.substring(dots + 2)));
    }

    private static void appoint(FaultPlan.Builder builder, String[] words) {
        if (words.length >= 2) {
            for (FaultPlan.Action action : FaultPlan.Action.values()) {
                if (word(action).equals(words[1]) && words.length == 2 + action.hosts) {
                    builder.appoint(
                            FaultText.nanos(words[0]),
                            action,
                            List.of(words).subList(2, words.length));
                    return;
                }
            }
        }
        throw new IllegalArgumentException("expected: " + AT.form);
    }

    private static String text(FaultPlan.Appointment a) {
        return FaultText.duration(a.atNs())
                + " "
                + word(a.action())
                + " "
                + String.join(" ", a.hosts());
    }

    private static String word(FaultPlan.Action action) {
        return action.name().toLowerCase(Locale.ROOT);
    }
}
