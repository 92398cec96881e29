package org.jdapl.conformance.rules.con;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.Endpoint;
import org.jdapl.api.data.EndpointState;
import org.jdapl.conformance.mutants.Mutant;

/** Faults that the rules of group CON find. */
final class ConMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "con-never-tells-established",
                            "CON-01",
                            "The state never becomes CONNECTED.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "state",
                                            call ->
                                                    call.proceed() == EndpointState.CONNECTED
                                                            ? EndpointState.COMPLETION_PENDING
                                                            : call.proceed())),
                    Mutant.runtime(
                            "con-accepts-twice",
                            "CON-12",
                            "A second accept is not refused.",
                            faults -> {
                                Set<Object> accepted = ConcurrentHashMap.newKeySet();
                                faults.on(
                                        ConnectionRequest.class,
                                        "accept",
                                        call ->
                                                accepted.add(call.self(ConnectionRequest.class))
                                                        ? call.proceed()
                                                        : null);
                            }));

    private ConMutants() {}
}
