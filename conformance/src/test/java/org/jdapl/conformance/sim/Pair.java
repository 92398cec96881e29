package org.jdapl.conformance.sim;

import java.time.Duration;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.sim.FaultPlan;
import org.jdapl.provider.soft.sim.SimHost;
import org.jdapl.provider.soft.sim.Simulation;

/** Two programs on two hosts: {@code b} listens, then {@code a} starts. */
final class Pair {

    /** What one of the two does. */
    interface Program {
        void run(Node node) throws Exception;
    }

    /** When {@code a} starts: {@code b} listens by then. */
    private static final Duration HEAD_START = Duration.ofNanos(100_000);

    final Simulation sim;
    final SimHost a;
    final SimHost b;
    private final ProgressMode mode;
    private final TransportAttributes transport;

    Pair(Simulation sim, ProgressMode mode, TransportAttributes transport) {
        this.sim = sim;
        this.mode = mode;
        this.transport = transport;
        this.a = sim.host("a");
        this.b = sim.host("b");
    }

    /** A simulation of both, which is over and can be asked. */
    static Simulation run(long seed, FaultPlan plan, ProgressMode mode, Program ofB, Program ofA)
            throws Exception {
        return run(seed, plan, mode, TransportAttributes.NONE, ofB, ofA);
    }

    static Simulation run(
            long seed,
            FaultPlan plan,
            ProgressMode mode,
            TransportAttributes transport,
            Program ofB,
            Program ofA)
            throws Exception {
        try (Simulation sim = Simulation.builder().seed(seed).faults(plan).build()) {
            new Pair(sim, mode, transport).run(ofB, ofA);
            return sim;
        }
    }

    void run(Program ofB, Program ofA) throws Exception {
        sim.run(
                () -> {
                    Thread passive = start(b, ofB);
                    sim.sleep(HEAD_START);
                    Thread active = start(a, ofA);
                    sim.join(passive);
                    sim.join(active);
                });
    }

    private Thread start(SimHost host, Program program) {
        return host.start(
                "program",
                () -> {
                    try (Node node = new Node(sim, host, mode, transport)) {
                        program.run(node);
                    }
                });
    }
}
