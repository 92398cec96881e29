package org.jdapl.provider.iwarp;

import java.util.List;
import java.util.Set;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionMeaning;
import org.jdapl.api.data.Transport;
import org.jdapl.provider.verbs.TransportTraits;
import org.jdapl.provider.verbs.VerbsProvider;
import org.jdapl.verbs.Device;
import org.jdapl.verbs.TransportType;

/**
 * The provider {@code iwarp}: RDMA over TCP (RFC 5040 to 5044, 6580, 6581), by the devices whose
 * driver has it: {@code iwarp:siw0}.
 */
public final class IwarpProvider extends VerbsProvider {

    /** Less than the 256 bytes that kernel drivers take in an answer, by the header of RFC 6581. */
    private static final int PRIVATE_DATA_BYTES = 252;

    /** ECONNRESET: the other program sent a reject; nobody there is ECONNREFUSED. */
    private static final int REJECTED = -104;

    private static final TransportTraits TRAITS =
            new TransportTraits(
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
                    true,
                    PRIVATE_DATA_BYTES,
                    false,
                    false,
                    true,
                    REJECTED,
                    List.of());

    /** Makes the provider. */
    public IwarpProvider() {
        super(TRAITS, "JDAPL");
    }

    @Override
    protected boolean owns(Device device) {
        return device.transportType() == TransportType.IWARP;
    }
}
