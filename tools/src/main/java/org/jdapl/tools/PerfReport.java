package org.jdapl.tools;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jdapl.tools.Table.Column;

/** What {@code jdapl perf} prints: tables while it runs, or one JSON text at the end. */
final class PerfReport {

    private static final double MIB = 1 << 20;

    private static final List<Column> LATENCY =
            List.of(
                    new Column("#bytes", 9),
                    new Column("#iterations", 11),
                    new Column("t_min[us]", 10),
                    new Column("t_max[us]", 10),
                    new Column("t_typical[us]", 13),
                    new Column("t_avg[us]", 10),
                    new Column("t_stdev[us]", 11),
                    new Column("99%[us]", 10),
                    new Column("99.9%[us]", 10));

    private static final List<Column> BANDWIDTH =
            List.of(
                    new Column("#bytes", 9),
                    new Column("#iterations", 11),
                    new Column("BW_peak[MiB/s]", 14),
                    new Column("BW_average[MiB/s]", 17),
                    new Column("MsgRate[Mpps]", 13));

    private final PrintStream out;
    private final boolean json;
    private final Map<String, Object> head = new LinkedHashMap<>();
    private final List<Map<String, Object>> results = new ArrayList<>();
    private Table table;

    PerfReport(
            PrintStream out, boolean json, Fabric fabric, String peer, Waiting waiting, int depth) {
        this.out = out;
        this.json = json;
        this.table = new Table(out, LATENCY);
        head.put("tool", "perf");
        head.put("version", Main.programVersion());
        head.put("adapter", fabric.adapter().name());
        head.put("peer", peer);
        head.put("progress", fabric.progress());
        head.put("waiting", waiting.name().toLowerCase(Locale.ROOT));
        head.put("depth", depth);
        head.put("java_version", Runtime.version().toString());
        head.put("cpus", Runtime.getRuntime().availableProcessors());
        head.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        if (!json) {
            out.printf(
                    "%s to %s, progress %s, %s, depth %d, Java %s, %d CPUs%n",
                    head.get("adapter"),
                    peer,
                    head.get("progress"),
                    waiting.text(),
                    depth,
                    Runtime.version(),
                    Runtime.getRuntime().availableProcessors());
        }
    }

    /** Begins the table of a test. */
    void begin(PerfTest test) {
        if (json) {
            return;
        }
        boolean latency = test.kind() == PerfTest.Kind.LATENCY;
        out.println();
        out.println(test.title());
        table = new Table(out, latency ? LATENCY : BANDWIDTH);
        table.header();
    }

    void latency(PerfRun run, LatencyStats s) {
        Map<String, Object> result = result(run);
        result.put("t_min_us", s.min());
        result.put("t_max_us", s.max());
        result.put("t_typical_us", s.typical());
        result.put("t_avg_us", s.average());
        result.put("t_stdev_us", s.stdev());
        result.put("p99_us", s.p99());
        result.put("p999_us", s.p999());
        if (!json) {
            row(
                    run,
                    "%.2f",
                    s.min(),
                    s.max(),
                    s.typical(),
                    s.average(),
                    s.stdev(),
                    s.p99(),
                    s.p999());
        }
    }

    void bandwidth(PerfRun run, PerfRunner.Rates r) {
        Map<String, Object> result = result(run);
        result.put("bw_peak_mib_per_s", r.peak() / MIB);
        result.put("bw_average_mib_per_s", r.average() / MIB);
        result.put("msg_rate_mpps", r.messages() / 1e6);
        if (!json) {
            row(run, "%.3f", r.peak() / MIB, r.average() / MIB, r.messages() / 1e6);
        }
    }

    /** Ends the report. */
    void end() {
        if (json) {
            head.put("results", results);
            out.println(Json.write(head));
        }
    }

    private Map<String, Object> result(PerfRun run) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("test", run.test().id());
        result.put("op", run.test().op().name().toLowerCase(Locale.ROOT));
        result.put("kind", run.test().kind().name().toLowerCase(Locale.ROOT));
        result.put("bytes", run.bytes());
        result.put("iterations", run.iterations());
        results.add(result);
        return result;
    }

    private void row(PerfRun run, String form, double... numbers) {
        List<String> cells = new ArrayList<>();
        cells.add(Long.toString(run.bytes()));
        cells.add(Integer.toString(run.iterations()));
        for (double number : numbers) {
            cells.add(String.format(Locale.ROOT, form, number));
        }
        table.row(cells);
    }
}
