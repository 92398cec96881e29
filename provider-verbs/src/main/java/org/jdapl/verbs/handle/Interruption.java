package org.jdapl.verbs.handle;

import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The hook by which the JDK tells that a thread is interrupted: {@link #begin} before a wait that
 * the JDK does not know of, {@link #end} after it, and an action that ends the wait. It is a
 * selector in nothing else.
 */
public final class Interruption extends AbstractSelector {
    private final Runnable wake;

    /** A hook that calls an action when the waiting thread is interrupted; it must not block. */
    public Interruption(Runnable wake) {
        super(SelectorProvider.provider());
        this.wake = wake;
    }

    /** The calling thread is about to wait. */
    public void beginWait() {
        begin();
    }

    /** It does not wait any more. */
    public void endWait() {
        end();
    }

    @Override
    public Selector wakeup() {
        wake.run();
        return this;
    }

    @Override
    protected void implCloseSelector() {}

    @Override
    protected SelectionKey register(
            AbstractSelectableChannel channel, int ops, @Nullable Object attachment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<SelectionKey> keys() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int selectNow() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int select(long timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int select() {
        throw new UnsupportedOperationException();
    }
}
