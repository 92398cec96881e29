package org.jdapl.conformance.kit;

import java.util.List;
import org.jdapl.conformance.mutants.Mutant;
import org.jspecify.annotations.Nullable;

/** Something to try rules on: an adapter, with a peer. For use by one thread. */
public interface Target extends AutoCloseable {

    /** What is done on a stage. */
    @FunctionalInterface
    interface Act {
        /**
         * Does it.
         *
         * @param stage where
         * @throws Throwable whatever goes wrong
         */
        void on(Stage stage) throws Throwable;
    }

    /**
     * The target's name.
     *
     * @return the adapter's name, and how it is tried where there is more than one way
     */
    String name();

    /**
     * The adapter to open.
     *
     * @return provider and device
     */
    String adapterName();

    /**
     * The adapter that the other side opens.
     *
     * @return provider and device; the same, where the target does not cross two providers
     */
    default String peerAdapterName() {
        return adapterName();
    }

    /**
     * What the adapter is judged by.
     *
     * @return the profile
     */
    Profile profile();

    /**
     * What is known to be broken.
     *
     * @return the waivers that are about this adapter in this version
     */
    default List<Waiver> waivers() {
        return List.of();
    }

    /**
     * Sets a stage, has something done on it, and takes it down.
     *
     * @param mutant the fault that the provider or the runtime has; null for none
     * @param act what is done
     * @throws Throwable what was thrown; an {@link AssertionError} where the other side left
     *     something behind
     */
    void perform(@Nullable Mutant mutant, Act act) throws Throwable;

    /** Ends the peers. */
    @Override
    void close();
}
