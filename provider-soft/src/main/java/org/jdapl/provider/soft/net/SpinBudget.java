package org.jdapl.provider.soft.net;

/**
 * How long a wait polls before it blocks. Blocking costs tens of microseconds of wake-up, polling
 * costs a processor: so polling is worth while traffic comes at short intervals, and the budget
 * follows that. It halves whenever polling was in vain, doubles whenever a little more of it would
 * have paid, and is zero when there was no traffic for a millisecond.
 *
 * <p>Where other threads want the processor, polling is worth less than nothing: a thread that
 * polls uses up its share and then waits for its turn, while one that blocks runs at once when its
 * message comes. That shows in polls that find something late. What is lost so is set against what
 * polling saves; where it is more, waits block at once for a while.
 *
 * <p><strong>Threads:</strong> the driver alone.
 */
final class SpinBudget {

    static final long MAX_NS = 200_000;
    static final long MIN_NS = 5_000;
    static final long IDLE_NS = 1_000_000;

    /** What a message that was found by polling has saved: most of a wake-up. */
    static final long SAVED_NS = 8_000;

    /** How much may be lost before anything is saved, and the most savings that count. */
    static final long CREDIT_NS = 1_000_000;

    static final long MIN_REST_NS = 5_000_000;
    static final long MAX_REST_NS = 640_000_000;

    private final boolean allowed;
    private long budgetNs = 50_000;
    private long lastTrafficNs;
    private boolean sawTraffic;
    private long creditNs = CREDIT_NS;
    private long restNs = MIN_REST_NS;
    private long restUntilNs;
    private boolean rests;

    SpinBudget(int processors) {
        // With one processor polling only keeps the peer from running.
        allowed = processors > 1;
    }

    void traffic(long nowNs) {
        lastTrafficNs = nowNs;
        sawTraffic = true;
    }

    long take(long nowNs, long timeoutNs) {
        if (!allowed || !sawTraffic || nowNs - lastTrafficNs > IDLE_NS) {
            return 0;
        }
        if (rests) {
            if (nowNs - restUntilNs < 0) {
                return 0;
            }
            rests = false;
            creditNs = CREDIT_NS / 2;
        }
        return Math.min(budgetNs, timeoutNs);
    }

    void hit(long spunNs) {
        if (spunNs > budgetNs / 2) {
            budgetNs = Math.min(budgetNs * 2, MAX_NS);
        }
        creditNs += SAVED_NS;
        if (creditNs > CREDIT_NS) {
            creditNs = CREDIT_NS;
            restNs = MIN_REST_NS;
        }
    }

    /** Polling found something so much later than it came, since another thread had its turn. */
    void late(long nowNs, long lostNs) {
        creditNs -= lostNs;
        if (creditNs < 0) {
            rests = true;
            restUntilNs = nowNs + restNs;
            restNs = Math.min(restNs * 2, MAX_REST_NS);
        }
    }

    void miss() {
        budgetNs = Math.max(budgetNs / 2, MIN_NS);
    }

    /** A blocking wait ended with traffic after so long. */
    void blocked(long waitedNs) {
        if (waitedNs < MAX_NS) {
            budgetNs = Math.min(budgetNs * 4, MAX_NS);
        }
    }
}
