package org.jdapl.provider.ib;

import java.util.List;
import java.util.Set;
import org.jdapl.api.data.CompletionMeaning;
import org.jdapl.api.data.InfinibandAttributes;
import org.jdapl.api.data.Transport;
import org.jdapl.provider.verbs.TransportTraits;
import org.jdapl.provider.verbs.VerbsProvider;
import org.jdapl.verbs.Device;
import org.jdapl.verbs.DeviceAttributes;
import org.jdapl.verbs.TransportType;
import org.jdapl.verbs.WorkCompletions;

/**
 * The provider {@code ib}: InfiniBand, and RoCE, which is InfiniBand's transport over Ethernet. Its
 * adapters are the ports of the devices that have it: {@code ib:mlx5_0}, {@code ib:rxe0}.
 */
public final class IbProvider extends VerbsProvider {

    /**
     * The consumer's part of a request of the connection manager (IBTA 12.6.5, less its header).
     */
    private static final int PRIVATE_DATA_BYTES = 56;

    /** Why a request was rejected: by the program (IBTA 12.6.7.2, "consumer reject"). */
    private static final int CONSUMER_REJECT = 28;

    /**
     * The vendor number of the kernel's software device. It has the kernel's number of the flag for
     * a key that was ended, which among user verbs is that of a checksum that datagrams have.
     */
    private static final int SOFTWARE_DEVICE = 0xffffff;

    private static final TransportTraits TRAITS = traits(WorkCompletions.WITH_INV);

    private static final TransportTraits SOFTWARE_TRAITS =
            traits(WorkCompletions.WITH_INV | WorkCompletions.IP_CSUM_OK);

    private static TransportTraits traits(int invalidatedFlags) {
        return new TransportTraits(
                "ib",
                Transport.ROCE,
                CompletionMeaning.REMOTE_RECEIVED,
                Set.of(),
                false,
                PRIVATE_DATA_BYTES,
                true,
                true,
                false,
                false,
                false,
                CONSUMER_REJECT,
                TransportTraits.NO_STATUS,
                0,
                invalidatedFlags,
                List.of(
                        InfinibandAttributes.PATH_MTU,
                        InfinibandAttributes.RETRY_COUNT,
                        InfinibandAttributes.RNR_RETRY_COUNT));
    }

    /**
     * What InfiniBand and RoCE are like, for providers of devices that have them.
     *
     * @return the traits, under this provider's name
     */
    public static TransportTraits infiniband() {
        return TRAITS;
    }

    /** Makes the provider. */
    public IbProvider() {
        super(TRAITS, "JDAPL");
    }

    @Override
    protected TransportTraits traits(DeviceAttributes device) {
        return device.vendorId() == SOFTWARE_DEVICE ? SOFTWARE_TRAITS : TRAITS;
    }

    @Override
    protected boolean owns(Device device) {
        return device.transportType() == TransportType.IB;
    }
}
