package org.jdapl.conformance.publish;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table in Markdown, row by row. */
final class MarkdownTable {

    private final StringBuilder text = new StringBuilder();

    /** Makes one with these columns. */
    MarkdownTable(Stream<String> columns) {
        List<String> head = columns.toList();
        row(head.stream());
        text.append("|---".repeat(head.size())).append("|\n");
    }

    /** Makes one with these columns. */
    static MarkdownTable of(String... columns) {
        return new MarkdownTable(Arrays.stream(columns));
    }

    /** Adds a row. */
    void row(String... cells) {
        row(Arrays.stream(cells));
    }

    /** Adds a row. */
    void row(Stream<String> cells) {
        text.append(cells.collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    /** The lines. */
    @Override
    public String toString() {
        return text.toString();
    }
}
