package org.jdapl.conformance.kit;

import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteListener;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteParty;

/**
 * Two connected ends, one on each side.
 *
 * @param here this side's adapter
 * @param there the other side's adapter
 * @param link this side's endpoint
 * @param far the other side's endpoint
 */
public record Pair(Party here, RemoteParty there, Link link, RemoteLink far) {

    /** A time limit for connecting that does not matter to the test. */
    static final ConnectOptions PATIENTLY = ConnectOptions.within(Bound.TEST.duration());

    private static final int BYTES = 50;

    /**
     * Connects from here to there.
     *
     * @param here this side's adapter
     * @param there the other side's adapter
     * @param link this side's endpoint
     * @param far the other side's endpoint
     * @return the two ends
     * @throws InterruptedException where the test was interrupted
     */
    public static Pair connect(Party here, RemoteParty there, Link link, RemoteLink far)
            throws InterruptedException {
        RemoteListener listener = there.listen();
        link.endpoint().connect(listener.address(), PATIENTLY);
        listener.request().accept(far);
        Pair pair = new Pair(here, there, link, far).established();
        listener.close();
        return pair;
    }

    /**
     * Connects from there to here.
     *
     * @param here this side's adapter
     * @param there the other side's adapter
     * @param link this side's endpoint
     * @param far the other side's endpoint
     * @return the two ends
     * @throws InterruptedException where the test was interrupted
     */
    public static Pair connectBack(Party here, RemoteParty there, Link link, RemoteLink far)
            throws InterruptedException {
        Party.Listening listening = here.listen();
        far.connect(listening.address());
        listening.request(here).accept(link.endpoint());
        Pair pair = new Pair(here, there, link, far).established();
        listening.point().close();
        return pair;
    }

    private Pair established() throws InterruptedException {
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
        return this;
    }

    /**
     * Has the peer write to memory of this side, and waits until it is there.
     *
     * @param to where
     * @param seed of the pattern that it writes
     * @throws InterruptedException where the test was interrupted
     */
    public void peerWrites(RemoteRegion to, int seed) throws InterruptedException {
        RemoteMemory source = there.memory(to.length(), Party.LOCAL_RIGHTS, seed);
        Guarded inbox = here.memory(1, Party.LOCAL_RIGHTS, 0);
        link.endpoint().receive(inbox.slice(0, 1), 7);
        int status = far.write(1, to, source.whole());
        if (status != PostStatus.OK) {
            throw new AssertionError("the peer's write: " + PostStatus.describe(status));
        }
        far.mustSend(2, source.part(0, 1));
        // What was written before a message is there when the message is.
        link.received().requireSuccess(7, OperationKind.RECEIVE, 1);
        far.done().requireSuccess(1, OperationKind.RDMA_WRITE, to.length());
        far.done().requireSuccess(2, OperationKind.SEND, 1);
    }

    /**
     * Demands that a message goes through in each direction.
     *
     * @throws InterruptedException where the test was interrupted
     */
    public void exchange() throws InterruptedException {
        Guarded mine = here.memory(2L * BYTES, Party.LOCAL_RIGHTS, 1);
        RemoteMemory theirs = there.memory(2L * BYTES, Party.LOCAL_RIGHTS, 2);
        far.mustReceive(1, theirs.part(BYTES, BYTES));
        link.endpoint().receive(mine.slice(BYTES, BYTES), 2);
        link.endpoint().send(mine.slice(0, BYTES), 3);
        far.mustSend(4, theirs.part(0, BYTES));
        link.done().requireSuccess(3, OperationKind.SEND, BYTES);
        link.received().requireSuccess(2, OperationKind.RECEIVE, BYTES);
        far.done().requireSuccess(4, OperationKind.SEND, BYTES);
        far.received().requireSuccess(1, OperationKind.RECEIVE, BYTES);
        mine.requireContents(BYTES, BYTES, 2, 0);
        theirs.requireContents(BYTES, BYTES, 1, 0);
    }
}
