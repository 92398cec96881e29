package org.jdapl.api;

import org.jspecify.annotations.Nullable;

/**
 * What all objects of an adapter have in common (uDAPL {@code DAT_HANDLE}). Safe for use by any
 * thread.
 */
public interface DatObject extends AutoCloseable {

    /**
     * The kind of this object (uDAPL {@code dat_get_handle_type}). Works on closed objects too.
     *
     * @return the kind
     */
    HandleKind handleKind();

    /**
     * The adapter that made it, exactly the object that the consumer opened.
     *
     * @return the adapter
     */
    InterfaceAdapter adapter();

    /**
     * The consumer's own object (uDAPL {@code dat_get_consumer_context}).
     *
     * @return what was set last; null at first
     */
    @Nullable Object consumerContext();

    /**
     * Hangs an object of the consumer's on this one (uDAPL {@code dat_set_consumer_context}).
     *
     * @param context the object, or null
     */
    void setConsumerContext(@Nullable Object context);

    /**
     * Whether it is closed.
     *
     * @return true from the moment that a close succeeded
     */
    boolean isClosed();

    /**
     * Closes it. A second close does nothing.
     *
     * @throws DatException {@code INVALID_STATE} where other objects depend on it; it stays open
     *     then
     */
    @Override
    void close();
}
