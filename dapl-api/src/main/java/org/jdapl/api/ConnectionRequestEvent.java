package org.jdapl.api;

/**
 * A connection request came (uDAPL {@code DAT_CONNECTION_REQUEST_EVENT}).
 *
 * @param dispatcher the dispatcher that it came from
 * @param servicePoint where it came to
 * @param request the request, to be accepted or rejected
 */
public record ConnectionRequestEvent(
        EventDispatcher dispatcher, ServicePoint servicePoint, ConnectionRequest request)
        implements Event {

    @Override
    public int number() {
        return 0x02001;
    }
}
