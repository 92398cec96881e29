package org.jdapl.core.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Properties;
import java.util.TreeMap;
import org.jdapl.api.ConfigurationWarning;
import org.jdapl.api.Setting;
import org.jdapl.api.Setting.Origin;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a registry. A value given in code goes over a system property, that over an
 * environment variable, that over the configuration file, that over the default. Immutable once
 * made.
 */
public final class Configuration {

    /** The adapter that {@code open()} without a name takes. */
    public static final String ADAPTER = "jdapl.adapter";

    /**
     * How adapters make progress where the program does not say: {@code auto} or {@code manual}.
     */
    public static final String PROGRESS = "jdapl.progress";

    /** The configuration file. */
    public static final String FILE = "jdapl.config";

    /**
     * The {@code dat.conf} with further names of adapters; empty for none. Where nothing says
     * which, the variable {@code DAT_OVERRIDE} does, as for uDAPL, else the first of the usual
     * places where there is one.
     */
    public static final String DAT_CONF = "jdapl.datconf";

    /** Prefix of aliases: {@code jdapl.alias.NAME=provider:device}. */
    public static final String ALIAS_PREFIX = "jdapl.alias.";

    private static final String DAT_OVERRIDE = "DAT_OVERRIDE";

    /** Where distributions put it. */
    private static final List<String> USUAL_DAT_CONFS =
            List.of("/etc/rdma/dat.conf", "/etc/dat.conf");

    /**
     * A setting that always has a value.
     *
     * @param otherVariable an environment variable that it takes the value of, too
     */
    private record Known(
            String name, String defaultValue, String description, @Nullable String otherVariable) {

        Known(String name, String defaultValue, String description) {
            this(name, defaultValue, description, null);
        }

        Setting setting(String value, Origin origin) {
            return new Setting(name, value.strip(), origin, description);
        }
    }

    private static final Known KNOWN_FILE =
            new Known(FILE, "", "file with further settings, one name=value a line");

    private static final List<Known> KNOWN =
            List.of(
                    new Known(
                            ADAPTER, "soft:iwarp", "adapter that is opened when no name is given"),
                    new Known(
                            PROGRESS,
                            "auto",
                            "who makes progress: auto (daemon thread) or manual (the program's own"
                                    + " calls)"),
                    KNOWN_FILE);

    private final List<Setting> settings;
    private final DatConf datConf;
    private final List<ConfigurationWarning> warnings;

    private Configuration(
            List<Setting> settings, DatConf datConf, List<ConfigurationWarning> warnings) {
        this.settings = List.copyOf(settings);
        this.datConf = datConf;
        this.warnings = List.copyOf(warnings);
    }

    /**
     * Reads the configuration of this process.
     *
     * @param explicit settings given in code
     * @return the configuration
     * @throws IllegalArgumentException where the configuration file cannot be read
     */
    public static Configuration load(Map<String, String> explicit) {
        return load(explicit, System.getProperties(), System.getenv(), USUAL_DAT_CONFS);
    }

    static Configuration load(
            Map<String, String> explicit,
            Map<?, ?> properties,
            Map<String, String> environment,
            List<String> usualDatConfs) {
        Sources sources = new Sources(explicit, properties, environment, Map.of());
        String file = sources.resolve(KNOWN_FILE).value();
        List<ConfigurationWarning> warnings = new ArrayList<>();
        if (!file.isEmpty()) {
            Properties read = read(file);
            sources = new Sources(explicit, properties, environment, read);
            warnings.addAll(unknown(file, read));
        }
        List<Setting> settings = new ArrayList<>();
        for (Known known : KNOWN) {
            settings.add(sources.resolve(known));
        }
        Setting datConf = sources.resolve(datConf(usualDatConfs));
        settings.add(datConf);
        settings.addAll(sources.aliases());
        DatConf names = datConf.value().isEmpty() ? DatConf.NONE : DatConf.read(datConf.value());
        warnings.addAll(names.warnings());
        return new Configuration(settings, names, warnings);
    }

