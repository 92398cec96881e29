package org.jdapl.core;

/** Where a completion's place is given back to, once the consumer has it. */
interface Account {

    /**
     * The consumer has taken a completion, or it was dropped. By the holder of the lock of the
     * dispatcher that it was in.
     *
     * @param endpoint the endpoint that it was of
     * @param place the place
     */
    void reaped(EndpointImpl endpoint, int place);
}
