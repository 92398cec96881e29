package org.jdapl.conformance.explorer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jdapl.api.DatException;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.conformance.explorer.Finding.Check;
import org.jdapl.provider.soft.sim.FaultPlan;
import org.jdapl.provider.soft.sim.Simulation;
import org.jdapl.spi.seam.ThreadEndError;
import org.jspecify.annotations.Nullable;

/** Plays one story in a simulation of its own. */
final class Play {

    /**
     * What came of it.
     *
     * @param story the story
     * @param finding what was found, or null
     * @param tally what was hit
     * @param digest of all that happened in the simulation, equal for equal runs
     */
    record Outcome(Story story, @Nullable Finding finding, Tally tally, String digest) {}

    /** All must have come to an end within this time after the last step. */
    private static final Duration LIVENESS = Duration.ofSeconds(8);

    private static final Duration TICK = Duration.ofMillis(1);

    private final Story story;
    private final RuntimeUnderTest runtime;
    private final Tally tally = new Tally();
    private final AtomicLong numbers = new AtomicLong();
    private final List<Side> sides = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final boolean[] played = new boolean[2];
    private final boolean[] dead = new boolean[2];
    private volatile boolean over;
    private volatile @Nullable Finding finding;

    private Play(Story story, RuntimeUnderTest runtime) {
        this.story = story;
        this.runtime = runtime;
    }

    static Outcome play(Story story, RuntimeUnderTest runtime) {
        return new Play(story, runtime).run();
    }

    private Outcome run() {
        String digest = "";
        try (Simulation simulation =
                Simulation.builder()
                        .seed(story.seed())
                        .faults(FaultPlan.parse(story.setup().faults()))
                        .build()) {
            try {
                simulation.run(() -> body(simulation));
            } catch (Finding e) {
                found(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                found(new Finding(Check.CRASH, e));
            } catch (Exception e) {
                found(new Finding(Check.LIVENESS, e));
            }
            simulation.counts().forEach((fault, n) -> tally.count("fault " + fault, n));
            digest = simulation.digest();
        }
        return new Outcome(story, finding, tally, digest);
    }

    private synchronized void found(Finding first) {
        if (finding == null) {
            finding = first;
        }
        over = true;
    }

    private void body(Simulation simulation) throws InterruptedException {
        sides.add(side(simulation, "left", 0));
        sides.add(side(simulation, "right", 1));
        for (Side side : sides) {
            Side other = sides.get(1 - side.number);
            start(simulation, side, " consumer", () -> consume(simulation, side, other));
            if (story.setup().pollers()) {
                for (EventDispatcher dispatcher : side.dispatchers()) {
                    start(
                            simulation,
                            side,
                            " waits on " + dispatcher,
                            () -> poll(side, dispatcher));
                }
            }
        }
        while (!over && !living().isEmpty()) {
            simulation.sleep(TICK);
        }
        if (story.setup().pollers()) {
            living().forEach(Side::endWaits);
        }
        threads.forEach(simulation::join);
        if (finding == null) {
            living().forEach(Side::checkMemory);
            living().forEach(Side::close);
        }
    }

    private List<Side> living() {
        return sides.stream().filter(side -> !dead[side.number]).toList();
    }

    private Side side(Simulation simulation, String name, int number) {
        return new Side(
                name,
                number,
                story.setup(),
                runtime.registry(
                        simulation.host(name).provider(),
                        simulation.clock(),
                        simulation.parker(),
                        simulation.random(),
                        simulation.host(name).threads()),
                tally);
    }

    /** What a thread of the story does. */
    private interface Part {
        void run() throws InterruptedException;
    }

    /** Starts a thread that dies with the side's host. */
    private void start(Simulation simulation, Side side, String name, Part part) {
        Thread thread =
                simulation
                        .host(side.name)
                        .threads()
                        .newThread(
                                () -> {
                                    try {
                                        part.run();
                                    } catch (Finding e) {
                                        found(e);
                                    } catch (InterruptedException | RuntimeException e) {
                                        found(new Finding(Check.CRASH, e));
                                    } catch (ThreadEndError e) {
                                        dead[side.number] = true;
                                        throw e;
                                    }
                                });
        thread.setName(side.name + name);
        threads.add(thread);
        thread.start();
    }

    private void consume(Simulation simulation, Side here, Side there) throws InterruptedException {
        Consumer consumer = new Consumer(simulation, here, there, numbers, tally);
        for (Step step : story.steps()) {
            if (over) {
                return;
            }
            consumer.play(step);
        }
        played[here.number] = true;
        long start = simulation.clock().nanoTime();
        while (!over) {
            consumer.finish();
            consumer.drain();
            if (here.isSettled()
                    && (dead[there.number] || (played[there.number] && there.isSettled()))) {
                over = true;
            } else if (simulation.clock().nanoTime() - start > LIVENESS.toNanos()) {
                throw new Finding(
                        Check.LIVENESS,
                        "after " + LIVENESS + " there are still" + here.open() + there.open());
            }
        }
    }

    /** Waits without a limit: a wake-up that is lost is seen. */
    private void poll(Side side, EventDispatcher dispatcher) throws InterruptedException {
        EventBatch batch = side.batch();
        try {
            while (!over) {
                side.await(batch, dispatcher, Long.MAX_VALUE);
            }
        } catch (DatException e) {
            if (!over || e.subtype() != DatSubtype.INVALID_STATE_EVD_UNWAITABLE) {
                throw e;
            }
        }
    }
}
