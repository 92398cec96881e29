package org.jdapl.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jdapl.api.DisconnectMode;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ThreadMode;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Posting against whatever ends an endpoint, and against posting. */
public final class PostStress {

    private PostStress() {}

    /**
     * FLS-01, FLS-11, DIS-04: a request that is done, and one that waits for a receive. Fails where
     * {@code EndpointImpl.flush} settles before it closes the gates.
     */
    @JCStressTest
    @Outcome(id = "OK OK, 7:SUCCESS 8:FLUSHED, Disconnected", expect = ACCEPTABLE, desc = "done")
    @Outcome(id = "OK OK, 7:FLUSHED 8:FLUSHED, Disconnected", expect = ACCEPTABLE, desc = "late")
    @Outcome(expect = FORBIDDEN, desc = "a completion is lost, or comes twice")
    @State
    public static class AgainstDisconnect {
        private static final Rig RIG = StressRig.manual().build();
        private final Rig.Side here = RIG.side();
        private final Rig.Side there = RIG.side();

        public AgainstDisconnect() {
            StressRig.connect(RIG, here, there);
        }

        @Actor
        public void post(LLL_Result r) {
            int first = StressRig.write(RIG, here, 7);
            r.r1 = StressRig.status(first) + " " + StressRig.status(here.send(8));
        }

        @Actor
        public void disconnect() {
            here.endpoint.disconnect(DisconnectMode.ABRUPT);
        }

        @Arbiter
        public void look(LLL_Result r) {
            StressRig.drain(RIG);
            r.r2 = StressRig.events(RIG, here.requests);
            r.r3 = StressRig.events(RIG, here.connections);
            StressRig.close(here, there);
        }
    }

    /**
     * FLS-01, FLS-11, DIS-04: the peer ends the connection, and the driver tells of it. Fails where
     * {@code EndpointImpl.flush} settles before it closes the gates.
     */
    @JCStressTest
    @Outcome(id = "OK OK, 7:SUCCESS 8:FLUSHED, Broken", expect = ACCEPTABLE, desc = "cut short")
    @Outcome(
            id = "OK OK, 7:SUCCESS 8:FLUSHED, Disconnected",
            expect = ACCEPTABLE,
            desc = "the end came between the two")
    @Outcome(
            id = "OK OK, 7:FLUSHED 8:FLUSHED, Broken",
            expect = ACCEPTABLE,
            desc = "the first found the peer gone, and was cut short")
    @Outcome(id = "OK OK, 7:FLUSHED 8:FLUSHED, Disconnected", expect = ACCEPTABLE, desc = "late")
    @Outcome(expect = FORBIDDEN, desc = "a completion is lost, or comes twice")
    @State
    public static class AgainstThePeersEnd {
        private static final Rig RIG = StressRig.manual().build();
        private final Rig.Side here = RIG.side();
        private final Rig.Side there = RIG.side();

        public AgainstThePeersEnd() {
            StressRig.connect(RIG, here, there);
        }

        @Actor
        public void post(LLL_Result r) {
            int first = StressRig.write(RIG, here, 7);
            r.r1 = StressRig.status(first) + " " + StressRig.status(here.send(8));
        }

        @Actor
        public void end() {
            there.endpoint.disconnect(DisconnectMode.ABRUPT);
            RIG.adapter.progress();
        }

        @Arbiter
        public void look(LLL_Result r) {
            StressRig.drain(RIG);
            r.r2 = StressRig.events(RIG, here.requests);
            r.r3 = StressRig.events(RIG, here.connections);
            StressRig.close(here, there);
        }
    }

    /**
     * CNC-07, LIF-04. Fails where {@code EndpointImpl.flush} settles before it closes the gates.
     */
    @JCStressTest
    @Outcome(id = "CLOSED CLOSED, none", expect = ACCEPTABLE, desc = "the close came first")
    @Outcome(id = "OK CLOSED, 7:(SUCCESS|FLUSHED)", expect = ACCEPTABLE, desc = "in between")
    @Outcome(id = "OK OK, 7:(SUCCESS|FLUSHED) 8:FLUSHED", expect = ACCEPTABLE, desc = "at last")
    @Outcome(expect = FORBIDDEN, desc = "a completion is lost, or comes twice")
    @State
    public static class AgainstClose {
        private static final Rig RIG = StressRig.manual().build();
        private final Rig.Side here = RIG.side();
        private final Rig.Side there = RIG.side();

        public AgainstClose() {
            StressRig.connect(RIG, here, there);
        }

        @Actor
        public void post(LL_Result r) {
            int first = StressRig.write(RIG, here, 7);
            r.r1 = StressRig.status(first) + " " + StressRig.status(here.send(8));
        }

        @Actor
        public void close() {
            here.endpoint.close();
        }

        @Arbiter
        public void look(LL_Result r) {
            StressRig.drain(RIG);
            r.r2 = StressRig.events(RIG, here.requests);
            StressRig.close(here, there);
        }
    }

    /**
     * CNC-02: each cookie once, each thread's in its order. Fails where {@code
     * PostGate.enterSlowly} does not look for another post.
     */
    @JCStressTest
    @Outcome(
            id = {
                "OK OK, OK OK, 11:SUCCESS 12:SUCCESS 21:SUCCESS 22:SUCCESS",
                "OK OK, OK OK, 11:SUCCESS 21:SUCCESS 12:SUCCESS 22:SUCCESS",
                "OK OK, OK OK, 11:SUCCESS 21:SUCCESS 22:SUCCESS 12:SUCCESS",
                "OK OK, OK OK, 21:SUCCESS 11:SUCCESS 12:SUCCESS 22:SUCCESS",
                "OK OK, OK OK, 21:SUCCESS 11:SUCCESS 22:SUCCESS 12:SUCCESS",
                "OK OK, OK OK, 21:SUCCESS 22:SUCCESS 11:SUCCESS 12:SUCCESS"
            },
            expect = ACCEPTABLE,
            desc = "one order of both")
    @Outcome(expect = FORBIDDEN, desc = "lost, twice, or out of order")
    @State
    public static class TwoThreads {
        private static final Rig RIG = StressRig.manual().build();
        private final Rig.Side here = RIG.side();
        private final Rig.Side there = RIG.side();

