package org.jdapl.api;

import java.util.Map;

/**
 * How many objects of an adapter are open, and how much work is outstanding, at one moment.
 *
 * @param open number of open objects by kind; kinds without any are missing
 * @param outstandingRequests requests that were posted and have no completion yet
 * @param outstandingReceives receives that were posted and have no completion yet
 * @param unreadEvents events that wait in dispatchers
 */
public record Census(
        Map<HandleKind, Integer> open,
        long outstandingRequests,
        long outstandingReceives,
        long unreadEvents) {

    /** Copies the map. */
    public Census {
        open = Map.copyOf(open);
    }

    /**
     * How many objects of a kind are open.
     *
     * @param kind the kind
     * @return the number
     */
    public int count(HandleKind kind) {
        return open.getOrDefault(kind, 0);
    }
}
