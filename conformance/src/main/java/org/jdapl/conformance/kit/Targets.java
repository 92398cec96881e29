package org.jdapl.conformance.kit;

import com.google.inject.Guice;
import com.google.inject.Module;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The targets that there are: our own, and what {@link ServiceLoader} finds of vendors'. */
public final class Targets {

    /** What a target's name starts with that is the name of a Guice module. */
    public static final String GUICE = "guice:";

    private Targets() {}

    /** A target whose peer is a thread of the same process is named so behind its adapter. */
    private static final String THREAD = "@thread";

    private static final String SOFT_IWARP = "soft:iwarp";

    /** What is there beside any target, see {@link Environment#beside}. */
    static final String BESIDE = SOFT_IWARP + THREAD;

    private static Map<String, Supplier<Target>> all() {
        Map<String, Supplier<Target>> targets = new LinkedHashMap<>();
        targets.put(SOFT_IWARP, () -> of(installed(SOFT_IWARP)));
        targets.put("soft:sim", SimulatedTarget::new);
        targets.put(BESIDE, () -> inOneProcess(installed(SOFT_IWARP)));
        // A vendor's, as the vendor's application finds it.
        for (ProviderUnderTest subject : ServiceLoader.load(ProviderUnderTest.class)) {
            targets.put(subject.adapterName(), () -> of(subject));
        }
        return targets;
    }

    /**
     * A target by its name.
     *
     * @param name the name, such as {@code soft:sim}, {@code ib:rxe0} or {@code iwarp:siw0}; or
     *     {@value #GUICE} and the name of a Guice module that binds a {@link ProviderUnderTest}
     * @return a new target, for the caller to close
     * @throws IllegalArgumentException where there is none; the text names those that there are
     */
    public static Target named(String name) {
        if (name.startsWith(GUICE)) {
            return of(bound(name.substring(GUICE.length())));
        }
        Map<String, Supplier<Target>> all = all();
        @Nullable Supplier<Target> found = all.get(name);
        if (found == null) {
            boolean thread = name.endsWith(THREAD);
            String adapter = thread ? name.substring(0, name.length() - THREAD.length()) : name;
            Optional<ProviderUnderTest> installed = InstalledProvider.find(adapter);
            if (installed.isPresent()) {
                return thread ? inOneProcess(installed.get()) : of(installed.get());
            }
        }
        if (found == null) {
            Set<String> known = new LinkedHashSet<>(all.keySet());
            known.addAll(InstalledProvider.listed());
            throw new IllegalArgumentException("no target " + name + ", only " + known);
        }
        return found.get();
    }

    private static ProviderUnderTest installed(String adapterName) {
        return InstalledProvider.find(adapterName).orElseThrow();
    }

    private static ProviderUnderTest bound(String module) {
        try {
            Object made = Class.forName(module).getDeclaredConstructor().newInstance();
            return Guice.createInjector((Module) made).getInstance(ProviderUnderTest.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("cannot make the Guice module " + module, e);
        }
    }

    /**
     * A provider whose peer is another process.
     *
     * @param subject the provider
     * @return a new target, for the caller to close
     */
    public static Target of(ProviderUnderTest subject) {
        return new ProcessTarget(subject);
    }

    /**
     * A provider whose peer is a thread of this process. Rules that kill their peer do not apply.
     *
     * @param subject the provider
     * @return a new target, for the caller to close
     */
    public static Target inOneProcess(ProviderUnderTest subject) {
        return new ThreadTarget(subject);
    }
}
