package org.jdapl.api;

import java.time.Duration;
import java.util.List;

/**
 * Tells the changes of a registry's adapters since it was made. Changes are noted by whoever brings
 * them about, and by the providers of adapters that can be plugged in, which may have a thread for
 * it as long as there is a watch; the calls below look for those that nobody reports.
 *
 * <p>It holds for each adapter what its reader does not know yet, and not every to and fro: an
 * adapter that went and came back gives a removal and an addition, one that came and went unread
 * gives nothing. So it is bounded by the number of adapters and never overflows, and who applies
 * its events in order has the registry's list.
 *
 * <p>Safe for use by any thread; each event goes to one reader.
 */
public interface RegistryWatch extends AutoCloseable {

    /**
     * Takes the changes without waiting.
     *
     * @return the changes in the order of their happening; empty where there are none, or where it
     *     or the registry is closed
     */
    List<RegistryEvent> poll();

    /**
     * Waits for a change. A change that no provider reports is seen within a second.
     *
     * @param timeout how long at most; zero looks once
     * @return the changes; empty where the time ran out, or where it or the registry is closed
     * @throws InterruptedException where the thread was interrupted; no event is lost
     * @throws DatException {@code INVALID_PARAMETER} for a negative time
     */
    List<RegistryEvent> await(Duration timeout) throws InterruptedException;

    /** Ends it and all waits on it. A second close does nothing. */
    @Override
    void close();
}
