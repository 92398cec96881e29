package org.jdapl.conformance.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Pump;
import org.jdapl.conformance.base.Resources;
import org.jdapl.conformance.base.Time;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.peer.Peer;
import org.jdapl.conformance.peer.PeerOptions;
import org.jdapl.conformance.peer.PeerProcess;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteListener;
import org.jdapl.conformance.peer.RemoteParty;
import org.jdapl.core.RuntimeSeams;
import org.jspecify.annotations.Nullable;

/**
 * A provider whose peer is another process. One process serves rule after rule, until it dies or
 * leaves something behind; a rule that kills its peer gets one of its own.
 */
final class ProcessTarget implements Target {

    private static final ThreadFactory THREADS =
            Thread.ofPlatform().daemon().name("kit-", 0).factory();

    private final ProviderUnderTest subject;
    private final Pump pump = new Pump();
    private @Nullable PeerProcess shared;
    private Resources sharedAtFirst = Resources.now();
    private @Nullable PeerProcess spare;

    ProcessTarget(ProviderUnderTest subject) {
        this.subject = subject;
    }

    @Override
    public String name() {
        return subject.adapterName();
    }

    @Override
    public String adapterName() {
        return subject.adapterName();
    }

    @Override
    public Profile profile() {
        return subject.profile();
    }

    @Override
    public Map<String, String> exclusions() {
        return subject.exclusions();
    }

    @Override
    public void perform(@Nullable Mutant mutant, Act act) throws Throwable {
        try (AdapterRegistry here =
                Registries.here(subject.provider(), RuntimeSeams.system(), mutant)) {
            ProcessStage stage = new ProcessStage(here);
            try {
                act.on(stage);
            } finally {
                stage.takeDown();
            }
        }
    }

    /** The process that rules share; the first use also opens what the JVM keeps for ever. */
    private PeerProcess shared() {
        @Nullable PeerProcess peer = shared;
        if (peer == null || !peer.isAlive()) {
            peer = PeerProcess.start(PeerOptions.defaults(), pump);
            shared = peer;
            RemoteParty first = peer.open(adapterName(), ProgressMode.AUTO);
            RemoteListener listener = first.listen();
            RemoteLink a = first.link(LinkShape.PLAIN);
            RemoteLink b = first.link(LinkShape.PLAIN);
            a.connect(listener.address());
            listener.request().accept(b);
            a.connectionEvent();
            b.connectionEvent();
            peer.closeAll();
            sharedAtFirst = peer.resources(false);
        }
        return peer;
    }

    /** A process for one rule. The next one is started meanwhile. */
    private PeerProcess own() {
        PeerProcess taken = spare != null ? spare : PeerProcess.start(PeerOptions.defaults(), pump);
        spare = PeerProcess.start(PeerOptions.defaults(), pump);
        taken.ping();
        return taken;
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

    private final class ProcessStage implements Stage {

        private final AdapterRegistry registry;
        private final List<PeerProcess> own = new ArrayList<>();
        private @Nullable PeerProcess used;

        ProcessStage(AdapterRegistry registry) {
            this.registry = registry;
        }

        @Override
        public AdapterRegistry registry() {
            return registry;
        }

        @Override
        public Pump pump() {
            return pump;
        }

        @Override
        public Peer peer() {
            if (used == null) {
                used = shared();
            }
            return used;
        }

        @Override
        public Peer ownPeer() {
            PeerProcess peer = own();
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
            if (used == null) {
                return;
            }
            boolean clean = false;
            try {
                used.closeAll();
                requireBackToFirst(used);
                clean = true;
            } finally {
                if (!clean) {
                    endShared(); // the next rule starts with a sound one
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
    }
}
