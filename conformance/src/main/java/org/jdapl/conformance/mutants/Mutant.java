package org.jdapl.conformance.mutants;

import java.util.function.Consumer;
import org.jdapl.conformance.kit.Layer;

/**
 * A provider or a runtime with exactly one fault, and the rule that finds it.
 *
 * @param id a name, unique in the catalogue
 * @param sentence what it does wrong
 * @param layer whether it decorates the provider's contract or the consumer's
 * @param kills id of the rule that finds it, by its own assertion
 * @param alsoThere whether the peer has the fault too
 * @param plan puts the faults in place; called once for each run, so that counts start anew
 */
public record Mutant(
        String id,
        String sentence,
        Layer layer,
        String kills,
        boolean alsoThere,
        Consumer<Faults> plan) {

    /**
     * A provider with a fault: {@code plan} breaks methods of {@code org.jdapl.spi}.
     *
     * @param id a name
     * @param kills id of the rule that finds it
     * @param sentence what it does wrong
     * @param plan puts the fault in place
     * @return the mutant
     */
    public static Mutant provider(String id, String kills, String sentence, Consumer<Faults> plan) {
        return new Mutant(id, sentence, Layer.PROVIDER, kills, false, plan);
    }

    /**
     * A runtime with a fault: {@code plan} breaks methods of {@code org.jdapl.api}.
     *
     * @param id a name
     * @param kills id of the rule that finds it
     * @param sentence what it does wrong
     * @param plan puts the fault in place
     * @return the mutant
     */
    public static Mutant runtime(String id, String kills, String sentence, Consumer<Faults> plan) {
        return new Mutant(id, sentence, Layer.RUNTIME, kills, false, plan);
    }

    /**
     * This mutant, with the fault at the peer too.
     *
     * @return the mutant
     */
    public Mutant onBothSides() {
        return new Mutant(id, sentence, layer, kills, true, plan);
    }

    /**
     * The faults for one run.
     *
     * @return new faults
     */
    public Faults faults() {
        Faults faults = new Faults();
        plan.accept(faults);
        return faults;
    }
}
