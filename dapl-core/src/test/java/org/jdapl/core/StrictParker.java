package org.jdapl.core;

import java.util.concurrent.locks.LockSupport;
import org.jdapl.core.seam.SystemSeams;
import org.jdapl.spi.seam.Parker;

/**
 * A parker without the runtime's safety net: a follower that would look by itself after a second
 * sleeps for the limit of a whole test. So a wake-up that is lost is seen.
 */
final class StrictParker implements Parker {

    @Override
    public void park(long nanos) {
        if (nanos == ProgressDriver.FOLLOW_LIMIT_NS) {
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
