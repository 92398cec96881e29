package org.jdapl.api;

import java.time.Duration;
import java.util.Objects;

/**
 * How to connect (the parameters of uDAPL {@code dat_ep_connect}).
 *
 * @param timeout how long to try; above zero; {@link EventDispatcher#FOREVER} leaves it to the
 *     transport
 * @param privateData what to tell the peer
 * @param qualityOfService the quality of service
 * @param multipath whether to ask for several paths ({@code MULTIPATH})
 */
public record ConnectOptions(
        Duration timeout,
        PrivateData privateData,
        QualityOfService qualityOfService,
        boolean multipath) {

    /** Checks that no part is missing. */
    public ConnectOptions {
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(privateData, "privateData");
        Objects.requireNonNull(qualityOfService, "qualityOfService");
    }

    /**
     * Options with a time limit and nothing else.
     *
     * @param timeout the time limit
     * @return the options
     */
    public static ConnectOptions within(Duration timeout) {
        return new ConnectOptions(timeout, PrivateData.EMPTY, QualityOfService.BEST_EFFORT, false);
    }

    /**
     * These options with private data.
     *
     * @param data what to tell the peer
     * @return the options
     */
    public ConnectOptions withPrivateData(PrivateData data) {
        return new ConnectOptions(timeout, data, qualityOfService, multipath);
    }
}
