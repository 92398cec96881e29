package org.jdapl.spi.kit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.spi.Completions;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** The completion queue that software providers use: one thread polls, any add. */
public final class CompletionQueueStress {

    private CompletionQueueStress() {}

    private static boolean add(SoftwareCompletionQueue queue, long id) {
        return queue.add(id, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /**
     * EVD-12: who arms and then looks sees the completion, or is told of it. Fails where {@code
     * SoftwareCompletionQueue.add} looks whether the queue is armed before it adds.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "seen: it came before the arming")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "told, and seen by the look")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "told: it came after the look")
    @Outcome(expect = FORBIDDEN, desc = "neither, or told twice")
    @State
    public static class ArmAgainstAdd {
        private final AtomicInteger told = new AtomicInteger();
        private final SoftwareCompletionQueue queue =
                new SoftwareCompletionQueue(2, this, _ -> told.incrementAndGet());
        private final Completions into = new Completions(2);

        @Actor
        public void await(II_Result r) {
            queue.arm(false);
            r.r1 = queue.poll(into, 2);
        }

        @Actor
        public void add() {
            if (CompletionQueueStress.add(queue, 7)) {
                queue.notifyReady();
            }
        }

        @Arbiter
        public void look(II_Result r) {
            r.r2 = told.get();
        }
    }

    /**
     * EVD-05: the ring is replaced by a larger one while it is read. Fails where {@code
     * SoftwareCompletionQueue.poll} reads the ring before the tail.
     */
    @JCStressTest
    @Outcome(id = "1 2 3", expect = ACCEPTABLE, desc = "each once, in order")
    @Outcome(expect = FORBIDDEN, desc = "lost, twice or garbled")
    @State
    public static class PollAgainstGrowth {
        private final SoftwareCompletionQueue queue = new SoftwareCompletionQueue(2, this, _ -> {});
        private final Completions into = new Completions(4);
        private final StringBuilder seen = new StringBuilder();

        public PollAgainstGrowth() {
            queue.grow(4);
            CompletionQueueStress.add(queue, 1);
            CompletionQueueStress.add(queue, 2);
        }

        @Actor
        public void poll() {
            note();
        }

        @Actor
        public void add() {
            CompletionQueueStress.add(queue, 3);
        }

        private void note() {
            int n = queue.poll(into, 4);
            for (int i = 0; i < n; i++) {
                seen.append(seen.isEmpty() ? "" : " ").append(into.id[i]);
            }
        }

        @Arbiter
        public void look(L_Result r) {
            note();
            r.r1 = seen.toString();
        }
    }
}
