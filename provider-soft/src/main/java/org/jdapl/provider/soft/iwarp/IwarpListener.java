package org.jdapl.provider.soft.iwarp;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.seam.StreamListener;
import org.jdapl.spi.Listener;
import org.jspecify.annotations.Nullable;

/** A port that is being listened on. */
final class IwarpListener implements Listener {

    private final IwarpWire wire;
    private final Object context;
    private volatile @Nullable StreamListener streams;
    private volatile boolean closed;

    private IwarpListener(IwarpWire wire, Object context) {
        this.wire = wire;
        this.context = context;
    }

    static IwarpListener open(IwarpWire wire, InetSocketAddress local, int backlog, Object context)
            throws IOException {
        IwarpListener listener = new IwarpListener(wire, context);
        listener.streams = wire.network().listen(local, backlog, listener::accepted);
        wire.halfOpen().add(listener);
        return listener;
    }

    private void accepted(ByteStream stream) {
        IwarpRequest.start(wire, this, stream);
    }

    Object context() {
        return context;
    }

    boolean isClosed() {
        return closed;
    }

    void pause(boolean paused) {
        StreamListener s = streams;
        if (s != null && !closed) {
            s.pause(paused);
        }
    }

    @Override
    public InetSocketAddress localAddress() {
        StreamListener s = streams;
        if (s == null) {
            throw new IllegalStateException("the listener is not open");
        }
        return s.localAddress();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        wire.halfOpen().remove(this);
        StreamListener s = streams;
        if (s != null) {
            s.close();
        }
    }
}
