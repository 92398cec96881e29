package org.jdapl.provider.soft.rdmap;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The lock of the transmitting side of {@code soft:iwarp}, which posters and the driver share. */
public final class RunLockStress {

    private RunLockStress() {}

    /**
     * What was asked for is done, by one thread at a time. Fails where {@code RunLock.release} lets
     * go whatever was asked meanwhile.
     */
    @JCStressTest
    @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "all is done, by one at a time")
    @Outcome(expect = FORBIDDEN, desc = "something is left undone, or was done twice")
    @State
    public static class AskedMeanwhile {
        private final RunLock lock = new RunLock();
        private volatile boolean left;
        private volatile boolean right;
        private int done;

        private void work() {
            if (lock.request()) {
                do {
                    if (left) {
                        left = false;
                        done++;
                    }
                    if (right) {
                        right = false;
                        done++;
                    }
                } while (!lock.release());
            }
        }

        @Actor
        public void one() {
            left = true;
            work();
        }

        @Actor
        public void other() {
            right = true;
            work();
        }

        @Arbiter
        public void look(II_Result r) {
            r.r1 = done;
            r.r2 = (left ? 1 : 0) + (right ? 1 : 0);
        }
    }

    /**
     * Who takes the lock to keep the work away is alone. Fails where {@code RunLock.lock} does not
     * wait.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the work came first, or was made up for")
    @Outcome(expect = FORBIDDEN, desc = "both were inside, or the work is left undone")
    @State
    public static class LockAgainstWork {
        private final RunLock lock = new RunLock();
        private volatile boolean asked;
        private int inside;
        private int met;
        private int done;

        private void whileHeld() {
            do {
                inside++;
                met += inside == 1 ? 0 : 1;
                if (asked) {
                    asked = false;
                    done++;
                }
                inside--;
            } while (!lock.release());
        }

        @Actor
        public void work() {
            asked = true;
            if (lock.request()) {
                whileHeld();
            }
        }

        @Actor
        public void exclude() {
            lock.lock();
            whileHeld();
        }

        @Arbiter
        public void look(II_Result r) {
            r.r1 = done;
            r.r2 = met + inside + (asked ? 1 : 0);
        }
    }
}
