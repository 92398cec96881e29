package org.jdapl.conformance.rules.dis;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Rule;

/** The rules of group DIS. */
final class DisRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "DIS-01",
                            PROVIDER,
                            "A graceful disconnect lets what was posted before it finish, and its event comes behind those completions."),
                    Rule.required(
                            "DIS-02",
                            PROVIDER,
                            "The side that does nothing is told of the disconnect within the event time."),
                    Rule.required(
                            "DIS-03",
                            PROVIDER,
                            "The side that disconnects is told within the event time, though the peer's consumer does nothing."),
                    Rule.required(
                            "DIS-04", RUNTIME, "Each side sees exactly one event of the end."),
                    Rule.required(
                            "DIS-05",
                            PROVIDER,
                            "Where both sides disconnect at once, both are told Disconnected, once."),
                    Rule.required(
                            "DIS-06",
                            RUNTIME,
                            "Disconnecting what is disconnected already succeeds and does nothing."),
                    Rule.required(
                                    "DIS-07",
                                    RUNTIME,
                                    "An abrupt disconnect ends the connection here within the local time, though the peer makes no progress at all.")
                            .hint(
                                    "ConnectionManager.disconnect(queuePair, false) waits for nobody."),
                    Rule.required(
                                    "DIS-08",
                                    RUNTIME,
                                    "A disconnect while connecting ends the attempt with one event, Disconnected; a late accept finds that the requester is gone.")
                            .allowLateAccept(),
                    Rule.required(
                                    "DIS-09",
                                    PROVIDER,
                                    "Once an abrupt disconnect has returned, the peer changes no memory of this side.")
                            .hint(
                                    "ConnectionManager.disconnect(queuePair, false) stops placing data before it returns."),
                    Rule.required(
                                    "DIS-10",
                                    PROVIDER,
                                    "Where the way to the peer is lost without a word, a connection with outstanding work breaks within the bound of liveness, or of the system where the adapter promises none.")
                            .hint(
                                    "AdapterListener.broken() comes when the transport gives up; nobody waits for an answer for ever."),
                    Rule.required(
                            "DIS-11",
                            PROVIDER,
                            "The death of the peer's process is told on an idle connection within the bound, and other connections go on."),
                    Rule.gated(
                            "DIS-12",
                            PROVIDER,
                            Capability.KEEP_ALIVE,
                            "Where the way to the peer is lost without a word, an idle connection with a keep-alive breaks within its bound of liveness; where there is no keep-alive, asking for it is refused with MODEL_NOT_SUPPORTED."),
                    Rule.required(
                            "DIS-13",
                            PROVIDER,
                            "What this side ended, what the peer ended and what broke are told apart."),
                    Rule.required(
                            "DIS-14",
                            RUNTIME,
                            "The agent of a notification object may disconnect: it is done, and nothing is blocked by it."));

    private DisRules() {}
}