    /** A warning for each name in the file that is no setting's, in the order of the names. */
    private static List<ConfigurationWarning> unknown(String file, Properties read) {
        return read.stringPropertyNames().stream()
                .filter(name -> !isSetting(name))
                .sorted()
                .map(name -> new ConfigurationWarning(file, 0, name, "there is no such setting"))
                .toList();
    }

    private static boolean isSetting(String name) {
        return name.equals(DAT_CONF)
                || name.startsWith(ALIAS_PREFIX)
                || KNOWN.stream().anyMatch(known -> known.name().equals(name));
    }

    private static Known datConf(List<String> usual) {
        return new Known(
                DAT_CONF,
                usual.stream().filter(f -> Files.exists(Path.of(f))).findFirst().orElse(""),
                "dat.conf with further names of adapters",
                DAT_OVERRIDE);
    }

    /** Where values come from, from strong to weak. */
    private record Sources(
            Map<String, String> explicit,
            Map<?, ?> properties,
            Map<String, String> environment,
            Map<?, ?> file) {

        Setting resolve(Known known) {
            String name = known.name();
            String value = explicit.get(name);
            if (value != null) {
                return known.setting(value, Origin.EXPLICIT);
            }
            if (properties.get(name) instanceof String text) {
                return known.setting(text, Origin.SYSTEM_PROPERTY);
            }
            value = environment.get(environmentName(name));
            if (value == null && known.otherVariable() != null) {
                value = environment.get(known.otherVariable());
            }
            if (value != null) {
                return known.setting(value, Origin.ENVIRONMENT);
            }
            if (file.get(name) instanceof String text) {
                return known.setting(text, Origin.FILE);
            }
            return known.setting(known.defaultValue(), Origin.DEFAULT);
        }

        Collection<Setting> aliases() {
            TreeMap<String, Setting> aliases = new TreeMap<>();
            collect(aliases, file, Origin.FILE);
            String prefix = environmentName(ALIAS_PREFIX);
            environment.forEach(
                    (k, v) -> {
                        if (k.startsWith(prefix)) {
                            String alias = k.substring(prefix.length()).toLowerCase(Locale.ROOT);
                            put(aliases, ALIAS_PREFIX + alias, v, Origin.ENVIRONMENT);
                        }
                    });
            collect(aliases, properties, Origin.SYSTEM_PROPERTY);
            collect(aliases, explicit, Origin.EXPLICIT);
            return aliases.values();
        }

        private static void collect(Map<String, Setting> aliases, Map<?, ?> from, Origin origin) {
            from.forEach(
                    (k, v) -> {
                        if (k instanceof String name
                                && v instanceof String value
                                && name.startsWith(ALIAS_PREFIX)) {
                            put(aliases, name, value, origin);
                        }
                    });
        }

        private static void put(
                Map<String, Setting> aliases, String name, String value, Origin origin) {
            aliases.put(
                    name, new Setting(name, value.strip(), origin, "another name for an adapter"));
        }
    }

    private static Properties read(String file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "cannot read the configuration file " + file + " (setting " + FILE + "): " + e,
                    e);
        }
        return properties;
    }

    /** The name of the environment variable for a setting: upper case, dots as underscores. */
    static String environmentName(String name) {
        return name.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    /**
     * All settings, each with its origin.
     *
     * @return the settings
     */
    public List<Setting> settings() {
        return settings;
    }

    /**
     * The value of a setting.
     *
     * @param name its full name
     * @return the value; empty text where there is no such setting
     */
    public String get(String name) {
        for (Setting s : settings) {
            if (s.name().equals(name)) {
                return s.value();
            }
        }
        return "";
    }

    /**
     * One of the settings that have a default value.
     *
     * @param name its full name
     * @return the setting
     * @throws NoSuchElementException where there is no such setting
     */
    public Setting setting(String name) {
        return settings.stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
    }

    /**
     * What is in the {@code dat.conf}.
     *
     * @return its entries and warnings; none of both where there is no such file
     */
    public DatConf datConf() {
        return datConf;
    }

    /**
     * What is wrong in the configuration file and in the {@code dat.conf}.
     *
     * @return the warnings, in this order
     */
    public List<ConfigurationWarning> warnings() {
        return warnings;
    }
}
