package org.jdapl.spi.kit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock for sections of a few dozen instructions. A thread that finds it taken spins a little and
 * then yields, so that a holder that lost its processor gets it back. It is not reentrant, not
 * fair, and allocates nothing.
 *
 * <p><strong>Threads:</strong> any.
 */
public final class SpinLock {

    private static final int SPINS_BEFORE_YIELD = 64;
    private static final VarHandle HELD;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(SpinLock.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // by HELD
    private volatile int held;

    /** Makes a free lock. */
    public SpinLock() {}

    /**
     * Takes the lock where it is free.
     *
     * @return whether this thread has it now
     */
    public boolean tryLock() {
        return HELD.compareAndSet(this, 0, 1);
    }

    /** Takes the lock, waiting for its holder where necessary. */
    public void lock() {
        if (!HELD.compareAndSet(this, 0, 1)) {
            lockSlowly();
        }
    }

    private void lockSlowly() {
        int spins = 0;
        do {
            if (++spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        } while ((int) HELD.getVolatile(this) != 0 || !HELD.compareAndSet(this, 0, 1));
    }

    /** Gives the lock back. Only its holder may call this. */
    public void unlock() {
        HELD.setRelease(this, 0);
    }
}
