package org.jdapl.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jdapl.api.EventDispatcher;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Taking events by several threads, and while they come. */
public final class TakeStress {

    private TakeStress() {}

    /** EVD-06. Fails where {@code EventDispatcherImpl.takeNow} does not lock. */
    @JCStressTest
    @Outcome(id = "x, none", expect = ACCEPTABLE, desc = "to the one")
    @Outcome(id = "none, x", expect = ACCEPTABLE, desc = "to the other")
    @Outcome(expect = FORBIDDEN, desc = "to both, or to nobody")
    @State
    public static class OneEvent {
        private static final Rig RIG = StressRig.manual().build();
        private final EventDispatcher events = RIG.events(EventStream.SOFTWARE);

        public OneEvent() {
            events.post("x");
        }

        @Actor
        public void one(LL_Result r) {
            r.r1 = StressRig.text(events.dequeue());
        }

        @Actor
        public void other(LL_Result r) {
            r.r2 = StressRig.text(events.dequeue());
        }

        @Arbiter
        public void end() {
            events.close();
        }
    }

    /**
     * EVD-06, and SPI: one thread at a time polls the provider's queue. Fails where {@code
     * EventDispatcherImpl.takeNow} does not lock.
     */
    @JCStressTest
    @Outcome(id = "7:SUCCESS, 8:SUCCESS, none", expect = ACCEPTABLE, desc = "one each")
    @Outcome(id = "8:SUCCESS, 7:SUCCESS, none", expect = ACCEPTABLE, desc = "one each")
    @Outcome(expect = FORBIDDEN, desc = "twice, lost, or polled by two threads")
    @State
    public static class TwoCompletions {
        private static final Rig RIG = StressRig.manual().build();
        private final Rig.Side here = RIG.side();
        private final Rig.Side there = RIG.side();

        public TwoCompletions() {
            StressRig.connect(RIG, here, there);
            there.mustReceive(1);
            there.mustReceive(2);
            here.mustSend(7);
            here.mustSend(8);
        }

        @Actor
        public void one(LLL_Result r) {
            r.r1 = StressRig.text(here.requests.dequeue());
        }

        @Actor
        public void other(LLL_Result r) {
            r.r2 = StressRig.text(here.requests.dequeue());
        }

        @Arbiter
        public void look(LLL_Result r) {
            r.r3 = StressRig.events(RIG, here.requests);
            StressRig.close(here, there);
        }
    }

    /**
     * CNC-02: posting by one thread and taking by another, more than the queue is deep. Fails where
     * {@code Ledger.isFull} is off by one.
     */
    @JCStressTest
    @Outcome(
            id = "1:SUCCESS 2:SUCCESS 3:SUCCESS 4:SUCCESS",
            expect = ACCEPTABLE,
            desc = "each once")
    @Outcome(expect = FORBIDDEN, desc = "lost, twice, or out of order")
    @State
    public static class PostAgainstTake {
        private static final Rig RIG = StressRig.manual().build();
        private final Rig.Side here = RIG.side(b -> b.maxRequests(2));
        private final Rig.Side there = RIG.side();
        private final StringBuilder taken = new StringBuilder();

        public PostAgainstTake() {
            StressRig.connect(RIG, here, there);
        }

        @Actor
        public void post() {
            for (long cookie = 1; cookie <= 4; ) {
                if (StressRig.write(RIG, here, cookie) == PostStatus.OK) {
                    cookie++;
                } else {
                    Thread.onSpinWait(); // both places are taken: the other one gives them back
                }
            }
        }

        @Actor
        public void take() {
            for (int n = 0; n < 4; ) {
                String event = StressRig.text(here.requests.dequeue());
                if (!event.equals("none")) {
                    taken.append(n == 0 ? "" : " ").append(event);
                    n++;
                }
            }
        }

        @Arbiter
        public void look(L_Result r) {
            String rest = StressRig.events(RIG, here.requests);
            r.r1 = rest.equals("none") ? taken.toString() : taken + " and " + rest;
            StressRig.close(here, there);
        }
    }

    /**
     * CON: a message that overtakes the news of its connection is told behind it. Fails where
     * {@code EventDispatcherImpl.isEarly} says no.
     */
    @JCStressTest
    @Outcome(id = "Established 1:SUCCESS", expect = ACCEPTABLE, desc = "in order")
    @Outcome(expect = FORBIDDEN, desc = "a completion before its connection")
    @State
    public static class MessageAgainstEstablished {
        private final Rig rig = StressRig.manual().build();
        private final Rig.Side here = rig.side();
        private final Rig.Side there = rig.sideOnOneDispatcher();
        private final StringBuilder seen = new StringBuilder();

        public MessageAgainstEstablished() {
            there.mustReceive(1);
            try {
                var request = rig.requestFrom(here);
                rig.fake.holdEvents();
                request.accept(there.endpoint);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            rig.fake.releaseEvent(1); // that of the active side, which may send now
            rig.drain();
        }

        @Actor
        public void send() {
            here.mustSend(7);
            rig.fake.releaseEvents();
        }

        @Actor
        public void take() {
            for (int i = 0; i < 3; i++) {
                note(StressRig.text(there.receives.dequeue()));
            }
        }

        private void note(String event) {
            if (!event.equals("none")) {
                seen.append(seen.isEmpty() ? "" : " ").append(event);
            }
        }

        @Arbiter
        public void look(L_Result r) {
            rig.drain();
            note(StressRig.events(rig, there.receives));
            r.r1 = seen.toString();
            rig.close();
        }
    }
}
