package org.jdapl.conformance.kit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;

/**
 * What adapters say of themselves, side by side, as a table in Markdown: a column for each adapter,
 * a row for each thing in which transports differ. What depends on the machine, numbers of objects
 * and kinds of addresses, is left out.
 */
public final class CapabilityMatrix {

    private static final String YES = "yes";
    private static final String NO = "–";

    /** Follows from the addresses of the machine. */
    private static final Capability BY_MACHINE = Capability.IPV6;

    private static final Map<String, Function<AdapterAttributes, Object>> ROWS = rows();

    private CapabilityMatrix() {}

    private static Map<String, Function<AdapterAttributes, Object>> rows() {
        Map<String, Function<AdapterAttributes, Object>> rows = new LinkedHashMap<>();
        rows.put("transport", AdapterAttributes::transport);
        rows.put("success of a send means", AdapterAttributes::completionMeaning);
        rows.put("private data, bytes", AdapterAttributes::maxPrivateDataBytes);
        rows.put("raw private data is padded", a -> yes(a.privateDataPadded()));
        rows.put("segments of a read's sink", AdapterAttributes::maxReadSegments);
        rows.put("inline data, bytes", AdapterAttributes::maxInlineBytes);
        Arrays.stream(Capability.values())
                .filter(c -> c != BY_MACHINE)
                .forEach(c -> rows.put("`" + c + "`", a -> yes(a.has(c))));
        return rows;
    }

    private static String yes(boolean is) {
        return is ? YES : NO;
    }

    /**
     * The cells of an adapter's column.
     *
     * @param attributes what it says
     * @return the cells, by the names of the rows
     */
    public static Map<String, String> column(AdapterAttributes attributes) {
        Map<String, String> cells = new LinkedHashMap<>();
        ROWS.forEach((name, value) -> cells.put(name, value.apply(attributes).toString()));
        return cells;
    }

    /**
     * The table.
     *
     * @param adapters what they say
     * @return lines of Markdown
     */
    public static String table(List<AdapterAttributes> adapters) {
        List<String> names = adapters.stream().map(a -> "`" + a.adapterName() + "`").toList();
        List<Map<String, String>> columns = adapters.stream().map(a -> column(a)).toList();
        StringBuilder text = new StringBuilder();
        line(text, "", names);
        line(text, "---", names.stream().map(n -> "---").toList());
        ROWS.keySet()
                .forEach(row -> line(text, row, columns.stream().map(c -> c.get(row)).toList()));
        return text.toString();
    }

    private static void line(StringBuilder text, String first, List<String> others) {
        text.append("| ").append(first).append(" | ").append(String.join(" | ", others));
        text.append(" |\n");
    }

    /**
     * Reads the column of an adapter out of a page.
     *
     * @param page Markdown that has such a table
     * @param adapter its name
     * @return the cells, by the names of the rows
     * @throws AssertionError where the page has no such column
     */
    public static Map<String, String> read(String page, String adapter) {
        Map<String, String> cells = new LinkedHashMap<>();
        int column = -1;
        for (String line : page.lines().toList()) {
            List<String> parts = parts(line);
            if (column < 0) {
                column = parts.indexOf("`" + adapter + "`");
            } else if (parts.isEmpty()) {
                break;
            } else if (!parts.getFirst().equals("---")) {
                cells.put(parts.getFirst(), parts.get(column));
            }
        }
        if (cells.isEmpty()) {
            throw new AssertionError("the page has no column for " + adapter);
        }
        return cells;
    }

    private static List<String> parts(String line) {
        List<String> parts = new ArrayList<>();
        if (line.startsWith("|")) {
            String inner = line.substring(1, line.lastIndexOf('|'));
            for (String part : inner.split("\\|", -1)) {
                parts.add(part.strip());
            }
        }
        return parts;
    }
}
