package org.jdapl.provider.soft.testkit;

import java.util.HexFormat;

/** Bytes as hexadecimal digits; white space and bars count for nothing. */
public final class Hex {

    private Hex() {}

    public static byte[] bytes(String text) {
        return HexFormat.of().parseHex(text.replaceAll("[\\s|]", ""));
    }

    public static String text(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    public static String plain(String text) {
        return text.replaceAll("[\\s|]", "");
    }
}
