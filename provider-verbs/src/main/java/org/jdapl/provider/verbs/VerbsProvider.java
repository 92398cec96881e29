package org.jdapl.provider.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProviderAttributes;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.api.data.Transport;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.AdapterWatch;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.SpiVersion;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.Device;
import org.jdapl.verbs.DeviceAttributes;
import org.jdapl.verbs.Verbs;
import org.jdapl.verbs.error.VerbsException;

/**
 * A provider for verbs hardware of one transport. A subclass states the {@linkplain TransportTraits
 * traits} and which devices are its own; it needs a public constructor without parameters.
 *
 * <p>An adapter is a port of a device: {@code NAME}, or {@code NAME/PORT} where the device has
 * several. Each opening has a context of the device of its own, and closes it.
 *
 * <p>Thread-safe. Listing never throws: where a library is missing there are no adapters, and
 * {@link #unavailableReason} says why.
 */
public abstract class VerbsProvider implements Provider {

    /** A folder for each device. */
    private static final Path KERNELS = Path.of("/sys/class/infiniband");

    private static final String VERSION = "0.1";

    private final TransportTraits traits;
    private final String vendor;

    /**
     * Makes a provider.
     *
     * @param traits what its transport is like
     * @param vendor who made it
     */
    protected VerbsProvider(TransportTraits traits, String vendor) {
        this.traits = traits;
        this.vendor = vendor;
    }

    /**
     * Whether a device is this provider's. Each device should be of one provider alone.
     *
     * @param device a device of this machine
     * @return whether its ports are adapters of this provider
     */
    protected abstract boolean owns(Device device);

    @Override
    public final String name() {
        return traits.provider();
    }

    @Override
    public SpiVersion minimumVersion() {
        return new SpiVersion(1, 0);
    }

    @Override
    public SpiVersion maximumVersion() {
        return new SpiVersion(1, 0);
    }

    /**
     * What the transport is like on a device, where drivers differ in what it leaves to them.
     *
     * @param device what the device says of itself
     * @return the traits given to the constructor, unless overridden
     */
    protected TransportTraits traits(DeviceAttributes device) {
        return traits;
    }

    @Override
    public final ProviderAttributes attributes() {
        return new ProviderAttributes(
                name(),
                VERSION,
                vendor,
                "2.0",
                SpiVersion.CURRENT.toString(),
                true,
                traits.maxPrivateDataBytes(),
                traits.readSinkNeedsRemoteWrite(),
                traits.readSinkNeedsRemoteWrite(),
                false,
                false,
                Set.of(RmrScope.ENDPOINT, RmrScope.PROTECTION_ZONE),
                false);
    }

    @Override
    public final List<AdapterDescription> adapters() {
        List<AdapterDescription> adapters = new ArrayList<>();
        for (Device device : devices()) {
            try (Context context = device.open()) {
                int ports = context.attributes().portCount();
                for (int port = 1; port <= ports; port++) {
                    adapters.add(describe(context, ports, port));
                }
            } catch (VerbsException e) {
                // It has just gone, or may not be opened: there is nothing to list.
            }
        }
        return adapters;
    }

    private AdapterDescription describe(Context context, int ports, int port) {
        Device device = context.device();
        Transport transport = traits.over(context.port(port).linkLayer());
        var interfaces = DeviceFacts.interfaces(context, port);
        List<String> names = new ArrayList<>();
        interfaces.forEach(one -> names.add(one.getName()));
        DeviceFacts.addresses(interfaces).forEach(one -> names.add(one.getHostAddress()));
        String at = interfaces.isEmpty() ? "" : " at " + interfaces.getFirst().getName();
        return new AdapterDescription(
                ports == 1 ? device.name() : device.name() + "/" + port,
                transport,
                transport + " device " + device.name() + ", port " + port + at,
                names);
    }

    private List<Device> devices() {
        try {
            return Verbs.devices().stream().filter(this::owns).toList();
        } catch (VerbsException e) {
            return List.of();
        }
    }

    @Override
    public final Optional<String> unavailableReason() {
        Verbs.Availability availability = Verbs.availability();
        if (!availability.isAvailable()) {
            return Optional.of(availability.message());
        }
        return devices().isEmpty()
                ? Optional.of("no RDMA device for this provider: see `jdapl doctor`")
                : Optional.empty();
    }

    @Override
    public final Optional<AdapterWatch> watch(Runnable changed) {
        return Verbs.availability().isAvailable() ? DeviceWatch.watch(changed) : Optional.empty();
    }

    @Override
    public final Adapter open(String device, OpenParameters parameters) {
        int slash = device.indexOf('/');
        String name = slash < 0 ? device : device.substring(0, slash);
        int port = slash < 0 ? 1 : portNumber(device, device.substring(slash + 1));
        Device found =
                devices().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> notListed(device, name));
        return Native.call(() -> VerbsAdapter.open(this::traits, vendor, found, port, parameters));
    }

    private int portNumber(String device, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw noDevice(device);
        }
    }

    /** The library leaves out what it cannot read, for want of descriptors too. */
    private ProviderException notListed(String device, String name) {
        try {
            Files.readString(KERNELS.resolve(name).resolve("node_guid"));
        } catch (NoSuchFileException e) {
            return noDevice(device);
        } catch (IOException e) {
            return new ProviderException(
                    DatType.INSUFFICIENT_RESOURCES,
                    DatSubtype.RESOURCE_DEVICE,
                    "device " + device + " cannot be read: " + e.getMessage(),
                    0);
        }
        return noDevice(device);
    }

    private ProviderException noDevice(String device) {
        List<String> names = devices().stream().map(Device::name).toList();
        return new ProviderException(
                DatType.PROVIDER_NOT_FOUND,
                DatSubtype.NO_SUBTYPE,
                "the provider '"
                        + name()
                        + "' has no device '"
                        + device
                        + "', "
                        + (names.isEmpty()
                                ? unavailableReason().orElse("none at all")
                                : "only " + String.join(", ", names)),
                0);
    }
}
