package org.jdapl.conformance.peer;

import java.util.List;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Pump;
import org.jdapl.conformance.base.Resources;
import org.jdapl.conformance.base.Time;
import org.jspecify.annotations.Nullable;

/**
 * Peer processes for test after test: one that they share, until it dies or leaves something
 * behind, and one for each test that kills its peer. For use by one thread.
 */
public final class PeerPool implements AutoCloseable {

    private final PeerPlace place;
    private final Pump pump;
    private @Nullable PeerProcess shared;
    private Resources sharedAtFirst = Resources.now();
    private @Nullable PeerProcess spare;

    /**
     * Makes an empty one.
     *
     * @param place where peers are
     * @param pump what to drive here while a command is carried out
     */
    public PeerPool(PeerPlace place, Pump pump) {
        this.place = place;
        this.pump = pump;
    }

    /**
     * The process that tests share. A new one is first used once, so that it has what the JVM keeps
     * for ever.
     *
     * @return the same as long as it lives
     */
    public PeerProcess shared() {
        @Nullable PeerProcess peer = shared;
        if (peer == null || !peer.isAlive()) {
            peer = PeerProcess.start(place, pump);
            shared = peer;
            RemoteParty first = peer.open(place.adapter(), ProgressMode.AUTO);
            RemoteListener listener = first.listen();
            RemoteLink a = first.link(LinkShape.PLAIN);
            RemoteLink b = first.link(LinkShape.PLAIN);
            a.connect(listener.address());
            listener.request().accept(b);
            a.connectionEvent().require(ConnectionEvent.Established.class);
            b.connectionEvent().require(ConnectionEvent.Established.class);
            peer.closeAll();
            sharedAtFirst = peer.resources(false);
        }
        return peer;
    }

    /**
     * A process for one test, to be killed. The next one is started meanwhile.
     *
     * @return a process for the caller to close
     */
    public PeerProcess own() {
        PeerProcess taken = spare != null ? spare : PeerProcess.start(place, pump);
        spare = PeerProcess.start(place, pump);
        taken.ping();
        return taken;
    }

    /**
     * Closes all that the shared process has open, and demands that it holds nothing more than at
     * first. One that does is ended, so that the next test starts with a sound one.
     *
     * @throws InterruptedException where the test was interrupted
     * @throws AssertionError where something was left behind
     */
    public void settle() throws InterruptedException {
        if (shared == null) {
            return;
        }
        boolean clean = false;
        try {
            shared.closeAll();
            requireBackToFirst(shared);
            clean = true;
        } finally {
            if (!clean) {
                endShared();
            }
        }
    }

    private void requireBackToFirst(PeerProcess peer) throws InterruptedException {
        Time time = pump.time();
        long start = time.now();
        while (true) {
            List<String> more = peer.resources(false).beyond(sharedAtFirst);
            if (more.isEmpty()) {
                break;
            }
            if (time.since(start) > Bound.SETTLE.nanos()) {
                throw new AssertionError("leaked in the peer: " + more);
            }
            time.sleep(Bound.QUIET);
        }
        String failures = peer.failures();
        if (!failures.isEmpty()) {
            throw new AssertionError("threads of the peer died: " + failures);
        }
    }

    private void endShared() {
        if (shared != null) {
            shared.close();
            shared = null;
        }
    }

    @Override
    public void close() {
        endShared();
        if (spare != null) {
            spare.close();
            spare = null;
        }
    }
}
