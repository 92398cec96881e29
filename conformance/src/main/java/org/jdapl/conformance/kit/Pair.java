package org.jdapl.conformance.kit;

import org.jdapl.api.data.OperationKind;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.peer.RemoteLink;
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

    private static final int BYTES = 50;

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
