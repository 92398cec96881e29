package org.jdapl.conformance.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Pump;

/** A peer that is another process: it can be stopped and killed. For use by one thread. */
public final class PeerProcess extends Peer {

    private final ProcessCarrier carrier;
    private final Process process;

    private PeerProcess(ProcessCarrier carrier, Pump pump) {
        super(carrier, pump);
        this.carrier = carrier;
        this.process = carrier.process();
    }

    /**
     * Starts a process; does not wait for it.
     *
     * @param place where, and how
     * @param pump what to drive while a command is carried out
     * @return the peer
     */
    public static PeerProcess start(PeerPlace place, Pump pump) {
        return new PeerProcess(ProcessCarrier.start(place), pump);
    }

    /**
     * Has the process end as a program ends that calls {@code System.exit}, its connections open.
     *
     * @param status the exit status
     */
    public void exit(int status) {
        call(new Message("exit").with("status", status));
    }

    /**
     * The process.
     *
     * @return its number
     */
    public long pid() {
        return process.pid();
    }

    /**
     * Whether the process lives.
     *
     * @return true while it does
     */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Waits for the end of the process.
     *
     * @param bound how long at most
     * @return its exit status
     * @throws InterruptedException where the thread was interrupted
     * @throws AssertionError where it did not end in time
     */
    public int awaitExit(Bound bound) throws InterruptedException {
        long start = System.nanoTime();
        while (!process.waitFor(1, TimeUnit.MILLISECONDS)) {
            pump().run();
            if (System.nanoTime() - start > bound.nanos()) {
                throw new AssertionError(
                        "the peer did not end within " + bound + "=" + bound.millis() + " ms");
            }
        }
        return process.exitValue();
    }

    /**
     * Kills the process with SIGKILL, and waits until it is dead.
     *
     * @throws InterruptedException where the thread was interrupted
     */
    @Override
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitExit(Bound.EVENT);
        carrier.forget();
    }

    /**
     * Stops the process with SIGSTOP: its sockets stay, and nothing is done with them.
     *
     * @throws InterruptedException where the thread was interrupted
     */
    public void suspend() throws InterruptedException {
        signal("-STOP");
    }

    /**
     * Lets the process go on after {@link #suspend()}.
     *
     * @throws InterruptedException where the thread was interrupted
     */
    public void resume() throws InterruptedException {
        signal("-CONT");
    }

    private void signal(String which) throws InterruptedException {
        try {
            Process kill =
                    new ProcessBuilder(List.of("kill", which, Long.toString(process.pid())))
                            .inheritIO()
                            .start();
            if (kill.waitFor() != 0) {
                throw new PeerException("kill " + which + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
