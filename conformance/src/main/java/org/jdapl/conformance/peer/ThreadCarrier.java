package org.jdapl.conformance.peer;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Time;
import org.jspecify.annotations.Nullable;

/** Talks to a thread of this process. Both sides wait in the time of the test. */
final class ThreadCarrier implements Carrier {

    private static final long DRIVE_AGAIN_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private final Interpreter interpreter;
    private final Time time;
    private final Queue<String> commands = new ConcurrentLinkedQueue<>();
    private final Queue<String> answers = new ConcurrentLinkedQueue<>();
    private final Thread client = Thread.currentThread();
    private @Nullable Thread server;
    private volatile boolean closing;
    private volatile boolean ended;

    ThreadCarrier(Interpreter interpreter, Time time) {
        this.interpreter = interpreter;
        this.time = time;
    }

    /** Starts the thread that carries commands out. */
    void start(ThreadFactory threads) {
        answers.add(new Message("ready").encode());
        Thread thread = threads.newThread(this::serve);
        server = thread;
        thread.start();
    }

    private void serve() {
        try (interpreter) {
            while (!closing) {
                @Nullable String line = commands.poll();
                if (line != null) {
                    answers.add(interpreter.answer(Message.decode(line)).encode());
                    time.parker().unpark(client);
                } else {
                    time.doze(interpreter.drive() ? DRIVE_AGAIN_NS : Long.MAX_VALUE);
                }
            }
        } catch (InterruptedException _) {
            // The test is at its end.
        } finally {
            ended = true;
            time.parker().unpark(client);
        }
    }

    @Override
    public void send(String line) throws IOException {
        if (ended) {
            throw new IOException("the thread has ended");
        }
        commands.add(line);
        wake();
    }

    private void wake() {
        if (server != null) {
            time.parker().unpark(server);
        }
    }

    @Override
    public @Nullable String receive(long nanos) throws InterruptedException {
        @Nullable String line = answers.poll();
        if (line == null && !ended) {
            time.doze(nanos);
            line = answers.poll();
        }
        return line;
    }

    @Override
    public boolean ended() {
        return ended && answers.isEmpty();
    }

    @Override
    public String said() {
        return "";
    }

    @Override
    public void dump() {
        // Its threads are this process's.
    }

    /** Takes note that the thread is dead. */
    void forget() {
        ended = true;
    }

    @Override
    public void close() {
        closing = true;
        wake();
        long start = time.now();
        try {
            while (!ended && time.since(start) < Bound.EVENT.nanos()) {
                time.doze(DRIVE_AGAIN_NS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        if (!ended && server != null) {
            server.interrupt();
        }
    }
}
