package org.jdapl.conformance.kit;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table in Markdown, row by row. For one thread. */
public final class MarkdownTable {

    private final StringBuilder text = new StringBuilder();

    /**
     * Makes one.
     *
     * @param columns their heads
     */
    public MarkdownTable(Stream<String> columns) {
        List<String> head = columns.toList();
        row(head.stream());
        text.append("|---".repeat(head.size())).append("|\n");
    }

    /**
     * Makes one.
     *
     * @param columns their heads
     * @return the table, without rows
     */
    public static MarkdownTable of(String... columns) {
        return new MarkdownTable(Arrays.stream(columns));
    }

    /**
     * Adds a row.
     *
     * @param cells as many as there are columns
     */
    public void row(String... cells) {
        row(Arrays.stream(cells));
    }

    /**
     * Adds a row.
     *
     * @param cells as many as there are columns
     */
    public void row(Stream<String> cells) {
        text.append(cells.collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    /**
     * The table.
     *
     * @return lines of Markdown
     */
    @Override
    public String toString() {
        return text.toString();
    }
}
