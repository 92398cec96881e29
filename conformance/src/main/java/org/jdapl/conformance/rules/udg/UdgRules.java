package org.jdapl.conformance.rules.udg;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Layer;
import org.jdapl.conformance.kit.Rule;

/** The rules of group UDG. */
final class UdgRules {

    static final List<Rule> ALL =
            List.of(
                    datagram(
                                    "UDG-01",
                                    PROVIDER,
                                    "A datagram reaches the endpoint that its address handle names, and its completion says who sent it, well enough to answer.")
                            .hint("Completions.source, with the flag DATAGRAM."),
                    datagram(
                                    "UDG-02",
                                    PROVIDER,
                                    "A datagram with the wrong key is dropped without a word to either side, and both go on.")
                            .hint(
                                    "The key of the work request, not that of the queue pair, travels."),
                    datagram(
                                    "UDG-03",
                                    PROVIDER,
                                    "A datagram stands at the beginning of its receive, in its exact length, without the routing header; nothing else is written.")
                            .hint("The header needs a place of the provider's own."),
                    datagram(
                                    "UDG-04",
                                    RUNTIME,
                                    "A receive without room for the longest datagram is refused with LENGTH_ERROR when it is posted, and the endpoint goes on.")
                            .hint(
                                    "On some devices a datagram that is too long breaks its receiver."),
                    datagram(
                            "UDG-05",
                            RUNTIME,
                            "A datagram of the greatest length arrives, and one byte more is refused with LENGTH_ERROR when it is posted."),
                    datagram(
                            "UDG-06",
                            PROVIDER,
                            "A datagram that meets no receive is dropped without a word to either side, and both go on."),
                    datagram(
                            "UDG-07",
                            RUNTIME,
                            "A datagram from memory that may not be sent is refused when it is posted, and the endpoint goes on both ways."),
                    datagram("UDG-08", PROVIDER, "A datagram of no bytes is delivered."),
                    datagram(
                            "UDG-09",
                            RUNTIME,
                            "An address handle that outstanding datagrams name is not closed under them; closed after that, it is refused by posts."),
                    datagram("UDG-10", PROVIDER, "A datagram carries immediate data."),
                    multicast(
                            "UDG-11",
                            "What is sent to a multicast group reaches every member once, and nobody else."),
                    multicast("UDG-12", "Who has left a group gets nothing more of it."),
                    multicast(
                            "UDG-13",
                            "A member gets what it sends to the group itself, as the documentation says."),
                    multicast(
                            "UDG-14",
                            "Closing an endpoint leaves its groups, and the other members go on."),
                    datagram(
                            "UDG-15",
                            RUNTIME,
                            "Calls about connections are refused with INVALID_STATE by an endpoint for datagrams, and posts of other operations with a status of their own."),
                    datagram(
                                    "UDG-16",
                                    PROVIDER,
                                    "A look-up brings an address handle that leads to the endpoint that the service point answered with, and the private data of both sides.")
                            .hint("ConnectionManager.lookUp and listenForDatagrams."),
                    datagram(
                            "UDG-17",
                            PROVIDER,
                            "A look-up that nobody answers, or that is rejected, ends in one event, and the endpoint goes on."));

    private static Rule datagram(String id, Layer layer, String sentence) {
        return Rule.gated(id, layer, Capability.UNRELIABLE_DATAGRAM, sentence);
    }

    private static Rule multicast(String id, String sentence) {
        return Rule.gated(id, PROVIDER, Capability.MULTICAST, sentence);
    }

    private UdgRules() {}
}
