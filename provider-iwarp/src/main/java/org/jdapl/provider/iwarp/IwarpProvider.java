package org.jdapl.provider.iwarp;

import java.util.List;
import java.util.Set;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionMeaning;
import org.jdapl.api.data.Transport;
import org.jdapl.provider.verbs.TransportTraits;
import org.jdapl.provider.verbs.VerbsProvider;
import org.jdapl.verbs.CompletionStatus;
import org.jdapl.verbs.Device;
import org.jdapl.verbs.DeviceAttributes;
import org.jdapl.verbs.TransportType;
import org.jdapl.verbs.WorkCompletions;

/**
 * The provider {@code iwarp}: RDMA over TCP (RFC 5040 to 5044, 6580, 6581), by the devices whose
 * driver has it: {@code iwarp:siw0}.
 */
public final class IwarpProvider extends VerbsProvider {

    /**
     * The kernel's driver counts these and the four bytes of RFC 6581 before them in one byte: more
     * than 251 it sends under a wrong length, and the other side drops the connection.
     */
    private static final int PRIVATE_DATA_BYTES = 251;

    /** ECONNRESET: the other program sent a reject; nobody there is ECONNREFUSED. */
    private static final int REJECTED = -104;

    /**
     * The vendor number of the kernel's software device. It looks for the local right of a read's
     * sink; the right for peers, which RFC 5040 has the response need, would let them write. It
     * refuses receives without an element. A request that it could not send, since the stream had
     * ended, it completes as if the queue pair were at fault. And its library gives up a queue that
     * is at 0x90000 in the device's file.
     */
    private static final int SOFTWARE_DEVICE = 0x626d74;

    /** At 0 in the device's file, and larger than 0x90000 bytes: a completion has 32. */
    private static final int PLACEHOLDER = 0x8000;

    private static final TransportTraits TRAITS = traits(false);
    private static final TransportTraits SOFTWARE_TRAITS = traits(true);

    /**
     * What iWARP is like, for providers of devices that have it.
     *
     * @return the traits, under this provider's name
     */
    public static TransportTraits iwarp() {
        return TRAITS;
    }

    /** Makes the provider. */
    public IwarpProvider() {
        super(TRAITS, "JDAPL");
    }

    private static TransportTraits traits(boolean software) {
        return new TransportTraits(
                "iwarp",
                Transport.IWARP,
                CompletionMeaning.LOCAL,
                Set.of(
                        Capability.WRITE_WITH_IMMEDIATE,
                        Capability.SEND_WITH_IMMEDIATE,
                        Capability.ATOMICS,
                        Capability.ATOMICS_WITH_CPU,
                        Capability.RECEIVER_NOT_READY_RETRY,
                        Capability.EVD_RESIZE,
                        Capability.UNRELIABLE_DATAGRAM,
                        Capability.MULTICAST,
                        Capability.SOLICITED_EVENT),
                !software,
                PRIVATE_DATA_BYTES,
                false,
                false,
                true,
                true,
                software,
                REJECTED,
                software ? CompletionStatus.LOC_QP_OP_ERR.code() : TransportTraits.NO_STATUS,
                software ? PLACEHOLDER : 0,
                WorkCompletions.WITH_INV,
                List.of());
    }

    @Override
    protected TransportTraits traits(DeviceAttributes device) {
        return device.vendorId() == SOFTWARE_DEVICE ? SOFTWARE_TRAITS : TRAITS;
    }

    @Override
    protected boolean owns(Device device) {
        return device.transportType() == TransportType.IWARP;
    }
}
