package org.jdapl.tools;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints devices for people, a name and a value on each line. */
record DevicesText(PrintStream out) {
    private static final String STEP = "    ";
    private static final int NAME_WIDTH = 36;

    void print(List<Map<String, Object>> devices) {
        for (Map<String, Object> device : devices) {
            map("", device);
            out.println();
        }
    }

    private void map(String indent, Map<?, ?> facts) {
        boolean first = true;
        for (Map.Entry<?, ?> fact : facts.entrySet()) {
            // The first one is the heading of the others.
            fact(first ? indent : indent + STEP, String.valueOf(fact.getKey()), fact.getValue());
            first = false;
        }
    }

    private void fact(String indent, String name, Object value) {
        switch (value) {
            case List<?> ports when name.equals("ports") ->
                    ports.forEach(port -> map(indent, (Map<?, ?>) port));
            case List<?> gids when name.equals("gids") ->
                    gids.forEach(gid -> gid(indent, (Map<?, ?>) gid));
            case List<?> words -> {
                out.println(indent + name + ":");
                words.forEach(word -> out.println(indent + STEP + word));
            }
            case Map<?, ?> map -> {
                out.println(indent + name + ":");
                map.forEach((key, inner) -> fact(indent + STEP, String.valueOf(key), inner));
            }
            default -> line(indent, name, value);
        }
    }

    private void gid(String indent, Map<?, ?> gid) {
        String index = String.format(Locale.ROOT, "%3s", gid.get("index"));
        line(indent, "GID[" + index + "]", String.valueOf(gid.get("text")));
    }

    private void line(String indent, String name, Object value) {
        String head = indent + name + ":";
        out.println(head + " ".repeat(Math.max(1, NAME_WIDTH - head.length())) + value);
    }
}
