package org.jdapl.conformance.kit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jdapl.api.data.Transport;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.Provider;
import org.jspecify.annotations.Nullable;

/**
 * An adapter of a provider that {@link ServiceLoader} finds, ours or a vendor's, by its name.
 *
 * @param adapterName provider and device, for example {@code ib:rxe0}
 * @param profile what the provider is held to
 */
record InstalledProvider(String adapterName, Profile profile) implements ProviderUnderTest {

    /** What providers of software are held to, whatever they speak. */
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
        @Nullable Profile ours = OURS.get(prefix(adapterName));
        return Optional.ofNullable(ours)
                .or(() -> transport(adapterName).map(OF_TRANSPORT::get))
                .map(profile -> new InstalledProvider(adapterName, profile));
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
        return providers()
                .filter(p -> p.name().equals(prefix(adapterName)))
                .findFirst()
                .orElseThrow();
    }
}
