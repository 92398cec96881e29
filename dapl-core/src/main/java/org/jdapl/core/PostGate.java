package org.jdapl.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ThreadMode;

/**
 * One word that says what state a queue of an endpoint is in and whether somebody is at it. A post enters by one compare-and-set,
 * which an uncontended post always wins; it excludes a second poster, a change of state, and closing.
 */
final class PostGate {

    /** The queue is closed. */
    static final int CLOSED = 63;

    private static final int OWNED = 1 << 31;
    private static final int STATE_MASK = 63;
    private static final int SPINS = 200;

    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(PostGate.class, "word", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final boolean shared;
    private final org.jdapl.spi.seam.Parker parker;

    @SuppressWarnings("unused") // by its VarHandle
    private volatile int word;

    PostGate(ThreadMode mode, EndpointState state, org.jdapl.spi.seam.Parker parker) {
        this.shared = mode == ThreadMode.SHARED;
        this.word = state.ordinal();
        this.parker = parker;
    }

    /**
     * Enters for a post that expects a state.
     *
     * @param state the ordinal of the state in which nothing special is to be done
     * @return the ordinal of the actual state, entered; or a negative {@link PostStatus}, not entered
     */
    int enter(int state) {
        // Acquire pairs with the release of leave(): this post sees what the last one wrote.
        if (WORD.compareAndSet(this, state, state | OWNED)) {
            return state;
        }
        return enterSlowly();
    }

    private int enterSlowly() {
        int spins = 0;
        while (true) {
            int w = (int) WORD.getAcquire(this);
            if (w == CLOSED) {
                return PostStatus.CLOSED;
            }
            if ((w & OWNED) == 0) {
                if (WORD.compareAndSet(this, w, w | OWNED)) {
                    return w;
                }
            } else if (!shared) {
                return PostStatus.BUSY;
            } else {
                spins = pause(spins);
            }
        }
    }

    private int pause(int spins) {
        if (spins < SPINS) {
            Thread.onSpinWait();
            return spins + 1;
        }
        parker.yield();
        return spins;
    }

    void leave(int state) {
        WORD.setRelease(this, state);
    }

    /** Enters for a control call, whatever the state, waiting for a post that is going on. */
    void lock() {
        int spins = 0;
        while (true) {
            int w = (int) WORD.getAcquire(this);
            if ((w & OWNED) == 0 && WORD.compareAndSet(this, w, w | OWNED)) {
                return;
            }
            spins = pause(spins);
        }
    }

    /** Leaves after {@link #lock()}, with a state. */
    void unlock(int state) {
        WORD.setRelease(this, state);
    }

    /** Leaves after {@link #lock()}, with the state as it was. */
    void unlock() {
        WORD.setRelease(this, (int) WORD.getAcquire(this) & STATE_MASK);
    }
}
