package org.jdapl.provider.soft.sim;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jdapl.provider.soft.seam.AddressInUseException;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.seam.StreamAcceptor;
import org.jdapl.provider.soft.seam.StreamHandler;
import org.jdapl.provider.soft.seam.StreamListener;
import org.jdapl.provider.soft.seam.StreamNetwork;
import org.jspecify.annotations.Nullable;

/**
 * What an open adapter sees of the network. Guarded by the timeline's monitor, but for calls of
 * handlers.
 */
final class SimNetwork implements StreamNetwork {

    private final Fabric fabric;
    private final Station host;
    private final Timeline timeline;
    private final Consumer<String> onLost;
    private final Set<SimStream> streams = new LinkedHashSet<>();
    private final Set<SimListener> listeners = new LinkedHashSet<>();
    private boolean wakeRequested;
    private boolean dead;
    private @Nullable String lost;
    private boolean lossTold;

    /**
     * Makes the network of an adapter.
     *
     * @param fabric what it is part of
     * @param host the adapter's host
     * @param onLost called by the driver when the adapter is gone, with the reason
     */
    SimNetwork(Fabric fabric, Station host, Consumer<String> onLost) {
        this.fabric = fabric;
        this.host = host;
        this.timeline = fabric.timeline();
        this.onLost = onLost;
        synchronized (timeline) {
            host.networks().add(this);
        }
    }

    Fabric fabric() {
        return fabric;
    }

    Station host() {
        return host;
    }

    boolean isDead() {
        return dead;
    }

    // ---- what streams and listeners tell

    /** A stream that a peer opens towards this host. */
    SimStream accepting(InetSocketAddress here, InetSocketAddress peer) {
        return new SimStream(this, here, peer);
    }

    void opened(SimStream stream) {
        streams.add(stream);
    }

    void forget(SimStream stream) {
        streams.remove(stream);
    }

    void forget(SimListener listener) {
        listeners.remove(listener);
    }

    /** Whether the driver has something to do. */
    boolean isStirred() {
        if (dead) {
            return false;
        }
        return wakeRequested
                || (lost != null && !lossTold)
                || listeners.stream().anyMatch(SimListener::isReady)
                || streams.stream().anyMatch(SimStream::isReady);
    }

    // ---- faults

    /** The process has died. */
    void die(boolean silently) {
        for (SimListener listener : List.copyOf(listeners)) {
            host.listeners().remove(listener.localAddress(), listener);
            listener.abandon();
        }
        listeners.clear();
        for (SimStream stream : List.copyOf(streams)) {
            stream.die(silently);
        }
        dead = true;
    }

    /** The adapter is gone. */
    void lose(String why) {
        if (dead || lost != null) {
            return;
        }
        lost = why;
        for (SimListener listener : List.copyOf(listeners)) {
            host.listeners().remove(listener.localAddress(), listener);
        }
        listeners.clear();
        for (SimStream stream : List.copyOf(streams)) {
            stream.lose(why);
        }
        timeline.stirred(this);
    }

    /**
     * By chance, has what is under way arrive now and be handled: called when a completion queue is
     * about to be armed.
     */
    void placeBeforeArming() {
        List<SimStream> hastened = new ArrayList<>();
        synchronized (timeline) {
            if (dead || !fabric.chance().hit(fabric.plan().pollArmPpm())) {
                return;
            }
            for (SimStream stream : streams) {
                if (stream.hasten()) {
                    hastened.add(stream);
                }
            }
            if (hastened.isEmpty()) {
                return;
            }
            fabric.count(Fault.POLL_ARM);
            fabric.tell("place completions before arming at " + host.name());
        }
        hastened.forEach(SimStream::dispatchReadable);
    }

    // ---- the seam

    @Override
    public StreamListener listen(InetSocketAddress local, int backlog, StreamAcceptor acceptor)
            throws IOException {
        InetAddress address = resolved(local);
        synchronized (timeline) {
            requireUp();
            host.requireOwn(address);
            int port = local.getPort() == 0 ? host.ephemeralPort() : local.getPort();
            InetSocketAddress at = new InetSocketAddress(address, port);
            SimListener listener = new SimListener(this, at, acceptor);
            if (host.listeners().putIfAbsent(at, listener) != null) {
                throw new AddressInUseException(
                        "port " + port + " is in use", new IOException("Address already in use"));
            }
            listeners.add(listener);
            fabric.tell("listen " + SimStream.text(at) + " at " + host.name());
            return listener;
        }
    }

    @Override
    public ByteStream connect(
            @Nullable InetAddress from, InetSocketAddress to, StreamHandler handler)
            throws IOException {
        InetAddress address = resolved(to);
        synchronized (timeline) {
            requireUp();
            InetAddress start = from == null ? host.addressTowards(address) : from;
            host.requireOwn(start);
            SimStream stream =
                    new SimStream(this, new InetSocketAddress(start, host.ephemeralPort()), to);
            stream.handler(handler);
            opened(stream);
            fabric.tell("connect " + stream + " at " + host.name());
            stream.connect(fabric.at(address, host));
            return stream;
        }
    }

    private static InetAddress resolved(InetSocketAddress address) throws IOException {
        InetAddress resolved = address.getAddress();
        if (resolved == null) {
            throw new UnknownHostException("host name " + address.getHostString());
        }
        return resolved;
    }

    private void requireUp() throws IOException {
        if (lost != null) {
            throw new IOException("Network is down: " + lost);
        }
        if (dead) {
            throw new IOException("the process of host " + host.name() + " has died");
        }
    }

    @Override
    public int poll() {
        int work = dispatch();
        timeline.polled(this, work);
        return work;
    }

    @Override
    public int await(long timeoutNs) {
        if (takeWake()) {
            return poll();
        }
        int work = dispatch();
        if (work > 0) {
            return work;
        }
        boolean stirred;
        synchronized (timeline) {
            stirred = isStirred();
        }
        if (stirred) {
            // Its handlers leave it for the driver's tasks, which are the caller's to run.
            timeline.polled(this, 0);
        } else {
            timeline.block(this, timeoutNs);
        }
        takeWake();
        return dispatch();
    }

    private boolean takeWake() {
        synchronized (timeline) {
            boolean wake = wakeRequested;
            wakeRequested = false;
            return wake;
        }
    }

    private int dispatch() {
        List<SimListener> accepting = new ArrayList<>();
        List<SimStream> ready = new ArrayList<>();
        String loss = null;
        synchronized (timeline) {
            timeline.runDue();
            if (dead) {
                return 0;
            }
            if (!lossTold && lost != null) {
                lossTold = true;
                loss = lost;
            }
            for (SimListener listener : listeners) {
                if (listener.isReady()) {
                    accepting.add(listener);
                }
            }
            for (SimStream stream : streams) {
                if (stream.isReady()) {
                    // The system names them in any order.
                    ready.add(fabric.chance().below(ready.size() + 1), stream);
                }
            }
        }
        int work = 0;
        if (loss != null) {
            onLost.accept(loss);
            work++;
        }
        for (SimListener listener : accepting) {
            work += listener.dispatch();
        }
        for (SimStream stream : ready) {
            work += stream.dispatch();
        }
        return work;
    }

    @Override
    public void wake() {
        synchronized (timeline) {
            wakeRequested = true;
            timeline.stirred(this);
        }
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public List<InetAddress> addresses() {
        return host.addresses();
    }

    @Override
    public void close() {
        synchronized (timeline) {
            List.copyOf(listeners).forEach(SimListener::close);
            List.copyOf(streams).forEach(SimStream::close);
            host.networks().remove(this);
        }
    }
}
