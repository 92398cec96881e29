package org.jdapl.tools;

import java.io.Console;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Prints what happened between two samples: for people a screen, for programs a document. */
final class TopView {

    private static final String CLEAR = "\u001b[H\u001b[2J";

    private static final List<Table.Column> ENDPOINT_COLUMNS =
            List.of(
                    new Table.Column("endpoint", 14),
                    new Table.Column("state", 12),
                    new Table.Column("peer", 21),
                    new Table.Column("posts/s", 9),
                    new Table.Column("out/s", 10),
                    new Table.Column("in/s", 10),
                    new Table.Column("errors", 6),
                    new Table.Column("waiting", 7));

    private static final List<Table.Column> DISPATCHER_COLUMNS =
            List.of(
                    new Table.Column("dispatcher", 20),
                    new Table.Column("events/s", 10),
                    new Table.Column("polls/s", 10),
                    new Table.Column("waits/s", 10));

    private final PrintStream out;
    private final long pid;
    private final int rows;
    private final boolean json;
    private final boolean clears;

    TopView(PrintStream out, long pid, int rows, boolean json, boolean repeats) {
        this.out = out;
        this.pid = pid;
        this.rows = rows;
        this.json = json;
        this.clears = repeats && !json && isTerminal();
    }

    @SuppressWarnings("SystemConsoleNull") // it is, where the module jdk.internal.le is missing
    private static boolean isTerminal() {
        @Nullable Console console = System.console();
        return console != null && console.isTerminal();
    }

    void print(TopSample former, TopSample now) {
        Duration elapsed = Duration.between(former.time(), now.time());
        double seconds = Math.max(elapsed.toNanos() / 1e9, 1e-9);
        if (json) {
            out.println(Json.write(document(former, now, seconds)));
        } else {
            screen(former, now, seconds);
        }
        out.flush();
    }

    // ---- for people

    private void screen(TopSample former, TopSample now, double seconds) {
        if (clears) {
            out.print(CLEAR);
        }
        int n = now.adapters().size();
        out.printf(
                Locale.ROOT,
                "process %d, %d open adapter%s, over %.1f s%n",
                pid,
                n,
                n == 1 ? "" : "s",
                seconds);
        for (TopSample.Adapter a : now.adapters()) {
            adapter(former.like(a), a, seconds);
        }
        if (!clears) {
            out.println();
        }
    }

    private void adapter(TopSample.Adapter former, TopSample.Adapter now, double seconds) {
        TopSample.Row a = now.self();
        TopSample.Row f = former.self();
        out.printf(
                Locale.ROOT,
                "%n%s: %d endpoints, %d connected, %d dispatchers, %d regions, %d outstanding%n",
                now.key(),
                a.number("endpoints"),
                a.number("established") - a.number("ended"),
                a.number("dispatchers"),
                a.number("regions"),
                a.number("outstanding"));
        out.printf(
                Locale.ROOT,
                "  posts %s/s, out %s/s, in %s/s, completions %s/s%n",
                count(a.rate(f, "posted", seconds)),
                Sizes.format(a.rate(f, "bytesOut", seconds)),
                Sizes.format(a.rate(f, "bytesIn", seconds)),
                count(a.rate(f, "completed", seconds)));
        out.printf(
                Locale.ROOT,
                "  connects %s/s; so far: %d connects failed, %d connections broken, %d errors, %d"
                        + " flushed%n",
                count(a.rate(f, "established", seconds)),
                a.number("connectsFailed"),
                a.number("broken"),
                a.number("failed"),
                a.number("flushed"));
        table(
                ENDPOINT_COLUMNS,
                busiest(former.endpoints(), now.endpoints(), "posted", "bytesIn", seconds),
                e -> {
                    TopSample.Row g = TopSample.like(former.endpoints(), e);
                    return List.of(
                            e.name(),
                            e.texts().getOrDefault("state", "").toLowerCase(Locale.ROOT),
                            e.texts().getOrDefault("remote", ""),
                            count(e.rate(g, "posted", seconds)),
                            Sizes.format(e.rate(g, "bytesOut", seconds)),
                            Sizes.format(e.rate(g, "bytesIn", seconds)),
                            Sizes.grouped(e.number("failed")),
                            Sizes.grouped(e.number("outstanding")));
                });
        table(
                DISPATCHER_COLUMNS,
                busiest(former.dispatchers(), now.dispatchers(), "events", "waits", seconds),
                d -> {
                    TopSample.Row g = TopSample.like(former.dispatchers(), d);
                    return List.of(
                            d.name(),
                            count(d.rate(g, "events", seconds)),
                            count(d.rate(g, "polls", seconds)),
                            count(d.rate(g, "waits", seconds)));
                });
    }

    private void table(
            List<Table.Column> columns,
            List<TopSample.Row> list,
            Function<TopSample.Row, List<String>> cells) {
        if (!list.isEmpty()) {
            Table table = new Table(out, columns);
            table.header();
            list.forEach(r -> table.row(cells.apply(r)));
        }
    }

    private static String count(double perSecond) {
        return Sizes.grouped(Math.round(perSecond));
    }

    /** Those with the highest rates first; of equal ones, those that were made first. */
    private List<TopSample.Row> busiest(
            List<TopSample.Row> former,
            List<TopSample.Row> now,
            String first,
            String second,
            double seconds) {
        return now.stream()
                .sorted(
                        Comparator.comparingDouble(
                                (TopSample.Row r) -> {
                                    TopSample.Row f = TopSample.like(former, r);
                                    return -r.rate(f, first, seconds) - r.rate(f, second, seconds);
                                }))
                .limit(rows)
                .toList();
    }

    // ---- for programs

    private Map<String, Object> document(TopSample former, TopSample now, double seconds) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("pid", pid);
        document.put("time", now.time());
        document.put("seconds", seconds);
        List<Object> adapters = new ArrayList<>();
        for (TopSample.Adapter a : now.adapters()) {
            TopSample.Adapter f = former.like(a);
            Map<String, Object> one = object(f.self(), a.self(), seconds);
            one.put(
                    "endpoints",
                    busiest(f.endpoints(), a.endpoints(), "posted", "bytesIn", seconds).stream()
                            .map(e -> object(TopSample.like(f.endpoints(), e), e, seconds))
                            .toList());
            one.put(
                    "dispatchers",
                    busiest(f.dispatchers(), a.dispatchers(), "events", "waits", seconds).stream()
                            .map(d -> object(TopSample.like(f.dispatchers(), d), d, seconds))
                            .toList());
            adapters.add(one);
        }
        document.put("adapters", adapters);
        return document;
    }

    private static Map<String, Object> object(
            TopSample.Row former, TopSample.Row now, double seconds) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", now.name());
        object.putAll(now.texts());
        object.put("numbers", now.numbers());
        object.put("perSecond", now.rates(former, seconds));
        return object;
    }
}
