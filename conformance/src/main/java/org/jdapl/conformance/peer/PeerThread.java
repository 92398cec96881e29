package org.jdapl.conformance.peer;

import java.util.concurrent.ThreadFactory;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.conformance.base.Pump;
import org.jspecify.annotations.Nullable;

/**
 * A peer that is a thread of this process, with a registry of its own. For use by one thread.
 *
 * <p>The same commands, by the same interpreter, as with another process; only a simulated process
 * can be killed, and no other stopped.
 */
public final class PeerThread extends Peer {

    private final ThreadCarrier carrier;
    private final @Nullable Runnable killer;

    private PeerThread(ThreadCarrier carrier, @Nullable Runnable killer, Pump pump) {
        super(carrier, pump);
        this.carrier = carrier;
        this.killer = killer;
    }

    /**
     * Starts the thread.
     *
     * @param registry the peer's registry; stays the caller's
     * @param threads makes the thread
     * @param killer kills the simulated process that the thread is of; null where it is of none
     * @param pump what to drive here while a command is carried out; the peer's thread lives in the
     *     same time
     * @return the peer
     */
    public static PeerThread start(
            AdapterRegistry registry, ThreadFactory threads, @Nullable Runnable killer, Pump pump) {
        ThreadCarrier carrier =
                new ThreadCarrier(new Interpreter(registry, new Pump(pump.time())), pump.time());
        carrier.start(threads);
        return new PeerThread(carrier, killer, pump);
    }

    /**
     * Whether the thread lives.
     *
     * @return true while it does
     */
    public boolean isAlive() {
        return !carrier.ended();
    }

    @Override
    public void kill() {
        if (killer == null) {
            throw new UnsupportedOperationException("a thread of this process");
        }
        killer.run();
        carrier.forget();
    }
}
