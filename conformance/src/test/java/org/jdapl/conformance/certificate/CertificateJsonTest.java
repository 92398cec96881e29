package org.jdapl.conformance.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.kit.Layer;
import org.jdapl.conformance.kit.Level;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The form of certificates: lines that can be compared, and bytes that can be signed. */
class CertificateJsonTest {

    @TempDir Path directory;

    @Test
    void shouldPutEachTrialOnALineAndWhatDiffersBehindIt() {
        Certificate one = Samples.of(Status.PASS, Status.PASS);
        Certificate later =
                Samples.of(true, one.trials(), Map.of("XX-10 AUTO", 999L, "XX-11 AUTO", 1L));

        List<String> lines = CertificateJson.text(one).lines().toList();

        assertThat(lines).filteredOn(line -> line.startsWith("{\"rule\":\"XX-1")).hasSize(3);
        assertThat(beforeTimes(one)).isNotEmpty().isEqualTo(beforeTimes(later));
        assertThat(CertificateJson.text(one)).isNotEqualTo(CertificateJson.text(later));
    }

    private static List<String> beforeTimes(Certificate certificate) {
        return CertificateJson.text(certificate)
                .lines()
                .takeWhile(line -> !line.startsWith("\"times\""))
                .toList();
    }

    @Test
    void shouldHaveTheCanonicalBytesOfTheStandard() throws Exception {
        String text =
                """
                { "b": "/\\u00e9\\u0001\\n\\"\\\\\\u007f\\ud83d\\ude00",
                  "seal": {"digest": "gone"}, "\\ud83d\\ude00": 1, "\\ufb33": 2,
                  "a": [ 10, true, null ] }
                """;

        byte[] canonical =
                CertificateJson.canonical(
                        CertificateJson.document(text.getBytes(StandardCharsets.UTF_8)));

        // RFC 8785, 3.2.2 and 3.2.3: the order is that of UTF-16.
        assertThat(new String(canonical, StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"a\":[10,true,null],\"b\":\"/\u00e9\\u0001\\n\\\"\\\\\u007f\ud83d\ude00\","
                                + "\"\ud83d\ude00\":1,\"\ufb33\":2}");
    }

    @Test
    void shouldRuleByTheTrials() {
        assertThat(Samples.of(Status.PASS, Status.WAIVED).verdict()).isEqualTo(Ruling.CERTIFIED);
        for (Status bad : List.of(Status.FAIL, Status.ERROR, Status.CRASH)) {
            assertThat(Samples.of(Status.PASS, bad).verdict()).isEqualTo(Ruling.NOT_CERTIFIED);
        }
        assertThat(Samples.of(Status.NOT_APPLICABLE).verdict()).isEqualTo(Ruling.NOT_CERTIFIED);
        Certificate some =
                Samples.of(false, Samples.of(Status.PASS).trials(), Map.of("XX-10 AUTO", 1L));
        assertThat(some.verdict()).isEqualTo(Ruling.PARTIAL);
    }

    @Test
    void shouldAskForTheArtifactsOfACertifiedRun() throws Exception {
        Certificate good = Seals.seal(Samples.of(Status.PASS), null);
        String withoutProvider =
                CertificateJson.text(good).replaceAll(",\\n\\{\"role\":\"PROVIDER\".*", "");

        CertificateSchema.require(
                CertificateJson.document(
                        CertificateJson.text(good).getBytes(StandardCharsets.UTF_8)));
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(
                        () ->
                                CertificateSchema.require(
                                        CertificateJson.document(
                                                withoutProvider.getBytes(StandardCharsets.UTF_8))))
                .withMessageContaining("artifacts");
    }

    @Test
    void shouldHaveInItsSchemaWhatTheCodeHas() throws Exception {
        JsonNode schema;
        try (InputStream in =
                CertificateSchema.class.getResourceAsStream("certificate.schema.json")) {
            schema = new JsonMapper().readTree(in);
        }

        JsonNode trial = schema.at("/$defs/trial/properties");
        assertThat(words(schema.at("/properties/verdict"))).isEqualTo(names(Ruling.values()));
        assertThat(words(schema.at("/$defs/status"))).isEqualTo(names(Status.values()));
        assertThat(words(schema.at("/$defs/layer"))).isEqualTo(names(Layer.values()));
        assertThat(words(trial.get("level"))).isEqualTo(names(Level.values()));
        assertThat(words(trial.get("mode"))).isEqualTo(names(ProgressMode.values()));
        assertThat(words(trial.at("/outcomes/items"))).isEqualTo(names(Outcome.values()));
        assertThat(words(schema.at("/properties/subject/properties/profile")))
                .containsAll(names(Profile.values()));
        assertThat(words(schema.at("/properties/artifacts/items/properties/role")))
                .isEqualTo(names(Certificate.Artifact.Role.values()));
        assertThat(words(schema.at("/properties/waivers/items/properties/use")))
                .isEqualTo(names(Certificate.WaiverUse.Use.values()));
    }

    private static Set<String> words(JsonNode type) {
        Set<String> words = new TreeSet<>();
        type.get("enum").forEach(word -> words.add(word.stringValue()));
        return words;
    }

    private static Set<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants)
                .map(Enum::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void shouldReadKeysAsOpensslWritesThem() throws Exception {
        assertThat(Keys.privateKey(TestKeys.file(directory, TestKeys.PRIVATE)).getPublic())
                .isEqualTo(Keys.publicKey(TestKeys.file(directory, TestKeys.PUBLIC)));
        for (String wrong : List.of(TestKeys.PUBLIC, TestKeys.X25519, "", "-----BEGIN")) {
            Path file = TestKeys.file(directory, wrong);
            assertThatIOException()
                    .as(wrong)
                    .isThrownBy(() -> Keys.privateKey(file))
                    .withMessageContaining(file.toString());
        }
        Path file = TestKeys.file(directory, TestKeys.PRIVATE);
        assertThatIOException().isThrownBy(() -> Keys.publicKey(file));
    }

    @Test
    void shouldDigestADirectoryByNamesAndContents() throws Exception {
        Path one = Files.createDirectories(directory.resolve("one/a"));
        Path two = Files.createDirectories(directory.resolve("two/a"));
        Files.writeString(two.resolve("Y.class"), "y");
        Files.writeString(one.resolve("X.class"), "x");
        Files.writeString(one.resolve("Y.class"), "y");
        Files.writeString(two.resolve("X.class"), "x");

        String digest = Digests.ofDirectory(one.getParent());
        assertThat(digest).isEqualTo(Digests.ofDirectory(two.getParent()));
        Files.writeString(two.resolve("X.class"), "z");
        assertThat(digest).isNotEqualTo(Digests.ofDirectory(two.getParent()));
        Files.writeString(two.resolve("X.class"), "x");
        Files.move(two.resolve("X.class"), two.resolve("Z.class"));
        assertThat(digest).isNotEqualTo(Digests.ofDirectory(two.getParent()));
    }
}
