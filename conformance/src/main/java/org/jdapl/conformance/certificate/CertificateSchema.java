package org.jdapl.conformance.certificate;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The schema of certificates: JSON Schema 2020-12, a resource beside this class. */
final class CertificateSchema {

    private static final String RESOURCE = "certificate.schema.json";

    private CertificateSchema() {}

    /**
     * Holds a document against the schema.
     *
     * @throws RefusedException with {@link Refusal#SCHEMA} where it does not fit
     */
    static void require(JsonNode document) throws RefusedException {
        List<Error> errors = read().validate(document);
        if (!errors.isEmpty()) {
            Error first = errors.getFirst();
            throw new RefusedException(
                    Refusal.SCHEMA, first.getInstanceLocation() + ": " + first.getMessage());
        }
    }

    private static Schema read() {
        try (@Nullable InputStream in = CertificateSchema.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not in the module");
            }
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(in, InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
