package org.jdapl.benchmarks;

/** Threads that keep processors busy beside a measurement. */
final class Hogs {

    private volatile boolean stopped;
    private volatile long sink;

    Hogs(int count) {
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(this::run, "hog-" + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    void stop() {
        stopped = true;
    }

    private void run() {
        long x = 1;
        while (!stopped) {
            x = x * 6_364_136_223_846_793_005L + 1;
        }
        sink = x;
    }

    /** What the threads worked out, so that they cannot be spared it. */
    long sink() {
        return sink;
    }
}
