package org.jdapl.conformance.kit;

import org.jdapl.api.AdapterRegistry;
import org.jdapl.conformance.base.Pump;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.peer.Peer;
import org.jdapl.conformance.peer.PeerThread;
import org.jdapl.core.RuntimeSeams;
import org.jspecify.annotations.Nullable;

/** A provider whose peer is a thread of this process, with a registry of its own. */
final class ThreadTarget extends SubjectTarget {

    ThreadTarget(ProviderUnderTest subject) {
        super(subject);
    }

    @Override
    public String name() {
        return super.name() + "@thread";
    }

    @Override
    public void perform(@Nullable Mutant mutant, Act act) throws Throwable {
        RuntimeSeams seams = RuntimeSeams.system();
        Pump pump = new Pump();
        try (AdapterRegistry here = Registries.here(subject().provider(), seams, mutant);
                AdapterRegistry there = Registries.there(subject().provider(), seams, mutant);
                PeerThread peer = PeerThread.start(there, THREADS, null, pump)) {
            act.on(
                    new ThreadStage(
                            here,
                            Registries.subject(subject().provider(), seams, mutant),
                            pump,
                            peer,
                            THREADS,
                            ThreadTarget::noProcess,
                            ThreadTarget::noRemoval,
                            ThreadTarget::noRemoval,
                            ThreadTarget::noCut));
        }
    }

    private static Peer noProcess() {
        throw new NotApplicableException("the target has no process that could be killed");
    }

    private static void noRemoval() {
        throw new NotApplicableException("the target's device cannot be taken away");
    }

    private static void noCut() {
        throw new NotApplicableException("the target's network cannot be cut");
    }

    @Override
    public void close() {
        // Nothing outlives a stage.
    }
}
