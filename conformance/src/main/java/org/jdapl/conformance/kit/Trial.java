package org.jdapl.conformance.kit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jdapl.api.DatException;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Resources;
import org.jdapl.conformance.base.Watchdog;
import org.jdapl.conformance.mutants.Mutant;
import org.jspecify.annotations.Nullable;

/**
 * Tries one rule once: sets the stage, runs the test under a hard time limit, and looks afterwards
 * for what was left behind. Never throws: whatever happens is a result. One at a time in a process.
 */
public final class Trial {

    private static final List<String> DIED = new CopyOnWriteArrayList<>();

    private final RuleTest test;
    private final Target target;
    private final ProgressMode mode;
    private final @Nullable Mutant mutant;
    private final List<String> remarks = new ArrayList<>();
    private final SortedSet<String> rawCodes = new TreeSet<>();
    private final Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
    private @Nullable Throwable thrown;
    private boolean inTest;

    private Trial(RuleTest test, Target target, ProgressMode mode, @Nullable Mutant mutant) {
        this.test = test;
        this.target = target;
        this.mode = mode;
        this.mutant = mutant;
    }

    /**
     * Tries a rule on a sound target.
     *
     * @param test the rule
     * @param target where
     * @param mode the progress mode
     * @return what came of it
     */
    public static Result run(RuleTest test, Target target, ProgressMode mode) {
        return run(test, target, mode, null);
    }

    /**
     * Tries a rule.
     *
     * @param test the rule
     * @param target where
     * @param mode the progress mode
     * @param mutant the fault that the target has; null for none
     * @return what came of it
     */
    public static Result run(
            RuleTest test, Target target, ProgressMode mode, @Nullable Mutant mutant) {
        return new Trial(test, target, mode, mutant).run();
    }

    /**
     * Lets the JVM open what it keeps for ever once it has used a connection, so that no rule is
     * charged with it.
     *
     * @param target where
     * @throws AssertionError where the target cannot even connect
     */
    public static void warmUp(Target target) {
        Rule none = Rule.info("KIT-00", Layer.PROVIDER, "Connects once.");
        for (ProgressMode mode : ProgressMode.values()) {
            try {
                target.perform(
                        null,
                        stage -> {
                            Environment environment = new Environment(none, target, stage, mode);
                            environment.connect();
                            environment.close();
                        });
            } catch (Throwable t) {
                throw new AssertionError(target.name() + " cannot connect: " + t, t);
            }
        }
    }

    private Result run() {
        DIED.clear();
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, t) -> DIED.add(thread.getName() + ": " + t));
        long start = System.nanoTime();
        Resources before = Resources.now();
        try (Watchdog _ = new Watchdog(test.rule().id() + " " + mode, Bound.TEST)) {
            target.perform(mutant, this::act);
        } catch (Throwable t) {
            add(t);
        }
        if (thrown == null) {
            lookAround(before);
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        return result(millis);
    }

    private void act(Stage stage) throws Throwable {
        Environment environment = new Environment(test.rule(), target, stage, mode);
        try {
            inTest = true;
            test.run(environment);
            inTest = false;
            environment.requireNoEventsLeft();
        } catch (Throwable t) {
            add(t);
        } finally {
            remarks.addAll(environment.remarks());
            outcomes.addAll(environment.outcomes());
            rawCodes.addAll(environment.rawCodes());
            close(environment);
        }
    }

    private void close(Environment environment) {
        try {
            environment.close();
        } catch (Throwable t) {
            add(t);
        }
    }

    /** The first fault counts; what came of it later is told with it. */
    private void add(Throwable t) {
        if (thrown == null) {
            thrown = t;
        } else if (!thrown.equals(t)) {
            thrown.addSuppressed(t);
        }
    }

    private void lookAround(Resources before) {
        try {
            Resources.requireBackTo(before, Bound.SETTLE);
            if (!DIED.isEmpty()) {
                throw new AssertionError("threads died of an exception: " + DIED);
            }
        } catch (AssertionError e) {
            add(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            add(e);
        }
    }

    private Result result(long millis) {
        Status status = status();
        String text = thrown == null ? String.join("; ", remarks) : describe(thrown);
        Verdict verdict = Verdict.of(status, text, waivers(), LocalDate.now(ZoneOffset.UTC));
        return new Result(
                test.rule().id(),
                mode,
                verdict.status(),
                inTest && thrown instanceof AssertionError,
                verdict.text(),
                status.isGood() || thrown == null ? "" : trace(thrown),
                outcomes,
                List.copyOf(rawCodes),
                remarks,
                millis);
    }

    private List<Waiver> waivers() {
        String id = test.rule().id();
        return target.waivers().stream().filter(waiver -> waiver.rule().equals(id)).toList();
    }

    /** An internal error is the provider's: the runtime names the call that failed. */
    private Status status() {
        return switch (thrown) {
            case null -> remarks.isEmpty() ? Status.PASS : Status.WARNING;
            case NotApplicableException _ -> Status.NOT_APPLICABLE;
            case AssertionError _ -> Status.FAIL;
            case DatException e when e.type() == DatType.INTERNAL_ERROR -> Status.FAIL;
            default -> Status.ERROR;
        };
    }

    private static String describe(Throwable t) {
        return t instanceof AssertionError || t instanceof NotApplicableException
                ? String.valueOf(t.getMessage()).strip()
                : t.toString();
    }

    private static String trace(Throwable t) {
        StringWriter out = new StringWriter();
        t.printStackTrace(new PrintWriter(out));
        return out.toString();
    }
}
