package org.jdapl.conformance.kit;

import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.conformance.base.Pump;
import org.jdapl.conformance.peer.Peer;

/**
 * A stage in one process.
 *
 * @param registry this side
 * @param subject the provider of this side
 * @param pump drives this side
 * @param peer the other side
 * @param threads makes threads of this side
 * @param mortal makes a peer that can be killed, or says why there is none
 * @param removal takes this side's device away, or says why that cannot be
 * @param comeback puts this side's device back, or says why that cannot be
 * @param cut cuts the way between the two sides, or says why that cannot be
 */
record ThreadStage(
        AdapterRegistry registry,
        Subject subject,
        Pump pump,
        Peer peer,
        ThreadFactory threads,
        Supplier<Peer> mortal,
        Runnable removal,
        Runnable comeback,
        Runnable cut)
        implements Stage {

    @Override
    public Peer ownPeer() {
        return mortal.get();
    }

    @Override
    public void removeDevice() {
        removal.run();
    }

    @Override
    public void returnDevice() {
        comeback.run();
    }

    @Override
    public void cutTheWay() {
        cut.run();
    }
}
