package org.jdapl.provider.soft.iwarp;

import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/** Where queue pairs get their numbers from. Safe for use by any thread. */
public interface QueuePairNumbers {

    /**
     * Takes a number that no open queue pair has.
     *
     * @return above 0
     */
    int take();

    /**
     * A queue pair is closed.
     *
     * @param number its number
     */
    void giveBack(int number);

    /**
     * Numbers that do not come again.
     *
     * @return a new source
     */
    static QueuePairNumbers growing() {
        AtomicInteger last = new AtomicInteger();
        return new QueuePairNumbers() {
            @Override
            public int take() {
                return last.incrementAndGet();
            }

            @Override
            public void giveBack(int number) {
                // It is not used again.
            }
        };
    }

    /**
     * Numbers that come again as early as they can.
     *
     * @return a new source
     */
    static QueuePairNumbers reusing() {
        return new QueuePairNumbers() {
            private final TreeSet<Integer> free = new TreeSet<>();
            private int last;

            @Override
            public synchronized int take() {
                Integer lowest = free.pollFirst();
                return lowest == null ? ++last : lowest;
            }

            @Override
            public synchronized void giveBack(int number) {
                free.add(number);
            }
        };
    }
}
