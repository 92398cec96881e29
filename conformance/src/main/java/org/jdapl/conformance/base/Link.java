package org.jdapl.conformance.base;

import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.data.EndpointState;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint with its dispatchers.
 *
 * @param party the opened adapter that it is of
 * @param endpoint the endpoint
 * @param receives where completions of receives go
 * @param requests where completions of requests go
 * @param connections where connection events go
 */
public record Link(
        Party party,
        Endpoint endpoint,
        EventDispatcher receives,
        EventDispatcher requests,
        EventDispatcher connections) {

    /** One of the three dispatchers. */
    public enum Queue {
        /** Completions of receives. */
        RECEIVES,
        /** Completions of requests. */
        REQUESTS,
        /** Connection events. */
        CONNECTIONS
    }

    /**
     * A dispatcher.
     *
     * @param queue which one
     * @return the dispatcher
     */
    public EventDispatcher dispatcher(Queue queue) {
        return switch (queue) {
            case RECEIVES -> receives;
            case REQUESTS -> requests;
            case CONNECTIONS -> connections;
        };
    }

    /**
     * Waits for an event.
     *
     * @param queue of which dispatcher
     * @param bound how long at most
     * @return the event; null where the time ran out
     * @throws InterruptedException where the thread was interrupted
     */
    public @Nullable Seen poll(Queue queue, Bound bound) throws InterruptedException {
        return party.poll(dispatcher(queue), bound);
    }

    /**
     * Waits for an event that must come.
     *
     * @param queue of which dispatcher
     * @param bound how long at most
     * @return the event
     * @throws InterruptedException where the thread was interrupted
     * @throws AssertionError where none came
     */
    public Seen next(Queue queue, Bound bound) throws InterruptedException {
        return party.next(dispatcher(queue), bound);
    }

    /**
     * Waits for the next completion of a receive.
     *
     * @return the event
     * @throws InterruptedException where the thread was interrupted
     */
    public Seen received() throws InterruptedException {
        return next(Queue.RECEIVES, Bound.EVENT);
    }

    /**
     * Waits for the next completion of a request.
     *
     * @return the event
     * @throws InterruptedException where the thread was interrupted
     */
    public Seen done() throws InterruptedException {
        return next(Queue.REQUESTS, Bound.EVENT);
    }

    /**
     * Waits for the next connection event.
     *
     * @return the event
     * @throws InterruptedException where the thread was interrupted
     */
    public Seen connectionEvent() throws InterruptedException {
        return next(Queue.CONNECTIONS, Bound.EVENT);
    }

    /**
     * The endpoint's state.
     *
     * @return the state
     */
    public EndpointState state() {
        return endpoint.state();
    }
}
