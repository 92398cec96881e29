package org.jdapl.provider.soft.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Something that copies go on in until it is shut: each copy is framed by {@link #enter()} and
 * {@link #exit()}, so that whoever shuts it can let no new one begin and wait for the ones that are
 * going on.
 *
 * <p><strong>Threads:</strong> any.
 */
abstract class Guarded {

    /** Set once it is shut; the bits below count the copies going on. */
    private static final int SHUT = 1 << 30;

    private static final int SPINS_BEFORE_YIELD = 64;

    private static final VarHandle GUARD;

    static {
        try {
            GUARD = MethodHandles.lookup().findVarHandle(Guarded.class, "guard", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // by GUARD
    private volatile int guard;

    /**
     * Starts a copy. The caller calls {@link #exit()} when it is done, and does not block in
     * between.
     *
     * @return whether it may; where not, {@code exit} must not be called
     */
    public boolean enter() {
        if (((int) GUARD.getAndAdd(this, 1) & SHUT) != 0) {
            GUARD.getAndAdd(this, -1);
            return false;
        }
        return true;
    }

    /** Ends a copy. */
    public void exit() {
        GUARD.getAndAdd(this, -1);
    }

    final boolean isShut() {
        return (guard & SHUT) != 0;
    }

    /** Lets no new copy begin; whether it was this call that did it. */
    final boolean shut() {
        return ((int) GUARD.getAndBitwiseOr(this, SHUT) & SHUT) == 0;
    }

    /** Waits for the copies that are going on; the calling thread is in none of them. */
    final void awaitExits() {
        int spins = 0;
        while ((int) GUARD.getVolatile(this) != SHUT) {
            if (++spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
