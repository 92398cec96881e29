package org.jdapl.core.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.jdapl.api.Setting;
import org.jdapl.api.Setting.Origin;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a registry. A value given in code goes over a system property, that over an environment variable, that over the
 * configuration file, that over the default. Immutable once made.
 */
public final class Configuration {

    /** The adapter that {@code open()} without a name takes. */
    public static final String ADAPTER = "jdapl.adapter";

    /** How adapters make progress where the program does not say: {@code auto} or {@code manual}. */
    public static final String PROGRESS = "jdapl.progress";

    /** The configuration file. */
    public static final String FILE = "jdapl.config";

    /** Prefix of aliases: {@code jdapl.alias.NAME=provider:device}. */
    public static final String ALIAS_PREFIX = "jdapl.alias.";

    private record Known(String name, String defaultValue, String description) {}

    private static final List<Known> KNOWN =
            List.of(
                    new Known(ADAPTER, "soft:iwarp", "adapter that is opened when no name is given"),
                    new Known(PROGRESS, "auto", "who makes progress: auto (daemon thread) or manual (the program's own calls)"),
                    new Known(FILE, "", "file with further settings, one name=value a line"));

    private final List<Setting> settings;

    private Configuration(List<Setting> settings) {
        this.settings = List.copyOf(settings);
    }

    /**
     * Reads the configuration of this process.
     *
     * @param explicit settings given in code
     * @return the configuration
     * @throws IllegalArgumentException where the configuration file cannot be read
     */
    public static Configuration load(Map<String, String> explicit) {
        return load(explicit, System::getProperty, System::getenv, System.getProperties(), System.getenv());
    }

    static Configuration load(
            Map<String, String> explicit,
            UnaryOperator<@Nullable String> property,
            UnaryOperator<@Nullable String> environment,
            Map<?, ?> properties,
            Map<String, String> environmentMap) {
        List<Setting> settings = new ArrayList<>();
        Properties none = new Properties();
        Setting file = resolve(KNOWN.get(2), explicit, property, environment, none);
        Properties fromFile = file.value().isEmpty() ? none : read(Path.of(file.value()));
        for (Known known : KNOWN) {
            settings.add(resolve(known, explicit, property, environment, fromFile));
        }
        addAliases(settings, explicit, properties, environmentMap, fromFile);
        return new Configuration(settings);
    }

    private static Setting resolve(
            Known known,
            Map<String, String> explicit,
            UnaryOperator<@Nullable String> property,
            UnaryOperator<@Nullable String> environment,
            Properties file) {
        String name = known.name();
        @Nullable String value = explicit.get(name);
        Origin origin = Origin.EXPLICIT;
        if (value == null) {
            value = property.apply(name);
            origin = Origin.SYSTEM_PROPERTY;
        }
        if (value == null) {
            value = environment.apply(environmentName(name));
            origin = Origin.ENVIRONMENT;
        }
        if (value == null) {
            value = file.getProperty(name);
            origin = Origin.FILE;
        }
        if (value == null) {
            value = known.defaultValue();
            origin = Origin.DEFAULT;
        }
        return new Setting(name, value, origin, known.description());
    }

    private static void addAliases(
            List<Setting> settings,
            Map<String, String> explicit,
            Map<?, ?> properties,
            Map<String, String> environment,
            Properties file) {
        java.util.TreeMap<String, Setting> aliases = new java.util.TreeMap<>();
        collect(aliases, file, Origin.FILE);
        String environmentPrefix = environmentName(ALIAS_PREFIX);
        environment.forEach(
                (k, v) -> {
                    if (k.startsWith(environmentPrefix)) {
                        String name =
                                ALIAS_PREFIX + k.substring(environmentPrefix.length()).toLowerCase(Locale.ROOT);
                        aliases.put(name, alias(name, v, Origin.ENVIRONMENT));
                    }
                });
        collect(aliases, properties, Origin.SYSTEM_PROPERTY);
        collect(aliases, explicit, Origin.EXPLICIT);
        settings.addAll(aliases.values());
    }

    private static void collect(Map<String, Setting> aliases, Map<?, ?> from, Origin origin) {
        from.forEach(
                (k, v) -> {
                    if (k instanceof String name && v instanceof String value && name.startsWith(ALIAS_PREFIX)) {
                        aliases.put(name, alias(name, value, origin));
                    }
                });
    }

    private static Setting alias(String name, String value, Origin origin) {
        return new Setting(name, value, origin, "another name for an adapter");
    }

    private static Properties read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "cannot read the configuration file " + file + " (setting " + FILE + "): " + e, e);
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
     * Resolves an alias.
     *
     * @param name a name that may be an alias
     * @return what it stands for, or the name itself
     */
    public String resolveAlias(String name) {
        String target = get(ALIAS_PREFIX + name);
        return target.isEmpty() ? name : target;
    }
}
