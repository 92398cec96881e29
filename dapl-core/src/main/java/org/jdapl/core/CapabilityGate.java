package org.jdapl.core;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jdapl.api.DatException;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;

/**
 * The one place where operations that an adapter does not advertise are refused. What is advertised
 * is what the provider has and the runtime carries.
 */
final class CapabilityGate {

    /** What the runtime carries when a provider has it. */
    private static final Set<Capability> CARRIED =
            Collections.unmodifiableSet(
                    EnumSet.of(
                            Capability.RDMA_WRITE,
                            Capability.RDMA_READ,
                            Capability.SEND_WITH_INVALIDATE,
                            Capability.SOLICITED_EVENT,
                            Capability.IPV6,
                            Capability.SELF_CONNECTION,
                            Capability.ENDPOINT_RESET,
                            Capability.LARGE_REGION,
                            Capability.READ_ONLY_MEMORY,
                            Capability.COUNTERS,
                            Capability.HOTPLUG,
                            Capability.PORT_EVENTS,
                            Capability.KEEP_ALIVE,
                            Capability.ZERO_ALLOCATION,
                            Capability.SHARED_RECEIVE_QUEUE,
                            Capability.SRQ_LOW_WATERMARK,
                            Capability.SRQ_RESIZE,
                            Capability.RECEIVE_WATERMARKS,
                            Capability.RECEIVER_NOT_READY_RETRY,
                            Capability.INLINE,
                            Capability.MEMORY_WINDOW,
                            Capability.MEMORY_WINDOW_ENDPOINT,
                            Capability.READ_TO_RMR,
                            Capability.ZERO_BASED_REGION,
                            Capability.ATOMICS,
                            Capability.MASKED_ATOMICS,
                            Capability.ATOMICS_WITH_CPU,
                            Capability.WRITE_WITH_IMMEDIATE,
                            Capability.SEND_WITH_IMMEDIATE,
                            Capability.UNRELIABLE_DATAGRAM,
                            Capability.MULTICAST));

    /** What the runtime gives to every adapter. */
    private static final Set<Capability> GIVEN =
            Collections.unmodifiableSet(
                    EnumSet.of(
                            Capability.RECEIVE_QUERY,
                            Capability.EVD_RESIZE,
                            Capability.ENDPOINT_RESET,
                            Capability.SHARED_REGION,
                            Capability.COMMON_SERVICE_POINT,
                            Capability.REQUEST_HANDOFF));

    private final String adapter;
    private final Set<Capability> advertised;

    /**
     * Makes the gate of an adapter.
     *
     * @param adapter its name
     * @param provider what its provider offers
     * @param signals whether the platform has descriptors for notification objects
     */
    CapabilityGate(String adapter, AdapterAttributes provider, boolean signals) {
        this.adapter = adapter;
        EnumSet<Capability> set = EnumSet.copyOf(GIVEN);
        if (signals) {
            set.add(Capability.NOTIFICATION_DESCRIPTOR);
        }
        for (Capability c : provider.capabilities()) {
            if (CARRIED.contains(c)) {
                set.add(c);
            }
        }
        this.advertised = Collections.unmodifiableSet(set);
    }

    Set<Capability> advertised() {
        return advertised;
    }

    boolean allows(Capability capability) {
        return advertised.contains(capability);
    }

    void require(Capability capability) {
        if (!allows(capability)) {
            throw refusal(capability);
        }
    }

    DatException refusal(Capability capability) {
        return Errors.notSupported(capability, adapter);
    }
}
