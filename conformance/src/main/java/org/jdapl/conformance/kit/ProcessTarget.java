package org.jdapl.conformance.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.conformance.base.Pump;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.peer.Peer;
import org.jdapl.conformance.peer.PeerPlace;
import org.jdapl.conformance.peer.PeerPool;
import org.jdapl.conformance.peer.PeerProcess;
import org.jdapl.core.RuntimeSeams;
import org.jspecify.annotations.Nullable;

/**
 * A provider whose peer is another process. One process serves rule after rule, until it dies or
 * leaves something behind; a rule that kills its peer gets one of its own.
 */
final class ProcessTarget extends SubjectTarget {

    private final Pump pump = new Pump();
    private final PeerPlace place;
    private final PeerPool peers;

    ProcessTarget(ProviderUnderTest subject) {
        super(subject);
        this.place = PeerPlace.of(subject.adapterName());
        this.peers = new PeerPool(place, pump);
    }

    @Override
    public String peerAdapterName() {
        return place.adapter();
    }

    @Override
    public void perform(@Nullable Mutant mutant, Act act) throws Throwable {
        try (AdapterRegistry here =
                Registries.here(subject().provider(), RuntimeSeams.system(), mutant)) {
            ProcessStage stage =
                    new ProcessStage(
                            here,
                            Registries.subject(
                                    subject().provider(), RuntimeSeams.system(), mutant));
            try {
                act.on(stage);
            } finally {
                stage.takeDown();
            }
        }
    }

    @Override
    public void close() {
        peers.close();
    }

    private final class ProcessStage implements Stage {

        private final AdapterRegistry registry;
        private final Subject subject;
        private final List<PeerProcess> own = new ArrayList<>();
        private @Nullable PeerProcess used;

        ProcessStage(AdapterRegistry registry, Subject subject) {
            this.registry = registry;
            this.subject = subject;
        }

        @Override
        public AdapterRegistry registry() {
            return registry;
        }

        @Override
        public Subject subject() {
            return subject;
        }

        @Override
        public Pump pump() {
            return pump;
        }

        @Override
        public Peer peer() {
            if (used == null) {
                used = peers.shared();
            }
            return used;
        }

        @Override
        public Peer ownPeer() {
            PeerProcess peer = peers.own();
            own.add(peer);
            return peer;
        }

        @Override
        public ThreadFactory threads() {
            return THREADS;
        }

        /** Ends its own peers, and looks over the shared one. */
        void takeDown() throws InterruptedException {
            own.forEach(PeerProcess::close);
            if (used != null) {
                peers.settle();
            }
        }
    }
}
