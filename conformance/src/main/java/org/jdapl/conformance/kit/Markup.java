package org.jdapl.conformance.kit;

import java.nio.charset.StandardCharsets;

/** Texts in the reports' languages. */
final class Markup {

    private Markup() {}

    /** A text in XML or HTML; characters that XML does not have become question marks. */
    static String xml(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints()
                .forEach(
                        c -> {
                            switch (c) {
                                case '&' -> out.append("&amp;");
                                case '<' -> out.append("&lt;");
                                case '>' -> out.append("&gt;");
                                case '"' -> out.append("&quot;");
                                case '\n', '\t' -> out.appendCodePoint(c);
                                default -> out.appendCodePoint(c < 0x20 || isNone(c) ? '?' : c);
                            }
                        });
        return out.toString();
    }

    private static boolean isNone(int c) {
        return (c >= 0xD800 && c <= 0xDFFF) || c == 0xFFFE || c == 0xFFFF;
    }

    /** A text without halves of characters, which no encoding has. */
    static String unicode(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
