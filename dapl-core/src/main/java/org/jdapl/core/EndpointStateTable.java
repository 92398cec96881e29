package org.jdapl.core;

import static org.jdapl.api.data.EndpointState.ACTIVE_CONNECTION_PENDING;
import static org.jdapl.api.data.EndpointState.COMPLETION_PENDING;
import static org.jdapl.api.data.EndpointState.CONNECTED;
import static org.jdapl.api.data.EndpointState.DISCONNECTED;
import static org.jdapl.api.data.EndpointState.DISCONNECT_PENDING;
import static org.jdapl.api.data.EndpointState.PASSIVE_CONNECTION_PENDING;
import static org.jdapl.api.data.EndpointState.RESERVED;
import static org.jdapl.api.data.EndpointState.TENTATIVE_CONNECTION_PENDING;
import static org.jdapl.api.data.EndpointState.UNCONNECTED;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.ServiceType;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint state machine, as one table: for each state and each thing that can happen to an
 * endpoint, what comes of it. The runtime acts by it, and {@code docs/endpoint-states.md} is
 * printed from it. After uDAPL 2.0, with the questions that the reference implementation leaves
 * open decided as {@code docs/decisions} says.
 */
public final class EndpointStateTable {

    /** What can happen to an endpoint. */
    public enum Trigger {
        /** The consumer calls connect or duplicateConnect. */
        CONNECT("call connect, duplicateConnect"),
        /** The consumer accepts a request with this endpoint. */
        ACCEPT("call accept, endpoint given by the consumer"),
        /** The consumer accepts a request that brought this endpoint. */
        ACCEPT_OWN("call accept, endpoint of the request"),
        /** The consumer rejects or closes a request that brought this endpoint. */
        REJECT_OWN("call reject or close, endpoint of the request"),
        /** The consumer reserves it for a service point. */
        RESERVE("call createReservedServicePoint"),
        /** The reserved service point is closed. */
        RELEASE("the reserved service point is closed"),
        /** The consumer disconnects abruptly. */
        DISCONNECT_ABRUPT("call disconnect(ABRUPT)"),
        /** The consumer disconnects gracefully. */
        DISCONNECT_GRACEFUL("call disconnect(GRACEFUL)"),
        /** The consumer resets it. */
        RESET("call reset"),
        /** The consumer closes it. */
        CLOSE("call close"),
        /** The consumer changes its protection zone. */
        MODIFY_ZONE("call modify, protection zone"),
        /** The consumer changes dispatchers or attributes. */
        MODIFY("call modify, dispatchers and attributes"),
        /** The consumer posts a receive. */
        POST_RECEIVE("post a receive"),
        /** The consumer posts a request. */
        POST_REQUEST("post a request"),
        /** A request arrives at the reserved service point. */
        REQUEST_ARRIVED("a connection request arrives for it"),
        /** The connection is there. */
        ESTABLISHED("the connection is established"),
        /** The peer's consumer rejects. */
        PEER_REJECTED("the peer's consumer rejects"),
        /** Something else rejects. */
        NON_PEER_REJECTED("nobody listens, or the transport rejects"),
        /** The peer cannot be reached. */
        UNREACHABLE("the peer cannot be reached"),
        /** The consumer's time limit runs out. */
        TIMED_OUT("the time limit for connecting runs out"),
        /** The connection ended in an orderly way. */
        DISCONNECTED_BY_TRANSPORT("the connection ends in an orderly way"),
        /** The connection broke, or an operation failed. */
        BROKEN("the connection breaks, or an operation fails");

        private final String words;

        Trigger(String words) {
            this.words = words;
        }

        /**
         * What happens, in words.
         *
         * @return a text for the docs
         */
        public String words() {
            return words;
        }
    }

    /** What comes of it. */
    public enum Effect {
        /** It is done; the state changes where {@link Rule#next()} differs. */
        DONE,
        /** A call that succeeds and changes nothing. */
        NO_EFFECT,
        /** A call that fails with INVALID_STATE and the state's subtype. */
        REFUSED,
        /** A post that is accepted and flushed at once. */
        FLUSHED,
        /** An event of the transport that comes too late, and is dropped. */
        IGNORED
    }

    /**
     * One cell of the table.
     *
     * @param effect what comes of it
     * @param next the state afterwards; the same state where nothing changes; null where the
     *     endpoint is gone
     * @param event the simple name of the connection event that is raised, or null
     */
    public record Rule(Effect effect, @Nullable EndpointState next, @Nullable String event) {}

