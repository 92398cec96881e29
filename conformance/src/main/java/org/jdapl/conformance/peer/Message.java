package org.jdapl.conformance.peer;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One line between the processes: a word, then {@code name=value} pairs, separated by blanks.
 * Anything else than letters, digits and a few marks is written as {@code %} and two hexadecimal
 * digits for each byte of UTF-8.
 *
 * @param verb the word
 * @param fields the pairs, in order
 */
record Message(String verb, Map<String, String> fields) {

    /** Lines of the protocol start so; everything else on the stream is for people. */
    static final String MARK = "@";

    /** The field with the number of a command; its answer has the same. */
    static final String NUMBER = "n";

    private static final String PLAIN = "._-:/,+[]";

    Message(String verb) {
        this(verb, new LinkedHashMap<>());
    }

    /** Adds a pair. */
    Message with(String name, Object value) {
        fields.put(name, String.valueOf(value));
        return this;
    }

    /** Adds pairs. */
    Message with(Map<String, String> more) {
        fields.putAll(more);
        return this;
    }

    /** A value that must be there. */
    String text(String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException(verb + " needs " + name);
        }
        return value;
    }

    /** A value, or something else where it is missing. */
    String text(String name, String otherwise) {
        return fields.getOrDefault(name, otherwise);
    }

    long number(String name) {
        return Long.parseLong(text(name));
    }

    long number(String name, long otherwise) {
        String value = fields.get(name);
        return value == null ? otherwise : Long.parseLong(value);
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    /** The line. */
    String encode() {
        StringBuilder out = new StringBuilder(MARK).append(verb);
        fields.forEach(
                (name, value) -> out.append(' ').append(name).append('=').append(escape(value)));
        return out.toString();
    }

    /** Reads a line that starts with {@link #MARK}. */
    static Message decode(String line) {
        String[] words = line.substring(MARK.length()).split(" ", -1);
        Message message = new Message(words[0]);
        for (int i = 1; i < words.length; i++) {
            int cut = words[i].indexOf('=');
            if (cut < 0) {
                throw new IllegalArgumentException("not a pair: " + words[i]);
            }
            message.fields.put(words[i].substring(0, cut), unescape(words[i].substring(cut + 1)));
        }
        return message;
    }

    private static String escape(String value) {
        StringBuilder out = new StringBuilder(value.length());
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            if ((c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || PLAIN.indexOf(c) >= 0) {
                out.append(c);
            } else {
                out.append('%')
                        .append(Character.forDigit(c >> 4, 16))
                        .append(Character.forDigit(c & 15, 16));
            }
        }
        return out.toString();
    }

    private static String unescape(String value) {
        if (value.indexOf('%') < 0) {
            return value;
        }
        byte[] bytes = new byte[value.length()];
        int n = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '%') {
                bytes[n++] = (byte) Integer.parseInt(value.substring(i + 1, i + 3), 16);
                i += 2;
            } else {
                bytes[n++] = (byte) c;
            }
        }
        return new String(bytes, 0, n, StandardCharsets.UTF_8);
    }
}
