package org.jdapl.core;

import java.util.Locale;
import org.jdapl.api.DatException;
import org.jdapl.api.DatObject;
import org.jdapl.api.HandleKind;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.data.DatSubtype;
import org.jspecify.annotations.Nullable;

/**
 * What the objects of an adapter have in common: kind, context, being closed once, and who depends
 * on them.
 */
abstract class ObjectBase implements DatObject {

    final AdapterImpl owner;
    private final HandleKind kind;
    private final int serial;
    private volatile @Nullable Object context;
    private volatile boolean closed;

    /** How many other objects depend on this one; under the control lock. */
    private int users;

    /** An adapter passes null: it is its own owner. */
    ObjectBase(@Nullable AdapterImpl owner, HandleKind kind) {
        this.owner = owner != null ? owner : (AdapterImpl) this;
        this.kind = kind;
        this.serial = owner == null ? 0 : owner.nextSerial(kind);
    }

    @Override
    public final HandleKind handleKind() {
        return kind;
    }

    @Override
    public final InterfaceAdapter adapter() {
        return owner;
    }

    @Override
    public final @Nullable Object consumerContext() {
        return context;
    }

    @Override
    public final void setConsumerContext(@Nullable Object newContext) {
        context = newContext;
    }

    @Override
    public final boolean isClosed() {
        return closed;
    }

    /** How logs, dumps and printed events name it, for example {@code endpoint#3}. */
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + '#' + serial;
    }

    final void requireOpen() {
        if (closed) {
            throw Errors.closed(kind);
        }
    }

    /** Another object starts to depend on this one; under the control lock. */
    final void retain() {
        users++;
    }

    /** Another object does not depend on this one any more; under the control lock. */
    final void releaseUser() {
        users--;
    }

    final int users() {
        return users;
    }

    /** The subtype of the refusal to close while in use. */
    abstract DatSubtype inUseSubtype();

    /** Refuses where something but other objects is in the way; under the control lock. */
    void checkClosable() throws DatException {}

    /** Releases what it holds; under the control lock, once. Must not throw. */
    abstract void dispose();

    @Override
    public void close() {
        owner.control().lock();
        try {
            if (closed) {
                return;
            }
            if (users > 0) {
                throw Errors.inUse(
                        inUseSubtype(), kind, users + (users == 1 ? " object" : " objects"));
            }
            checkClosable();
            closeNow();
        } finally {
            owner.control().unlock();
        }
    }

    /** Marks it closed and nothing else; under the control lock. */
    final void markClosed() {
        closed = true;
    }

    /** Closes it whoever depends on it; under the control lock. */
    final void closeNow() {
        if (!closed) {
            closed = true;
            owner.forget(this);
            dispose();
        }
    }
}
