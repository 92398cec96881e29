package org.jdapl.tools;

import java.io.PrintStream;
import java.util.List;

/** A table that is printed row by row while a test runs, so its widths are fixed beforehand. */
final class Table {

    /**
     * A column.
     *
     * @param name its heading, with the unit
     * @param width how many characters it takes at least
     */
    record Column(String name, int width) {}

    private final PrintStream out;
    private final List<Column> columns;

    Table(PrintStream out, List<Column> columns) {
        this.out = out;
        this.columns = List.copyOf(columns);
    }

    void header() {
        row(columns.stream().map(Column::name).toList());
    }

    /** Prints one row, each cell to the right of its column. */
    void row(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            String cell = cells.get(i);
            int width = Math.max(columns.get(i).width(), columns.get(i).name().length());
            line.append(i == 0 ? "" : "  ").repeat(' ', Math.max(0, width - cell.length()));
            line.append(cell);
        }
        out.println(line);
        out.flush();
    }
}
