package org.jdapl.conformance.certificate;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Certificates as JSON, laid out by lines ({@link JsonLines}). The canonical bytes are those of RFC
 * 8785 for the document without {@code seal}: no blanks, members in the order of their names,
 * UTF-8. Numbers are whole, so that what the RFC says of others does not matter.
 */
public final class CertificateJson {

    /** The member that guards the others, and is no part of the canonical bytes. */
    static final String SEAL = "seal";

    static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
                    .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                    .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
                    .disable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)
                    .build();

    private CertificateJson() {}

    /**
     * Writes a certificate.
     *
     * @param certificate the certificate
     * @return the text, with a line break at its end
     */
    public static String text(Certificate certificate) {
        return JsonLines.text(certificate);
    }

    /**
     * Reads a document.
     *
     * @param bytes the text, in UTF-8
     * @return the document
     * @throws RefusedException with {@link Refusal#NOT_JSON} where it is none, or is cut off
     */
    static ObjectNode document(byte[] bytes) throws RefusedException {
        JsonNode node;
        try {
            node = MAPPER.readTree(bytes);
        } catch (JacksonException e) {
            throw new RefusedException(Refusal.NOT_JSON, e.getOriginalMessage());
        }
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw new RefusedException(Refusal.NOT_JSON, "it is no JSON object");
    }

    /** A document that the schema allows, as a certificate. */
    static Certificate certificate(ObjectNode document) throws RefusedException {
        try {
            return MAPPER.treeToValue(document, Certificate.class);
        } catch (JacksonException e) {
            throw new RefusedException(Refusal.SCHEMA, e.getOriginalMessage());
        }
    }

    /** What is digested and signed. */
    static byte[] canonical(ObjectNode document) {
        ObjectNode rest = document.deepCopy();
        rest.remove(SEAL);
        return MAPPER.writeValueAsBytes(rest);
    }

    /** What is digested and signed. */
    static byte[] canonical(Certificate certificate) {
        return canonical((ObjectNode) MAPPER.valueToTree(certificate));
    }
}
