package org.jdapl.verbs.handle;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.verbs.error.VerbsException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Handles of the verbs library: nobody is inside of what was freed. */
public final class HandleStress {

    private HandleStress() {}

    /**
     * The owner posts without a fence while the queue is closed and freed. Fails where {@code
     * Guard.awaitOwner} has no handshake.
     */
    @JCStressTest
    @Outcome(id = "inside", expect = ACCEPTABLE, desc = "the post came first")
    @Outcome(id = "closed", expect = ACCEPTABLE, desc = "the close came first")
    @Outcome(expect = FORBIDDEN, desc = "a post in memory that was freed")
    @State
    public static class PostAgainstClose {
        private final Guard guard = new Guard("queue");
        private boolean freed;

        @Actor
        public void post(L_Result r) {
            try {
                guard.exit(guard.enter("post")); // the first to come is the owner
                boolean entered = guard.enter("post");
                boolean late = freed;
                guard.exit(entered);
                r.r1 = late ? "freed" : "inside";
            } catch (VerbsException e) {
                r.r1 = "closed";
            }
        }

        @Actor
        public void close() {
            guard.close();
            freed = true;
        }
    }

    /**
     * A second thread takes the guard away from its owner. Fails where {@code Guard.awaitOwner} has
     * no handshake.
     */
    @JCStressTest
    @Outcome(id = "4", expect = ACCEPTABLE, desc = "one at a time")
    @Outcome(expect = FORBIDDEN, desc = "both were inside")
    @State
    public static class TwoThreads {
        private final Guard guard = new Guard("queue");
        private int count;

        private void twice() {
            for (int i = 0; i < 2; i++) {
                boolean entered = guard.enter("post");
                count++;
                guard.exit(entered);
            }
        }

        @Actor
        public void one() {
            twice();
        }

        @Actor
        public void other() {
            twice();
        }

        @Arbiter
        public void look(I_Result r) {
            r.r1 = count;
        }
    }

    /**
     * A call under way keeps what it is made on. Fails where {@code Lifetime.close} does not wait
     * for uses.
     */
    @JCStressTest
    @Outcome(id = "inside", expect = ACCEPTABLE, desc = "the call came first")
    @Outcome(id = "closed", expect = ACCEPTABLE, desc = "the close came first")
    @Outcome(expect = FORBIDDEN, desc = "a call on what was freed")
    @State
    public static class CallAgainstClose {
        private volatile boolean freed;
        private final Lifetime life = Lifetime.of("object", () -> freed = true);

        @Actor
        public void call(L_Result r) {
            try (Lifetime.Use _ = life.use("call")) {
                r.r1 = freed ? "freed" : "inside";
            } catch (VerbsException e) {
                r.r1 = "closed";
            }
        }

        @Actor
        public void close() {
            life.close();
        }
    }

    /**
     * Of two threads that close both return when it is freed, once. Fails where {@code
     * Lifetime.begin} does not wait for another closer.
     */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "once, before both returned")
    @Outcome(expect = FORBIDDEN, desc = "twice, or too early")
    @State
    public static class CloseAgainstClose {
        private final AtomicInteger freed = new AtomicInteger();
        private final Lifetime life = Lifetime.of("object", freed::incrementAndGet);

        @Actor
        public void one(II_Result r) {
            life.close();
            r.r1 = freed.get();
        }

        @Actor
        public void other(II_Result r) {
            life.close();
            r.r2 = freed.get();
        }
    }

    /**
     * What is made from an object that is being closed is closed with it. Fails where {@code
     * Lifetime.close} does not wait for uses.
     */
    @JCStressTest
    @Outcome(id = "made, child parent", expect = ACCEPTABLE, desc = "the child goes first")
    @Outcome(id = "closed, parent", expect = ACCEPTABLE, desc = "no child")
    @Outcome(expect = FORBIDDEN, desc = "a child without its parent")
    @State
    public static class ChildAgainstClose {
        private final Queue<String> freed = new ConcurrentLinkedQueue<>();
        private final Lifetime parent = Lifetime.of("parent", () -> freed.add("parent"));

        @Actor
        public void make(LL_Result r) {
            try (Lifetime.Use _ = parent.use("make")) {
                Lifetime child = Lifetime.of("child", () -> freed.add("child"), parent);
                r.r1 = child.name().equals("child") ? "made" : "";
            } catch (VerbsException e) {
                r.r1 = "closed";
            }
        }

        @Actor
        public void close() {
            parent.close();
        }

        @Arbiter
        public void look(LL_Result r) {
            r.r2 = String.join(" ", freed);
        }
    }
}
