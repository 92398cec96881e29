package org.jdapl.middleware;

import java.time.Duration;
import org.jdapl.api.DatException;
import org.jdapl.api.Endpoint;
import org.jdapl.api.ErrorScope;
import org.jdapl.api.Remedy;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;

/**
 * A peer has not answered a probe of a {@link PeerWatch} within its bound ({@code
 * TIMEOUT_EXPIRED}). The endpoint was disconnected: its {@link
 * org.jdapl.api.ConnectionEvent.Disconnected} follows, behind what is flushed.
 */
public final class PeerSilentException extends DatException {

    private static final long serialVersionUID = 1L;

    /** The endpoint. */
    private final transient Endpoint endpoint;

    /** How long nothing was heard. */
    private final Duration silence;

    PeerSilentException(Endpoint endpoint, Duration silence, Duration bound) {
        super(
                DatCode.error(DatType.TIMEOUT_EXPIRED, DatSubtype.NO_SUBTYPE),
                "nothing was heard of the peer for " + silence + ", above the bound of " + bound,
                ErrorScope.ENDPOINT,
                Remedy.RECONNECT);
        this.endpoint = endpoint;
        this.silence = silence;
    }

    /**
     * The endpoint.
     *
     * @return the endpoint that was disconnected
     */
    public Endpoint endpoint() {
        return endpoint;
    }

    /**
     * How long nothing was heard of the peer.
     *
     * @return from the last sign of life until it was given up
     */
    public Duration silence() {
        return silence;
    }
}
