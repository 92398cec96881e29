package org.jdapl.conformance.rules.lim;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.conformance.kit.Rule;

/** The rules about limits: those that an adapter advertises, and those of an endpoint. */
final class LimRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "LIM-01",
                            RUNTIME,
                            "An endpoint that asks for more than its adapter advertises, of"
                                    + " whatever it is, is refused with INVALID_PARAMETER, and none is"
                                    + " made."),
                    Rule.required(
                                    "LIM-02",
                                    PROVIDER,
                                    "A message gathered from and scattered over as many segments as"
                                            + " are advertised arrives, and so does a write from as"
                                            + " many.")
                            .hint("AdapterAttributes.maxSegments() and maxWriteSegments()."),
                    Rule.required(
                            "LIM-03",
                            RUNTIME,
                            "An endpoint takes exactly as many requests and receives as its"
                                    + " attributes tell; one more is refused with QUEUE_FULL."),
                    Rule.required(
                            "LIM-04",
                            RUNTIME,
                            "Once one completion of a full queue was taken, one more can be"
                                    + " posted."),
                    Rule.required(
                            "LIM-06",
                            RUNTIME,
                            "One segment more than the endpoint was made for is refused with"
                                    + " INVALID_ARGUMENT, though the adapter could; as many as it was"
                                    + " made for are not."),
                    Rule.stress(
                                    "LIM-07",
                                    RUNTIME,
                                    "Where an adapter has few zones, dispatchers, endpoints or"
                                            + " regions, one more than there are is refused with"
                                            + " INSUFFICIENT_RESOURCES, and after a close there is"
                                            + " place for one again.")
                            .hint(
                                    "Up to 1,024 are few; where there are more of each it is not tried."),
                    Rule.stress(
                                    "LIM-08",
                                    PROVIDER,
                                    "Where the process has no file descriptor left, what needs one is"
                                            + " refused with INSUFFICIENT_RESOURCES and why, what is"
                                            + " open goes on, and what was refused is there once"
                                            + " descriptors are again.")
                            .hint("Opening an adapter, listening, connecting."),
                    Rule.required(
                                    "LIM-09",
                                    PROVIDER,
                                    "A message and a write of 2 MiB and one byte, or of the"
                                            + " advertised maximum where that is less, arrive in each"
                                            + " direction.")
                            .hint("AdapterAttributes.maxMessageBytes() and maxRdmaBytes()."));

    private LimRules() {}
}
