package org.jdapl.conformance.kit;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jdapl.conformance.base.Bound;

/**
 * Ends a worker in which a trial does not come to its end though it was interrupted: it writes down
 * which call of the provider hangs, and halts the Java VM, with all that hangs in it. The kit goes
 * on with the next trial in another.
 */
final class HangGuard implements AutoCloseable {

    /** The exit status of a worker that was ended so. */
    static final int STATUS = 4;

    /**
     * So long after its start a trial is given up: its own limit, and what cleaning up may take.
     */
    static final long LIMIT_NS = Bound.TEST.nanos() + 2 * Bound.SETTLE.nanos();

    private final Journal.Step step;
    private final Journal journal;
    private final Thread watched = Thread.currentThread();
    private final AtomicBoolean over = new AtomicBoolean();
    private final Thread thread;

    @SuppressWarnings("this-escape") // the thread is started last
    HangGuard(Journal.Step step, Journal journal) {
        this.step = step;
        this.journal = journal;
        this.thread = Thread.ofPlatform().daemon().name("hang-guard").unstarted(this::watch);
        thread.start();
    }

    private void watch() {
        try {
            TimeUnit.NANOSECONDS.sleep(LIMIT_NS);
        } catch (InterruptedException _) {
            return; // the trial has ended
        }
        if (over.compareAndSet(false, true)) {
            journal.end(hung());
            Runtime.getRuntime().halt(STATUS);
        }
    }

    private Result hung() {
        Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
        Optional<String> call = HungCall.find(stacks, watched);
        long millis = TimeUnit.NANOSECONDS.toMillis(LIMIT_NS);
        return Result.ofHarness(
                step,
                call.isPresent() ? Status.FAIL : Status.ERROR,
                "still not done after "
                        + millis
                        + " ms: "
                        + call.map(c -> "no return from the provider's " + c)
                                .orElse("no thread is in a call of the provider that ought to end"),
                trace(stacks.getOrDefault(watched, new StackTraceElement[0])),
                millis);
    }

    private static String trace(StackTraceElement[] stack) {
        StringBuilder out = new StringBuilder("the test's thread:\n");
        for (StackTraceElement frame : stack) {
            out.append("    at ").append(frame).append('\n');
        }
        return out.toString();
    }

    /** The trial has ended. Where the guard was faster, this waits for the halt. */
    @Override
    public void close() {
        boolean first = over.compareAndSet(false, true);
        if (first) {
            thread.interrupt();
        }
        while (!first) {
            LockSupport.park(this);
        }
    }
}
