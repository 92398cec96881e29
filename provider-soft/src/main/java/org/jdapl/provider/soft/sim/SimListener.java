package org.jdapl.provider.soft.sim;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import org.jdapl.provider.soft.seam.StreamAcceptor;
import org.jdapl.provider.soft.seam.StreamListener;

/**
 * A port that is being listened on. Guarded by the timeline's monitor, but for calls of the
 * acceptor.
 */
final class SimListener implements StreamListener {

    /** Streams that are taken in one go. */
    private static final int MAX_AT_ONCE = 64;

    private final SimNetwork network;
    private final InetSocketAddress local;
    private final StreamAcceptor acceptor;
    private final ArrayDeque<SimStream> waiting = new ArrayDeque<>();
    private boolean paused;

    SimListener(SimNetwork network, InetSocketAddress local, StreamAcceptor acceptor) {
        this.network = network;
        this.local = local;
        this.acceptor = acceptor;
    }

    SimNetwork network() {
        return network;
    }

    /** A peer has connected. */
    void arrived(SimStream stream) {
        waiting.add(stream);
        network.fabric().timeline().stirred(network);
    }

    boolean isReady() {
        return !paused && !waiting.isEmpty();
    }

    /** Hands over what waits; returns the amount of work. */
    int dispatch() {
        int taken = 0;
        while (taken < MAX_AT_ONCE) {
            SimStream stream;
            synchronized (network.fabric().timeline()) {
                if (!isReady()) {
                    break;
                }
                stream = waiting.remove();
                network.opened(stream);
                network.fabric().tell("accept " + stream);
            }
            acceptor.accepted(stream);
            taken++;
        }
        return taken;
    }

    /** Lets go of those that wait. */
    void abandon() {
        waiting.forEach(SimStream::abort);
        waiting.clear();
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public void pause(boolean nowPaused) {
        synchronized (network.fabric().timeline()) {
            paused = nowPaused;
            network.fabric().timeline().stirred(network);
        }
    }

    @Override
    public void close() {
        synchronized (network.fabric().timeline()) {
            network.host().listeners().remove(local, this);
            network.forget(this);
            abandon();
        }
    }
}
