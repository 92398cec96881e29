package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jdapl.core.RegistryTest.adapter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdapl.api.AdapterAlias;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.ConfigurationWarning;
import org.jdapl.api.DatException;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.core.config.Configuration;
import org.jdapl.core.fake.FakeProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Other names of adapters, as an administrator's dat.conf gives them. */
class AliasTableTest {

    @TempDir Path folder;

    private final FakeProvider provider = new FakeProvider();

    private AdapterRegistry registry(Map<String, String> settings, String... lines)
            throws IOException {
        Path file = Files.writeString(folder.resolve("dat.conf"), String.join("\n", lines));
        Map<String, String> all = new HashMap<>(settings);
        all.put(Configuration.DAT_CONF, file.toString());
        return new RegistryBuilder().discover(false).provider(provider).settings(all).build();
    }

    private static String cma(String name, String parameters) {
        return line(name, "u2.0", "default", "libdaplofa.so.2", parameters);
    }

    private static String line(
            String name, String api, String isDefault, String library, String parameters) {
        return "%s %s nonthreadsafe %s %s dapl.2.0 \"%s\" \"\""
                .formatted(name, api, isDefault, library, parameters);
    }

    private static String opened(AdapterRegistry registry, String name) {
        try (InterfaceAdapter adapter = registry.open(name, AdapterOptions.defaults())) {
            return adapter.name();
        }
    }