    private static final List<EndpointState> STATES =
            List.of(
                    UNCONNECTED,
                    RESERVED,
                    PASSIVE_CONNECTION_PENDING,
                    ACTIVE_CONNECTION_PENDING,
                    TENTATIVE_CONNECTION_PENDING,
                    COMPLETION_PENDING,
                    CONNECTED,
                    DISCONNECT_PENDING,
                    DISCONNECTED);

    /** The command that prints {@code docs/endpoint-states.md} anew. */
    static final String REGENERATE =
            "etc/mvnj -Dquick -pl dapl-core -am test -Dtest=EndpointStateTableTest"
                    + " -Djdapl.test.args=-Djdapl.regenerate=true";

    /** The states of endpoints for datagrams, which have no connection. */
    private static final List<EndpointState> DATAGRAM_STATES = List.of(UNCONNECTED, DISCONNECTED);

    private static final Rule[][] TABLE = build();

    private static final Rule[][] DATAGRAM_TABLE = buildForDatagrams();

    private EndpointStateTable() {}

    /**
     * The states that an endpoint can be in.
     *
     * @return the states, in the order of the docs
     */
    public static List<EndpointState> states() {
        return STATES;
    }

    /**
     * Looks a cell up.
     *
     * @param state the state, one of {@link #states()}
     * @param trigger what happens
     * @return what comes of it
     */
    public static Rule rule(EndpointState state, Trigger trigger) {
        return TABLE[state.ordinal()][trigger.ordinal()];
    }

    /**
     * The states that an endpoint of a service can be in.
     *
     * @param service the service
     * @return the states, in the order of the docs
     */
    public static List<EndpointState> states(ServiceType service) {
        return service == ServiceType.UNRELIABLE_DATAGRAM ? DATAGRAM_STATES : STATES;
    }

    /**
     * Looks a cell of a service's table up.
     *
     * @param service the service of the endpoint
     * @param state the state, one of {@link #states(ServiceType)}
     * @param trigger what happens
     * @return what comes of it
     */
    public static Rule rule(ServiceType service, EndpointState state, Trigger trigger) {
        Rule[][] table = service == ServiceType.UNRELIABLE_DATAGRAM ? DATAGRAM_TABLE : TABLE;
        return table[state.ordinal()][trigger.ordinal()];
    }

    private static Rule[][] buildForDatagrams() {
        Rule[][] t = ground(DATAGRAM_STATES);
        put(t, UNCONNECTED, Trigger.CONNECT, Effect.DONE, UNCONNECTED, "PeerResolved");
        put(t, UNCONNECTED, Trigger.ACCEPT, Effect.DONE, UNCONNECTED, null);
        put(t, UNCONNECTED, Trigger.RESET, Effect.NO_EFFECT, UNCONNECTED, null);
        put(t, UNCONNECTED, Trigger.MODIFY_ZONE, Effect.DONE, UNCONNECTED, null);
        put(t, UNCONNECTED, Trigger.MODIFY, Effect.DONE, UNCONNECTED, null);
        put(t, UNCONNECTED, Trigger.POST_REQUEST, Effect.DONE, UNCONNECTED, null);
        put(t, UNCONNECTED, Trigger.BROKEN, Effect.DONE, DISCONNECTED, "Broken");
        put(t, DISCONNECTED, Trigger.RESET, Effect.DONE, UNCONNECTED, null);
        put(t, DISCONNECTED, Trigger.POST_RECEIVE, Effect.FLUSHED, DISCONNECTED, null);
        put(t, DISCONNECTED, Trigger.POST_REQUEST, Effect.FLUSHED, DISCONNECTED, null);
        for (EndpointState s : DATAGRAM_STATES) {
            put(t, s, Trigger.CLOSE, Effect.DONE, null, null);
        }
        return t;
    }

    /**
     * The ground: calls are refused, events of the transport are dropped, receives can be posted.
     */
    private static Rule[][] ground(List<EndpointState> states) {
        Rule[][] t = new Rule[EndpointState.values().length][Trigger.values().length];
        for (EndpointState s : states) {
            for (Trigger trigger : Trigger.values()) {
                boolean event = trigger.ordinal() >= Trigger.REQUEST_ARRIVED.ordinal();
                put(t, s, trigger, event ? Effect.IGNORED : Effect.REFUSED, s, null);
            }
            put(t, s, Trigger.POST_RECEIVE, Effect.DONE, s, null);
            put(t, s, Trigger.RELEASE, Effect.NO_EFFECT, s, null);
        }
        return t;
    }

