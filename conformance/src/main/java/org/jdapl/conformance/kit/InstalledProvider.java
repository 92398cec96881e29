package org.jdapl.conformance.kit;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.jdapl.spi.Provider;

/**
 * An adapter of one of our providers, by its name.
 *
 * @param adapterName provider and device, for example {@code ib:rxe0}
 * @param profile what the provider is held to
 */
record InstalledProvider(String adapterName, Profile profile) implements ProviderUnderTest {

    private static final Map<String, Profile> PROFILES =
            Map.of("soft", Profile.SOFT, "ib", Profile.IB, "iwarp", Profile.IWARP);

    /** Whether an adapter's name begins with the name of one of our providers. */
    static boolean isKnown(String adapterName) {
        return PROFILES.containsKey(prefix(adapterName));
    }

    static InstalledProvider of(String adapterName) {
        return new InstalledProvider(
                adapterName, Objects.requireNonNull(PROFILES.get(prefix(adapterName))));
    }

    private static String prefix(String adapterName) {
        int colon = adapterName.indexOf(':');
        return colon < 0 ? adapterName : adapterName.substring(0, colon);
    }

    /** The kernel's, whose drivers the providers stand on. */
    @Override
    public String version() {
        return System.getProperty("os.version");
    }

    @Override
    public List<Waiver> waivers() {
        return Waivers.installed();
    }

    @Override
    public Provider provider() {
        return ServiceLoader.load(Provider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(p -> p.name().equals(prefix(adapterName)))
                .findFirst()
                .orElseThrow();
    }
}
