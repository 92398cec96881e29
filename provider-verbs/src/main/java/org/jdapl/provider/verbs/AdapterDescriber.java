package org.jdapl.provider.verbs;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.TargetProgress;
import org.jdapl.spi.OpenParameters;
import org.jdapl.verbs.AtomicCapability;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.DeviceAttributes;
import org.jdapl.verbs.DeviceCapability;
import org.jdapl.verbs.PortAttributes;

/** What an adapter can do: what its device says, less what its transport lacks. */
final class AdapterDescriber {
    /** Every device can; none tells how much before a queue pair is made. */
    private static final int INLINE_BYTES = 64;

    /** Lengths of scatter/gather elements are 32 bits, and 2^31 is the longest message. */
    private static final long MAX_MESSAGE = 1L << 31;

    private static final int MAX_SEGMENTS = 32;

    private final TransportTraits traits;
    private final String vendor;
    private final Context context;
    private final int port;
    private final List<InetAddress> addresses;
    private final OpenParameters parameters;
    private final DeviceAttributes device;
    private final PortAttributes portAttributes;

    AdapterDescriber(
            TransportTraits traits,
            String vendor,
            Context context,
            int port,
            List<InetAddress> addresses,
            OpenParameters parameters) {
        this.traits = traits;
        this.vendor = vendor;
        this.context = context;
        this.port = port;
        this.addresses = addresses;
        this.parameters = parameters;
        device = context.attributes();
        portAttributes = context.port(port);
    }

    AdapterAttributes describe() {
        int segments = Math.clamp(device.maxSge(), 1, MAX_SEGMENTS);
        long message =
                portAttributes.maxMessageSize() > 0
                        ? Math.min(portAttributes.maxMessageSize(), MAX_MESSAGE)
                        : MAX_MESSAGE;
        int reads = Math.min(device.maxQpRdAtom(), 255);
        int readsOut = Math.min(device.maxQpInitRdAtom(), 255);
        return AdapterAttributes.builder()
                .adapterName(parameters.adapterName())
                .vendorName(vendor)
                .hardwareVersion(
                        Integer.toHexString(device.vendorId())
                                + ":"
                                + device.vendorPartId()
                                + " rev "
                                + device.hardwareVersion())
                .firmwareVersion(device.firmwareVersion())
                .transport(traits.over(portAttributes.linkLayer()))
                .addresses(addresses)
                .maxEndpoints(device.maxQp())
                .maxWorkRequests(device.maxQpWr() - VerbsQueuePair.OWN_REQUESTS)
                .maxReadsIn(reads)
                .maxReadsOut(readsOut)
                .maxEventDispatchers(device.maxCq())
                .maxEventDepth(device.maxCqe() - VerbsQueuePair.OWN_REQUESTS)
                .maxSegments(segments)
                .maxWriteSegments(segments)
                .maxReadSegments(Math.clamp(device.maxSgeRead(), 1, segments))
                .maxRegions(device.maxMr())
                .maxRegionBytes(regionBytes())
                .maxProtectionZones(device.maxPd())
                .maxRemoteRegions(device.maxMw())
                .maxMessageBytes(message)
                .maxRdmaBytes(message)
                .maxSharedReceiveQueues(device.maxSrq())
                .maxSharedReceives(device.maxSrqWr())
                .maxInlineBytes(INLINE_BYTES)
                .maxDatagramBytes(
                        traits.lacks().contains(Capability.UNRELIABLE_DATAGRAM)
                                ? 0
                                : portAttributes.activeMtu().bytes())
                .maxPrivateDataBytes(traits.maxPrivateDataBytes())
                .privateDataPadded(traits.privateDataPadded())
                .completionMeaning(traits.completionMeaning())
                .livenessBound(Duration.ZERO)
                .progress(parameters.progress())
                .targetProgress(TargetProgress.NONE)
                .capabilities(capabilities())
                .transportAttributes(parameters.transport())
                .build();
    }

    /** Some drivers say that there is no limit; a number that can still be added to is one. */
    private long regionBytes() {
        long most = Long.MAX_VALUE - 1;
        return device.maxMrSize() > 0 ? Math.min(device.maxMrSize(), most) : most;
    }

    private Set<Capability> capabilities() {
        Set<DeviceCapability> has = device.capabilities();
        Set<Capability> set =
                EnumSet.of(
                        Capability.RDMA_WRITE,
                        Capability.RDMA_READ,
                        Capability.SELF_CONNECTION,
                        Capability.INLINE,
                        Capability.LARGE_REGION,
                        Capability.READ_ONLY_MEMORY,
                        Capability.EVD_RESIZE,
                        Capability.ENDPOINT_RESET,
                        Capability.WRITE_WITH_IMMEDIATE,
                        Capability.SEND_WITH_IMMEDIATE,
                        Capability.RECEIVER_NOT_READY_RETRY,
                        Capability.SOLICITED_EVENT,
                        Capability.HOTPLUG,
                        Capability.PORT_EVENTS,
                        Capability.ZERO_ALLOCATION);
        if (device.maxSrq() > 0) {
            set.add(Capability.SHARED_RECEIVE_QUEUE);
            set.add(Capability.SRQ_LOW_WATERMARK);
        }
        if (device.atomicCapability() != AtomicCapability.NONE) {
            set.add(Capability.ATOMICS);
        }
        if (device.atomicCapability() == AtomicCapability.GLOB) {
            set.add(Capability.ATOMICS_WITH_CPU);
        }
        if (device.maxMw() > 0 && has.contains(DeviceCapability.MEM_WINDOW)) {
            set.add(Capability.MEMORY_WINDOW);
        }
        if (device.maxMw() > 0
                && (has.contains(DeviceCapability.MEM_WINDOW_TYPE_2A)
                        || has.contains(DeviceCapability.MEM_WINDOW_TYPE_2B))) {
            set.add(Capability.MEMORY_WINDOW_ENDPOINT);
        }
        // What can be invalidated is windows.
        if (has.contains(DeviceCapability.MEM_MGT_EXTENSIONS) && device.maxMw() > 0) {
            set.add(Capability.SEND_WITH_INVALIDATE);
        }
        if (addresses.stream().anyMatch(Inet6Address.class::isInstance)) {
            set.add(Capability.IPV6);
        }
        if (!HardwareCounters.read(context.device(), port).isEmpty()) {
            set.add(Capability.COUNTERS);
        }
        set.add(Capability.UNRELIABLE_DATAGRAM);
        if (device.maxMulticastGroups() > 0) {
            set.add(Capability.MULTICAST);
        }
        set.removeAll(traits.lacks());
        return set;
    }
}
