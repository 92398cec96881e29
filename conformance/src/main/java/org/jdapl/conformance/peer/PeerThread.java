package org.jdapl.conformance.peer;

import java.util.concurrent.ThreadFactory;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.conformance.base.Pump;

/**
 * A peer that is a thread of this process, with a registry of its own. For use by one thread.
 *
 * <p>The same commands, by the same interpreter, as with another process; only it cannot be killed
 * as a process can.
 */
public final class PeerThread extends Peer {

    private final ThreadCarrier carrier;

    private PeerThread(ThreadCarrier carrier, Pump pump) {
        super(carrier, pump);
        this.carrier = carrier;
    }

    /**
     * Starts the thread.
     *
     * @param registry the peer's registry; stays the caller's
     * @param threads makes the thread
     * @param pump what to drive here while a command is carried out; the peer's thread lives in the
     *     same time
     * @return the peer
     */
    public static PeerThread start(AdapterRegistry registry, ThreadFactory threads, Pump pump) {
        ThreadCarrier carrier =
                new ThreadCarrier(new Interpreter(registry, new Pump(pump.time())), pump.time());
        carrier.start(threads);
        return new PeerThread(carrier, pump);
    }

    /**
     * Whether the thread lives.
     *
     * @return true while it does
     */
    public boolean isAlive() {
        return !carrier.ended();
    }
}