    private static Rule[][] build() {
        Rule[][] t = ground(STATES);
        // Setting out.
        put(t, UNCONNECTED, Trigger.CONNECT, Effect.DONE, ACTIVE_CONNECTION_PENDING, null);
        put(t, UNCONNECTED, Trigger.ACCEPT, Effect.DONE, COMPLETION_PENDING, null);
        put(t, UNCONNECTED, Trigger.RESERVE, Effect.DONE, RESERVED, null);
        put(t, UNCONNECTED, Trigger.RESET, Effect.NO_EFFECT, UNCONNECTED, null);
        put(t, RESERVED, Trigger.REQUEST_ARRIVED, Effect.DONE, PASSIVE_CONNECTION_PENDING, null);
        put(t, RESERVED, Trigger.RELEASE, Effect.DONE, UNCONNECTED, null);
        for (EndpointState s : Set.of(PASSIVE_CONNECTION_PENDING, TENTATIVE_CONNECTION_PENDING)) {
            put(t, s, Trigger.ACCEPT_OWN, Effect.DONE, COMPLETION_PENDING, null);
        }
        put(t, PASSIVE_CONNECTION_PENDING, Trigger.REJECT_OWN, Effect.DONE, UNCONNECTED, null);
        put(t, TENTATIVE_CONNECTION_PENDING, Trigger.REJECT_OWN, Effect.DONE, null, null);
        // Changing parts.
        for (EndpointState s : Set.of(UNCONNECTED, TENTATIVE_CONNECTION_PENDING)) {
            put(t, s, Trigger.MODIFY_ZONE, Effect.DONE, s, null);
        }
        for (EndpointState s :
                Set.of(
                        UNCONNECTED,
                        RESERVED,
                        PASSIVE_CONNECTION_PENDING,
                        TENTATIVE_CONNECTION_PENDING)) {
            put(t, s, Trigger.MODIFY, Effect.DONE, s, null);
        }
        // Becoming connected.
        for (EndpointState s : Set.of(ACTIVE_CONNECTION_PENDING, COMPLETION_PENDING)) {
            put(t, s, Trigger.ESTABLISHED, Effect.DONE, CONNECTED, "Established");
            put(t, s, Trigger.DISCONNECT_ABRUPT, Effect.DONE, DISCONNECTED, "Disconnected");
            put(t, s, Trigger.DISCONNECT_GRACEFUL, Effect.DONE, DISCONNECTED, "Disconnected");
            put(t, s, Trigger.TIMED_OUT, Effect.DONE, DISCONNECTED, "TimedOut");
        }
        put(
                t,
                ACTIVE_CONNECTION_PENDING,
                Trigger.PEER_REJECTED,
                Effect.DONE,
                DISCONNECTED,
                "PeerRejected");
        put(
                t,
                ACTIVE_CONNECTION_PENDING,
                Trigger.NON_PEER_REJECTED,
                Effect.DONE,
                DISCONNECTED,
                "NonPeerRejected");
        put(
                t,
                ACTIVE_CONNECTION_PENDING,
                Trigger.UNREACHABLE,
                Effect.DONE,
                DISCONNECTED,
                "Unreachable");
        put(
                t,
                ACTIVE_CONNECTION_PENDING,
                Trigger.DISCONNECTED_BY_TRANSPORT,
                Effect.DONE,
                DISCONNECTED,
                "NonPeerRejected");
        put(t, ACTIVE_CONNECTION_PENDING, Trigger.BROKEN, Effect.DONE, DISCONNECTED, "Broken");
        for (Trigger trigger :
                Set.of(
                        Trigger.PEER_REJECTED,
                        Trigger.NON_PEER_REJECTED,
                        Trigger.UNREACHABLE,
                        Trigger.TIMED_OUT,
                        Trigger.DISCONNECTED_BY_TRANSPORT,
                        Trigger.BROKEN)) {
            put(t, COMPLETION_PENDING, trigger, Effect.DONE, DISCONNECTED, "AcceptCompletionError");
        }
        // Being connected, and ending it.
        put(t, CONNECTED, Trigger.POST_REQUEST, Effect.DONE, CONNECTED, null);
        put(t, CONNECTED, Trigger.DISCONNECT_ABRUPT, Effect.DONE, DISCONNECTED, "Disconnected");
        put(t, CONNECTED, Trigger.DISCONNECT_GRACEFUL, Effect.DONE, DISCONNECT_PENDING, null);
        put(
                t,
                DISCONNECT_PENDING,
                Trigger.DISCONNECT_ABRUPT,
                Effect.DONE,
                DISCONNECTED,
                "Disconnected");
        put(
                t,
                DISCONNECT_PENDING,
                Trigger.DISCONNECT_GRACEFUL,
                Effect.NO_EFFECT,
                DISCONNECT_PENDING,
                null);
        for (EndpointState s : Set.of(CONNECTED, DISCONNECT_PENDING)) {
            put(t, s, Trigger.DISCONNECTED_BY_TRANSPORT, Effect.DONE, DISCONNECTED, "Disconnected");
            put(t, s, Trigger.BROKEN, Effect.DONE, DISCONNECTED, "Broken");
        }
        // Afterwards.
        put(t, DISCONNECTED, Trigger.DISCONNECT_ABRUPT, Effect.NO_EFFECT, DISCONNECTED, null);
        put(t, DISCONNECTED, Trigger.DISCONNECT_GRACEFUL, Effect.NO_EFFECT, DISCONNECTED, null);
        put(t, DISCONNECTED, Trigger.RESET, Effect.DONE, UNCONNECTED, null);
        put(t, DISCONNECTED, Trigger.POST_RECEIVE, Effect.FLUSHED, DISCONNECTED, null);
        put(t, DISCONNECTED, Trigger.POST_REQUEST, Effect.FLUSHED, DISCONNECTED, null);
        for (EndpointState s :
                Set.of(
                        UNCONNECTED,
                        ACTIVE_CONNECTION_PENDING,
                        COMPLETION_PENDING,
                        CONNECTED,
                        DISCONNECT_PENDING,
                        DISCONNECTED)) {
            put(t, s, Trigger.CLOSE, Effect.DONE, null, null);
        }
        return t;
    }

