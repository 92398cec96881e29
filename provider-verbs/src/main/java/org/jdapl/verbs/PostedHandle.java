package org.jdapl.verbs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jdapl.verbs.error.VerbsException;

/**
 * The part of a handle that a driver reads while a work request is posted: an address handle, a
 * memory window, a region that a window is bound to. Work requests keep only its address; so
 * whoever frees it must know that no thread is about to read it.
 *
 * <p>A poster checks it inside of its queue's gate. The one that closes marks it, and then passes
 * all gates of the protection domain ({@link Gates#pass}): from there on each poster either saw the
 * mark, or has left.
 */
final class PostedHandle {
    private static final VarHandle CLOSED;

    static {
        try {
            CLOSED =
                    MethodHandles.lookup()
                            .findVarHandle(PostedHandle.class, "closed", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String object;
    private volatile boolean used;

    @SuppressWarnings("unused") // by CLOSED
    private boolean closed;

    PostedHandle(String object) {
        this.object = object;
    }

    /** Remembers that it stands in a work request. */
    PostedHandle use() {
        used = true;
        return this;
    }

    /**
     * Throws if it is closed.
     *
     * @param call the method, for the message
     */
    void check(String call) {
        if ((boolean) CLOSED.getOpaque(this)) {
            throw VerbsException.closed(call, object);
        }
    }

    /** Nobody reads it after this returned. */
    void close(Gates gates) {
        CLOSED.setVolatile(this, true);
        if (used) {
            gates.pass();
        }
    }

    /** Undoes {@link #close}, when it could not be freed. */
    void reopen() {
        CLOSED.setVolatile(this, false);
    }
}
