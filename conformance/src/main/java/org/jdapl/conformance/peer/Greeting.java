package org.jdapl.conformance.peer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * What a kit and a peer on another host say to each other before the first command: the peer its
 * protocol, its version and a number that it uses once; the kit the same, who it is, and a proof
 * that it knows the secret. Then the peer welcomes or refuses it.
 */
final class Greeting {

    /** The protocol of commands and answers; changes when either does. */
    static final int PROTOCOL = 1;

    static final String PEER = "peer";
    static final String KIT = "kit";
    static final String WELCOME = "welcome";
    static final String REFUSED = "refused";

    /** Nobody who is not known yet is listened to for longer than this. */
    private static final int LONGEST_LINE = 4096;

    private static final String ALGORITHM = "HmacSHA256";

    private Greeting() {}

    /** The version of this kit, which both sides must have. */
    static String version() {
        return Optional.ofNullable(Greeting.class.getModule().getDescriptor())
                .flatMap(ModuleDescriptor::rawVersion)
                .orElse("unknown");
    }

    /** A greeting with protocol and version. */
    static Message of(String verb) {
        return new Message(verb).with("protocol", PROTOCOL).with("version", version());
    }

    /** Why two that greet each other so cannot work together; null where they can. */
    static @Nullable String mismatch(Message other) {
        String protocol = other.text("protocol", "none");
        String version = other.text("version", "unknown");
        if (protocol.equals(Integer.toString(PROTOCOL)) && version.equals(version())) {
            return null;
        }
        return "the "
                + other.verb()
                + " is version "
                + version
                + " with protocol "
                + protocol
                + ", this is version "
                + version()
                + " with protocol "
                + PROTOCOL
                + ": use the same version on both hosts";
    }

    /**
     * Reads a secret.
     *
     * @param file where it is, without the white space around it; null for an empty one
     */
    static byte[] secret(@Nullable Path file) {
        if (file == null) {
            return new byte[0];
        }
        try {
            byte[] secret = Files.readString(file).strip().getBytes(StandardCharsets.UTF_8);
            if (secret.length == 0) {
                throw new IllegalArgumentException("there is no secret in " + file);
            }
            return secret;
        } catch (IOException e) {
            throw new UncheckedIOException("the secret cannot be read: " + e.getMessage(), e);
        }
    }

    /** The proof that a kit knows the secret: nobody else can make it, nor use it again. */
    static String proof(byte[] secret, String nonce, String kit) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.length == 0 ? new byte[1] : secret, ALGORITHM));
            byte[] said = (nonce + " " + kit).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(mac.doFinal(said));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }

    static void say(OutputStream out, Message message) throws IOException {
        out.write((message.encode() + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /**
     * Reads a line, byte by byte, so that what comes behind it stays where it is.
     *
     * @throws IOException where the other side is gone, or does not speak this protocol
     */
    static Message hear(InputStream in, String... expected) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("it ended the connection");
            }
            if (line.length() == LONGEST_LINE) {
                throw new IOException("it does not speak the protocol of this kit");
            }
            line.append((char) c);
        }
        if (line.indexOf(Message.MARK) == 0) {
            try {
                Message message = Message.decode(line.toString());
                for (String verb : expected) {
                    if (verb.equals(message.verb())) {
                        return message;
                    }
                }
            } catch (IllegalArgumentException _) {
                // As if it were not marked.
            }
        }
        throw new IOException("it does not speak the protocol of this kit");
    }
}
