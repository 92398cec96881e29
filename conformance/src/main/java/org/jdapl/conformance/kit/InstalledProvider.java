package org.jdapl.conformance.kit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jdapl.api.data.Transport;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.Provider;

/**
 * An adapter of a provider that {@link ServiceLoader} finds, ours or a vendor's, by its name.
 *
 * @param adapterName provider and device, for example {@code ib:rxe0}
 * @param profile what the provider is held to
 */
record InstalledProvider(String adapterName, Profile profile) implements ProviderUnderTest {

    /** The property that names the profile, where it is not to follow from the transport. */
    static final String PROFILE_PROPERTY = "jdapl.kit.profile";

    /** What our providers are held to, whatever they speak. */
    private static final Map<String, Profile> OURS =
            Map.of("soft", Profile.SOFT, "ib", Profile.IB, "iwarp", Profile.IWARP);

    private static final Map<Transport, Profile> OF_TRANSPORT =
            Map.of(
                    Transport.SOFTWARE, Profile.SOFT,
                    Transport.INFINIBAND, Profile.IB,
                    Transport.ROCE, Profile.IB,
                    Transport.IWARP, Profile.IWARP);

    /**
     * The subject of a name: one of our providers, or one that lists an adapter so named.
     *
     * @return empty where no provider is known that has it
     */
    static Optional<ProviderUnderTest> find(String adapterName) {
        return Optional.ofNullable(OURS.get(prefix(adapterName)))
                .or(() -> transport(adapterName).map(OF_TRANSPORT::get))
                .map(profile -> new InstalledProvider(adapterName, asked().orElse(profile)));
    }

    /** The names of all adapters that providers list here. */
    static List<String> listed() {
        return providers()
                .flatMap(p -> p.adapters().stream().map(a -> p.name() + ':' + a.device()))
                .toList();
    }

    private static Optional<Profile> asked() {
        return Optional.ofNullable(System.getProperty(PROFILE_PROPERTY)).map(Profile::valueOf);
    }

    private static Optional<Transport> transport(String adapterName) {
        return providers()
                .filter(provider -> provider.name().equals(prefix(adapterName)))
                .flatMap(provider -> provider.adapters().stream())
                .filter(adapter -> adapterName.equals(prefix(adapterName) + ':' + adapter.device()))
                .map(AdapterDescription::transport)
                .findFirst();
    }

    private static Stream<Provider> providers() {
        return ServiceLoader.load(Provider.class).stream().map(ServiceLoader.Provider::get);
    }

    private static String prefix(String adapterName) {
        int colon = adapterName.indexOf(':');
        return colon < 0 ? adapterName : adapterName.substring(0, colon);
    }

    /** The kernel's, whose drivers our providers stand on; a vendor's has one of its own. */
    @Override
    public String version() {
        return OURS.containsKey(prefix(adapterName))
                ? System.getProperty("os.version")
                : provider().attributes().providerVersion();
    }

    @Override
    public List<Waiver> waivers() {
        return Stream.concat(Waivers.installed().stream(), Waivers.given().stream()).toList();
    }

    @Override
    public Provider provider() {
        return providers()
                .filter(p -> p.name().equals(prefix(adapterName)))
                .findFirst()
                .orElseThrow();
    }
}
