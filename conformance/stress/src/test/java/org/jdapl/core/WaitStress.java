package org.jdapl.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jdapl.api.EventDispatcher;
import org.jdapl.api.data.EventStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Waiting against what ends a wait. */
public final class WaitStress {

    private WaitStress() {}

    /**
     * EVD-12 for an event of the runtime. Fails where {@code ProgressDriver.wakeWaiter} wakes
     * nobody who drives.
     */
    @JCStressTest
    @Outcome(id = "x", expect = ACCEPTABLE, desc = "woken")
    @Outcome(expect = FORBIDDEN, desc = "a wake-up is lost")
    @State
    public static class SoftwareEvent {
        private static final Rig RIG = StressRig.manual().build();
        private final EventDispatcher events = RIG.events(EventStream.SOFTWARE);

        @Actor
        public void await(L_Result r) {
            r.r1 = StressRig.await(events::await);
        }

        @Actor
        public void post() {
            events.post("x");
        }

        @Arbiter
        public void end() {
            events.close();
        }
    }

    /**
     * EVD-12: arm, look once more, then sleep, against a completion. Fails where {@code
     * ProgressDriver.drive} looks before it arms.
     */
    @JCStressTest
    @Outcome(id = "7:SUCCESS", expect = ACCEPTABLE, desc = "woken")
    @Outcome(expect = FORBIDDEN, desc = "a wake-up is lost")
    @State
    public static class Completion {
        private static final Rig RIG = StressRig.manual().build();
        private final Rig.Side here = RIG.side();
        private final Rig.Side there = RIG.side();

        public Completion() {
            StressRig.connect(RIG, here, there);
        }

        @Actor
        public void await(L_Result r) {
            r.r1 = StressRig.await(here.requests::await);
        }

        @Actor
        public void post() {
            StressRig.mustWrite(RIG, here, 7);
        }

        @Arbiter
        public void end() {
            StressRig.close(here, there);
        }
    }

    /**
     * Two threads that wait for each other's event on one adapter: the one that drives leaves, and
     * the other follows or takes over. Fails where {@code ProgressDriver.release} wakes no
     * follower.
     */
    @JCStressTest
    @Outcome(id = "x, y", expect = ACCEPTABLE, desc = "both woken")
    @Outcome(expect = FORBIDDEN, desc = "a wake-up is lost")
    @State
    public static class TwoWaiters {
        private static final Rig RIG = StressRig.manual().build();
        private final EventDispatcher here = RIG.events(EventStream.SOFTWARE);
        private final EventDispatcher there = RIG.events(EventStream.SOFTWARE);

        @Actor
        public void one(LL_Result r) {
            there.post("y");
            r.r1 = StressRig.await(here::await);
        }

        @Actor
        public void other(LL_Result r) {
            here.post("x");
            r.r2 = StressRig.await(there::await);
        }

        @Arbiter
        public void end() {
            here.close();
            there.close();
        }
    }

    /**
     * EVD-25: who waits is woken when the dispatcher becomes unwaitable, and who comes later is
     * refused. Fails where {@code EventDispatcherImpl.setUnwaitable} does not end the wait that is
     * going on.
     */
    @JCStressTest
    @Outcome(id = "INVALID_STATE_EVD_UNWAITABLE", expect = ACCEPTABLE, desc = "woken or refused")
    @Outcome(expect = FORBIDDEN, desc = "the waiter sleeps on")
    @State
    public static class Unwaitable {
        private static final Rig RIG = StressRig.manual().build();
        private final EventDispatcher events = RIG.events(EventStream.SOFTWARE);

        @Actor
        public void await(L_Result r) {
            r.r1 = StressRig.await(events::await);
        }

        @Actor
        public void end() {
            events.setUnwaitable();
        }

        @Arbiter
        public void close() {
            events.close();
        }
    }
}
