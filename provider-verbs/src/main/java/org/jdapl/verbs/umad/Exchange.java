package org.jdapl.verbs.umad;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Errno;

/**
 * Questions and answers, one at a time, at a port that nobody else receives at. Thread-safe: a
 * second question waits for the first.
 */
final class Exchange {
    /** Besides the kernel's time for the tries, that for the question to come back. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final MadPort port;
    private final Duration timeout;
    private final int retries;
    private final ReentrantLock lock = new ReentrantLock();
    private int last; // guarded by lock

    Exchange(MadPort port, Duration timeout, int retries) {
        if (timeout.compareTo(Duration.ofMillis(1)) < 0 || retries < 0) {
            throw new IllegalArgumentException(
                    "a question needs a millisecond or more, not timeout="
                            + timeout
                            + ", retries="
                            + retries);
        }
        this.port = port;
        this.timeout = timeout;
        this.retries = retries;
    }

    /**
     * Asks.
     *
     * @param call what is asked, for messages
     * @return the answer, whatever its status
     */
    Mad ask(String call, MadAgent agent, MadAddress to, Mad question) {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw VerbsException.of(VerbsError.INTERRUPTED, call, VerbsError.INTERRUPTED.text());
        }
        try {
            int transaction = ++last;
            question.transaction(Integer.toUnsignedLong(transaction));
            long deadlineNs =
                    System.nanoTime() + timeout.multipliedBy(retries + 1L).plus(GRACE).toNanos();
            agent.send(to, question, timeout, retries);
            while (true) {
                long leftNs = Math.max(0, deadlineNs - System.nanoTime());
                Optional<ReceivedMad> received = port.receive(Duration.ofNanos(leftNs));
                if (received.isEmpty()) {
                    throw unanswered(call);
                }
                Mad mad = received.get().mad();
                if ((int) mad.transaction() != transaction) {
                    continue; // late, for a question that was given up
                }
                if (received.get().isUnanswered()) {
                    throw received.get().errno() == Errno.ETIMEDOUT
                            ? unanswered(call)
                            : VerbsException.failed(call, received.get().errno());
                }
                if (mad.method() >= Mad.RESPONSE) {
                    return mad;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private VerbsException unanswered(String call) {
        return VerbsException.of(
                VerbsError.TIMED_OUT,
                call,
                "no answer to "
                        + (retries + 1)
                        + " tries of "
                        + timeout.toMillis()
                        + " ms at "
                        + port);
    }
}
