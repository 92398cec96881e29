package org.jdapl.conformance.certificate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/** Ed25519 keys in the PEM files that openssl writes. */
public final class Keys {

    /** The one algorithm. */
    static final String ALGORITHM = "Ed25519";

    private Keys() {}

    /**
     * Reads a private key, as {@code openssl genpkey -algorithm ed25519} writes it.
     *
     * @param file the file
     * @return the key, with the public one that belongs to it
     * @throws IOException where it cannot be read, or is no such key
     */
    public static KeyPair privateKey(Path file) throws IOException {
        byte[] encoded = pem(file, "PRIVATE KEY");
        try {
            EdECPrivateKey key =
                    (EdECPrivateKey) factory().generatePrivate(new PKCS8EncodedKeySpec(encoded));
            return pair(key.getBytes().orElseThrow());
        } catch (GeneralSecurityException | ClassCastException e) {
            throw new IOException(file + " is no Ed25519 private key", e);
        }
    }

    /**
     * Reads a public key, as {@code openssl pkey -pubout} writes it.
     *
     * @param file the file
     * @return the key
     * @throws IOException where it cannot be read, or is no such key
     */
    public static PublicKey publicKey(Path file) throws IOException {
        try {
            return publicKey(pem(file, "PUBLIC KEY"));
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " is no Ed25519 public key", e);
        }
    }

    /** A public key from its X.509 form. */
    static PublicKey publicKey(byte[] encoded) throws GeneralSecurityException {
        return factory().generatePublic(new X509EncodedKeySpec(encoded));
    }

    /**
     * The pair that grows from a private key's 32 bytes. Java does not derive a public key from a
     * private one; it makes pairs from 32 bytes that chance gives, which these stand in for.
     */
    private static KeyPair pair(byte[] seed) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
        generator.initialize(NamedParameterSpec.ED25519, new Given(seed));
        return generator.generateKeyPair();
    }

    private static KeyFactory factory() throws GeneralSecurityException {
        return KeyFactory.getInstance(ALGORITHM);
    }

    private static byte[] pem(Path file, String label) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException("cannot read " + file);
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        String begin = "-----BEGIN " + label + "-----";
        int from = text.indexOf(begin);
        int to = text.indexOf("-----END " + label + "-----");
        if (from < 0 || to < from) {
            throw new IOException(file + " has no " + begin);
        }
        try {
            return Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is no PEM file", e);
        }
    }

    /** Chance that gives what it was given. */
    private static final class Given extends SecureRandom {

        private static final long serialVersionUID = 1L;

        /** What it gives. */
        private final byte[] bytes;

        Given(byte[] bytes) {
            this.bytes = bytes.clone();
        }

        @Override
        public void nextBytes(byte[] into) {
            if (into.length != bytes.length) {
                throw new IllegalStateException("asked for " + into.length + " bytes");
            }
            System.arraycopy(bytes, 0, into, 0, into.length);
        }
    }
}
