package org.jdapl.conformance.kit;

import org.jdapl.api.AdapterRegistry;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.core.RegistryBuilder;
import org.jdapl.core.RuntimeSeams;
import org.jdapl.spi.Provider;
import org.jspecify.annotations.Nullable;

/** Makes registries with one provider, and faults around it. */
final class Registries {

    private Registries() {}

    /** The side under test. */
    static AdapterRegistry here(Provider provider, RuntimeSeams seams, @Nullable Mutant mutant) {
        return make(provider, seams, mutant == null ? Faults.NONE : mutant.faults());
    }

    /** The other side, which is sound but for faults of both sides. */
    static AdapterRegistry there(Provider provider, RuntimeSeams seams, @Nullable Mutant mutant) {
        return make(
                provider,
                seams,
                mutant != null && mutant.alsoThere() ? mutant.faults() : Faults.NONE);
    }

    /** The provider under test, for rules that do without the runtime. */
    static Subject subject(Provider provider, RuntimeSeams seams, @Nullable Mutant mutant) {
        Faults faults = mutant == null ? Faults.NONE : mutant.faults();
        return new Subject(faults.around(provider), seams.clock(), seams.random());
    }

    private static AdapterRegistry make(Provider provider, RuntimeSeams seams, Faults faults) {
        return faults.around(
                new RegistryBuilder()
                        .discover(false)
                        .provider(faults.around(provider))
                        .seams(seams)
                        .build());
    }
}
