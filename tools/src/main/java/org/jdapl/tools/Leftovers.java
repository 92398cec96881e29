package org.jdapl.tools;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What must be gone when the process ends early: temporary files and second processes. The Java VM
 * runs its shutdown hooks on SIGINT, SIGTERM and SIGHUP and then exits with 128 plus the signal, so
 * a hook is all that an orderly Ctrl-C needs.
 */
final class Leftovers {

    private static final Deque<Removal> REMOVALS = new ArrayDeque<>();

    private static volatile OneLine line = new OneLine();
    private static volatile String command = "jdapl";
    private static volatile boolean quiet;
    private static volatile boolean finished;
    private static volatile boolean ending;

    private Leftovers() {}

    /** Something to remove. */
    @FunctionalInterface
    interface Removal {
        /** Removes it; called at most once, and must not block for long. */
        void remove();
    }

    /** Installs the hook; once for each process. */
    static void watch() {
        Runtime.getRuntime().addShutdownHook(new Thread(Leftovers::end, "jdapl-shutdown"));
    }

    /** Where the line goes that an interrupt prints, unless a failure was first. */
    static void report(OneLine to) {
        line = to;
    }

    /** Names the command in that line. */
    static void running(String name) {
        command = name;
    }

    /** Makes an interrupt silent: the process that started this one says what happened. */
    static void silence() {
        quiet = true;
    }

    /** Remembers something to remove. */
    static void add(Removal removal) {
        synchronized (REMOVALS) {
            REMOVALS.push(removal);
        }
    }

    /** Forgets something that is gone, or that shall stay. */
    static void forget(Removal removal) {
        synchronized (REMOVALS) {
            REMOVALS.remove(removal);
        }
    }

    /** The command has ended by itself; what is registered still goes, but nothing is said. */
    static void finish() {
        finished = true;
    }

    /** Whether the process is going down; failures seen from then on are consequences. */
    static boolean isEnding() {
        return ending;
    }

    private static void end() {
        ending = true;
        if (!finished && !quiet) {
            ProgressBar.clearAny();
            line.print(command, "interrupted");
        }
        while (true) {
            Removal next;
            synchronized (REMOVALS) {
                if (REMOVALS.isEmpty()) {
                    return;
                }
                next = REMOVALS.pop();
            }
            try {
                next.remove();
            } catch (RuntimeException _) {
                // The others must go too, and there is nobody left to tell.
            }
        }
    }
}
