package org.jdapl.conformance.rules.prt;

import java.util.List;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.spi.ProtectionDomain;

/** Faults that the rules of group PRT find. */
final class PrtMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                                    "prt-ignores-the-right",
                                    "PRT-03",
                                    "Every region may be written to by peers.",
                                    faults ->
                                            faults.on(
                                                    ProtectionDomain.class,
                                                    "register",
                                                    call ->
                                                            call.with(
                                                                            1,
                                                                            call.argument(
                                                                                            1,
                                                                                            Integer
                                                                                                    .class)
                                                                                    | Privilege
                                                                                            .REMOTE_WRITE
                                                                                            .bit())
                                                                    .proceed()))
                            .onBothSides());

    private PrtMutants() {}
}
