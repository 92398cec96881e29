package org.jdapl.provider.soft.sim;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jdapl.api.data.DatType;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.seam.Clock;
import org.jdapl.spi.seam.Parker;
import org.jdapl.spi.seam.RandomSource;

/**
 * Hosts, a network between them, and a virtual clock, in one JVM. The runtime and the protocol
 * engine run on it unchanged, with faults by a {@link FaultPlan}; the seed decides everything that
 * chance decides, so that the same program with the same seed goes the same way, event for event.
 *
 * <p>One thread runs at a time: the one that called {@link #run}, or one that {@link #threads()} or
 * a host has made. A thread gives its turn away where it waits or polls in vain; the seed says who
 * is next. Time passes only while all threads wait, and a little with each poll in vain. A run in
 * which all wait for something that does not come ends by a {@link SimulationStuckException}.
 *
 * <p>Threads of a simulation must not block on anything that it does not know: no monitor that
 * another thread of it holds while it waits, no {@code Thread.sleep} and {@code Thread.join}, no
 * sockets. {@link SimulationBlockedException} tells of such a thread. A program that is to be
 * replayed takes time and chance from the seams alone.
 *
 * <p><strong>Threads:</strong> any; what waits needs a thread that takes part.
 */
public final class Simulation implements AutoCloseable {

    /** How long a thread may stay away from all seams, in real time, unless said otherwise. */
    public static final Duration WATCHDOG = Duration.ofSeconds(30);

    /**
     * How long nothing may happen but threads that look in vain, in virtual time, unless said
     * otherwise.
     */
    public static final Duration IDLE_LIMIT = Duration.ofMinutes(10);

    /** What a thread does. */
    @FunctionalInterface
    public interface Body {

        /**
         * Does it.
         *
         * @throws Exception where it fails
         */
        void run() throws Exception;
    }

    private final long seed;
    private final FaultPlan faults;
    private final Story story;
    private final Scheduler scheduler;
    private final Fabric fabric;
    private final RandomSource random;
    private final Map<String, SimHost> hosts = new LinkedHashMap<>();

    private Simulation(Builder builder) {
        seed = builder.seed;
        faults = builder.faults;
        story = new Story(builder.trace);
        scheduler =
                new Scheduler(
                        this,
                        new Chance(seed, "turns"),
                        story,
                        FaultText.nanos(builder.idleLimit),
                        FaultText.nanos(builder.watchdog));
        fabric = new Fabric(scheduler, faults, new Chance(seed, "network"), scheduler::tell);
        Chance numbers = new Chance(seed, "random source");
        random =
                () -> {
                    synchronized (scheduler) {
                        return numbers.next();
                    }
                };
        synchronized (scheduler) {
            for (FaultPlan.Appointment a : faults.appointments()) {
                scheduler.in(a.atNs(), () -> carryOut(a));
            }
        }
    }

    /**
     * Starts with seed 0 and no faults.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    // ---- what it is made of

    /**
     * The seed.
     *
     * @return as it was given
     */
    public long seed() {
        return seed;
    }

    /**
     * The fault plan.
     *
     * @return as it was given
     */
    public FaultPlan faults() {
        return faults;
    }

    /**
     * A host.
     *
     * @param name its name; it is made where there is none of that name
     * @return the host
     */
    public SimHost host(String name) {
        FaultPlan.Builder.name(name);
        synchronized (scheduler) {
            return hosts.computeIfAbsent(name, n -> new SimHost(this, fabric.station(n)));
        }
    }

    /**
     * The virtual clock.
     *
     * @return always the same object
     */
    public Clock clock() {
        return scheduler;
    }

    /**
     * What puts threads of the simulation to sleep.
     *
     * @return always the same object
     */
    public Parker parker() {
        return scheduler;
    }

    /**
     * Random numbers from the seed.
     *
     * @return always the same object
     */
    public RandomSource random() {
        return random;
    }

    /**
     * Makes threads that take part. They are of the same host as the thread that makes them.
     *
     * @return always an equal factory
     */
    public ThreadFactory threads() {
        return body -> scheduler.thread(null, body);
    }

    // ---- running

    /**
     * Lets the calling thread take part while it runs a body. Other threads of the simulation run
     * until the body is over, and go on when {@code run} is called again.
     *
     * @param body what to run
     * @throws SimulationStuckException where all threads wait and nothing is to come
     * @throws SimulationBlockedException where a thread blocks or computes without end
     * @throws SimulationException where another thread ended by an exception
     * @throws Exception what the body throws
     */
    public void run(Body body) throws Exception {
        scheduler.run(body);
    }

    /**
     * Waits for virtual time to pass.
     *
     * @param duration how long
     * @throws InterruptedException where the thread is interrupted
     */
    public void sleep(Duration duration) throws InterruptedException {
        scheduler.sleep(FaultText.nanos(duration));
    }

    /**
     * Waits for another thread of the simulation to end.
     *
     * @param thread the thread
     */
    public void join(Thread thread) {
        scheduler.join(thread);
    }

    /**
     * How much virtual time has passed.
     *
     * @return the time since the simulation was made
     */
    public Duration elapsed() {
        synchronized (scheduler) {
            return Duration.ofNanos(scheduler.elapsedNs());
        }
    }

    // ---- faults at once

    /**
     * Separates two hosts: nothing that one sends reaches the other.
     *
     * @param a one
     * @param b the other
     */
    public void partition(SimHost a, SimHost b) {
        act(FaultPlan.Action.PARTITION, List.of(a.name(), b.name()));
    }

