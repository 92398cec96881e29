package org.jdapl.conformance.kit;

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

    /** A text in JSON, in quotation marks. */
    static String json(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20 || c > 0x7E) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }
}
