package org.jdapl.conformance.rules.lmr;

import java.util.List;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.DatType;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.ProviderException;

/** Faults that the rules of group LMR find. */
final class LmrMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                            "lmr-rounds-down-to-pages",
                            "LMR-01",
                            "Memory that is longer than a page by less than a page is refused.",
                            faults ->
                                    faults.on(
                                            ProtectionDomain.class,
                                            "register",
                                            call -> {
                                                long bytes =
                                                        call.argument(
                                                                        0,
                                                                        java.lang.foreign
                                                                                .MemorySegment
                                                                                .class)
                                                                .byteSize();
                                                if (bytes > 4096 && bytes < 8192) {
                                                    throw new ProviderException(
                                                            DatType.INSUFFICIENT_RESOURCES,
                                                            "not whole pages");
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "lmr-takes-nothing",
                            "LMR-03",
                            "No memory at all becomes one byte.",
                            faults ->
                                    faults.on(
                                            ProtectionZone.class,
                                            "allocate",
                                            call ->
                                                    (call.argument(0, Long.class) == 0
                                                                    ? call.with(0, 1L)
                                                                    : call)
                                                            .proceed())));

    private LmrMutants() {}
}
