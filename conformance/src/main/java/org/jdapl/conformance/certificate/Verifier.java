package org.jdapl.conformance.certificate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jdapl.conformance.certificate.Certificate.Seal;
import org.jdapl.conformance.certificate.Certificate.TrialEntry;
import org.jdapl.conformance.kit.RuleCatalogue;
import org.jdapl.conformance.kit.RuleTest;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Looks at certificates: form, digest, signature, and whether the verdict follows from the trials.
 * Where one was made by this very kit, no trial may be missing from it either.
 */
public final class Verifier {

    private final RuleCatalogue catalogue;
    private final String kitDigest;

    /**
     * Makes one.
     *
     * @param catalogue the rules of this kit
     * @param kitDigest the digest of this kit
     */
    public Verifier(RuleCatalogue catalogue, String kitDigest) {
        this.catalogue = catalogue;
        this.kitDigest = kitDigest;
    }

    /**
     * Verifies a certificate.
     *
     * @param file the certificate
     * @param expected whose signature is asked for; null for anybody's, or nobody's
     * @return the certificate, which is genuine and says that the adapter is certified
     * @throws RefusedException where it is not accepted
     */
    public Certificate verify(Path file, @Nullable PublicKey expected) throws RefusedException {
        return requireCertified(genuine(file, expected));
    }

    /** Verifies the bytes of a certificate's file. */
    Certificate verify(byte[] bytes, @Nullable PublicKey expected) throws RefusedException {
        return requireCertified(genuine(bytes, expected));
    }

    /**
     * Verifies a certificate, but for what its verdict is.
     *
     * @param file the certificate
     * @param expected whose signature is asked for; null for anybody's, or nobody's
     * @return the certificate, which is genuine
     * @throws RefusedException where it is not
     */
    public Certificate genuine(Path file, @Nullable PublicKey expected) throws RefusedException {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new RefusedException(Refusal.UNREADABLE, "cannot read it: " + e);
        }
        return genuine(bytes, expected);
    }

    private Certificate genuine(byte[] bytes, @Nullable PublicKey expected)
            throws RefusedException {
        ObjectNode document = CertificateJson.document(bytes);
        CertificateSchema.require(document);
        Certificate certificate = CertificateJson.certificate(document);
        // The schema asks for one.
        Seal seal = Objects.requireNonNull(certificate.seal(), CertificateJson.SEAL);
        Seals.require(seal, CertificateJson.canonical(document), expected);
        requireConsistent(certificate);
        return certificate;
    }

    private static Certificate requireCertified(Certificate certificate) throws RefusedException {
        if (certificate.verdict() != Ruling.CERTIFIED) {
            throw new RefusedException(
                    Refusal.NOT_CERTIFIED,
                    "it is genuine, and its verdict is " + certificate.verdict());
        }
        return certificate;
    }

    private void requireConsistent(Certificate c) throws RefusedException {
        List<TrialEntry> trials = c.trials();
        Certificate.Scope scope = c.scope();
        Set<String> distinct = new HashSet<>();
        trials.forEach(t -> distinct.add(t.rule() + " " + t.mode()));
        require("trials", distinct.size() == trials.size());
        require("scope", scope.trials() == trials.size());
        require("scope", scope.whole() == (scope.trials() == scope.trialsOfAll()));
        require("scope", scope.rules() == trials.stream().map(TrialEntry::rule).distinct().count());
        require("worst", c.worst() == Ruling.worst(trials));
        require("counts", c.counts().equals(Ruling.counts(trials)));
        require("verdict", c.verdict() == Ruling.of(scope.whole(), trials));
        if (scope.whole() && isOurs(c)) {
            require("trials", distinct.equals(all()));
        }
    }

    private boolean isOurs(Certificate certificate) {
        return certificate.artifacts().stream()
                .anyMatch(
                        a ->
                                a.role() == Certificate.Artifact.Role.KIT
                                        && a.digest().equals(kitDigest));
    }

    private Set<String> all() {
        Set<String> all = new HashSet<>();
        for (RuleTest test : catalogue.tests()) {
            test.modes().forEach(mode -> all.add(test.rule().id() + " " + mode));
        }
        return all;
    }

    private static void require(String member, boolean holds) throws RefusedException {
        if (!holds) {
            throw new RefusedException(
                    Refusal.INCONSISTENT, "'" + member + "' does not follow from the trials");
        }
    }
}