    private static void put(
            Rule[][] table,
            EndpointState state,
            Trigger trigger,
            Effect effect,
            @Nullable EndpointState next,
            @Nullable String event) {
        table[state.ordinal()][trigger.ordinal()] = new Rule(effect, next, event);
    }

    /**
     * Prints the table as Markdown.
     *
     * @return the text of {@code docs/endpoint-states.md}
     */
    public static String toMarkdown() {
        StringBuilder out = new StringBuilder();
        out.append("# Endpoint states\n\n");
        out.append(
                "Printed from `EndpointStateTable` in `dapl-core`; a test fails when the two differ. ");
        out.append("To print it anew, from the top of the repository:\n\n");
        out.append("```\n").append(REGENERATE).append("\n```\n\n");
        out.append(
                "\"-> STATE\": the state afterwards. \"E: Event\": the connection event that is raised. ");
        out.append("\"refused\": `INVALID_STATE` with the state's subtype.\n");
        out.append("\"-\": succeeds without effect. \"dropped\": a late event of the transport. ");
        out.append("\"flushed\": accepted, and completed with `FLUSHED` at once.\n\n");
        print(out, ServiceType.RELIABLE_CONNECTION);
        out.append("\n## Endpoints for datagrams\n\n");
        out.append(
                "Service type `UNRELIABLE_DATAGRAM`: there is no connection; `connect` looks a peer up. ");
        out.append(
                "A look-up that fails raises `PeerRejected`, `NonPeerRejected`, `Unreachable` or ");
        out.append("`TimedOut`, and changes nothing.\n\n");
        print(out, ServiceType.UNRELIABLE_DATAGRAM);
        return out.toString();
    }

    private static void print(StringBuilder out, ServiceType service) {
        out.append("| what happens |");
        states(service).forEach(s -> out.append(' ').append(s).append(" |"));
        out.append("\n|---|");
        states(service).forEach(_ -> out.append("---|"));
        out.append('\n');
        for (Trigger trigger : Trigger.values()) {
            out.append("| ").append(trigger.words()).append(" |");
            for (EndpointState s : states(service)) {
                out.append(' ').append(cell(s, rule(service, s, trigger))).append(" |");
            }
            out.append('\n');
        }
    }

    private static String cell(EndpointState state, Rule rule) {
        StringBuilder out = new StringBuilder();
        switch (rule.effect()) {
            case DONE -> {
                EndpointState next = rule.next();
                out.append(next == null ? "gone" : next == state ? "ok" : "-> " + next);
                if (rule.event() != null) {
                    out.append(", E: ").append(rule.event());
                }
            }
            case NO_EFFECT -> out.append('-');
            case IGNORED -> out.append("dropped");
            case REFUSED, FLUSHED -> out.append(rule.effect().name().toLowerCase(Locale.ROOT));
        }
        return out.toString();
    }
}
