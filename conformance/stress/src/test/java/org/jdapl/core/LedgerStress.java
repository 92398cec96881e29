package org.jdapl.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.ThreadMode;
import org.jdapl.core.seam.SystemSeams;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** What a post is made of, without a provider whose locks could hide a missing order. */
public final class LedgerStress {

    private static final Rig RIG = StressRig.manual().build();
    private static final EndpointImpl ENDPOINT = RIG.side().endpoint;
    private static final int CONNECTED = EndpointState.CONNECTED.ordinal();

    private LedgerStress() {}

    private static void enter(Ledger ledger, long cookie) {
        ledger.enter(OperationKind.SEND, cookie, cookie + 1, false, false, null);
    }

    /**
     * A completion sees all of what was posted. Fails where {@code Ledger.enter} publishes the
     * entry before it has filled it.
     */
    @JCStressTest
    @Outcome(id = "none", expect = ACCEPTABLE, desc = "not posted yet")
    @Outcome(id = "7:8", expect = ACCEPTABLE, desc = "posted")
    @Outcome(expect = FORBIDDEN, desc = "half an entry")
    @State
    public static class Publication {
        private final Ledger ledger = new Ledger(ENDPOINT, false, false, 1);

        @Actor
        public void post() {
            enter(ledger, 7);
        }

        @Actor
        public void complete(L_Result r) {
            long seq = ledger.sequence(0);
            r.r1 = seq < 0 ? "none" : ledger.cookie(seq) + ":" + ledger.length(seq);
        }
    }

    /**
     * A place is not used again before its completion was taken. Fails where {@code Ledger.isFull}
     * is off by one.
     */
    @JCStressTest
    @Outcome(id = "7, full", expect = ACCEPTABLE, desc = "the post came first")
    @Outcome(id = "7, entered", expect = ACCEPTABLE, desc = "the completion came first")
    @Outcome(expect = FORBIDDEN, desc = "the completion has another one's cookie")
    @State
    public static class PlaceUsedAgain {
        private final Ledger ledger = new Ledger(ENDPOINT, false, false, 1);

        public PlaceUsedAgain() {
            enter(ledger, 7);
        }

        @Actor
        public void complete(LL_Result r) {
            r.r1 = ledger.cookie(0);
            ledger.completeThrough(0);
            ledger.free(1);
        }

        @Actor
        public void post(LL_Result r) {
            boolean full = ledger.isFull();
            if (!full) {
                enter(ledger, 8);
            }
            r.r2 = full ? "full" : "entered";
        }
    }

    /**
     * One thread at a time is inside of a gate, whose work the next one sees. Fails where {@code
     * PostGate.enterSlowly} does not look for another post.
     */
    @JCStressTest
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "one after the other")
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "one after the other")
    @Outcome(expect = FORBIDDEN, desc = "both were inside")
    @State
    public static class GateForTwo {
        private final PostGate gate =
                new PostGate(ThreadMode.SHARED, EndpointState.CONNECTED, SystemSeams.PARKER);
        private int count;

        @Actor
        public void one(II_Result r) {
            int entered = gate.enter(CONNECTED);
            r.r1 = ++count;
            gate.leave(entered);
        }

        @Actor
        public void other(II_Result r) {
            int entered = gate.enter(CONNECTED);
            r.r2 = ++count;
            gate.leave(entered);
        }
    }

    /**
     * Nobody enters a closed gate, and the close waits for who is inside. Fails where {@code
     * PostGate.lock} does not wait for a post.
     */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the close came first")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the post came first")
    @Outcome(expect = FORBIDDEN, desc = "a post was under way when the close had returned")
    @State
    public static class GateAgainstClose {
        private final PostGate gate =
                new PostGate(ThreadMode.SHARED, EndpointState.CONNECTED, SystemSeams.PARKER);
        private int count;

        @Actor
        public void post(II_Result r) {
            int entered = gate.enter(CONNECTED);
            if (entered >= 0) {
                count++;
                gate.leave(entered);
                r.r1 = 1;
            }
        }

        @Actor
        public void close(II_Result r) {
            gate.lock();
            gate.unlock(PostGate.CLOSED);
            r.r2 = count;
        }
    }

    /**
     * A receive of a shared queue finds its endpoint while others are added. Fails where {@code
     * TakerTable.grow} shows the bigger table before it is filled.
     */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "found")
    @Outcome(expect = FORBIDDEN, desc = "an endpoint is not found, and its completion is lost")
    @State
    public static class LookUpAgainstGrowth {
        private static final int BEFORE = 8;
        private final TakerTable table = new TakerTable();

        public LookUpAgainstGrowth() {
            for (int number = 0; number < BEFORE; number++) {
                table.add(number, ENDPOINT);
            }
        }

        @Actor
        public void grow() {
            table.add(BEFORE, ENDPOINT);
        }

        @Actor
        public void find(LL_Result r) {
            boolean all = true;
            for (int number = 0; number < BEFORE; number++) {
                all &= table.find(number) == ENDPOINT;
            }
            r.r1 = all;
        }

        @Arbiter
        public void look(LL_Result r) {
            r.r2 = table.find(BEFORE) == ENDPOINT;
        }
    }
}
