package org.jdapl.tools;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256. */
final class Digests {

    private Digests() {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            // Every Java has it.
            throw new IllegalStateException(e);
        }
    }

    static String text(byte[] digest) {
        return HexFormat.of().formatHex(digest);
    }
}
