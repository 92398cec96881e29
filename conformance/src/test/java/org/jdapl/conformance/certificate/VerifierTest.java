package org.jdapl.conformance.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jdapl.conformance.kit.Status;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A certificate is taken as it was made and in no other form. */
class VerifierTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Certificate GOOD =
            Samples.of(Status.PASS, Status.NOT_APPLICABLE, Status.WARNING, Status.WAIVED);

    private final Verifier verifier = new Verifier(StandardRules.catalogue(), "no digest");

    @TempDir Path directory;
    private KeyPair key;
    private PublicKey other;

    @BeforeEach
    void readKeys() throws Exception {
        key = Keys.privateKey(TestKeys.file(directory, TestKeys.PRIVATE));
        other = Keys.publicKey(TestKeys.file(directory, TestKeys.OTHER_PUBLIC));
    }

    private String signed() {
        return CertificateJson.text(Seals.seal(GOOD, key));
    }

    private static String unsigned(Certificate certificate) {
        return CertificateJson.text(Seals.seal(certificate, null));
    }

    private Certificate verify(String text, PublicKey expected) throws RefusedException {
        return verifier.verify(text.getBytes(StandardCharsets.UTF_8), expected);
    }

    private void assertRefused(Refusal reason, String text, PublicKey expected) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> verify(text, expected))
                .extracting(RefusedException::reason)
                .as(text)
                .isEqualTo(reason);
    }

    @Test
    void shouldAcceptWhatWasSignedWithTheKeyThatBelongsToTheGivenOne() throws Exception {
        PublicKey ours = Keys.publicKey(TestKeys.file(directory, TestKeys.PUBLIC));

        assertThat(verify(signed(), ours).sealed(null)).isEqualTo(GOOD);
        assertThat(verify(signed(), null).sealed(null)).isEqualTo(GOOD);
        assertThat(verify(unsigned(GOOD), null).sealed(null)).isEqualTo(GOOD);
    }

    @Test
    void shouldAcceptTheSameDocumentInAnotherLayout() throws Exception {
        String laidOut =
                JSON.writerWithDefaultPrettyPrinter().writeValueAsString(JSON.readTree(signed()));

        assertThat(laidOut).isNotEqualTo(signed());
        assertThat(verify(laidOut, key.getPublic()).sealed(null)).isEqualTo(GOOD);
    }

    @Test
    void shouldTellAnotherKeyFromNone() {
        assertRefused(Refusal.OTHER_KEY, signed(), other);
        assertRefused(Refusal.NOT_SIGNED, unsigned(GOOD), key.getPublic());
    }

    @Test
    void shouldMissASignatureThatWasTakenAway() throws Exception {
        ObjectNode document = (ObjectNode) JSON.readTree(signed());
        ((ObjectNode) document.get("seal")).remove("signature");

        assertRefused(Refusal.NOT_SIGNED, document.toString(), key.getPublic());
        assertThat(verify(document.toString(), null).seal().signature()).isNull();
    }

    @Test
    void shouldRefuseAChangeOfAnyField() {
        List<JsonPointer> leaves = leaves(JSON.readTree(signed()), JsonPointer.empty());

        assertThat(leaves).hasSizeGreaterThan(90);
        for (JsonPointer leaf : leaves) {
            JsonNode document = JSON.readTree(signed());
            change(document, leaf);
            assertThatExceptionOfType(RefusedException.class)
                    .as("changed %s", leaf)
                    .isThrownBy(() -> verify(document.toString(), key.getPublic()))
                    .extracting(RefusedException::reason)
                    .isIn(Refusal.SCHEMA, Refusal.DIGEST, Refusal.SIGNATURE, Refusal.OTHER_KEY);
        }
    }

    @Test
    void shouldRefuseALostOrAnAddedMember() {
        for (String name : JSON.readTree(signed()).propertyNames()) {
            ObjectNode document = (ObjectNode) JSON.readTree(signed());
            document.remove(name);
            assertRefused(Refusal.SCHEMA, document.toString(), null);
        }
        ObjectNode document = (ObjectNode) JSON.readTree(signed());
        document.put("more", 1);
        assertRefused(Refusal.SCHEMA, document.toString(), null);
    }

    @Test
    void shouldRefuseAForgersDigest() {
        ObjectNode document = (ObjectNode) JSON.readTree(signed());
        ((ObjectNode) document.get("subject")).put("vendor", "somebody else");
        ((ObjectNode) document.get("seal"))
                .put("digest", Digests.of(CertificateJson.canonical(document)));

        assertRefused(Refusal.SIGNATURE, document.toString(), null);
    }

    @Test
    void shouldRefuseWhatDoesNotFollowFromTheTrials() {
        Certificate failed = Samples.of(Status.PASS, Status.FAIL);

        assertRefused(Refusal.NOT_CERTIFIED, unsigned(failed), null);
        assertInconsistent("scope", "trialsOfAll", 7);
        assertInconsistent("scope", "rules", 3);
        assertInconsistent("", "worst", JSON.getNodeFactory().stringNode("PASS"));
    }

    private void assertInconsistent(String in, String member, Object value) {
        ObjectNode document = (ObjectNode) JSON.readTree(unsigned(GOOD));
        ObjectNode parent = in.isEmpty() ? document : (ObjectNode) document.get(in);
        parent.putPOJO(member, value);
        ObjectNode changed = (ObjectNode) JSON.readTree(document.toString());
        ((ObjectNode) changed.get("seal"))
                .put("digest", Digests.of(CertificateJson.canonical(changed)));
        assertRefused(Refusal.INCONSISTENT, changed.toString(), null);
    }

    @Test
    void shouldMissTrialsOfItsOwnRules() {
        String kit = GOOD.artifacts().getFirst().digest();
        Verifier ours = new Verifier(StandardRules.catalogue(), kit);

        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(
                        () -> ours.verify(unsigned(GOOD).getBytes(StandardCharsets.UTF_8), null))
                .extracting(RefusedException::reason)
                .isEqualTo(Refusal.INCONSISTENT);
    }

    @Test
    void shouldRefuseWhatIsNoWholeFile() throws Exception {
        byte[] whole = signed().getBytes(StandardCharsets.UTF_8);
        Path file = directory.resolve("cut.json");
        for (int length = 0; length < whole.length - 2; length += 97) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatExceptionOfType(RefusedException.class)
                    .as("%s bytes", length)
                    .isThrownBy(() -> verifier.verify(file, null))
                    .extracting(RefusedException::reason)
                    .isEqualTo(Refusal.NOT_JSON);
        }
        assertRefused(Refusal.NOT_JSON, "a text", null);
        assertRefused(Refusal.NOT_JSON, "[]", null);
        assertRefused(Refusal.NOT_JSON, signed() + signed(), null);
        assertRefused(Refusal.NOT_JSON, signed().replaceFirst("\\{", "{\"format\":1,"), null);
        assertRefused(Refusal.SCHEMA, "{}", null);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> verifier.verify(directory.resolve("none"), null))
                .extracting(RefusedException::reason)
                .isEqualTo(Refusal.UNREADABLE);
    }

    private static List<JsonPointer> leaves(JsonNode node, JsonPointer at) {
        List<JsonPointer> all = new ArrayList<>();
        if (node.isObject()) {
            node.properties()
                    .forEach(e -> all.addAll(leaves(e.getValue(), at.appendProperty(e.getKey()))));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                all.addAll(leaves(node.get(i), at.appendIndex(i)));
            }
        } else {
            all.add(at);
        }
        return all;
    }

    private static void change(JsonNode document, JsonPointer leaf) {
        JsonNode parent = document.at(leaf.head());
        JsonNode before = document.at(leaf);
        JsonNode after = changed(before);
        if (parent instanceof ArrayNode array) {
            array.set(leaf.last().getMatchingIndex(), after);
        } else {
            ((ObjectNode) parent).set(leaf.last().getMatchingProperty(), after);
        }
    }

    /** Another value of the same type, and mostly of the same form. */
    private static JsonNode changed(JsonNode value) {
        if (value.isBoolean()) {
            return JSON.getNodeFactory().booleanNode(!value.booleanValue());
        }
        if (value.isNumber()) {
            return JSON.getNodeFactory().numberNode(value.intValue() + 1);
        }
        String text = value.stringValue();
        String last = text.isEmpty() ? "x" : text.endsWith("1") ? "2" : "1";
        int keep = Math.max(0, text.length() - 1);
        return JSON.getNodeFactory().stringNode(text.substring(0, keep) + last);
    }
}
