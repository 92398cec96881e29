package org.jdapl.core.telemetry;

/** What is recorded of an endpoint and its connection. Asked only when something is recorded. */
public interface EndpointFacts {

    /**
     * Its adapter.
     *
     * @return the adapter's name
     */
    String adapterName();

    /**
     * The endpoint.
     *
     * @return as events print it, for example {@code endpoint#3}
     */
    String endpointName();

    /**
     * The peer.
     *
     * @return address and port; empty where it is not known
     */
    String remote();

    /**
     * Which side it is.
     *
     * @return whether it accepted
     */
    boolean isPassive();
}
