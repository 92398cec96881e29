package org.jdapl.tools;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.Event;
import org.jdapl.api.data.DatType;
import org.jspecify.annotations.Nullable;

/** What connection events and refused calls say, in the user's words. */
final class Refusals {

    private Refusals() {}

    /** Why a connection could not be made. */
    static Failure connecting(InetSocketAddress remote, Duration timeout, @Nullable Event event) {
        String where = HostPort.format(remote);
        return switch (event) {
            case null ->
                    new Failure("no answer from " + where + " within " + Durations.format(timeout));
            case ConnectionEvent.TimedOut _ ->
                    new Failure("no answer from " + where + " within " + Durations.format(timeout));
            case ConnectionEvent.PeerRejected e ->
                    new Failure(
                            "the peer at " + where + " refused: " + Hello.reason(e.privateData()));
            case ConnectionEvent.NonPeerRejected e ->
                    new Failure("cannot connect to " + where + ": " + e.reason());
            case ConnectionEvent.Unreachable e ->
                    new Failure("cannot reach " + where + ": " + e.reason());
            case ConnectionEvent.Broken e ->
                    new Failure("the connection to " + where + " broke: " + e.reason());
            default -> new Failure("cannot connect to " + where + ": " + event);
        };
    }

    /** How a connection ended that was needed on. */
    static Failure ended(@Nullable Event event) {
        return switch (event) {
            case null -> Failure.ofPeer("the connection ended");
            case ConnectionEvent.Disconnected _ ->
                    Failure.ofPeer("the peer ended the connection too early");
            case ConnectionEvent.Broken e -> Failure.ofPeer("the connection broke: " + e.reason());
            case ConnectionEvent.AcceptCompletionError e ->
                    Failure.ofPeer("the peer went away while it connected: " + e.reason());
            default -> Failure.ofPeer("unexpected event: " + event);
        };
    }

    /** Why a service point could not be made. */
    static RuntimeException listening(InetSocketAddress local, DatException e) {
        String where = HostPort.format(local);
        return switch (e.type()) {
            case DatType.CONN_QUAL_IN_USE, DatType.PORT_IN_USE ->
                    new Failure("cannot listen on " + where + ": the port is in use", e);
            case DatType.INVALID_ADDRESS ->
                    new Failure(
                            "cannot listen on "
                                    + where
                                    + ": the adapter does not have that address",
                            e);
            default -> e;
        };
    }
}
