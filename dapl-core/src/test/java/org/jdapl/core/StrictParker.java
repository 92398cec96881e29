package org.jdapl.core;

import java.util.concurrent.locks.LockSupport;
import org.jdapl.core.seam.SystemSeams;
import org.jdapl.spi.seam.Parker;

/**
 * A parker without the runtime's safety nets: a follower that would look by itself after a second,
 * and a daemon on more than its shortest lease, sleep for the limit of a whole test. So a wake-up
 * that is lost is seen.
 */
class StrictParker implements Parker {

    @Override
    public void park(long nanos) {
        boolean lease = nanos > ProgressDriver.MIN_LEASE_NS && nanos <= ProgressDriver.MAX_LEASE_NS;
        if (nanos == ProgressDriver.FOLLOW_LIMIT_NS
                || (lease && Thread.currentThread().getName().startsWith("jdapl-progress"))) {
            LockSupport.parkNanos(this, Rig.LIMIT.toNanos());
        } else {
            SystemSeams.PARKER.park(nanos);
        }
    }

    @Override
    public void unpark(Thread thread) {
        SystemSeams.PARKER.unpark(thread);
    }

    @Override
    public void giveWay() {
        SystemSeams.PARKER.giveWay();
    }
}
