package org.jdapl.spi;

/** Somebody's interest in a provider's adapters that come and go: {@link Provider#watch}. */
public interface AdapterWatch extends AutoCloseable {

    /** Ends it; a call under way may still end. A second close does nothing. */
    @Override
    void close();
}
