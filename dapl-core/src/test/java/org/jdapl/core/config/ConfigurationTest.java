package org.jdapl.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.jdapl.api.Setting;
import org.jdapl.api.Setting.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {

    @TempDir Path folder;

    private final Properties properties = new Properties();

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("jdapl.properties"), text);
    }

    private Configuration load(Map<String, String> explicit, Map<String, String> environment) {
        return Configuration.load(explicit, properties, environment);
    }

    private static void check(Configuration c, String name, String value, Origin origin) {
        Setting s = c.setting(name);
        assertThat(s.value()).isEqualTo(value);
        assertThat(s.origin()).isEqualTo(origin);
        assertThat(c.get(name)).isEqualTo(value);
        assertThat(s.description()).isNotBlank();
    }

    @Test
    void withoutAnythingTheDefaultsHold() {
        Configuration c = load(Map.of(), Map.of());
        check(c, Configuration.ADAPTER, "soft:iwarp", Origin.DEFAULT);
        check(c, Configuration.PROGRESS, "auto", Origin.DEFAULT);
        check(c, Configuration.FILE, "", Origin.DEFAULT);
        assertThat(c.settings()).hasSize(3);
    }

    @Test
    void eachOriginGoesOverTheWeakerOnes() throws IOException {
        Path file = file("jdapl.adapter = file:a\njdapl.progress=manual\n");
        Map<String, String> environment =
                Map.of("JDAPL_ADAPTER", "env:a", "JDAPL_CONFIG", file.toString());

        check(
                load(Map.of(Configuration.FILE, file.toString()), Map.of()),
                Configuration.ADAPTER,
                "file:a",
                Origin.FILE);
        check(load(Map.of(), environment), Configuration.ADAPTER, "env:a", Origin.ENVIRONMENT);
        check(load(Map.of(), environment), Configuration.PROGRESS, "manual", Origin.FILE);
        check(load(Map.of(), environment), Configuration.FILE, file.toString(), Origin.ENVIRONMENT);
        properties.setProperty(Configuration.ADAPTER, "property:a");
        check(
                load(Map.of(), environment),
                Configuration.ADAPTER,
                "property:a",
                Origin.SYSTEM_PROPERTY);
        check(
                load(Map.of(Configuration.ADAPTER, "code:a"), environment),
                Configuration.ADAPTER,
                "code:a",
                Origin.EXPLICIT);
    }

    @Test
    void blanksAroundAValueDoNotCount() {
        properties.setProperty(Configuration.PROGRESS, " manual ");
        check(load(Map.of(), Map.of()), Configuration.PROGRESS, "manual", Origin.SYSTEM_PROPERTY);
    }

    @Test
    void anAliasCanComeFromEachOrigin() throws IOException {
        Path file = file("jdapl.alias.fast=file:x\njdapl.alias.slow=file:y\n");
        properties.setProperty("jdapl.alias.mine", "property:z");
        Configuration c =
                load(
                        Map.of(Configuration.FILE, file.toString(), "jdapl.alias.slow", "code:y"),
                        Map.of("JDAPL_ALIAS_FAST", "env:x", "JDAPL_ALIAS_STORAGE_A", "env:s"));
        assertThat(c.resolveAlias("fast")).isEqualTo("env:x");
        assertThat(c.resolveAlias("slow")).isEqualTo("code:y");
        assertThat(c.resolveAlias("mine")).isEqualTo("property:z");
        assertThat(c.resolveAlias("storage_a")).isEqualTo("env:s");
        assertThat(c.resolveAlias("soft:iwarp")).isEqualTo("soft:iwarp");
        assertThat(c.settings())
                .extracting(Setting::name)
                .contains("jdapl.alias.fast", "jdapl.alias.mine", "jdapl.alias.slow");
    }

    @Test
    void anAliasStandsForAnAdapterAndNotForAnotherAlias() {
        Configuration c = load(Map.of("jdapl.alias.a", "b", "jdapl.alias.b", "soft:x"), Map.of());
        assertThat(c.resolveAlias("a")).isEqualTo("b");
    }

    @Test
    void aFileThatIsNotThereIsNamedWithItsSetting() {
        Path missing = folder.resolve("missing.properties");
        assertThatThrownBy(() -> load(Map.of(Configuration.FILE, missing.toString()), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(missing.toString())
                .hasMessageContaining(Configuration.FILE);
    }

    @Test
    void aFileThatIsDamagedIsNamedWithItsSetting() throws IOException {
        Path file = file("jdapl.adapter=\\u00zz\n");
        assertThatThrownBy(() -> load(Map.of(Configuration.FILE, file.toString()), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(Configuration.FILE);
        Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xC3, 0x28});
        assertThatThrownBy(
                        () ->
                                load(
                                        Map.of(
                                                Configuration.FILE,
                                                folder.resolve("bytes").toString()),
                                        Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Configuration.FILE);
    }

    @Test
    void aFileNameThatIsNoneIsNamedWithItsSetting() {
        assertThatThrownBy(() -> load(Map.of(Configuration.FILE, "a\0b"), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Configuration.FILE);
    }

    @Test
    void theFileIsReadAsUtf8() throws IOException {
        Path file = folder.resolve("utf8");
        Files.write(file, "jdapl.adapter=soft:ü".getBytes(StandardCharsets.UTF_8));
        check(
                load(Map.of(Configuration.FILE, file.toString()), Map.of()),
                Configuration.ADAPTER,
                "soft:ü",
                Origin.FILE);
    }

    @Test
    void anUnknownSettingHasNoValue() {
        assertThat(load(Map.of(), Map.of()).get("jdapl.nonsense")).isEmpty();
    }

    @Test
    void theProcessItselfCanBeAsked() {
        assertThat(Configuration.load(Map.of()).settings()).hasSizeGreaterThanOrEqualTo(3);
    }
}
