package org.jdapl.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ThreadMode;
import org.jdapl.spi.seam.Parker;

/**
 * One word that says what state a queue of an endpoint is in and whether somebody is at it. A post
 * enters by one compare-and-set, which an uncontended post always wins; it excludes a second
 * poster, a change of state, and closing.
 *
 * <p>A control call goes before posts that come later: they wait for the few instructions that it
 * needs. Only another post is a reason to refuse one as busy.
 */
final class PostGate {

    /** The queue is closed. */
    static final int CLOSED = 63;

    private static final int POSTING = 1 << 31;
    private static final int CONTROL = 1 << 30;
    private static final int HELD = POSTING | CONTROL;
    private static final int STATE_MASK = 63;
    private static final int SPINS = 200;

    private static final VarHandle WORD;
    private static final VarHandle WANTED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WORD = lookup.findVarHandle(PostGate.class, "word", int.class);
            WANTED = lookup.findVarHandle(PostGate.class, "wanted", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Parker parker;
    private volatile boolean shared;

    @SuppressWarnings("unused") // by its VarHandle
    private volatile int word;

    /** How many control calls wait for a post to leave: no further post enters before them. */
    private volatile int wanted;

    PostGate(ThreadMode mode, EndpointState state, Parker parker) {
        this.shared = mode == ThreadMode.SHARED;
        this.word = state.ordinal();
        this.parker = parker;
    }

    /** Changes who may post; inside {@link #lock()}. */
    void setMode(ThreadMode mode) {
        shared = mode == ThreadMode.SHARED;
    }

    /**
     * Enters for a post that expects a state.
     *
     * @param state the ordinal of the state in which nothing special is to be done
     * @return the ordinal of the actual state, entered; or a negative {@link PostStatus}, not
     *     entered
     */
    int enter(int state) {
        // Its acquire half pairs with the release of leave(): this post sees what the last wrote.
        if (wanted == 0 && WORD.compareAndSet(this, state, state | POSTING)) {
            return state;
        }
        return enterSlowly();
    }

    private int enterSlowly() {
        int spins = 0;
        while (true) {
            int w = (int) WORD.getAcquire(this);
            if ((w & STATE_MASK) == CLOSED) {
                return PostStatus.CLOSED;
            }
            if ((w & HELD) == 0 && wanted == 0) {
                if (WORD.compareAndSet(this, w, w | POSTING)) {
                    return w;
                }
            } else if ((w & POSTING) != 0 && !shared) {
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
        parker.giveWay();
        return spins;
    }

    void leave(int state) {
        WORD.setRelease(this, state);
    }

    /** Enters for a control call, whatever the state, waiting for a post that is going on. */
    void lock() {
        WANTED.getAndAdd(this, 1);
        int spins = 0;
        while (true) {
            int w = (int) WORD.getAcquire(this);
            if ((w & HELD) == 0 && WORD.compareAndSet(this, w, w | CONTROL)) {
                break;
            }
            spins = pause(spins);
        }
        WANTED.getAndAdd(this, -1);
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
