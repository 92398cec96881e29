package org.jdapl.conformance.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jdapl.conformance.certificate.JsonLines;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a run of mutants came to, as {@code mutants.json} says it.
 *
 * @param target what was broken
 * @param every of the rules that a mutant does not name each so many were tried on it; 0 for none
 * @param measured the day, as {@code 2027-12-31}
 * @param mutants one for each mutant, in the order of the catalogue
 */
public record MutationScore(String target, int every, String measured, List<Entry> mutants) {

    /** Copies the list. */
    public MutationScore {
        mutants = List.copyOf(mutants);
    }

    /**
     * What the rules said of one mutant.
     *
     * @param mutant its id
     * @param rule the rule that it names
     * @param killed whether that rule failed, by its own assertion
     * @param others how many other rules were tried
     * @param alsoFailed which of them were not green
     */
    public record Entry(
            String mutant, String rule, boolean killed, int others, List<String> alsoFailed) {

        /** Copies the list. */
        public Entry {
            alsoFailed = List.copyOf(alsoFailed);
        }

        private static Entry of(MutantResult r) {
            return new Entry(
                    r.mutant().id(), r.mutant().kills(), r.killed(), r.others(), r.alsoFailed());
        }
    }

    /**
     * Of results.
     *
     * @param target what was broken
     * @param every of the other rules each so many were tried; 0 for none
     * @param measured the day
     * @param results what the rules said
     * @return the score
     */
    public static MutationScore of(
            String target, int every, String measured, List<MutantResult> results) {
        return new MutationScore(target, every, measured, results.stream().map(Entry::of).toList());
    }

    /**
     * Reads one.
     *
     * @param file what {@link #write} wrote
     * @return the score
     * @throws IOException where it cannot be read
     */
    public static MutationScore read(Path file) throws IOException {
        try {
            return new JsonMapper().readValue(Files.readAllBytes(file), MutationScore.class);
        } catch (JacksonException e) {
            throw new IOException(file + " has no mutation score: " + e.getOriginalMessage(), e);
        }
    }

    /**
     * Writes it.
     *
     * @param file where to
     * @throws IOException where it cannot be written
     */
    public void write(Path file) throws IOException {
        Files.writeString(file, JsonLines.text(this));
    }
}
