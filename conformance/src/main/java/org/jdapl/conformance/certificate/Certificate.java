package org.jdapl.conformance.certificate;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jdapl.conformance.kit.Layer;
import org.jdapl.conformance.kit.Level;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Status;
import org.jspecify.annotations.Nullable;

/**
 * What came of a run of the kit, as {@code certificate.json} says it; the schema is {@code
 * certificate.schema.json}. Everything before {@code times} is the same in two runs with the same
 * outcome.
 *
 * @param format version of this form
 * @param verdict what it comes to
 * @param worst the worst status of a trial
 * @param subject what was tried
 * @param scope how much of the rules was tried
 * @param settings what the run was given
 * @param counts for each layer how many rules came out how, by the worst of their trials
 * @param artifacts what took part, with digests
 * @param machine where it ran
 * @param waivers those that are about the adapter, and what became of them
 * @param unexpectedPasses rules that passed in spite of a waiver
 * @param trials one for each rule and progress mode, in the order of the rules
 * @param times what differs from run to run
 * @param seal what guards all of the above; null before it is sealed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Certificate(
        int format,
        Ruling verdict,
        Status worst,
        Subject subject,
        Scope scope,
        Settings settings,
        Map<Layer, Map<Status, Integer>> counts,
        List<Artifact> artifacts,
        Machine machine,
        List<WaiverUse> waivers,
        List<String> unexpectedPasses,
        List<TrialEntry> trials,
        Times times,
        @Nullable Seal seal) {

    /** The version of the form that this class has. */
    public static final int FORMAT = 1;

    /**
     * What was tried.
     *
     * @param target the target's name, as the kit was given it
     * @param adapter the adapter's name
     * @param peerAdapter the name of the adapter on the other side
     * @param profile what it was judged by
     * @param profileVersion the version of the profile's rules
     * @param provider the provider's name
     * @param providerVersion what it says of its version
     * @param vendor what it says of its vendor
     * @param providerSpi the version of the provider interface that it says it was tested with
     * @param runtimeSpi the version that the runtime has
     * @param attributes what the adapter says of itself
     */
    public record Subject(
            String target,
            String adapter,
            String peerAdapter,
            String profile,
            String profileVersion,
            String provider,
            String providerVersion,
            String vendor,
            String providerSpi,
            String runtimeSpi,
            SortedMap<String, String> attributes) {}

    /**
     * How much of the rules was tried.
     *
     * @param whole whether it was all: each rule in each of its modes
     * @param selection which rules were asked for; empty for all
     * @param rules how many rules were tried
     * @param trials how many trials were made
     * @param trialsOfAll how many all rules have
     */
    public record Scope(boolean whole, String selection, int rules, int trials, int trialsOfAll) {}

    /**
     * What the run was given.
     *
     * @param seed decides what chance decides
     * @param runs how many times each trial was made; what is told is the worst
     * @param timescale what time limits were multiplied by
     */
    public record Settings(long seed, int runs, String timescale) {}

    /**
     * Something that took part.
     *
     * @param role what it was there for
     * @param module the name of its module
     * @param version the version that its descriptor has; empty for none
     * @param digest SHA-256 of the jar, or of the classes in the order of their names; as {@code
     *     sha-256:} and hexadecimal digits
     */
    public record Artifact(Role role, String module, String version, String digest) {

        /** What an artifact was there for. */
        public enum Role {
            /** The rules and their tests. */
            KIT,
            /** The consumer interface. */
            API,
            /** The provider interface. */
            SPI,
            /** The runtime. */
            RUNTIME,
            /** The provider under test. */
            PROVIDER
        }
    }

    /**
     * Where it ran.
     *
     * @param java the version of the Java runtime, and whose it is
     * @param system the operating system
     * @param kernel its version
     * @param architecture of the processors
     * @param processor the model
     * @param processors how many the Java VM may use
     */
    public record Machine(
            String java,
            String system,
            String kernel,
            String architecture,
            String processor,
            int processors) {}

    /**
     * A waiver, and what became of it.
     *
     * @param rule the rule that is waived
     * @param adapter the names of adapters that it is about
     * @param versions the versions that it is about
     * @param shows what the failure's text contains
     * @param reason what the defect is
     * @param link where the evidence is
     * @param expires the last day, as {@code 2027-12-31}
     * @param use what became of it
     */
    public record WaiverUse(
            String rule,
            String adapter,
            String versions,
            String shows,
            String reason,
            String link,
            String expires,
            Use use) {

        /** What became of a waiver. */
        public enum Use {
            /** A trial that failed is waived by it. */
            USED,
            /** Its rule passed: it should go. */
            UNEXPECTED_PASS,
            /** Its last day has gone by: it counts for nothing. */
            EXPIRED,
            /** Its rule was not tried, does not apply, or failed in another way. */
            UNUSED
        }
    }

    /**
     * What came of one trial.
     *
     * @param rule the rule's id
     * @param title what the rule says
     * @param level how binding it is
     * @param layer what it judges
     * @param mode the progress mode
     * @param status what came of it
     * @param text why, for anything but a plain pass
     * @param outcomes how faulty operations came out, in order
     * @param rawCodes the provider's own codes of what failed on this side, in order
     */
    public record TrialEntry(
            String rule,
            String title,
            Level level,
            Layer layer,
            String mode,
            Status status,
            String text,
            List<Outcome> outcomes,
            List<String> rawCodes) {}

    /**
     * What differs from run to run.
     *
     * @param started when it began, UTC
     * @param seconds how long it took
     * @param millis how long each trial took, by rule and mode; of several runs the longest
     */
    public record Times(String started, long seconds, Map<String, Long> millis) {}

    /**
     * What guards the rest.
     *
     * @param digest SHA-256 of the canonical bytes
     * @param signature of the canonical bytes; null where nobody signed
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Seal(String digest, @Nullable Signature signature) {}

    /**
     * Somebody's signature.
     *
     * @param algorithm always {@code Ed25519}
     * @param key the public key, X.509, in Base64
     * @param value the signature, in Base64
     */
    public record Signature(String algorithm, String key, String value) {}

    /**
     * This one with another seal.
     *
     * @param other the seal; null for none
     * @return the certificate
     */
    public Certificate sealed(@Nullable Seal other) {
        return new Certificate(
                format,
                verdict,
                worst,
                subject,
                scope,
                settings,
                counts,
                artifacts,
                machine,
                waivers,
                unexpectedPasses,
                trials,
                times,
                other);
    }
}
