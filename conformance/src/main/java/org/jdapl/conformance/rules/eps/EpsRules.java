package org.jdapl.conformance.rules.eps;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Rule;

/** The rules of group EPS. */
final class EpsRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "EPS-01",
                            RUNTIME,
                            "A new endpoint is UNCONNECTED, and its limits are at least those that were asked for."),
                    Rule.required(
                                    "EPS-02",
                                    RUNTIME,
                                    "An endpoint goes through the documented states in their order, and each connection event comes once.")
                            .hint("docs/endpoint-states.md has the table."),
                    Rule.required(
                            "EPS-03",
                            RUNTIME,
                            "When connect returns the endpoint is ACTIVE_CONNECTION_PENDING, and when accept returns it is COMPLETION_PENDING."),
                    Rule.required(
                                    "EPS-04",
                                    PROVIDER,
                                    "A side that is told Established may send at once, also where the other side has not sent anything, and the message arrives.")
                            .hint(
                                    "AdapterListener.established() comes when the transport lets this side send."),
                    Rule.required(
                            "EPS-05",
                            RUNTIME,
                            "A receive can be posted while the endpoint is unconnected, connecting, accepting, connected and ending."),
                    Rule.required(
                            "EPS-06",
                            RUNTIME,
                            "Posting a request before the endpoint is connected is refused with INVALID_STATE, and changes nothing."),
                    Rule.required(
                            "EPS-07",
                            RUNTIME,
                            "A connection that breaks is told Broken exactly once, and its endpoint is DISCONNECTED."),
                    Rule.required(
                            "EPS-08",
                            RUNTIME,
                            "What is posted on a DISCONNECTED endpoint is taken, and completes exactly once, as FLUSHED."),
                    Rule.required(
                            "EPS-09",
                            RUNTIME,
                            "Posting on a closed endpoint is refused with CLOSED, or INVALID_HANDLE in the style that throws."),
                    Rule.gated(
                            "EPS-10",
                            RUNTIME,
                            Capability.ENDPOINT_RESET,
                            "An endpoint whose connection has ended can be reset and connected again, any number of times."),
                    Rule.gated(
                            "EPS-11",
                            RUNTIME,
                            Capability.ENDPOINT_RESET,
                            "A connected endpoint cannot be reset, and after a reset nothing comes of its former connection."),
                    Rule.required(
                            "EPS-12",
                            RUNTIME,
                            "Whoever has read a connection event finds the endpoint in the state that the event tells."),
                    Rule.required(
                            "EPS-13",
                            RUNTIME,
                            "Parts and attributes of a connected endpoint cannot be changed: INVALID_STATE, and nothing changes."),
                    Rule.required(
                            "EPS-14",
                            PROVIDER,
                            "Receives that were posted before connecting take the first messages, in order."),
                    Rule.required(
                            "EPS-15",
                            RUNTIME,
                            "An endpoint is RESERVED from when its reserved service point is made until a request comes or the point is closed, takes receives and other dispatchers, and refuses with EP_RESERVED to be connected, accepted, reserved again, ended, reset, moved to another zone, closed or given requests."),
                    Rule.required(
                            "EPS-16",
                            RUNTIME,
                            "The endpoint of a request to a reserved service point is PASSIVE_CONNECTION_PENDING until the answer, whether the point is closed or not, and refuses what a RESERVED one refuses; rejecting makes it UNCONNECTED, and accepting connects it with its receives."),
                    Rule.required(
                            "EPS-17",
                            RUNTIME,
                            "An endpoint that a public service point made is TENTATIVE_CONNECTION_PENDING until the answer, and refuses to be connected, accepted elsewhere, reserved, ended, reset, closed or given requests, but takes its parts; rejecting closes it."),
                    Rule.required(
                            "EPS-18",
                            RUNTIME,
                            "An endpoint that accepts refuses to be connected, accepted again, reserved, reset, changed or given requests, and stays COMPLETION_PENDING; a disconnect of either kind ends it with one Disconnected, and it can be closed."));

    private EpsRules() {}
}
