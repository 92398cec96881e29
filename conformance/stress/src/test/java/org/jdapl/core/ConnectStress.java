package org.jdapl.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.PrivateData;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Making and ending connections by two threads at once. */
public final class ConnectStress {

    private ConnectStress() {}

    /**
     * A request has one answer. Fails where {@code ConnectionRequestImpl.reject} does not look
     * whether the request is pending.
     */
    @JCStressTest
    @Outcome(id = "accepted, INVALID_.*, Established", expect = ACCEPTABLE, desc = "accepted")
    @Outcome(id = "INVALID_.*, rejected, PeerRejected", expect = ACCEPTABLE, desc = "rejected")
    @Outcome(expect = FORBIDDEN, desc = "both or none, or the requester was told otherwise")
    @State
    public static class AcceptAgainstReject {
        private static final Rig RIG = StressRig.manual().build();
        private final Rig.Side active = RIG.side();
        private final Rig.Side passive = RIG.side();
        private final ConnectionRequest request = StressRig.request(RIG, active);

        @Actor
        public void accept(LLL_Result r) {
            r.r1 = StressRig.attempt("accepted", () -> request.accept(passive.endpoint));
        }

        @Actor
        public void reject(LLL_Result r) {
            r.r2 = StressRig.attempt("rejected", () -> request.reject(PrivateData.EMPTY));
        }

        @Arbiter
        public void look(LLL_Result r) {
            StressRig.drain(RIG);
            r.r3 = StressRig.events(RIG, active.connections);
            StressRig.close(active, passive);
        }
    }

    /**
     * DIS-08, DIS-04: the requester gives up while it is accepted; each side has one terminal
     * event. Fails where {@code EndpointImpl.onTerminal} raises an event in every state.
     */
    @JCStressTest
    @Outcome(
            id = "Disconnected, (Established )?(Disconnected|Broken|AcceptCompletionError)",
            expect = ACCEPTABLE,
            desc = "one end each")
    @Outcome(expect = FORBIDDEN, desc = "no end, or two")
    @State
    public static class AcceptAgainstDisconnect {
        private static final Rig RIG = StressRig.manual().build();
        private final Rig.Side active = RIG.side();
        private final Rig.Side passive = RIG.side();
        private final ConnectionRequest request = StressRig.request(RIG, active);

        @Actor
        public void accept() {
            request.accept(passive.endpoint);
        }

        @Actor
        public void disconnect() {
            active.endpoint.disconnect(DisconnectMode.ABRUPT);
        }

        @Arbiter
        public void look(LL_Result r) {
            StressRig.drain(RIG);
            r.r1 = StressRig.events(RIG, active.connections);
            r.r2 = StressRig.events(RIG, passive.connections);
            StressRig.close(active, passive);
        }
    }

    /**
     * DIS-05: both sides disconnect at once. Fails where {@code EndpointImpl.onTerminal} raises an
     * event in every state.
     */
    @JCStressTest
    @Outcome(id = "Disconnected, Disconnected", expect = ACCEPTABLE, desc = "once each")
    @Outcome(expect = FORBIDDEN, desc = "no end, or two")
    @State
    public static class BothDisconnect {
        private static final Rig RIG = StressRig.manual().build();
        private final Rig.Side active = RIG.side();
        private final Rig.Side passive = RIG.side();

        public BothDisconnect() {
            StressRig.connect(RIG, active, passive);
        }

        @Actor
        public void one() {
            active.endpoint.disconnect(DisconnectMode.ABRUPT);
        }

        @Actor
        public void other() {
            passive.endpoint.disconnect(DisconnectMode.ABRUPT);
        }

        @Arbiter
        public void look(LL_Result r) {
            StressRig.drain(RIG);
            r.r1 = StressRig.events(RIG, active.connections);
            r.r2 = StressRig.events(RIG, passive.connections);
            StressRig.close(active, passive);
        }
    }
}
