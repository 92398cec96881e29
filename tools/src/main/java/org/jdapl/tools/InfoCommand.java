package org.jdapl.tools;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdapl.api.AdapterAlias;
import org.jdapl.api.AdapterInfo;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.DatException;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.ProviderInfo;
import org.jdapl.api.Setting;
import org.jdapl.verbs.Device;
import org.jdapl.verbs.Verbs;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code jdapl info}. */
@Command(
        name = "info",
        usageHelpWidth = 100,
        sortOptions = false,
        description = {
            "Lists the providers, with the reason where one has no adapters, and the adapters with"
                    + " their attributes, limits and capabilities.",
            "With --devices, the RDMA devices that libibverbs finds, as ibv_devinfo shows them."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  jdapl info",
            "  jdapl info --adapter soft:iwarp -v",
            "  jdapl info --config --json",
            "  jdapl info --devices -v"
        })
final class InfoCommand implements Runnable {

    @Mixin private AdapterOption adapter = new AdapterOption();

    @Option(
            names = "--config",
            description =
                    "List the settings in force, each with its origin, the other names of adapters,"
                            + " and what is wrong in dat.conf.")
    private boolean config;

    @Option(names = "--devices", description = "Show the RDMA devices instead of the adapters.")
    private boolean devices;

    @Option(
            names = {"-d", "--device"},
            paramLabel = "NAME",
            description = "Show this RDMA device.")
    private @Nullable String device;

    @Option(
            names = {"-l", "--list"},
            description = "Only the lists, without opening any adapter or device.")
    private boolean list;

    @Option(
            names = {"-v", "--verbose"},
            description = "Also capabilities that are not there, and the provider's attributes.")
    private boolean verbose;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Spec private CommandSpec spec = CommandSpec.create();

    InfoCommand() {}

    @Override
    public void run() {
        Leftovers.running(spec.qualifiedName());
        if (devices || device != null) {
            showDevices();
            System.out.flush();
            return;
        }
        try (AdapterRegistry registry = Wiring.registry()) {
            Map<String, Object> facts = facts(registry);
            if (json) {
                System.out.println(Json.write(facts));
            } else {
                new InfoText(System.out, verbose).print(facts);
            }
        }
        System.out.flush();
    }

    private void showDevices() {
        List<Device> found = Verbs.devices();
        if (device != null) {
            found = found.stream().filter(d -> d.name().equals(device)).toList();
        }
        if (found.isEmpty()) {
            throw new Failure(
                    (device == null ? "no RDMA device" : "no RDMA device '" + device + "'")
                            + " ('jdapl doctor' says what is missing)");
        }
        List<Map<String, Object>> facts = new ArrayList<>();
        for (Device d : found) {
            facts.add(list ? Map.of("hca_id", d.name()) : DeviceFacts.of(d, verbose));
        }
        if (json) {
            System.out.println(Json.write(Map.of("devices", facts)));
        } else {
            new DevicesText(System.out).print(facts);
        }
    }

    private Map<String, Object> facts(AdapterRegistry registry) {
        Map<String, Object> facts = new LinkedHashMap<>();
        if (config) {
            facts.put("settings", settings(registry));
            Set<String> there =
                    registry.adapters().stream()
                            .map(AdapterInfo::name)
                            .collect(Collectors.toUnmodifiableSet());
            facts.put("aliases", registry.aliases().stream().map(a -> alias(a, there)).toList());
            facts.put("warnings", registry.warnings().stream().map(Facts::of).toList());
            return facts;
        }
        if (adapter.name == null) {
            facts.put("version", Main.programVersion());
            facts.put("java", Runtime.version().toString());
            facts.put("providers", registry.providers().stream().map(this::provider).toList());
        }
        List<Object> adapters = new ArrayList<>();
        if (adapter.name != null) {
            adapters.add(opened(registry, adapter.name));
        } else {
            for (AdapterInfo info : registry.adapters()) {
                adapters.add(adapter(registry, info));
            }
        }
        facts.put("adapters", adapters);
        return facts;
    }

    private static List<Object> settings(AdapterRegistry registry) {
        List<Object> settings = new ArrayList<>();
        for (Setting s : registry.configuration()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", s.name());
            one.put("value", s.value());
            one.put("origin", s.origin().name().toLowerCase(Locale.ROOT).replace('_', ' '));
            one.put("description", s.description());
            settings.add(one);
        }
        return settings;
    }

