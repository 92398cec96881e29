package org.jdapl.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import java.util.EnumSet;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Notification objects: an event triggers, whatever happens at the same time. */
public final class NotificationStress {

    private NotificationStress() {}

    private static EventDispatcher dispatcher(Rig rig, NotificationObject notification) {
        return rig.adapter.createEventDispatcher(
                16, EnumSet.of(EventStream.SOFTWARE), notification);
    }

    /** What most tests begin with: a dispatcher and the notification object that it triggers. */
    abstract static class Watched {
        static final Rig RIG = StressRig.manual().build();
        final NotificationObject notification = RIG.adapter.createNotificationObject(null);
        final EventDispatcher events = dispatcher(RIG, notification);

        void close() {
            events.close();
            notification.close();
        }
    }

    /**
     * CNO-01, CNO-09: one event, one trigger. Fails where {@code NotificationObjectImpl.take} does
     * not hold the monitor from its look to its change.
     */
    @JCStressTest
    @Outcome(id = "triggered, none, x", expect = ACCEPTABLE, desc = "taken at once")
    @Outcome(id = "none, triggered, x", expect = ACCEPTABLE, desc = "remembered")
    @Outcome(expect = FORBIDDEN, desc = "a trigger is lost, or is two")
    @State
    public static class TakeAgainstPost extends Watched {
        @Actor
        public void take(LLL_Result r) {
            r.r1 = StressRig.text(notification.takeTrigger());
        }

        @Actor
        public void post() {
            events.post("x");
        }

        @Arbiter
        public void look(LLL_Result r) {
            r.r2 = StressRig.text(notification.takeTrigger());
            r.r3 = StressRig.events(RIG, events);
            close();
        }
    }

    /**
     * CNO-09: a trigger of two threads that take at once goes to one. Fails where {@code
     * NotificationObjectImpl.take} does not hold the monitor from its look to its change.
     */
    @JCStressTest
    @Outcome(id = "triggered, none", expect = ACCEPTABLE, desc = "to the one")
    @Outcome(id = "none, triggered", expect = ACCEPTABLE, desc = "to the other")
    @Outcome(expect = FORBIDDEN, desc = "to both, or to nobody")
    @State
    public static class TakeAgainstTake extends Watched {
        public TakeAgainstTake() {
            events.post("x");
        }

        @Actor
        public void one(LL_Result r) {
            r.r1 = StressRig.text(notification.takeTrigger());
        }

        @Actor
        public void other(LL_Result r) {
            r.r2 = StressRig.text(notification.takeTrigger());
        }

        @Arbiter
        public void end() {
            close();
        }
    }

    /** CNO-01, CNO-05. Fails where {@code ProgressDriver.wakeWaiter} wakes nobody who drives. */
    @JCStressTest
    @Outcome(id = "triggered", expect = ACCEPTABLE, desc = "woken")
    @Outcome(expect = FORBIDDEN, desc = "a wake-up is lost")
    @State
    public static class WaitAgainstPost extends Watched {
        @Actor
        public void await(L_Result r) {
            r.r1 = StressRig.await(notification::await);
        }

        @Actor
        public void post() {
            events.post("x");
        }

        @Arbiter
        public void end() {
            close();
        }
    }

    /**
     * CNO-03: a dispatcher gets its notification object while an event comes. Fails where {@code
     * EventDispatcherImpl.setNotificationObject} announces nothing.
     */
    @JCStressTest
    @Outcome(id = "triggered", expect = ACCEPTABLE, desc = "by the event, or for it")
    @Outcome(expect = FORBIDDEN, desc = "an event that nobody is told of")
    @State
    public static class GivenAgainstPost {
        private static final Rig RIG = StressRig.manual().build();
        private final NotificationObject notification = RIG.adapter.createNotificationObject(null);
        private final EventDispatcher events = dispatcher(RIG, null);

        @Actor
        public void give() {
            events.setNotificationObject(notification);
        }

        @Actor
        public void post() {
            events.post("x");
        }

        @Arbiter
        public void look(L_Result r) {
            r.r1 = StressRig.text(notification.takeTrigger());
            events.close();
            notification.close();
        }
    }

    /**
     * CNO-10: a dispatcher is enabled while an event comes. Fails where {@code
     * EventDispatcherImpl.enable} announces before it enables.
     */
    @JCStressTest
    @Outcome(id = "triggered", expect = ACCEPTABLE, desc = "by the event, or for it")
    @Outcome(expect = FORBIDDEN, desc = "an event that nobody is told of")
    @State
    public static class EnableAgainstPost extends Watched {
        public EnableAgainstPost() {
            events.disable();
        }

        @Actor
        public void enable() {
            events.enable();
        }

        @Actor
        public void post() {
            events.post("x");
        }

        @Arbiter
        public void look(L_Result r) {
            r.r1 = StressRig.text(notification.takeTrigger());
            close();
        }
    }

    /**
     * CNO-11: what the waiter at its dispatcher does not get triggers. Fails where {@code
     * EventDispatcherImpl.endWait} looks for what is left before its last event can have come.
     */
    @JCStressTest
    @Outcome(id = "x, none, none", expect = ACCEPTABLE, desc = "the waiter got it")
    @Outcome(id = "x, triggered, none", expect = ACCEPTABLE, desc = "it came before the wait")
    @Outcome(id = "none, triggered, x", expect = ACCEPTABLE, desc = "it came after the wait")
    @Outcome(expect = FORBIDDEN, desc = "an event that nobody is told of")
    @State
    public static class EndOfWaitAgainstPost extends Watched {
        @Actor
        public void await(LLL_Result r) {
            try {
                r.r1 = StressRig.text(events.await(Duration.ZERO));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Actor
        public void post() {
            events.post("x");
        }

        @Arbiter
        public void look(LLL_Result r) {
            r.r2 = StressRig.text(notification.takeTrigger());
            r.r3 = StressRig.events(RIG, events);
            close();
        }
    }

    /**
     * CNO-02: looking after each trigger finds every completion, whose queue is armed anew in
     * between. Fails where {@code EventDispatcherImpl.service} looks before it arms.
     */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "found")
    @Outcome(expect = FORBIDDEN, desc = "a completion that nobody is told of")
    @State
    public static class CompletionsAgainstTake {
        private static final Rig RIG = StressRig.manual().build();
        private final NotificationObject notification = RIG.adapter.createNotificationObject(null);
        private final EventDispatcher requests =
                RIG.adapter.createEventDispatcher(16, EnumSet.of(EventStream.DTO), notification);
        private final Rig.Side here =
                RIG
                .new Side(
                        requests,
                        requests,
                        RIG.events(EventStream.CONNECTION),
                        EndpointAttributes.defaults());
        private final Rig.Side there = RIG.side();
        private int found;

        public CompletionsAgainstTake() {
            StressRig.connect(RIG, here, there);
        }

        @Actor
        public void post() {
            for (long cookie = 1; cookie <= 2; cookie++) {
                StressRig.mustWrite(RIG, here, cookie);
            }
        }

        @Actor
        public void take() {
            lookAfterEachTrigger();
        }

        /** Another look until nothing was triggered: the dispatcher is only read when it was. */
        private void lookAfterEachTrigger() {
            while (notification.takeTrigger() != null) {
                found += Rig.takeAll(requests).size();
            }
        }

        @Arbiter
        public void look(L_Result r) {
            synchronized (RIG) { // for what drives it, as in StressRig
                RIG.drain();
                lookAfterEachTrigger();
            }
            r.r1 = String.valueOf(found);
            StressRig.close(here, there);
            notification.close();
        }
    }
}
