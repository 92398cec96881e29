package org.jdapl.provider.soft.net;

/**
 * How long a wait polls before it blocks. Blocking costs tens of microseconds of wake-up, polling
 * costs a processor: so polling is worth while traffic comes at short intervals, and the budget
 * follows that. It halves whenever polling was in vain, doubles whenever a little more of it would
 * have paid, and is zero when there was no traffic for a millisecond.
 *
 * <p><strong>Threads:</strong> the driver alone.
 */
final class SpinBudget {

    static final long MAX_NS = 200_000;
    static final long MIN_NS = 5_000;
    static final long IDLE_NS = 1_000_000;

    private final boolean allowed;
    private long budgetNs = 50_000;
    private long lastTrafficNs;
    private boolean sawTraffic;

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
        return Math.min(budgetNs, timeoutNs);
    }

    void hit(long spunNs) {
        if (spunNs > budgetNs / 2) {
            budgetNs = Math.min(budgetNs * 2, MAX_NS);
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
