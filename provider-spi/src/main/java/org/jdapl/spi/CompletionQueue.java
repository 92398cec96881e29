package org.jdapl.spi;

/** A queue of completions of one or several queue pairs. */
public interface CompletionQueue extends AutoCloseable {

    /**
     * Takes completions off the queue, oldest first. Of each queue of a queue pair they come in the
     * order of posting. It does no progress, blocks never and allocates nothing. One thread at a
     * time.
     *
     * @param into where to put them, from its start
     * @param max how many at most, not above the capacity of {@code into}
     * @return how many there were
     */
    int poll(Completions into, int max);

    /**
     * Asks for one call of {@link AdapterListener#completionReady} when the next completion is
     * added. What is in the queue already does not count: the caller polls once more after arming.
     *
     * @param solicitedOnly only for a receive that the sender marked as solicited, or for a failure
     */
    void arm(boolean solicitedOnly);

    /**
     * How many completions it can hold.
     *
     * @return the depth
     */
    int depth();

    /**
     * Makes it hold at least so many completions. What it holds is kept, in order. Never called
     * while another thread polls.
     *
     * @param depth the new depth, above the old one
     * @throws ProviderException where it cannot grow
     */
    default void grow(int depth) {
        throw ProviderException.notSupported("resizing a completion queue");
    }

    /** Frees it. The runtime has closed the queue pairs before. */
    @Override
    void close();
}