    private static void refused(AdapterRegistry registry, String name, String... words) {
        assertThatThrownBy(() -> registry.open(name, AdapterOptions.defaults()))
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> {
                            assertThat(e.type()).isEqualTo(DatType.PROVIDER_NOT_FOUND);
                            assertThat(e.subtype()).isEqualTo(DatSubtype.NAME_NOT_REGISTERED);
                        })
                .message()
                .contains(words);
    }

    @Test
    void aLineOfOursNamesProviderAndDevice() throws IOException {
        try (AdapterRegistry registry =
                registry(
                        Map.of(),
                        line("mine", "u2.0", "default", "jdapl:fake", "two"),
                        line("away", "u2.0", "default", "jdapl:nobody", "two"),
                        line("half", "u2.0", "default", "jdapl:fake", ""))) {
            assertThat(opened(registry, "mine")).isEqualTo("fake:two");
            refused(registry, "away", "\"away\" = \"nobody:two\"", "no provider named");
            refused(registry, "half", "dat.conf:3", "ia_params");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "libdaplofa.so.2",
                "libdaplofa.so.2.0.0",
                "libdaplcma.so.1",
                "/usr/lib64/libdaplofa.so.2"
            })
    void aLineOfTheReferencesCmaProviderIsFoundByItsInterface(String library) throws IOException {
        provider.adapters = List.of(adapter("one", "ib0", "192.0.2.1"), adapter("two", "eth2"));
        try (AdapterRegistry registry =
                registry(Map.of(), line("ofa-v2-iwarp", "u2.0", "default", library, "eth2 0"))) {
            assertThat(opened(registry, "ofa-v2-iwarp")).isEqualTo("fake:two");
        }
    }

    @Test
    void anAddressIsTheSameHoweverItIsWritten() throws IOException {
        provider.adapters = List.of(adapter("one", "192.0.2.1"), adapter("two", "2001:db8::1"));
        try (AdapterRegistry registry =
                registry(
                        Map.of(),
                        cma("four", "192.0.2.1 0"),
                        cma("six", "2001:DB8:0:0::1 0"),
                        cma("host", "localhost 0"))) {
            assertThat(opened(registry, "four")).isEqualTo("fake:one");
            assertThat(opened(registry, "six")).isEqualTo("fake:two");
            refused(registry, "host", "\"localhost\"", "not looked up");
        }
    }

    @Test
    void whatOpensNothingIsListedWithItsReason() throws IOException {
        provider.adapters = List.of(adapter("one", "ib0"), adapter("two", "ib0"));
        String[] lines = {
            line("kernel", "k2.0", "default", "libdaplofa.so.2", "ib0 0"),
            line("old", "u1.2", "default", "libdaplofa.so.2", "ib0 0"),
            line("other", "u2.0", "nondefault", "libdaplofa.so.2", "ib0 0"),
            line("scm", "u2.0", "default", "libdaploscm.so.2", "mlx4_0 1"),
            cma("noport", "ib0"),
            cma("gone", "ib7 0"),
            cma("both", "ib0 0")
        };
        String[] reasons = {
            "kernel", "u1.2", "nondefault", "libdaploscm.so.2", "port", "ib7", "fake:one, fake:two"
        };
        try (AdapterRegistry registry = registry(Map.of(), lines)) {
            List<AdapterAlias> aliases = registry.aliases();
            assertThat(aliases).hasSize(lines.length);
            for (int i = 0; i < lines.length; i++) {
                AdapterAlias a = aliases.get(i);
                assertThat(a.adapter()).isEmpty();
                assertThat(a.unusedReason().orElseThrow()).contains(reasons[i]);
                assertThat(a.source()).endsWith("dat.conf:" + (i + 1));
                refused(registry, a.name(), a.source(), reasons[i]);
            }
            assertThat(registry.warnings()).isEmpty();
        }
    }

    @Test
    void theLinesOfANameAreTriedInTheirOrder() throws IOException {
        provider.adapters = List.of(adapter("one", "ib0"), adapter("two", "ib1"));
        try (AdapterRegistry registry =
                registry(Map.of(), cma("a", "ib5 0"), cma("a", "ib1 0"), cma("a", "ib0 0"))) {
            assertThat(opened(registry, "a")).isEqualTo("fake:two");
            provider.adapters = List.of(adapter("one", "ib0"));
            assertThat(opened(registry, "a")).isEqualTo("fake:one");
            provider.adapters = List.of(adapter("one"));
            refused(registry, "a", "dat.conf:1", "dat.conf:2", "dat.conf:3");
        }
    }

    @Test
    void aSettingGoesOverTheFileAndNeitherHidesAnAdapter() throws IOException {
        Map<String, String> settings =
                Map.of("jdapl.alias.a", "fake:one", "jdapl.alias.empty", "", "jdapl.alias.b", "a");
        try (AdapterRegistry registry =
                registry(
                        settings,
                        line("a", "u2.0", "default", "jdapl:fake", "two"),
                        line("fake:one", "u2.0", "default", "jdapl:fake", "two"))) {
            assertThat(opened(registry, "a")).isEqualTo("fake:one");
            assertThat(opened(registry, "fake:one")).isEqualTo("fake:one");
            assertThat(registry.aliases().getFirst())
                    .isEqualTo(
                            new AdapterAlias(
                                    "a",
                                    Optional.of("fake:one"),
                                    Optional.empty(),
                                    "jdapl.alias.a (explicit)"));
            refused(registry, "empty", "value is empty");
            // An alias stands for an adapter, not for another alias.
            assertThatThrownBy(() -> registry.open("b", AdapterOptions.defaults()))
                    .hasMessageContaining("\"b\" = \"a\" is not of the form provider:device");
        }
    }

    @Test
    void theDefaultAdapterMayBeAnAlias() throws IOException {
        try (AdapterRegistry registry =
                registry(
                        Map.of(Configuration.ADAPTER, "mine"),
                        line("mine", "u2.0", "default", "jdapl:fake", "two"))) {
            try (InterfaceAdapter adapter = registry.openDefault(AdapterOptions.defaults())) {
                assertThat(adapter.name()).isEqualTo("fake:two");
            }
        }
    }

    @Test
    void aBadLineIsAWarningAndTheGoodOnesCount() throws IOException {
        try (AdapterRegistry registry =
                registry(
                        Map.of(),
                        "broken u2.0",
                        line("mine", "u2.0", "default", "jdapl:fake", "two"))) {
            assertThat(opened(registry, "mine")).isEqualTo("fake:two");
            assertThat(registry.warnings())
                    .singleElement()
                    .extracting(ConfigurationWarning::line, ConfigurationWarning::field)
                    .containsExactly(1, "threadsafety");
        }
    }
}
