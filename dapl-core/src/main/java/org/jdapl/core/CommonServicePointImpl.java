package org.jdapl.core;

import java.net.InetSocketAddress;
import org.jdapl.api.CommonServicePoint;
import org.jdapl.api.HandleKind;
import org.jdapl.api.ServicePoint;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.ServiceType;
import org.jspecify.annotations.Nullable;

/** A service point that is named by a socket address, for any number of requests. */
final class CommonServicePointImpl extends ServicePointBase implements CommonServicePoint {

    CommonServicePointImpl(AdapterImpl owner, InetSocketAddress local, EventDispatcherImpl events) {
        super(
                owner,
                HandleKind.COMMON_SERVICE_POINT,
                local,
                events,
                PrivateDataFraming.RAW,
                ServiceType.RELIABLE_CONNECTION);
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
        return null;
    }
}