    private static Map<String, Object> alias(AdapterAlias a, Set<String> there) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("name", a.name());
        a.adapter().ifPresent(adapter -> one.put("adapter", adapter));
        a.adapter()
                .filter(adapter -> !there.contains(adapter))
                .ifPresent(adapter -> one.put("unused", "there is no adapter " + adapter + " now"));
        a.unusedReason().ifPresent(reason -> one.put("unused", reason));
        one.put("source", a.source());
        return one;
    }

    private Map<String, Object> provider(ProviderInfo p) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("name", p.name());
        p.unavailableReason().ifPresent(reason -> facts.put("unavailable", reason));
        p.attributes().ifPresent(a -> facts.put("attributes", Facts.of(a)));
        return facts;
    }

    private Map<String, Object> adapter(AdapterRegistry registry, AdapterInfo info) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("name", info.name());
        facts.put("transport", info.transport());
        facts.put("description", info.description());
        facts.put("interfaces", info.interfaces());
        if (!list) {
            try {
                facts.putAll(opened(registry, info.name()));
            } catch (DatException e) {
                // One that cannot be opened must not hide the others.
                facts.put("unavailable", OneLine.text(e));
            }
        }
        return facts;
    }

    private Map<String, Object> opened(AdapterRegistry registry, String name) {
        try (InterfaceAdapter open = registry.open(name, adapter.options())) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("name", open.name());
            facts.putAll(Facts.ofAdapter(open));
            return facts;
        }
    }

    /** Prints facts for people. */
    private record InfoText(PrintStream out, boolean verbose) {

        private static final int NAME_WIDTH = 18;

        void print(Map<String, Object> facts) {
            if (facts.get("settings") instanceof List<?> settings) {
                settings.forEach(s -> setting(map(s)));
                names(list(facts.get("aliases")));
                warnings(list(facts.get("warnings")));
                return;
            }
            if (facts.get("providers") instanceof List<?> providers) {
                out.printf("jdapl %s, Java %s%n%n", facts.get("version"), facts.get("java"));
                out.println("providers");
                providers.forEach(p -> provider(map(p)));
                out.println();
                out.println("adapters");
            }
            List<?> adapters = list(facts.get("adapters"));
            if (facts.containsKey("providers")) {
                adapters.forEach(a -> line(map(a)));
                if (adapters.isEmpty()) {
                    out.println("  none");
                }
            }
            for (Object a : adapters) {
                details(map(a), facts.containsKey("providers"));
            }
        }

        private void setting(Map<?, ?> s) {
            out.printf(
                    "%s = %s  (%s)%n",
                    s.get("name"),
                    "".equals(s.get("value")) ? "(nothing)" : s.get("value"),
                    s.get("origin"));
            out.printf("    %s%n", s.get("description"));
        }

        /** Other names of adapters; without -v those that open one, and how many do not. */
        private void names(List<?> aliases) {
            List<Map<?, ?>> shown = new ArrayList<>();
            for (Object a : aliases) {
                if (verbose || map(a).get("adapter") != null) {
                    shown.add(map(a));
                }
            }
            if (aliases.isEmpty()) {
                return;
            }
            out.printf("%nother names of adapters%n");
            for (Map<?, ?> a : shown) {
                out.printf(
                        "  %s%s  (%s)%n",
                        padded(a.get("name")),
                        a.get("unused") == null
                                ? a.get("adapter")
                                : "opens nothing: " + a.get("unused"),
                        a.get("source"));
            }
            if (shown.size() < aliases.size()) {
                out.printf(
                        "  %d more that open nothing here (-v says why)%n",
                        aliases.size() - shown.size());
            }
        }

        private void warnings(List<?> warnings) {
            if (warnings.isEmpty()) {
                return;
            }
            out.printf("%nwarnings%n");
            for (Object w : warnings) {
                Map<?, ?> m = map(w);
                out.printf(
                        "  %s%s: %s%s%n",
                        m.get("file"),
                        Objects.equals(m.get("line"), 0) ? "" : ":" + m.get("line"),
                        "".equals(m.get("field")) ? "" : m.get("field") + ": ",
                        m.get("problem"));
            }
        }

        private void provider(Map<?, ?> p) {
            Map<?, ?> a = p.get("attributes") instanceof Map<?, ?> m ? m : Map.of();
            Object reason = p.get("unavailable");
            String version =
                    a.isEmpty()
                            ? ""
                            : a.get("providerVersion")
                                    + " by "
                                    + a.get("vendorName")
                                    + ", DAT API "
                                    + a.get("apiVersion")
                                    + ", SPI "
                                    + a.get("spiVersion");
            String state =
                    reason == null ? "" : "not available: " + OneLine.flat(reason.toString());
            String gap = version.isEmpty() || state.isEmpty() ? "" : "; ";
            out.println("  " + padded(p.get("name")) + version + gap + state);
            if (verbose && !a.isEmpty()) {
                Facts.print(out, "      ", a);
            }
        }

        private void line(Map<?, ?> a) {
            out.println(
                    "  "
                            + padded(a.get("name"))
                            + padded(a.get("transport"))
                            + a.get("description"));
        }

        private void details(Map<?, ?> a, boolean listed) {
            if (a.get("unavailable") != null) {
                out.printf("%n%s: cannot be opened: %s%n", a.get("name"), a.get("unavailable"));
                return;
            }
            if (a.get("attributes") == null) {
                return;
            }
            if (listed) {
                out.println();
            }
            out.println(a.get("name"));
            for (String section : List.of("attributes", "limits", "transportAttributes")) {
                if (a.get(section) instanceof Map<?, ?> m && !m.isEmpty()) {
                    out.println("  " + Facts.words(section));
                    Facts.print(out, "    ", m);
                }
            }
            out.println("  capabilities");
            wrapped(a.get("capabilities"));
            if (verbose) {
                out.println("  not advertised");
                wrapped(a.get("notAdvertised"));
            }
        }

        private void wrapped(@Nullable Object names) {
            StringBuilder line = new StringBuilder("   ");
            for (Object name : list(names)) {
                if (line.length() + name.toString().length() > 98) {
                    out.println(line);
                    line = new StringBuilder("   ");
                }
                line.append(' ').append(name);
            }
            out.println(line);
        }

        private static List<?> list(@Nullable Object o) {
            return o instanceof List<?> l ? l : List.of();
        }

        private static Map<?, ?> map(Object o) {
            return (Map<?, ?>) o;
        }

        private static String padded(@Nullable Object o) {
            String s = Objects.toString(o);
            return s + " ".repeat(Math.max(2, NAME_WIDTH - s.length()));
        }
    }
}
