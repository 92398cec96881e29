package org.jdapl.core.fake;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jdapl.spi.WaitSet;

/** Blocks threads in earnest, by a lock and a condition. */
public final class FakeWaitSet implements WaitSet {

    private final FakeAdapter adapter;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean woken;
    private volatile Thread blocked;

    FakeWaitSet(FakeAdapter adapter) {
        this.adapter = adapter;
    }

    /** The thread that is blocked here, or null. */
    public Thread blocked() {
        return blocked;
    }

    @Override
    public int await(long timeoutNs) {
        if (timeoutNs <= 0) {
            adapter.plan.violated("wait of " + timeoutNs + " ns");
        }
        adapter.enter("await");
        try {
            adapter.plan.run("await");
            int done = adapter.work();
            if (done > 0) {
                return done;
            }
            block(timeoutNs);
            adapter.plan.run("awaited");
            return adapter.work();
        } finally {
            adapter.exit();
        }
    }

    private void block(long timeoutNs) {
        lock.lock();
        try {
            blocked = Thread.currentThread();
            long left = timeoutNs;
            while (!woken && left > 0) {
                if (timeoutNs == Long.MAX_VALUE) {
                    changed.await();
                } else {
                    left = changed.awaitNanos(left);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            blocked = null;
            woken = false;
            lock.unlock();
        }
    }

    @Override
    public void wake() {
        adapter.plan.run("wake");
        lock.lock();
        try {
            woken = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }
}
