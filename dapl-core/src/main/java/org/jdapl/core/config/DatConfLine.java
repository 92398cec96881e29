package org.jdapl.core.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a line of a {@code dat.conf} into its fields: between blanks, or in double quotes, with
 * {@code \"} and {@code \\} inside of them. A {@code #} outside of quotes starts a comment.
 */
final class DatConfLine {

    private final String text;
    private final List<String> fields = new ArrayList<>();
    private int at;
    private @Nullable String problem;

    private DatConfLine(String text) {
        this.text = text;
    }

    static DatConfLine split(String text) {
        DatConfLine line = new DatConfLine(text);
        line.cut();
        return line;
    }

    /** The fields up to the one that is broken, if one is. */
    List<String> fields() {
        return fields;
    }

    /** What is wrong with the field behind the last; null where nothing is. */
    @Nullable String problem() {
        return problem;
    }

    private void cut() {
        while (at < text.length() && problem == null) {
            char c = text.charAt(at);
            if (c == '#') {
                return;
            }
            if (isBlank(c)) {
                at++;
            } else if (c == '"') {
                at++;
                quoted();
            } else {
                plain();
            }
        }
    }

    private static boolean isBlank(char c) {
        return c <= ' ';
    }

    private void plain() {
        int start = at;
        while (at < text.length() && !isBlank(text.charAt(at)) && text.charAt(at) != '#') {
            at++;
        }
        fields.add(text.substring(start, at));
    }

    private void quoted() {
        StringBuilder field = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                fields.add(field.toString());
                return;
            }
            boolean escaped =
                    c == '\\' && at < text.length() && "\"\\".indexOf(text.charAt(at)) >= 0;
            field.append(escaped ? text.charAt(at++) : c);
        }
        problem = "the quotation mark has no counterpart on the line";
    }
}
