package org.jdapl.core.fake;

import java.net.InetSocketAddress;
import org.jdapl.spi.Listener;

/** A port of an adapter. */
final class FakeListener implements Listener {

    final FakeAdapter adapter;
    final Object context;
    private final InetSocketAddress local;
    private boolean closed;

    FakeListener(FakeAdapter adapter, InetSocketAddress local, Object context) {
        this.adapter = adapter;
        this.local = local;
        this.context = context;
    }

    @Override
    public InetSocketAddress localAddress() {
        adapter.plan.at("localAddress");
        return local;
    }

    @Override
    public void close() {
        adapter.check(closed, "listener.close");
        closed = true;
        synchronized (adapter.fabric) {
            adapter.fabric.listeners.remove(local.getPort());
        }
        adapter.open.remove(this);
    }
}
