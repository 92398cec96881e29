package org.jdapl.core.fake;

import java.net.InetSocketAddress;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.IncomingConnection;
import org.jspecify.annotations.Nullable;

/** A connection request on its way. */
public final class FakeRequest implements IncomingConnection {

    final @Nullable FakeQueuePair from;
    final FakeListener to;
    final ConnectParameters parameters;
    private final InetSocketAddress remote;
    boolean answered;

    FakeRequest(@Nullable FakeQueuePair from, FakeListener to, ConnectParameters parameters) {
        this.from = from;
        this.to = to;
        this.parameters = parameters;
        this.remote = new InetSocketAddress(to.localAddress().getAddress(), 40000);
    }

    @Override
    public InetSocketAddress localAddress() {
        return to.localAddress();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remote;
    }

    @Override
    public byte[] privateData() {
        to.adapter.plan.at("request.privateData");
        return parameters.privateData();
    }

    @Override
    public int offeredReadsIn() {
        return parameters.readsOut();
    }

    @Override
    public int offeredReadsOut() {
        return parameters.readsIn();
    }

    @Override
    public void close() {
        to.adapter.check(false, "request.close");
        if (!answered) {
            answered = true;
            FakeQueuePair f = from;
            if (f != null) {
                f.request = null;
                f.adapter.tell(l -> l.rejected(f.context, false, new byte[0], "request dropped"));
            }
        }
    }
}
