package org.jdapl.conformance.rules.cap;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Rule;

/** The rules about what an adapter says that it can do, and about providers beside each other. */
final class CapRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "CAP-01",
                            RUNTIME,
                            "The capabilities of an open adapter stay what they are, whatever is"
                                    + " done with it and by whoever reads them."),
                    Rule.required(
                            "CAP-03",
                            RUNTIME,
                            "What is not advertised is refused at the call, with"
                                    + " MODEL_NOT_SUPPORTED and the capability's name or with"
                                    + " NOT_SUPPORTED, and changes nothing."),
                    Rule.required(
                            "CAP-04",
                            RUNTIME,
                            "Asking for an object of the provider's gives one of the class asked"
                                    + " for or nothing, and is never refused."),
                    Rule.required(
                                    "CAP-06",
                                    PROVIDER,
                                    "A transport attribute that the provider does not know is"
                                            + " refused with INVALID_PARAMETER and its name, at the"
                                            + " opening of an adapter as at the making of an endpoint,"
                                            + " and nothing is made.")
                            .hint("Look at all of TransportAttributes.keys()."),
                    Rule.required(
                                    "CAP-07",
                                    PROVIDER,
                                    "Capabilities fit each other, the limits and the transport: a"
                                            + " capability with a limit has one above zero, one that"
                                            + " refines another has that one too, and iWARP has no"
                                            + " datagrams, no multicast and no retries of the"
                                            + " receiver.")
                            .hint("See the capabilities and limits in AdapterAttributes."),
                    Rule.required(
                            "CAP-08",
                            RUNTIME,
                            "A provider for another version of the SPI is refused with a text that"
                                    + " names both versions, and the others stay as they were."),
                    Rule.required(
                            "CAP-09",
                            RUNTIME,
                            "A provider whose classes or libraries do not load is refused with the"
                                    + " reason, and the others stay as they were."),
                    Rule.required(
                            "CAP-10",
                            RUNTIME,
                            "A provider that is found twice, by one class loader or by two, is"
                                    + " there once, and goes on as it was."),
                    Rule.gated(
                                    "CAP-11",
                                    PROVIDER,
                                    Capability.COUNTERS,
                                    "The transport's counters are among the adapter's, and traffic"
                                            + " moves some of them; where they are not advertised"
                                            + " there are none.")
                            .hint("Adapter.counters(); the runtime puts transport. before them."));

    private CapRules() {}
}
