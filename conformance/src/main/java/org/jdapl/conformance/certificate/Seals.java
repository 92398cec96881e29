package org.jdapl.conformance.certificate;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.Base64;
import org.jdapl.conformance.certificate.Certificate.Seal;
import org.jspecify.annotations.Nullable;

/** Seals certificates, and looks at seals. */
public final class Seals {

    private Seals() {}

    /**
     * Seals a certificate.
     *
     * @param certificate the certificate
     * @param key what to sign with; null for a digest alone
     * @return the same with a seal
     */
    public static Certificate seal(Certificate certificate, @Nullable KeyPair key) {
        byte[] bytes = CertificateJson.canonical(certificate);
        Certificate.@Nullable Signature signature = key == null ? null : sign(bytes, key);
        return certificate.sealed(new Seal(Digests.of(bytes), signature));
    }

    private static Certificate.Signature sign(byte[] bytes, KeyPair key) {
        try {
            java.security.Signature signer = java.security.Signature.getInstance(Keys.ALGORITHM);
            signer.initSign(key.getPrivate());
            signer.update(bytes);
            return new Certificate.Signature(
                    Keys.ALGORITHM, base64(key.getPublic().getEncoded()), base64(signer.sign()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a key that was read does not sign", e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /**
     * Checks a seal.
     *
     * @param seal the seal
     * @param bytes what it guards
     * @param expected whose signature is asked for; null for anybody's, or nobody's
     * @throws RefusedException where it does not hold
     */
    static void require(Seal seal, byte[] bytes, @Nullable PublicKey expected)
            throws RefusedException {
        if (!seal.digest().equals(Digests.of(bytes))) {
            throw new RefusedException(
                    Refusal.DIGEST, "it was changed after it was made: its digest is another");
        }
        Certificate.@Nullable Signature signature = seal.signature();
        if (signature != null) {
            require(signature, bytes, expected);
        } else if (expected != null) {
            throw new RefusedException(Refusal.NOT_SIGNED, "nobody signed it");
        }
    }

    private static void require(
            Certificate.Signature signature, byte[] bytes, @Nullable PublicKey expected)
            throws RefusedException {
        if (expected != null && !base64(expected.getEncoded()).equals(signature.key())) {
            throw new RefusedException(
                    Refusal.OTHER_KEY, "it is signed by another key, " + fingerprint(signature));
        }
        boolean holds;
        try {
            java.security.Signature verifier = java.security.Signature.getInstance(Keys.ALGORITHM);
            verifier.initVerify(Keys.publicKey(Base64.getDecoder().decode(signature.key())));
            verifier.update(bytes);
            holds = verifier.verify(Base64.getDecoder().decode(signature.value()));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            holds = false;
        }
        if (!holds) {
            throw new RefusedException(Refusal.SIGNATURE, "its signature does not hold");
        }
    }

    /**
     * What people compare instead of keys.
     *
     * @param signature the signature
     * @return SHA-256 of the public key's X.509 form
     */
    public static String fingerprint(Certificate.Signature signature) {
        return Digests.of(Base64.getDecoder().decode(signature.key()));
    }
}
