package org.jdapl.conformance.kit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdapl.api.data.ProgressMode;
import org.jspecify.annotations.Nullable;

/**
 * What a worker has begun and what came of it, on disk before it goes on. A trial that was begun
 * and has no result is what the worker died of.
 */
final class Journal {

    /**
     * One trial.
     *
     * @param rule the rule's id
     * @param mode the progress mode
     */
    record Step(String rule, ProgressMode mode) {}

    /**
     * What a worker left.
     *
     * @param warmUp what came of connecting once; null where it was not done, or not finished
     * @param results of the rules, in order
     * @param unfinished what it died of; null where it came to its end
     */
    record Account(@Nullable Result warmUp, List<Result> results, @Nullable Step unfinished) {}

    /** Connecting once, before the rules. */
    static final Step WARM_UP = new Step("KIT-00", ProgressMode.AUTO);

    private static final String BEGIN = "begin";
    private static final String END = "end";
    private static final int END_FIELDS = 11;

    private final Path file;

    Journal(Path file) {
        this.file = file;
    }

    void begin(Step step) {
        write(BEGIN + " " + step.rule() + " " + step.mode());
    }

    void end(Result r) {
        write(
                String.join(
                        " ",
                        END,
                        r.rule(),
                        r.mode().name(),
                        r.status().name(),
                        Boolean.toString(r.byAssertion()),
                        Long.toString(r.millis()),
                        encode(r.text()),
                        encode(r.trace()),
                        encode(
                                r.outcomes().stream()
                                        .sorted()
                                        .map(Outcome::name)
                                        .collect(Collectors.joining("\n"))),
                        encode(String.join("\n", r.rawCodes())),
                        encode(String.join("\n", r.remarks()))));
    }

    private void write(String line) {
        try {
            Files.writeString(
                    file,
                    line + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND,
                    StandardOpenOption.SYNC);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Reads what was written; a line that was cut off by the worker's death counts for nothing. */
    Account read() throws IOException {
        List<Result> results = new ArrayList<>();
        @Nullable Result warmUp = null;
        @Nullable Step begun = null;
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.split(" ", -1);
                if (words[0].equals(BEGIN)) {
                    begun = new Step(words[1], ProgressMode.valueOf(words[2]));
                } else if (words[0].equals(END) && words.length == END_FIELDS) {
                    Result result = result(words);
                    if (WARM_UP.rule().equals(result.rule())) {
                        warmUp = result;
                    } else {
                        results.add(result);
                    }
                    begun = null;
                }
            }
        }
        return new Account(warmUp, results, begun);
    }

    private static Result result(String[] words) {
        Set<Outcome> outcomes =
                lines(words[8]).stream().map(Outcome::valueOf).collect(Collectors.toSet());
        return new Result(
                words[1],
                ProgressMode.valueOf(words[2]),
                Status.valueOf(words[3]),
                Boolean.parseBoolean(words[4]),
                decode(words[6]),
                decode(words[7]),
                outcomes,
                lines(words[9]),
                lines(words[10]),
                Long.parseLong(words[5]));
    }

    private static List<String> lines(String word) {
        String text = decode(word);
        return text.isEmpty() ? List.of() : Arrays.asList(text.split("\n", -1));
    }

    private static String encode(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String word) {
        return new String(Base64.getDecoder().decode(word), StandardCharsets.UTF_8);
    }
}
