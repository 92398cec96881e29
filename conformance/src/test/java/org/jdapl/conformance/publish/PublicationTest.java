package org.jdapl.conformance.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jdapl.conformance.certificate.Certificate;
import org.jdapl.conformance.certificate.Certificate.Subject;
import org.jdapl.conformance.certificate.Certificate.TrialEntry;
import org.jdapl.conformance.certificate.CertificateJson;
import org.jdapl.conformance.certificate.Samples;
import org.jdapl.conformance.certificate.Seals;
import org.jdapl.conformance.kit.Layer;
import org.jdapl.conformance.kit.Rule;
import org.jdapl.conformance.kit.RuleTest;
import org.jdapl.conformance.kit.Status;
import org.jdapl.conformance.mutants.MutationScore;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is accepted from runs, and where it goes. */
class PublicationTest {

    @TempDir Path directory;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private Path docs() throws Exception {
        Path docs = directory.resolve("docs");
        Path folder = Files.createDirectories(docs.resolve("certificates"));
        MutationScore.of("soft:sim", 10, "2026-01-01", List.of())
                .write(folder.resolve(Published.SCORE));
        return docs;
    }

    private Publication publication(Path docs) throws Exception {
        return new Publication(docs, new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    /** A run's folder, with a certificate whose text was changed before it was sealed. */
    private Path run(UnaryOperator<Certificate> change, Status... statuses) throws Exception {
        Certificate certificate = Seals.seal(change.apply(Samples.of(statuses)), null);
        Path run = Files.createTempDirectory(directory, "run");
        Files.writeString(run.resolve("results.json"), CertificateJson.text(certificate));
        return run;
    }

    private void assertRefused(String why, Path run) throws Exception {
        assertThat(publication(docs()).check(List.of(run))).isFalse();
        assertThat(said.toString(StandardCharsets.UTF_8)).contains(run + ": ").contains(why);
    }

    @Test
    void shouldPublishACertificateAndShowWhatItDoesNotHave() throws Exception {
        Path docs = docs();
        Path run = run(c -> c, Status.PASS, Status.NOT_APPLICABLE, Status.WARNING);

        assertThat(publication(docs).publish(List.of(run))).isTrue();

        assertThat(docs.resolve("certificates/acme-tcp.json"))
                .hasSameTextualContentAs(run.resolve("results.json"));
        assertThat(docs.resolve("certificates.md"))
                .content()
                .contains(
                        "| `acme:tcp` | PROVIDER | 1 | 1 | 0 | 1 |",
                        "| none yet |",
                        "Rules of the kit that are younger than the certificate of `acme:tcp`: ");
        assertThat(docs.resolve("certificates/matrix.md"))
                .content()
                .contains(
                        "| IA-01 | not tried | not tried | not tried | not tried | not tried | – |");
        assertThat(docs.resolve("certificates/mutants.md"))
                .content()
                .contains("0 of 0 mutants", "one in 10 of the others", "younger than this: ");
    }

    @Test
    void shouldPublishNothingWhereOneIsRefused() throws Exception {
        Path docs = docs();
        List<Path> runs = List.of(run(c -> c, Status.PASS), run(c -> c, Status.FAIL));

        assertThat(publication(docs).publish(runs)).isFalse();

        assertThat(docs.resolve("certificates/acme-tcp.json")).doesNotExist();
        assertThat(docs.resolve("certificates.md")).doesNotExist();
    }

    @Test
    void shouldRefuseWhatIsNoCertificate() throws Exception {
        assertRefused("UNREADABLE", directory.resolve("nothing"));
        assertRefused("NOT_CERTIFIED for profile SOFT", run(c -> c, Status.PASS, Status.CRASH));
        assertRefused("is not certified", run(c -> rulesOfProviders()));
    }

    @Test
    void shouldTakeTheRulesOfProvidersInOneModeWhereThatIsEnough() throws Exception {
        Publication publication = publication(docs());

        assertThat(publication.checkProviders(List.of(run(c -> rulesOfProviders())))).isTrue();
        assertThat(publication.checkProviders(List.of(run(c -> c, Status.PASS)))).isTrue();
        assertThat(publication.checkProviders(List.of(run(c -> someRules())))).isFalse();
        assertThat(publication.checkProviders(List.of(run(c -> c, Status.FAIL)))).isFalse();
    }

    /** A certificate of a run that tried each rule that judges providers in one mode. */
    private static Certificate rulesOfProviders() {
        return partial(
                StandardRules.catalogue().tests().stream()
                        .filter(test -> test.rule().layer() == Layer.PROVIDER)
                        .toList());
    }

    private static Certificate someRules() {
        return partial(StandardRules.catalogue().tests().subList(1, 3));
    }

    private static Certificate partial(List<RuleTest> tests) {
        List<TrialEntry> trials = tests.stream().map(test -> pass(test.rule())).toList();
        return Samples.of(false, trials, Map.of("IA-01 AUTO", 1L));
    }

    private static TrialEntry pass(Rule rule) {
        return new TrialEntry(
                rule.id(),
                rule.sentence(),
                rule.level(),
                rule.layer(),
                "AUTO",
                Status.PASS,
                "",
                List.of(),
                List.of());
    }

    @Test
    void shouldRefuseWhatIsNotAccountedFor() throws Exception {
        assertRefused("XX-10 AUTO: WAIVED without a reason", run(c -> c, Status.WAIVED));
    }

    @Test
    void shouldRefuseWhatIsNotOneOfOurTargetsOrHeldToAnother() throws Exception {
        assertRefused(
                "nova:fast is no target of ours",
                run(c -> about(c, "nova:fast", "SOFT"), Status.PASS));
        assertRefused(
                "it was held to profile SOFT", run(c -> about(c, "ib:rxe0", "SOFT"), Status.PASS));
    }

    @Test
    void shouldRefuseWhatNamesPlacesOfTheMachine() {
        String text =
                "\"/home/me\", cannot read /tmp/x; docs/usr/x https://example.org/var/x +9/tmp";

        assertThat(Scrutiny.faults(Samples.of(Status.PASS), text))
                .containsExactly(
                        "it names a place of the machine: /home/me",
                        "it names a place of the machine: /tmp/x;");
    }

    /** The same about another target. */
    private static Certificate about(Certificate c, String target, String profile) {
        Subject subject = c.subject();
        return new Certificate(
                c.format(),
                c.verdict(),
                c.worst(),
                new Subject(
                        target,
                        target,
                        target,
                        profile,
                        subject.profileVersion(),
                        subject.provider(),
                        subject.providerVersion(),
                        subject.vendor(),
                        subject.providerSpi(),
                        subject.runtimeSpi(),
                        subject.attributes()),
                c.scope(),
                c.settings(),
                c.counts(),
                c.artifacts(),
                c.machine(),
                c.waivers(),
                c.unexpectedPasses(),
                c.trials(),
                c.times(),
                null);
    }
}
