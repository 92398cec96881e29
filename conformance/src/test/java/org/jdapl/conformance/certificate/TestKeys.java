package org.jdapl.conformance.certificate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Keys that were made by openssl genpkey -algorithm ed25519, and openssl pkey -pubout. */
final class TestKeys {

    static final String PRIVATE =
            """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIEm6jlJOmiH59QPQwm5gVbr2W1lcAJo/V0STI6J4aFFq
            -----END PRIVATE KEY-----
            """;

    static final String PUBLIC =
            """
            -----BEGIN PUBLIC KEY-----
            MCowBQYDK2VwAyEAU2IvpkFUTx41S3CN6c8SP5j1ojWO36uTF8euMbt29cE=
            -----END PUBLIC KEY-----
            """;

    static final String OTHER_PUBLIC =
            """
            -----BEGIN PUBLIC KEY-----
            MCowBQYDK2VwAyEAhII4+ht0lRiGkp7LVUvCRfph0TLN8Q6aOUImCm/YuW0=
            -----END PUBLIC KEY-----
            """;

    /** By openssl genpkey -algorithm x25519: cannot sign. */
    static final String X25519 =
            """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VuBCIEIEBu81eyHfmIVZWpNiGO4Nc2l/a2aB0J4ilQQcHmFdBT
            -----END PRIVATE KEY-----
            """;

    private TestKeys() {}

    /** A file with a key. */
    static Path file(Path directory, String pem) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "key", ".pem"), pem);
    }
}
