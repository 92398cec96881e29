package org.jdapl.core;

import java.net.InetSocketAddress;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.HandleKind;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.ServicePoint;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.ServiceType;
import org.jspecify.annotations.Nullable;

/** A service point for any number of requests. */
final class PublicServicePointImpl extends ServicePointBase implements PublicServicePoint {

    private final EndpointCreation creation;

    PublicServicePointImpl(
            AdapterImpl owner,
            InetSocketAddress local,
            EventDispatcherImpl events,
            EndpointCreation creation,
            PrivateDataFraming framing) {
        super(
                owner,
                HandleKind.PUBLIC_SERVICE_POINT,
                local,
                events,
                framing,
                ServiceType.RELIABLE_CONNECTION);
        this.creation = creation;
    }

    /** One that answers look-ups of a datagram service. */
    PublicServicePointImpl(
            AdapterImpl owner,
            InetSocketAddress local,
            EventDispatcherImpl events,
            PrivateDataFraming framing) {
        super(
                owner,
                HandleKind.PUBLIC_SERVICE_POINT,
                local,
                events,
                framing,
                ServiceType.UNRELIABLE_DATAGRAM);
        this.creation = EndpointCreation.CONSUMER;
    }

    @Override
    ServicePoint self() {
        return this;
    }

    @Override
    boolean takesRequests() {
        return true;
    }

    @Override
    @Nullable EndpointImpl endpointForRequest() {
        return creation == EndpointCreation.PROVIDER ? owner.createTentativeEndpoint() : null;
    }

    @Override
    public EndpointCreation endpointCreation() {
        return creation;
    }
}
