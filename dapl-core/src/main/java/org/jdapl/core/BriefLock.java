package org.jdapl.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jdapl.spi.seam.Parker;

/**
 * A lock for a few dozen instructions: it spins, then gives way. Not reentrant; allocates nothing.
 */
final class BriefLock {

    private static final int SPINS = 200;
    private static final VarHandle HELD;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(BriefLock.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Parker parker;

    @SuppressWarnings("unused") // by its VarHandle
    private volatile int held;

    BriefLock(Parker parker) {
        this.parker = parker;
    }

    void lock() {
        if (!HELD.compareAndSet(this, 0, 1)) {
            lockSlowly();
        }
    }

    private void lockSlowly() {
        int spins = 0;
        do {
            if (spins++ < SPINS) {
                Thread.onSpinWait();
            } else {
                parker.giveWay();
            }
        } while (!HELD.compareAndSet(this, 0, 1));
    }

    void unlock() {
        HELD.setRelease(this, 0);
    }
}