        public TwoThreads() {
            StressRig.connect(RIG, here, there);
        }

        @Actor
        public void one(LLL_Result r) {
            int first = StressRig.write(RIG, here, 11);
            r.r1 = StressRig.status(first) + " " + StressRig.status(StressRig.write(RIG, here, 12));
        }

        @Actor
        public void other(LLL_Result r) {
            int first = StressRig.write(RIG, here, 21);
            r.r2 = StressRig.status(first) + " " + StressRig.status(StressRig.write(RIG, here, 22));
        }

        @Arbiter
        public void look(LLL_Result r) {
            r.r3 = StressRig.events(RIG, here.requests);
            StressRig.close(here, there);
        }
    }

    /**
     * An endpoint for one owner refuses the second of two posts at once, and never both. Fails
     * where {@code PostGate.enterSlowly} does not look for another post.
     */
    @JCStressTest
    @Outcome(id = "OK, OK, 1:SUCCESS 2:SUCCESS", expect = ACCEPTABLE, desc = "one by one")
    @Outcome(id = "OK, OK, 2:SUCCESS 1:SUCCESS", expect = ACCEPTABLE, desc = "one by one")
    @Outcome(id = "OK, BUSY, 1:SUCCESS", expect = ACCEPTABLE, desc = "at once")
    @Outcome(id = "BUSY, OK, 2:SUCCESS", expect = ACCEPTABLE, desc = "at once")
    @Outcome(expect = FORBIDDEN, desc = "what was refused completes, or what was not is lost")
    @State
    public static class OneOwner {
        private static final Rig RIG = StressRig.manual().build();
        private final Rig.Side here = RIG.side(b -> b.threadMode(ThreadMode.SINGLE_OWNER));
        private final Rig.Side there = RIG.side();

        public OneOwner() {
            StressRig.connect(RIG, here, there);
        }

        @Actor
        public void one(LLL_Result r) {
            r.r1 = StressRig.status(StressRig.write(RIG, here, 1));
        }

        @Actor
        public void other(LLL_Result r) {
            r.r2 = StressRig.status(StressRig.write(RIG, here, 2));
        }

        @Arbiter
        public void look(LLL_Result r) {
            r.r3 = StressRig.events(RIG, here.requests);
            StressRig.close(here, there);
        }
    }

    /**
     * LMR-14: a region is not closed under a request that stays on the way. Fails where {@code
     * LocalMemoryRegionImpl.checkClosable} looks for users before it refuses posts.
     */
    @JCStressTest
    @Outcome(id = "OK, INVALID_STATE_LMR_IN_USE", expect = ACCEPTABLE, desc = "the post came first")
    @Outcome(id = "CLOSED, closed", expect = ACCEPTABLE, desc = "the close came first")
    @Outcome(expect = FORBIDDEN, desc = "work is under way on memory that is gone")
    @State
    public static class AgainstCloseOfRegion {
        private static final Rig RIG = StressRig.manual().build();
        private final Rig.Side here = RIG.side();
        private final Rig.Side there = RIG.side();
        private final LocalMemoryRegion region = RIG.zone.allocate(64, Privilege.ALL);

        public AgainstCloseOfRegion() {
            StressRig.connect(RIG, here, there);
        }

        @Actor
        public void post(LL_Result r) {
            r.r1 =
                    StressRig.status(
                            here.endpoint.postSend(region, 0, 8, 7, CompletionFlags.DEFAULT));
        }

        @Actor
        public void close(LL_Result r) {
            r.r2 = StressRig.attempt("closed", region::close);
        }

        @Arbiter
        public void look() {
            StressRig.close(here, there);
            region.close();
        }
    }

    /**
     * A receive that was taken before its endpoint is changed keeps it from being changed, and in
     * any case completes. Fails where {@code EndpointImpl.modify} counts the receives outside of
     * the gate.
     */
    @JCStressTest
    @Outcome(
            id = "OK, INVALID_STATE_EP_NOTREADY, 7:FLUSHED",
            expect = ACCEPTABLE,
            desc = "the post came first")
    @Outcome(id = "OK, modified, 7:FLUSHED", expect = ACCEPTABLE, desc = "the change came first")
    @Outcome(expect = FORBIDDEN, desc = "the receive is lost")
    @State
    public static class AgainstModify {
        private static final Rig RIG = StressRig.manual().build();
        private final Rig.Side here = RIG.side();

        @Actor
        public void post(LLL_Result r) {
            r.r1 = StressRig.status(here.receive(7));
        }

        @Actor
        public void modify(LLL_Result r) {
            EndpointAttributes more = EndpointAttributes.builder().maxReceives(32).build();
            r.r2 =
                    StressRig.attempt(
                            "modified",
                            () ->
                                    here.endpoint.modify(
                                            new EndpointChange(null, null, null, null, more)));
        }

        @Arbiter
        public void look(LLL_Result r) {
            here.endpoint.close();
            r.r3 = StressRig.events(RIG, here.receives);
            StressRig.close(here);
        }
    }
}
