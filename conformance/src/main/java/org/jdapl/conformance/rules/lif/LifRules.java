package org.jdapl.conformance.rules.lif;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.conformance.kit.Rule;

/** The rules about making and closing objects, and what is left of them. */
final class LifRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "LIF-01",
                            RUNTIME,
                            "Objects can be closed in the reverse order of their making, and in any"
                                    + " order that their uses allow; what is used is refused with"
                                    + " INVALID_STATE until then."),
                    Rule.required(
                            "LIF-03",
                            RUNTIME,
                            "An endpoint and dispatchers with unread events can be closed, and"
                                    + " nothing is left of the events."),
                    Rule.required(
                                    "LIF-04",
                                    RUNTIME,
                                    "Closing an endpoint with outstanding work returns within the"
                                            + " bound of local calls, and each request and receive"
                                            + " has its completion, FLUSHED.")
                            .hint("QueuePair.flush() waits for nobody."),
                    Rule.required(
                            "LIF-05",
                            RUNTIME,
                            "When all objects that were made and used were closed one by one, the"
                                    + " census tells what it told before."),
                    Rule.stress(
                            "LIF-06",
                            PROVIDER,
                            "Sixty times a connection, a message each way and the close of all that"
                                    + " was made for it leave nothing behind."),
                    Rule.required(
                            "LIF-07",
                            RUNTIME,
                            "A connection can be given up by closing its objects at each step of"
                                    + " its making, at either side, and nothing is left of it."),
                    Rule.required(
                            "LIF-08",
                            RUNTIME,
                            "An object that could not be made leaves nothing behind."),
                    Rule.required(
                            "LIF-09",
                            RUNTIME,
                            "Objects that are resources of one try statement, the adapter first,"
                                    + " are closed by it without a refusal."),
                    Rule.required(
                            "LIF-12",
                            RUNTIME,
                            "What was closed stays closed when others are made in its place: posts"
                                    + " to it or with it are refused with CLOSED and reach none of"
                                    + " the others."),
                    Rule.required(
                            "LIF-13",
                            RUNTIME,
                            "Once the close of an adapter has returned, no agent is called any"
                                    + " more."),
                    Rule.stress(
                            "LIF-14",
                            PROVIDER,
                            "An adapter can be opened, listened on and closed fifty times, one"
                                    + " after the other."));

    private LifRules() {}
}
