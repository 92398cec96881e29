package org.jdapl.conformance.rules.eps;

import java.util.List;
import org.jdapl.api.Endpoint;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.mutants.Mutant;

/** Faults that the rules of group EPS find. */
final class EpsMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "eps-starts-reserved",
                            "EPS-01",
                            "A new endpoint says that it is reserved.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "state",
                                            call ->
                                                    call.proceed() == EndpointState.UNCONNECTED
                                                            ? EndpointState.RESERVED
                                                            : call.proceed())),
                    Mutant.runtime(
                            "eps-takes-early-reads",
                            "EPS-06",
                            "A read before the connection seems to be taken.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postRead",
                                            call ->
                                                    call.self(Endpoint.class).state()
                                                                    == EndpointState.UNCONNECTED
                                                            ? PostStatus.OK
                                                            : call.proceed())));

    private EpsMutants() {}
}
