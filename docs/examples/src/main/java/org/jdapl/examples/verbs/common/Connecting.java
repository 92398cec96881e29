package org.jdapl.examples.verbs.common;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jspecify.annotations.Nullable;

/** Steps of a connection that has an event channel to itself: each call, and the event after it. */
public final class Connecting {

    /** How long the fabric may take to resolve an address or a route. */
    public static final Duration RESOLVING = Duration.ofSeconds(2);

    /** How long the other side may take to answer. */
    public static final Duration ANSWERING = Duration.ofSeconds(60);

    private Connecting() {}

    /**
     * Resolves the address of a server, and the route to it.
     *
     * @param id the connection
     * @param source the local address; null: any
     * @param server who is to be reached
     */
    public static void resolve(
            ConnectionId id, @Nullable InetSocketAddress source, InetSocketAddress server) {
        id.resolveAddress(source, server, RESOLVING);
        expect(id.channel(), CmEventType.ADDR_RESOLVED);
        id.resolveRoute(RESOLVING);
        expect(id.channel(), CmEventType.ROUTE_RESOLVED);
    }

    /**
     * Waits for an event that has to be the next one.
     *
     * @param channel where it comes
     * @param type what it has to be
     * @return the event
     * @throws VerbsException if another one comes, or none in time
     */
    public static CmEvent expect(EventChannel channel, CmEventType type) {
        return channel.awaitEvent(ANSWERING)
                .orElseThrow(
                        () ->
                                VerbsException.of(
                                        VerbsError.TIMED_OUT,
                                        "awaitEvent",
                                        "no " + type + " within " + ANSWERING))
                .expect(type);
    }
}
