package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.certificate.Certificate;
import org.jdapl.conformance.certificate.Certificate.Artifact;
import org.jdapl.conformance.certificate.Refusal;
import org.jdapl.conformance.certificate.RefusedException;
import org.jdapl.conformance.certificate.Ruling;
import org.jdapl.conformance.certificate.Verifier;
import org.jdapl.conformance.peer.PeerOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of all rules that there are, here two, is certified, and two such runs are alike. */
class CertificationTest {

    private static final String TARGET = "soft:sim";

    @TempDir Path directory;

    /** Two rules that every adapter keeps. */
    static final class Easy {

        private Easy() {}

        static RuleCatalogue catalogue() {
            return new RuleCatalogue(
                    List.of(
                            new RuleGroup(
                                    "XX",
                                    "easy rules",
                                    List.of(
                                            Rule.required("XX-01", Layer.PROVIDER, "It is there."),
                                            Rule.required("XX-02", Layer.RUNTIME, "It opens.")),
                                    EasyTests.class,
                                    List.of())));
        }
    }

    static final class EasyTests {
        @Tests("XX-01")
        void isThere(Environment env) {
            assertThat(env.adapterName()).isEqualTo(TARGET);
        }

        @Tests("XX-02")
        void opens(Environment env) {
            assertThat(env.here().adapter().isClosed()).isFalse();
        }
    }

    private Certificate run(Path out, String rules, int repeats) throws Exception {
        PeerOptions java =
                PeerOptions.defaults()
                        .with("--patch-module=org.jdapl.conformance=target/test-classes");
        Certification certification =
                Certification.of(Easy.class, java, Files.createDirectories(out));
        return certification
                .run(certification.describe(TARGET), rules, repeats, null)
                .certificate();
    }

    @Test
    void shouldCertifyAWholeRunAndNothingLess() throws Exception {
        Path whole = directory.resolve("whole");
        Certificate certificate = run(whole, "", 2);

        assertThat(certificate.verdict()).isEqualTo(Ruling.CERTIFIED);
        assertThat(certificate.settings().runs()).isEqualTo(2);
        assertThat(certificate.subject().profile()).isEqualTo("SOFT");
        assertThat(certificate.subject().attributes()).containsEntry("adapterName", TARGET);
        assertThat(certificate.artifacts())
                .extracting(Artifact::role)
                .containsExactly(Artifact.Role.values());
        assertThat(certificate.artifacts()).extracting(Artifact::digest).doesNotHaveDuplicates();
        assertThat(verifier().verify(whole.resolve("certificate.json"), null))
                .isEqualTo(certificate);

        Path part = directory.resolve("part");
        assertThat(run(part, "XX-02", 1).verdict()).isEqualTo(Ruling.PARTIAL);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> verifier().verify(part.resolve("certificate.json"), null))
                .extracting(RefusedException::reason)
                .isEqualTo(Refusal.NOT_CERTIFIED);
    }

    private static Verifier verifier() {
        return new Verifier(Easy.catalogue(), "");
    }

    @Test
    void shouldDifferFromAnotherRunInTimesAlone() throws Exception {
        run(directory.resolve("one"), "", 1);
        run(directory.resolve("two"), "", 1);

        assertThat(beforeTimes("one")).contains("\"verdict\": \"CERTIFIED\",");
        assertThat(beforeTimes("one")).isEqualTo(beforeTimes("two"));
    }

    private List<String> beforeTimes(String run) throws Exception {
        return Files.readAllLines(directory.resolve(run).resolve("certificate.json")).stream()
                .takeWhile(line -> !line.startsWith("\"times\""))
                .toList();
    }

    @Test
    void shouldTellOfSeveralRunsTheWorst() {
        Repeats repeats = new Repeats(2);
        repeats.add(List.of(result(Status.PASS, "", 5), result(Status.FAIL, "one", 5)));
        repeats.add(List.of(result(Status.FAIL, "two", 3), result(Status.PASS, "", 9)));

        assertThat(repeats.worst())
                .extracting(r -> r.status() + " " + r.text() + " " + r.millis())
                .containsExactly("FAIL run 2 of 2: two 5", "FAIL run 1 of 2: one 9");
    }

    private static Result result(Status status, String text, long millis) {
        return new Result(
                "XX-01",
                ProgressMode.AUTO,
                status,
                false,
                text,
                "",
                Set.of(),
                List.of(),
                List.of(),
                millis);
    }
}
