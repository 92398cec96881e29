package org.jdapl.tools;

import java.io.IOException;

/**
 * Ends a second process with the one that started it, whatever ended that: its end of the pipe to
 * this process's standard input is closed then.
 */
final class ParentWatch {

    private ParentWatch() {}

    static void start() {
        Thread thread = new Thread(ParentWatch::watch, "parent-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private static void watch() {
        try {
            while (System.in.read() >= 0) {
                // Nobody writes here; only the end counts.
            }
        } catch (IOException _) {
            // As good as the end.
        }
        Runtime.getRuntime().exit(ExitCode.FAILURE);
    }
}
