package org.jdapl.provider.soft.rdmap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock for work that any thread may ask for and one at a time does. A thread that finds it taken
 * leaves word; the holder then does the work once more before it lets go, so that nothing is left
 * undone and nobody waits.
 */
final class RunLock {

    private static final int FREE = 0;
    private static final int HELD = 1;
    private static final int HELD_AND_ASKED = 2;

    private static final int SPINS_BEFORE_YIELD = 64;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(RunLock.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // by STATE
    private volatile int state;

    /**
     * Asks for the work; true where this thread has to do it, until {@link #release()} says that it
     * is done.
     */
    boolean request() {
        while (true) {
            if (STATE.compareAndSet(this, FREE, HELD)) {
                return true;
            }
            if ((int) STATE.getVolatile(this) == HELD_AND_ASKED
                    || STATE.compareAndSet(this, HELD, HELD_AND_ASKED)) {
                return false;
            }
        }
    }

    /** Lets go; false where somebody asked meanwhile: then the work has to be done once more. */
    boolean release() {
        if (STATE.compareAndSet(this, HELD, FREE)) {
            return true;
        }
        STATE.setVolatile(this, HELD);
        return false;
    }

    /** Takes the lock to exclude the work, waiting for whoever does it. */
    void lock() {
        int spins = 0;
        while (!STATE.compareAndSet(this, FREE, HELD)) {
            if (++spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
