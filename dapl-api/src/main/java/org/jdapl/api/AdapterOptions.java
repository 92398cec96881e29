package org.jdapl.api;

import java.util.Optional;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;

/**
 * How to open an adapter.
 *
 * @param progress who drives it; empty for the configured mode ({@code jdapl.progress})
 * @param asyncDepth depth of the event dispatcher for asynchronous events, at least 1
 * @param transport transport-specific attributes; an unknown key is refused by name
 */
public record AdapterOptions(
        Optional<ProgressMode> progress, int asyncDepth, TransportAttributes transport) {

    private static final int DEFAULT_ASYNC_DEPTH = 64;
    private static final AdapterOptions DEFAULTS =
            new AdapterOptions(Optional.empty(), DEFAULT_ASYNC_DEPTH, TransportAttributes.NONE);

    /**
     * The configured progress mode, room for 64 asynchronous events, no transport attributes.
     *
     * @return the options
     */
    public static AdapterOptions defaults() {
        return DEFAULTS;
    }

    /**
     * These options with another progress mode.
     *
     * @param mode the mode
     * @return the options
     */
    public AdapterOptions withProgress(ProgressMode mode) {
        return new AdapterOptions(Optional.of(mode), asyncDepth, transport);
    }

    /**
     * These options with another depth for asynchronous events.
     *
     * @param depth the depth, at least 1
     * @return the options
     */
    public AdapterOptions withAsyncDepth(int depth) {
        return new AdapterOptions(progress, depth, transport);
    }

    /**
     * These options with other transport attributes.
     *
     * @param attributes the attributes
     * @return the options
     */
    public AdapterOptions withTransport(TransportAttributes attributes) {
        return new AdapterOptions(progress, asyncDepth, attributes);
    }
}
