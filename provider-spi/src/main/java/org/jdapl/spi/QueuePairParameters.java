package org.jdapl.spi;

import org.jdapl.api.data.EndpointAttributes;
import org.jspecify.annotations.Nullable;

/**
 * What a queue pair is made of.
 *
 * @param domain its protection domain
 * @param requestQueue where completions of requests go
 * @param receiveQueue where completions of receives go; may be the same
 * @param sharedReceiveQueue where receives come from, or null for receives of its own
 * @param attributes depths and limits, already checked; {@code maxRequests} and {@code maxReceives}
 *     are at least 1
 */
public record QueuePairParameters(
        ProtectionDomain domain,
        CompletionQueue requestQueue,
        CompletionQueue receiveQueue,
        @Nullable SharedReceiveQueue sharedReceiveQueue,
        EndpointAttributes attributes) {}
