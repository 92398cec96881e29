package org.jdapl.api.data;

import java.util.Objects;
import java.util.Set;

/**
 * What a provider is and how it treats its consumers (uDAPL {@code DAT_PROVIDER_ATTR}).
 *
 * @param providerName its short name, the first part of adapter names
 * @param providerVersion its version, for people
 * @param vendorName who made it
 * @param apiVersion the version of the DAT API that the runtime offers, {@code 2.0}
 * @param spiVersion the version of the provider interface that it was loaded with
 * @param threadSafe whether control calls may come from any thread; true for every provider, by the
 *     runtime's care
 * @param maxPrivateDataBytes most bytes of private data, in raw form
 * @param readSinkNeedsRemoteWrite whether the transport wants the remote write right on the sink of
 *     an RDMA read; the runtime grants it to a hidden key where needed, so that consumers need not
 *     care
 * @param readSinkContextExposed whether the peer sees the key of an RDMA read's sink on the wire
 * @param asynchronousErrorsOnly whether an accepted post can fail only by its completion
 * @param regionSyncRequired whether a consumer must call {@code sync} on regions because memory is
 *     not coherent
 * @param rmrScopes where a bound remote memory region can be used
 * @param endpointCreator whether public service points can create endpoints
 */
public record ProviderAttributes(
        String providerName,
        String providerVersion,
        String vendorName,
        String apiVersion,
        String spiVersion,
        boolean threadSafe,
        int maxPrivateDataBytes,
        boolean readSinkNeedsRemoteWrite,
        boolean readSinkContextExposed,
        boolean asynchronousErrorsOnly,
        boolean regionSyncRequired,
        Set<RmrScope> rmrScopes,
        boolean endpointCreator) {

    /** Where a bound remote memory region can be used (uDAPL {@code DAT_RMR_SCOPE}). */
    public enum RmrScope {
        /** By the endpoint that it was bound through. */
        ENDPOINT,
        /** By each endpoint of the protection zone. */
        PROTECTION_ZONE
    }

    /** Makes the collection immutable. */
    public ProviderAttributes {
        Objects.requireNonNull(providerName, "providerName");
        rmrScopes = Set.copyOf(rmrScopes);
    }
}
