package org.jdapl.conformance.rules.udg;

import java.util.List;
import org.jdapl.api.Endpoint;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.conformance.mutants.Mutant;

/**
 * Faults that the rules of group UDG find where there are no datagrams: what CI runs mutants on has
 * none.
 */
final class UdgMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "udg-makes-handles-that-lead-nowhere",
                            "UDG-01",
                            "An adapter without datagrams seems to make address handles.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "createAddressHandle",
                                            call -> null)),
                    Mutant.runtime(
                            "udg-joins-without-groups",
                            "UDG-11",
                            "An adapter without multicast groups seems to join one.",
                            faults -> faults.on(Endpoint.class, "joinMulticast", call -> null)));

    private UdgMutants() {}
}
