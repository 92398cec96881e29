package org.jdapl.core;

import java.net.InetSocketAddress;
import org.jdapl.api.Endpoint;
import org.jdapl.api.HandleKind;
import org.jdapl.api.ReservedServicePoint;
import org.jdapl.api.ServicePoint;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.ServiceType;
import org.jdapl.core.EndpointStateTable.Trigger;

/**
 * A service point for one request for one endpoint. It stops listening when the request has come.
 */
final class ReservedServicePointImpl extends ServicePointBase implements ReservedServicePoint {

    private final EndpointImpl endpoint;

    /**
     * Whether its one request has come: then the endpoint is not its any more, and may be another
     * service point's.
     */
    private boolean used;

    ReservedServicePointImpl(
            AdapterImpl owner,
            InetSocketAddress local,
            EndpointImpl endpoint,
            EventDispatcherImpl events) {
        super(
                owner,
                HandleKind.RESERVED_SERVICE_POINT,
                local,
                events,
                endpoint.attributes().privateDataFraming(),
                ServiceType.RELIABLE_CONNECTION);
        this.endpoint = endpoint;
        endpoint.move(
                Trigger.RESERVE); // only now: a listener that fails leaves the endpoint as it was
    }

    @Override
    ServicePoint self() {
        return this;
    }

    @Override
    boolean takesRequests() {
        return !used && endpoint.state() == EndpointState.RESERVED;
    }

    @Override
    EndpointImpl endpointForRequest() {
        used = true;
        stopListening();
        endpoint.move(Trigger.REQUEST_ARRIVED);
        return endpoint;
    }

    @Override
    public Endpoint endpoint() {
        return endpoint;
    }

    @Override
    void dispose() {
        super.dispose();
        if (!used) {
            endpoint.move(Trigger.RELEASE);
        }
    }
}
