package org.jdapl.tools;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;

/**
 * What a process's counters were at one moment.
 *
 * @param time when
 * @param adapters the open adapters, in the order of their names
 */
record TopSample(Instant time, List<Adapter> adapters) {

    /** Numbers that go up and down: they have no rate. */
    private static final Set<String> LEVELS =
            Set.of("opening", "endpoints", "dispatchers", "regions", "outstanding");

    private static final Set<String> OF_THE_RECORDER =
            Set.of("startTime", "duration", "eventThread", "stackTrace");

    /**
     * One object.
     *
     * @param name its name
     * @param texts what is said of it
     * @param numbers its counters and levels
     */
    record Row(String name, Map<String, String> texts, Map<String, Long> numbers) {

        /** What an event says of an object, whose name is in one of its fields. */
        static Row of(RecordedEvent event, String nameField) {
            Map<String, String> texts = new LinkedHashMap<>();
            Map<String, Long> numbers = new LinkedHashMap<>();
            for (ValueDescriptor field : event.getFields()) {
                String name = field.getName();
                if (OF_THE_RECORDER.contains(name) || name.equals(nameField)) {
                    continue;
                }
                switch (event.<Object>getValue(name)) {
                    case String s -> texts.put(name, s);
                    case Long n -> numbers.put(name, n);
                    case null, default -> {} // there is no other kind
                }
            }
            return new Row(String.valueOf(event.getString(nameField)), texts, numbers);
        }

        long number(String field) {
            return numbers.getOrDefault(field, 0L);
        }

        /** How much was counted each second since a former look, which may not have had it. */
        double rate(Row former, String field, double seconds) {
            return (number(field) - former.number(field)) / seconds;
        }

        Map<String, Double> rates(Row former, double seconds) {
            Map<String, Double> rates = new LinkedHashMap<>();
            for (String field : numbers.keySet()) {
                if (!LEVELS.contains(field)) {
                    rates.put(field, rate(former, field, seconds));
                }
            }
            return rates;
        }

        static Row none(String name) {
            return new Row(name, Map.of(), Map.of());
        }
    }

    /**
     * An adapter and what it has.
     *
     * @param self the adapter
     * @param endpoints its endpoints
     * @param dispatchers its event dispatchers
     */
    record Adapter(Row self, List<Row> endpoints, List<Row> dispatchers) {

        String key() {
            return self.name() + '#' + self.number("opening");
        }
    }

    /** The adapter of a former look, with nothing counted where it was not there. */
    Adapter like(Adapter adapter) {
        return adapters.stream()
                .filter(a -> a.key().equals(adapter.key()))
                .findFirst()
                .orElseGet(
                        () -> new Adapter(Row.none(adapter.self().name()), List.of(), List.of()));
    }

    /** The object of a name among others, with nothing counted where it is not there. */
    static Row like(List<Row> rows, Row row) {
        return rows.stream()
                .filter(r -> r.name().equals(row.name()))
                .findFirst()
                .orElseGet(() -> Row.none(row.name()));
    }

    /** Puts samples together from events: the counters of an adapter's objects, then its own. */
    static final class Collector {

        private final List<Adapter> adapters = new ArrayList<>();
        private List<Row> endpoints = new ArrayList<>();
        private List<Row> dispatchers = new ArrayList<>();

        void endpoint(RecordedEvent event) {
            endpoints.add(Row.of(event, "endpoint"));
        }

        void dispatcher(RecordedEvent event) {
            dispatchers.add(Row.of(event, "dispatcher"));
        }

        void adapter(RecordedEvent event) {
            adapters.add(new Adapter(Row.of(event, "adapter"), endpoints, dispatchers));
            endpoints = new ArrayList<>();
            dispatchers = new ArrayList<>();
        }

        /** All of one moment was told. */
        TopSample end(RecordedEvent event) {
            List<Adapter> all =
                    adapters.stream().sorted(Comparator.comparing(Adapter::key)).toList();
            adapters.clear();
            return new TopSample(event.getStartTime(), all);
        }
    }
}