    /**
     * Joins two hosts again.
     *
     * @param a one
     * @param b the other
     */
    public void heal(SimHost a, SimHost b) {
        act(FaultPlan.Action.HEAL, List.of(a.name(), b.name()));
    }

    private void act(FaultPlan.Action action, List<String> names) {
        synchronized (scheduler) {
            carryOut(new FaultPlan.Appointment(0, action, names));
        }
    }

    private void carryOut(FaultPlan.Appointment a) {
        Station first = fabric.station(a.hosts().getFirst());
        Station second = fabric.station(a.hosts().getLast());
        switch (a.action()) {
            case PARTITION -> fabric.separate(first, second);
            case HEAL -> fabric.join(first, second);
            case KILL -> kill(first);
            case REMOVE -> remove(first);
            case RETURN -> bringBack(first);
        }
    }

    void kill(Station station) {
        synchronized (scheduler) {
            if (!station.dead) {
                fabric.count(Fault.DEATH);
                fabric.tell("kill " + station.name());
                List.copyOf(station.networks()).forEach(n -> n.die(faults.diesSilently()));
                station.dead = true;
                station.silent = faults.diesSilently();
                scheduler.doom(station);
            }
        }
    }

    void remove(Station station) {
        synchronized (scheduler) {
            if (!station.removed && !station.dead) {
                fabric.count(Fault.REMOVAL);
                fabric.tell("remove the adapter of " + station.name());
                station.removed = true;
                station.silent = true;
                String why = "the adapter of host " + station.name() + " was removed";
                List.copyOf(station.networks()).forEach(n -> n.lose(why));
            }
        }
    }

    void bringBack(Station station) {
        synchronized (scheduler) {
            if (station.removed && !station.dead) {
                fabric.count(Fault.RETURN);
                fabric.tell("return the adapter of " + station.name());
                station.removed = false;
                station.silent = false;
            }
        }
    }

    Adapter open(Station station, OpenParameters parameters) {
        if (parameters.clock() != scheduler) {
            throw new ProviderException(
                    DatType.INVALID_PARAMETER,
                    "an adapter of a simulated host needs a registry with the simulation's seams");
        }
        return SimAdapters.open(fabric, station, parameters);
    }

    Scheduler scheduler() {
        return scheduler;
    }

    // ---- the story

    /**
     * A number that stands for all that has happened, in order and with its virtual time: equal for
     * runs that went the same way.
     *
     * @return 16 hexadecimal digits
     */
    public String digest() {
        synchronized (scheduler) {
            return story.digest();
        }
    }

    /**
     * What has happened, in order, each line with its virtual time in seconds: what was sent, lost,
     * delivered and read, faults, and which thread got its turn.
     *
     * @return the last 100,000 lines
     */
    public List<String> traceLines() {
        synchronized (scheduler) {
            return story.lines();
        }
    }

    /**
     * How often each fault has happened.
     *
     * @return only what has happened
     */
    public Map<Fault, Long> counts() {
        synchronized (scheduler) {
            return fabric.counts();
        }
    }

    /**
     * Ends all threads of the simulation that are left, each by a {@link
     * org.jdapl.spi.seam.ThreadEndError} at its next seam. To be called when no run is going on.
     *
     * @throws IllegalStateException where a thread does not end, or a run is going on
     */
    @Override
    public void close() {
        scheduler.close();
    }

    /** Runs a body as a Runnable; what it throws goes through as it is. */
    static void sneakily(Body body) {
        try {
            body.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new SimulationException("a thread failed: " + e, e);
        }
    }

    /** Builds a simulation. Not safe for use by several threads. */
    public static final class Builder {

        private long seed;
        private FaultPlan faults = FaultPlan.NONE;
        private Consumer<String> trace = line -> {};
        private Duration watchdog = WATCHDOG;
        private Duration idleLimit = IDLE_LIMIT;

        private Builder() {}

        /**
         * Sets the seed.
         *
         * @param number any number
         * @return this
         */
        public Builder seed(long number) {
            seed = number;
            return this;
        }

        /**
         * Sets what goes wrong.
         *
         * @param plan the plan
         * @return this
         */
        public Builder faults(FaultPlan plan) {
            faults = Objects.requireNonNull(plan, "plan");
            return this;
        }

        /**
         * Sets who is told each line of the story as it happens, inside the simulation's monitor.
         *
         * @param listener must not call the simulation
         * @return this
         */
        public Builder trace(Consumer<String> listener) {
            trace = Objects.requireNonNull(listener, "listener");
            return this;
        }

        /**
         * Sets how long a thread may stay away from all seams.
         *
         * @param bound real time, above zero
         * @return this
         */
        public Builder watchdog(Duration bound) {
            watchdog = positive(bound);
            return this;
        }

        /**
         * Sets how long nothing may happen but threads that look in vain.
         *
         * @param limit virtual time, above zero
         * @return this
         */
        public Builder idleLimit(Duration limit) {
            idleLimit = positive(limit);
            return this;
        }

        /**
         * Makes the simulation.
         *
         * @return a simulation for the caller to close
         */
        public Simulation build() {
            return new Simulation(this);
        }

        private static Duration positive(Duration duration) {
            if (duration.isNegative() || duration.isZero()) {
                throw new IllegalArgumentException("duration=" + duration + " is not above zero");
            }
            return duration;
        }
    }
}
