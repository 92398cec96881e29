package org.jdapl.conformance.certify;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.Objects;
import org.jdapl.conformance.certificate.Certificate;
import org.jdapl.conformance.certificate.Digests;
import org.jdapl.conformance.certificate.Keys;
import org.jdapl.conformance.certificate.RefusedException;
import org.jdapl.conformance.certificate.Seals;
import org.jdapl.conformance.certificate.Verifier;
import org.jdapl.conformance.rules.StandardRules;
import org.jspecify.annotations.Nullable;

/** What {@code --verify} does. */
final class Verification {

    private Verification() {}

    /**
     * Verifies a certificate.
     *
     * @return 0 where it is genuine and says that an adapter is certified
     */
    static int run(Path file, @Nullable Path key, PrintStream console, PrintStream errors)
            throws UsageException, IOException {
        @Nullable PublicKey expected = read(key);
        Verifier verifier =
                new Verifier(
                        StandardRules.catalogue(),
                        Digests.artifact(
                                        Certificate.Artifact.Role.KIT,
                                        Verification.class.getModule())
                                .digest());
        Certificate certificate;
        try {
            certificate = verifier.verify(file, expected);
        } catch (RefusedException e) {
            errors.println("jdapl certify: " + file + ": " + e.reason() + ": " + e.getMessage());
            return 1;
        }
        Certificate.Subject subject = certificate.subject();
        console.printf(
                "%s: genuine; %s of provider %s %s is %s for profile %s %s%n",
                file,
                subject.adapter(),
                subject.provider(),
                subject.providerVersion(),
                certificate.verdict(),
                subject.profile(),
                subject.profileVersion());
        console.println(signature(certificate, expected));
        return 0;
    }

    private static @Nullable PublicKey read(@Nullable Path key) throws UsageException {
        try {
            return key == null ? null : Keys.publicKey(key);
        } catch (IOException e) {
            throw new UsageException("--key: " + e.getMessage());
        }
    }

    private static String signature(Certificate certificate, @Nullable PublicKey expected) {
        Certificate.@Nullable Signature signature =
                Objects.requireNonNull(certificate.seal(), "seal").signature();
        if (signature == null) {
            return "not signed: the digest shows changes by accident alone";
        }
        return "signed by "
                + Seals.fingerprint(signature)
                + (expected == null
                        ? ", whoever that is: --key says who should"
                        : ", as it should");
    }
}
