package org.jdapl.conformance.rules.rdm;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Rule;

/** The rules of group RDM. */
final class RdmRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.gated(
                            "RDM-01",
                            PROVIDER,
                            Capability.RDMA_READ,
                            "A read of any size, at any alignment, fills exactly its sink."),
                    Rule.gated(
                            "RDM-02",
                            RUNTIME,
                            Capability.RDMA_READ,
                            "The completion of a read tells how many bytes were asked for."),
                    Rule.gated(
                            "RDM-03",
                            PROVIDER,
                            Capability.RDMA_READ,
                            "What a read brought is all there when its completion is read, and does not change afterwards."),
                    Rule.gated(
                            "RDM-04",
                            RUNTIME,
                            Capability.RDMA_READ,
                            "A read into as many segments as the endpoint allows is exact; one more segment is refused."),
                    Rule.gated(
                                    "RDM-05",
                                    RUNTIME,
                                    Capability.RDMA_READ,
                                    "The sink of a read needs the right to be written locally, and no other.")
                            .hint(
                                    "Where iWARP wants a remote right of the sink, the provider adds it."),
                    Rule.gated(
                            "RDM-06",
                            PROVIDER,
                            Capability.RDMA_READ,
                            "A read of no bytes succeeds, with any key."),
                    Rule.gated(
                            "RDM-07",
                            PROVIDER,
                            Capability.RDMA_READ,
                            "Reads beyond the agreed depth wait, and all of them succeed in order."),
                    Rule.gated(
                            "RDM-09",
                            PROVIDER,
                            Capability.RDMA_READ,
                            "A write with BARRIER_FENCE carries what an earlier read brought."),
                    Rule.required(
                            "RDM-11",
                            RUNTIME,
                            "Where the agreed depth is 0 a read is refused, and everything else goes on."),
                    Rule.gated(
                                    "RDM-12",
                                    PROVIDER,
                                    Capability.RDMA_READ,
                                    "A read with an unknown key never succeeds, and its sink stays as it was.")
                            .allowElsewhere(Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN),
                    Rule.gated(
                                    "RDM-13",
                                    RUNTIME,
                                    Capability.RDMA_READ,
                                    "A read into a sink that must not be written is refused, or fails with LOCAL_PROTECTION.")
                            .allowElsewhere(Outcome.REFUSED, Outcome.LOCAL_PROTECTION),
                    Rule.stress(
                            "RDM-14",
                            PROVIDER,
                            "A read of what another connection is writing gives old and new bytes, and no others."),
                    Rule.stress(
                            "RDM-15",
                            PROVIDER,
                            "Reads in both directions, more than the agreed depth, all succeed."),
                    Rule.gated(
                            "RDM-16",
                            PROVIDER,
                            Capability.READ_TO_RMR,
                            "A read into a remote memory region fills exactly its part of what that is bound to, and completes as a read."),
                    Rule.gated(
                            "RDM-17",
                            RUNTIME,
                            Capability.READ_TO_RMR,
                            "A read into a remote memory region that is not bound, is closed or of another zone, or beyond what it is bound to, is refused with PROTECTION_VIOLATION; into memory that must not be written with PRIVILEGES_VIOLATION."),
                    Rule.gated(
                                    "RDM-18",
                                    PROVIDER,
                                    Capability.READ_TO_RMR,
                                    "The peer gets the key of the remote memory region for the sink: once that key is taken away, a read that is on its way changes nothing.")
                            .hint("Not the key of the region behind it.")
                            .allowElsewhere(
                                    Outcome.LOCAL_PROTECTION,
                                    Outcome.REMOTE_ACCESS,
                                    Outcome.FLUSHED_THEN_BROKEN,
                                    Outcome.OTHER_ERROR));

    private RdmRules() {}
}
