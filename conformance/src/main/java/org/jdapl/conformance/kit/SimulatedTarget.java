package org.jdapl.conformance.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.conformance.base.Pump;
import org.jdapl.conformance.base.Seed;
import org.jdapl.conformance.base.Time;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.peer.PeerThread;
import org.jdapl.core.RuntimeSeams;
import org.jdapl.core.seam.SystemSeams;
import org.jdapl.provider.soft.sim.SimHost;
import org.jdapl.provider.soft.sim.Simulation;
import org.jspecify.annotations.Nullable;

/**
 * Our software provider over a simulated network: each stage is a simulation of its own, and each
 * side a host in it. Waiting costs nothing, and the same seed goes the same way.
 */
final class SimulatedTarget implements Target {

    @Override
    public String name() {
        return "soft:sim";
    }

    @Override
    public String adapterName() {
        return "soft:sim";
    }

    @Override
    public Profile profile() {
        return Profile.SOFT;
    }

    @Override
    public void perform(@Nullable Mutant mutant, Act act) throws Throwable {
        AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        try (Simulation simulation = Simulation.builder().seed(Seed.value()).build()) {
            simulation.run(
                    () -> {
                        try {
                            stage(simulation, mutant, act);
                        } catch (Throwable t) {
                            thrown.set(t);
                        }
                    });
        }
        @Nullable Throwable t = thrown.get();
        if (t != null) {
            throw t;
        }
    }

    private static void stage(Simulation simulation, @Nullable Mutant mutant, Act act)
            throws Throwable {
        SimHost side = simulation.host("here");
        Pump pump = new Pump(new Time(simulation.clock(), simulation.parker()));
        List<AutoCloseable> own = new ArrayList<>();
        try (AdapterRegistry here =
                        Registries.here(side.provider(), seams(simulation, side), mutant);
                Other other = Other.start(simulation, "there", mutant, pump)) {
            act.on(
                    new ThreadStage(
                            here,
                            Registries.subject(side.provider(), seams(simulation, side), mutant),
                            pump,
                            other.peer(),
                            side.threads(),
                            () -> {
                                Other more =
                                        Other.start(
                                                simulation, "mortal-" + own.size(), mutant, pump);
                                own.add(more);
                                return more.peer();
                            },
                            side::removeAdapter,
                            side::returnAdapter,
                            () -> simulation.partition(side, other.host())));
        } finally {
            for (AutoCloseable more : own) {
                more.close();
            }
        }
    }

    private static RuntimeSeams seams(Simulation simulation, SimHost host) {
        return new RuntimeSeams(
                simulation.clock(),
                simulation.parker(),
                simulation.random(),
                host.threads(),
                SystemSeams.descriptorSignals());
    }

    /** Another host with a peer on it. */
    private record Other(SimHost host, AdapterRegistry registry, PeerThread peer)
            implements AutoCloseable {

        static Other start(Simulation simulation, String name, @Nullable Mutant mutant, Pump pump) {
            SimHost host = simulation.host(name);
            AdapterRegistry registry =
                    Registries.there(host.provider(), seams(simulation, host), mutant);
            return new Other(
                    host, registry, PeerThread.start(registry, host.threads(), host::kill, pump));
        }

        @Override
        public void close() {
            peer.close();
            registry.close();
        }
    }

    @Override
    public void close() {
        // Nothing outlives a stage.
    }
}
