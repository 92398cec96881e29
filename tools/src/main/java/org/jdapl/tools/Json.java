package org.jdapl.tools;

import java.time.Duration;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON (RFC 8259): maps, iterables, texts, numbers, truth values and nothing. Anything else
 * is written as its text, time spans in seconds.
 */
final class Json {

    private static final int STEP = 2;

    private final StringBuilder out = new StringBuilder();

    private Json() {}

    /** The JSON text of a value, over several lines, without a final line break. */
    static String write(@Nullable Object value) {
        Json json = new Json();
        json.value(value, 0);
        return json.out.toString();
    }

    private void value(@Nullable Object value, int indent) {
        switch (value) {
            case null -> out.append("null");
            case Optional<?> o -> value(o.orElse(null), indent);
            case Map<?, ?> m -> map(m, indent);
            case Iterable<?> i -> list(i, indent);
            case Boolean b -> out.append(b);
            case Double d -> number(d);
            case Number n -> out.append(n);
            case Duration d -> number(d.toNanos() / 1e9);
            default -> text(value.toString());
        }
    }

    private void number(double d) {
        if (Double.isFinite(d)) {
            String s = String.format(Locale.ROOT, "%.6f", d);
            out.append(s.replaceFirst("\\.?0+$", ""));
        } else {
            out.append("null");
        }
    }

    private void map(Map<?, ?> map, int indent) {
        if (map.isEmpty()) {
            out.append("{}");
            return;
        }
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> e : map.entrySet()) {
            out.append(separator);
            line(indent + STEP);
            text(String.valueOf(e.getKey()));
            out.append(": ");
            value(e.getValue(), indent + STEP);
            separator = ",";
        }
        line(indent);
        out.append('}');
    }

    private void list(Iterable<?> list, int indent) {
        Iterator<?> i = list.iterator();
        if (!i.hasNext()) {
            out.append("[]");
            return;
        }
        out.append('[');
        while (i.hasNext()) {
            line(indent + STEP);
            value(i.next(), indent + STEP);
            if (i.hasNext()) {
                out.append(',');
            }
        }
        line(indent);
        out.append(']');
    }

    private void line(int indent) {
        out.append('\n').repeat(' ', indent);
    }

    private void text(String s) {
        out.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ' || Character.isSurrogate(c)) {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
