package org.jdapl.conformance.kit;

import java.util.concurrent.ThreadFactory;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.conformance.base.Pump;
import org.jdapl.conformance.peer.Peer;

/** Where one rule is tried: two sides that can reach each other, in one time. */
public interface Stage {

    /**
     * The registry of this side, which may have faults.
     *
     * @return the same each time
     */
    AdapterRegistry registry();

    /**
     * The provider under test without the runtime, which may have faults.
     *
     * @return the provider, and what it is opened with
     */
    Subject subject();

    /**
     * What drives adapters of this side; knows the time.
     *
     * @return the same each time
     */
    Pump pump();

    /**
     * The other side.
     *
     * @return the same each time
     */
    Peer peer();

    /**
     * A peer that can be killed.
     *
     * @return a process of the rule's own, real or simulated
     * @throws NotApplicableException where the target has no processes
     */
    Peer ownPeer();

    /**
     * Takes this side's device away, as if it were pulled out.
     *
     * @throws NotApplicableException where the target cannot
     */
    default void removeDevice() {
        throw new NotApplicableException("the target's device cannot be taken away");
    }

    /**
     * Puts this side's device back after {@link #removeDevice}.
     *
     * @throws NotApplicableException where the target cannot
     */
    default void returnDevice() {
        throw new NotApplicableException("the target's device cannot be put back");
    }

    /**
     * Cuts the way between the two sides, both ways and without a word: nothing arrives any more,
     * and nobody is told.
     *
     * @throws NotApplicableException where the target cannot
     */
    default void cutTheWay() {
        throw new NotApplicableException("the target's network cannot be cut");
    }

    /**
     * Makes threads that live in the time of this stage.
     *
     * @return the factory
     */
    ThreadFactory threads();
}
