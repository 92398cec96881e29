package org.jdapl.core.seam;

/**
 * A file descriptor that is readable while a signal is raised. One thread at a time. {@link
 * #raise()} and {@link #lower()} take turns, beginning with {@code raise}; neither blocks.
 */
public interface DescriptorSignal extends AutoCloseable {

    /**
     * The descriptor to look at with poll or epoll.
     *
     * @return its number
     */
    int descriptor();

    /** Makes it readable. */
    void raise();

    /** Makes it unreadable. */
    void lower();

    /** Closes the descriptor. */
    @Override
    void close();
}
