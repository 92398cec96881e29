package org.jdapl.tools;

/**
 * Both ends of each test: {@link #latency} and {@link #bandwidth} where the clock is, {@link
 * #respond} at the other end. A pair of methods here is a protocol: each knows from the run alone
 * how many messages the other sends.
 */
final class PerfRunner {

    /** Above this many slices a run's peak would be a single burst. */
    private static final int MAX_SLICES = 20;

    private final PerfLane lane;

    PerfRunner(PerfLane lane) {
        this.lane = lane;
    }

    /**
     * Times of a latency run.
     *
     * @return a time for each iteration, in nanoseconds, there and back
     */
    long[] latency(PerfRun run) {
        long[] times = new long[run.iterations()];
        lane.begin();
        switch (run.test().op()) {
            case SEND -> sendLatency(run.bytes(), times);
            case WRITE -> writeLatency(run.bytes(), times);
            case READ -> readLatency(run.bytes(), times);
        }
        return times;
    }

    /** Rates of a bandwidth run. */
    Rates bandwidth(PerfRun run) {
        lane.begin();
        Slices slices = new Slices(run.iterations(), lane.depth());
        slices.start();
        switch (run.test().op()) {
            case SEND -> sendBandwidth(run, slices);
            case WRITE -> writeBandwidth(run, slices);
            case READ -> readBandwidth(run, slices);
        }
        return slices.rates(run.bytes());
    }

    /** The other end of a run; returns when its part is done, for reads at once. */
    void respond(PerfRun run) {
        lane.begin();
        boolean latency = run.test().kind() == PerfTest.Kind.LATENCY;
        switch (run.test().op()) {
            case SEND -> {
                if (latency) {
                    answerSends(run);
                } else {
                    creditSends(run);
                }
            }
            case WRITE -> {
                if (latency) {
                    answerWrites(run);
                } else {
                    lane.awaitReceived(1);
                    lane.note();
                }
            }
            case READ -> {
                // The fabric, or this side's wait for the next run, serves them.
            }
        }
    }

    /**
     * Rates of one run.
     *
     * @param peak the best part of it, in bytes a second
     * @param average over all of it, in bytes a second
     * @param messages messages a second, over all of it
     */
    record Rates(double peak, double average, double messages) {}

    // ---- send

    private void sendLatency(long bytes, long[] times) {
        for (int i = 0; i < times.length; i++) {
            long start = System.nanoTime();
            lane.send(bytes);
            lane.awaitReceived(i + 1L);
            times[i] = System.nanoTime() - start;
        }
    }

    private void answerSends(PerfRun run) {
        for (int i = 1; i <= run.iterations(); i++) {
            lane.awaitReceived(i);
            lane.send(run.bytes());
        }
    }

    /**
     * Sends as long as the other end has receives. It says so by one note for each quarter of its
     * receives, and by a last one when it has everything, which is where the time ends.
     */
    private void sendBandwidth(PerfRun run, Slices slices) {
        int n = run.iterations();
        int quarter = quarter();
        long notes = (n + quarter - 1L) / quarter;
        int sent = 0;
        while (lane.received() < notes) {
            long allowed = lane.depth() + lane.received() * quarter;
            while (sent < n && sent < allowed && lane.outstanding() < lane.depth()) {
                lane.send(run.bytes());
                sent++;
            }
            lane.take();
            slices.done(lane.completed());
        }
        slices.end();
    }

    private void creditSends(PerfRun run) {
        int n = run.iterations();
        int quarter = quarter();
        for (long told = 0; told < n; ) {
            long next = Math.min(n, told + quarter);
            lane.awaitReceived(next);
            lane.note();
            told = next;
        }
    }

    private int quarter() {
        return Math.max(1, lane.depth() / 4);
    }

    // ---- RDMA write

    private void writeLatency(long bytes, long[] times) {
        for (int i = 0; i < times.length; i++) {
            long start = System.nanoTime();
            lane.write(bytes);
            lane.note();
            lane.awaitReceived(i + 1L);
            times[i] = System.nanoTime() - start;
        }
    }

    private void answerWrites(PerfRun run) {
        for (int i = 1; i <= run.iterations(); i++) {
            lane.awaitReceived(i);
            lane.write(run.bytes());
            lane.note();
        }
    }

    /** Writes all, then a note; the note that comes back says that all are in the peer's memory. */
    private void writeBandwidth(PerfRun run, Slices slices) {
        for (int i = 0; i < run.iterations(); i++) {
            lane.write(run.bytes());
            slices.done(lane.completed());
        }
        lane.note();
        lane.awaitReceived(1);
        slices.end();
    }

    // ---- RDMA read

    private void readLatency(long bytes, long[] times) {
        for (int i = 0; i < times.length; i++) {
            long start = System.nanoTime();
            lane.read(bytes);
            lane.awaitIdle();
            times[i] = System.nanoTime() - start;
        }
    }

    private void readBandwidth(PerfRun run, Slices slices) {
        for (int i = 0; i < run.iterations(); i++) {
            lane.read(run.bytes());
            slices.done(lane.completed());
        }
        lane.awaitIdle();
        slices.end();
    }

    /** The clock of a bandwidth run: when each part of it was done. */
    static final class Slices {

        private final long[] marks;
        private final int iterations;
        private int passed;
        private long started;
        private long ended;

        /**
         * A slice is at least four times as long as the queue, whose completions come in bursts.
         */
        Slices(int iterations, int depth) {
            this.iterations = iterations;
            int count = Math.clamp(iterations / (4L * depth), 1, MAX_SLICES);
            this.marks = new long[count];
        }

        void start() {
            started = System.nanoTime();
        }

        void done(long completed) {
            while (passed < marks.length - 1 && completed >= boundary(passed)) {
                marks[passed++] = System.nanoTime();
            }
        }

        void end() {
            ended = System.nanoTime();
            while (passed < marks.length) {
                marks[passed++] = ended;
            }
        }

        Rates rates(long bytes) {
            double seconds = Math.max(1, ended - started) / 1e9;
            double average = iterations * (double) bytes / seconds;
            double peak = average;
            long from = started;
            long before = 0;
            for (int i = 0; i < marks.length; i++) {
                long upTo = boundary(i);
                long took = marks[i] - from;
                if (took > 0) {
                    peak = Math.max(peak, (upTo - before) * (double) bytes / took * 1e9);
                }
                from = marks[i];
                before = upTo;
            }
            return new Rates(peak, average, iterations / seconds);
        }

        private long boundary(int slice) {
            return (slice + 1L) * iterations / marks.length;
        }
    }
}
