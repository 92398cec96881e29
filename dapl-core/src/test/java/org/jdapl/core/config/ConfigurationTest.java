package org.jdapl.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        return load(explicit, environment, List.of());
    }

    private Configuration load(
            Map<String, String> explicit,
            Map<String, String> environment,
            List<String> usualDatConfs) {
        return Configuration.load(explicit, properties, environment, usualDatConfs);
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
        check(c, Configuration.DAT_CONF, "", Origin.DEFAULT);
        assertThat(c.settings()).hasSize(4);
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
        assertThat(c.get("jdapl.alias.fast")).isEqualTo("env:x");
        assertThat(c.get("jdapl.alias.slow")).isEqualTo("code:y");
        assertThat(c.get("jdapl.alias.mine")).isEqualTo("property:z");
        assertThat(c.get("jdapl.alias.storage_a")).isEqualTo("env:s");
        assertThat(c.get("jdapl.alias.soft:iwarp")).isEmpty();
        assertThat(c.settings())
                .extracting(Setting::name)
                .contains("jdapl.alias.fast", "jdapl.alias.mine", "jdapl.alias.slow");
    }

    @Test
    void theDatConfIsTheSettingsThenThatOfUdapl() throws IOException {
        String good = "mine u2.0 threadsafe default jdapl:soft jdapl.1.0 iwarp \"\"\n";
        String usual = Files.writeString(folder.resolve("usual"), good + good).toString();
        String override = Files.writeString(folder.resolve("override"), good).toString();
        String named = Files.writeString(folder.resolve("named"), good + good + good).toString();
        Map<String, String> environment = Map.of("DAT_OVERRIDE", override);
        List<String> usuals = List.of(folder.resolve("missing").toString(), usual);

        Configuration c = load(Map.of(), Map.of(), usuals);
        check(c, Configuration.DAT_CONF, usual, Origin.DEFAULT);
        assertThat(c.datConf().entries()).hasSize(2);
        c = load(Map.of(), environment, usuals);
        check(c, Configuration.DAT_CONF, override, Origin.ENVIRONMENT);
        assertThat(c.datConf().entries()).hasSize(1);
        properties.setProperty(Configuration.DAT_CONF, named);
        c = load(Map.of(), environment, usuals);
        check(c, Configuration.DAT_CONF, named, Origin.SYSTEM_PROPERTY);
        assertThat(c.datConf().entries()).hasSize(3);
        c = load(Map.of(Configuration.DAT_CONF, ""), environment, usuals);
        assertThat(c.datConf()).isEqualTo(DatConf.NONE);
    }

    @Test
    void anUnusableOverrideGivesAWarningAndNoOtherFile() throws IOException {
        String usual =
                Files.writeString(
                                folder.resolve("usual"),
                                "mine u2.0 threadsafe default jdapl:soft jdapl.1.0 iwarp \"\"")
                        .toString();
        for (String bad :
                new String[] {folder.resolve("none").toString(), folder.toString(), "\0"}) {
            DatConf c = load(Map.of(), Map.of("DAT_OVERRIDE", bad), List.of(usual)).datConf();
            assertThat(c.entries()).isEmpty();
            assertThat(c.warnings())
                    .singleElement()
                    .satisfies(
                            w -> {
                                assertThat(w.line()).isZero();
                                assertThat(w.problem()).contains("cannot be read");
                            });
        }
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
        assertThat(Configuration.load(Map.of()).settings()).hasSizeGreaterThanOrEqualTo(4);
    }

    @Test
    void aNameInTheFileThatIsNoSettingIsAWarning() throws IOException {
        Path file =
                file("jdapl.progres=manual\njdapl.alias.fast=soft:iwarp\njdapl.datconf=\nx=1\n");

        Configuration c = load(Map.of(Configuration.FILE, file.toString()), Map.of());

        assertThat(c.warnings())
                .extracting(Object::toString)
                .containsExactly(
                        file + ": jdapl.progres: there is no such setting",
                        file + ": x: there is no such setting");
        assertThat(c.get(Configuration.PROGRESS)).isEqualTo("auto");
    }
}
