package org.jdapl.tools;

import java.io.PrintStream;
import java.lang.reflect.RecordComponent;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.AttributeKey;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.TransportAttributes;

/**
 * Attribute records as names and values. They are read component by component, so that an attribute
 * that is added to the API appears here by itself.
 */
final class Facts {

    private static final String BYTES = "Bytes";
    private static final int NAME_WIDTH = 30;

    private Facts() {}

    /** The components of a record, in order. */
    static Map<String, Object> of(Record attributes) {
        Map<String, Object> facts = new LinkedHashMap<>();
        for (RecordComponent c : attributes.getClass().getRecordComponents()) {
            try {
                facts.put(c.getName(), plain(c.getAccessor().invoke(attributes)));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + c, e);
            }
        }
        return facts;
    }

    /** What an open adapter says, in sections. */
    static Map<String, Object> ofAdapter(InterfaceAdapter adapter) {
        AdapterAttributes attributes = adapter.attributes();
        Map<String, Object> about = new LinkedHashMap<>();
        Map<String, Object> limits = new LinkedHashMap<>();
        of(attributes)
                .forEach(
                        (name, value) -> {
                            if (name.startsWith("max")) {
                                limits.put(name, value);
                            } else if (!(value instanceof Map) && !name.equals("capabilities")) {
                                about.put(name, value);
                            }
                        });
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("attributes", about);
        facts.put("limits", limits);
        facts.put("transportAttributes", plain(attributes.transportAttributes()));
        facts.put("capabilities", capabilities(attributes, true));
        facts.put("notAdvertised", capabilities(attributes, false));
        return facts;
    }

    /** Prints facts for people, with their units. */
    static void print(PrintStream out, String indent, Map<?, ?> facts) {
        facts.forEach(
                (key, value) -> {
                    String name = String.valueOf(key);
                    String words = words(name.endsWith(BYTES) ? cut(name) : name);
                    out.print(indent + words);
                    out.print(" ".repeat(Math.max(1, NAME_WIDTH - words.length())));
                    out.println(text(name, value));
                });
    }

    /** A value with its unit. */
    static String text(String name, Object value) {
        return switch (value) {
            case Number n when name.endsWith(BYTES) -> bytes(n.longValue());
            case Number n -> Sizes.grouped(n.longValue());
            case Boolean b -> b ? "yes" : "no";
            case Duration d -> d.isZero() ? "none" : Durations.format(d);
            case List<?> l ->
                    l.isEmpty()
                            ? "none"
                            : String.join(", ", l.stream().map(String::valueOf).toList());
            default -> value.toString();
        };
    }

    /** {@code maxPrivateData} as {@code max private data}; names with dots stay. */
    static String words(String name) {
        return name.indexOf('.') >= 0
                ? name
                : name.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
    }

    private static String bytes(long n) {
        String grouped = Sizes.grouped(n) + " bytes";
        return n < 1024 ? grouped : grouped + " (" + Sizes.format(n) + ")";
    }

    private static String cut(String name) {
        return name.substring(0, name.length() - BYTES.length());
    }

    private static List<String> capabilities(AdapterAttributes attributes, boolean there) {
        return Arrays.stream(Capability.values())
                .filter(c -> attributes.has(c) == there)
                .map(Capability::name)
                .toList();
    }

    private static Object plain(Object value) {
        return switch (value) {
            case TransportAttributes t -> {
                Map<String, Object> map = new LinkedHashMap<>();
                for (AttributeKey<?> key : t.keys()) {
                    map.put(key.name(), plain(t.get(key).orElseThrow()));
                }
                yield map;
            }
            case List<?> l -> l.stream().map(Facts::plain).toList();
            case Set<?> s -> s.stream().map(Facts::plain).sorted().toList();
            case Inet6Address a -> HostPort.shortened(a);
            case InetAddress a -> a.getHostAddress();
            case Enum<?> e -> e.name();
            default -> value;
        };
    }
}
