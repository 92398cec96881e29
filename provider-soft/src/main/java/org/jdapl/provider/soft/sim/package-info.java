/**
 * A deterministic network inside one JVM, under a virtual clock, for authors of middleware: {@link
 * org.jdapl.provider.soft.sim.Simulation} has the hosts and runs the program, {@link
 * org.jdapl.provider.soft.sim.FaultPlan} says what goes wrong. The same seed replays the same run.
 *
 * <pre>{@code
 * try (Simulation sim = Simulation.builder().seed(7).faults(plan).build()) {
 *     SimHost a = sim.host("a");
 *     RuntimeSeams seams =
 *             new RuntimeSeams(sim.clock(), sim.parker(), sim.random(), a.threads());
 *     sim.run(() -> {
 *         try (AdapterRegistry registry = new RegistryBuilder()
 *                 .discover(false).provider(a.provider()).seams(seams).build()) {
 *             // registry.open("soft:sim", ...) and so on
 *         }
 *     });
 * }
 * }</pre>
 *
 * <p>Inside, a {@code Scheduler} hands turns to threads and moves the clock, and a {@code Fabric}
 * of {@code SimStream}s stands in for TCP below the RDMAP engine. All of their state is guarded by
 * one monitor, that of the {@code Timeline}.
 */
package org.jdapl.provider.soft.sim;
