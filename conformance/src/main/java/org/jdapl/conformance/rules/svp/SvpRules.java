package org.jdapl.conformance.rules.svp;

import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Rule;

/** The rules of group SVP. */
final class SvpRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.gated(
                            "SVP-01",
                            RUNTIME,
                            Capability.COMMON_SERVICE_POINT,
                            "A connection that is asked for at the address of a common service point is requested there, with an endpoint of the consumer's, and carries data."),
                    Rule.gated(
                            "SVP-02",
                            RUNTIME,
                            Capability.COMMON_SERVICE_POINT,
                            "The address of a common service point is taken as long as it is open (CONN_QUAL_IN_USE); once it is closed requesters are told NonPeerRejected, and requests that have come stay valid."),
                    Rule.required(
                            "SVP-03",
                            RUNTIME,
                            "An endpoint connects to where another one is connected, and is refused with INVALID_STATE where that one is not."),
                    handoff(
                            "SVP-04",
                            "A request that is handed over to another service point comes there as a new one with the same addresses and private data, and is used up where it was."),
                    handoff(
                            "SVP-05",
                            "A request that is handed over to a reserved service point comes with its endpoint, and a second one is refused with INVALID_STATE."),
                    handoff(
                            "SVP-06",
                            "A request cannot be handed over to a service point whose dispatcher is full (QUEUE_FULL), that is closed, or that is of another adapter (INVALID_HANDLE), and stays valid; one that was used up cannot at all (INVALID_STATE)."),
                    handoff(
                                    "SVP-07",
                                    "A request whose requester has gone can be handed over, and accepting it ends in AcceptCompletionError.")
                            .allowLateAccept(),
                    handoff(
                            "SVP-08",
                            "The endpoint of a request that is handed over is given back where it was reserved, and closed where its service point had made it."),
                    Rule.required(
                            "SVP-09",
                            RUNTIME,
                            "Connecting and accepting with a wait give the established connection with the other side's private data, and leave no event."),
                    Rule.required(
                            "SVP-10",
                            RUNTIME,
                            "Connecting with a wait that ends in a rejection is refused with the event's text, which uses the event up."));

    private static Rule handoff(String id, String sentence) {
        return Rule.gated(id, RUNTIME, Capability.REQUEST_HANDOFF, sentence);
    }

    private SvpRules() {}
}
