package org.jdapl.tools;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.Locale;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.ProtectionZone;

/**
 * An open adapter with a protection zone; closing it closes all that was made of it.
 *
 * @param registry the registry that it was opened by
 * @param adapter the adapter
 * @param zone the zone for everything that a command makes
 */
record Fabric(AdapterRegistry registry, InterfaceAdapter adapter, ProtectionZone zone)
        implements AutoCloseable {

    static Fabric open(AdapterOption option) {
        AdapterRegistry registry = Wiring.registry();
        try {
            InterfaceAdapter adapter =
                    option.name == null
                            ? registry.openDefault(option.options())
                            : registry.open(option.name, option.options());
            return new Fabric(registry, adapter, adapter.createProtectionZone());
        } catch (RuntimeException e) {
            registry.close();
            throw e;
        }
    }

    /**
     * Where a second process listens: on the loopback where the adapter has it, IPv4 rather than
     * IPv6, else where it can.
     */
    String localListenAddress() {
        InetAddress address =
                adapter.attributes().addresses().stream()
                        .min(
                                Comparator.comparing((InetAddress a) -> !a.isLoopbackAddress())
                                        .thenComparing(a -> a instanceof Inet6Address))
                        .orElseThrow(
                                () -> new Failure("adapter " + adapter.name() + " has no address"));
        return HostPort.format(new InetSocketAddress(address, 0));
    }

    /** How the adapter makes progress, as reports name it. */
    String progress() {
        return adapter.attributes().progress().name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void close() {
        registry.close();
    }
}
