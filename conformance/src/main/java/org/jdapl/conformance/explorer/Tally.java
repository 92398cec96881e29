package org.jdapl.conformance.explorer;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.jdapl.api.data.EndpointState;
import org.jdapl.core.EndpointStateTable;
import org.jdapl.core.EndpointStateTable.Effect;
import org.jdapl.core.EndpointStateTable.Trigger;

/** How often what was hit, over many stories. */
final class Tally {

    private final Map<EndpointState, EnumMap<Trigger, Long>> cells =
            new EnumMap<>(EndpointState.class);
    private final Map<String, Long> others = new TreeMap<>();

    void cell(EndpointState state, Trigger trigger) {
        cells.computeIfAbsent(state, _ -> new EnumMap<>(Trigger.class))
                .merge(trigger, 1L, Long::sum);
    }

    void count(String what) {
        count(what, 1);
    }

    void count(String what, long times) {
        others.merge(what, times, Long::sum);
    }

    void add(Tally other) {
        other.cells.forEach(
                (state, row) ->
                        row.forEach(
                                (trigger, n) ->
                                        cells.computeIfAbsent(
                                                        state, _ -> new EnumMap<>(Trigger.class))
                                                .merge(trigger, n, Long::sum)));
        other.others.forEach((what, n) -> others.merge(what, n, Long::sum));
    }

    long hits(EndpointState state, Trigger trigger) {
        return cells.getOrDefault(state, new EnumMap<>(Trigger.class)).getOrDefault(trigger, 0L);
    }

    long hits(String what) {
        return others.getOrDefault(what, 0L);
    }

    /** The table's cells that do something, and how often; then all else that was counted. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        int hit = 0;
        int all = 0;
        out.append("state table: what happened in which state, how often\n");
        for (EndpointState state : EndpointStateTable.states()) {
            for (Trigger trigger : Trigger.values()) {
                Effect effect = EndpointStateTable.rule(state, trigger).effect();
                if (effect == Effect.IGNORED) {
                    continue; // cannot be told from outside
                }
                long n = hits(state, trigger);
                all++;
                hit += n > 0 ? 1 : 0;
                out.append(String.format("  %-30s %-50s %9d%n", state, trigger.words(), n));
            }
        }
        out.append(String.format("  %d of %d cells hit%n", hit, all));
        others.forEach((what, n) -> out.append(String.format("%-60s %9d%n", what, n)));
        return out.toString();
    }
}
