package org.jdapl.api;

import org.jdapl.api.data.CompletionStatus;

/**
 * A bind has finished (uDAPL {@code DAT_RMR_BIND_COMPLETION_EVENT}).
 *
 * @param dispatcher the dispatcher that it came from
 * @param endpoint the endpoint that it was posted to
 * @param region what was bound
 * @param cookie what was given when it was posted
 * @param status the outcome
 */
public record BindCompletion(
        EventDispatcher dispatcher,
        Endpoint endpoint,
        RemoteMemoryRegion region,
        long cookie,
        CompletionStatus status)
        implements Event {

    @Override
    public int number() {
        return 0x01001;
    }
}
