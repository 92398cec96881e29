package org.jdapl.middleware;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.provider.soft.sim.FaultPlan;
import org.jdapl.provider.soft.sim.SimHost;
import org.jdapl.provider.soft.sim.Simulation;

/** Two programs on two simulated hosts; {@code b} listens, and {@code a} starts a little later. */
final class SimulatedPair {

    /** What one of the two does. */
    interface Program {
        void run(SimulatedPair pair, Node node) throws Exception;
    }

    private static final Duration HEAD_START = Duration.ofNanos(100_000);

    final Simulation sim;
    final SimHost a;
    final SimHost b;
    private final ProgressMode mode;

    private SimulatedPair(Simulation sim, ProgressMode mode) {
        this.sim = sim;
        this.mode = mode;
        this.a = sim.host("a");
        this.b = sim.host("b");
    }

    static void run(long seed, FaultPlan plan, ProgressMode mode, Program ofB, Program ofA)
            throws Exception {
        try (Simulation sim = Simulation.builder().seed(seed).faults(plan).build()) {
            SimulatedPair pair = new SimulatedPair(sim, mode);
            sim.run(
                    () -> {
                        Thread passive = pair.start(pair.b, ofB);
                        sim.sleep(HEAD_START);
                        Thread active = pair.start(pair.a, ofA);
                        sim.join(passive);
                        sim.join(active);
                    });
        }
    }

    InetSocketAddress address() {
        return new InetSocketAddress(b.addresses().getFirst(), Node.SIMULATED_PORT);
    }

    void listen(Node node) {
        node.adapter.createPublicServicePoint(address(), node.requests);
    }

    private Thread start(SimHost host, Program program) {
        return host.start(
                "program",
                () -> {
                    try (Node node = Node.simulated(sim, host, mode)) {
                        program.run(this, node);
                    }
                });
    }
}
