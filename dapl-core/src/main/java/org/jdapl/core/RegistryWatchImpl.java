package org.jdapl.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jdapl.api.AdapterInfo;
import org.jdapl.api.RegistryEvent;
import org.jdapl.api.RegistryEvent.AdapterAdded;
import org.jdapl.api.RegistryEvent.AdapterRemoved;
import org.jdapl.api.RegistryWatch;

/** Compares the adapters that there are with those that its reader has been told of. */
final class RegistryWatchImpl implements RegistryWatch {

    /** A change that nobody reports is looked for this often. */
    static final long LOOK_NS = 1_000_000_000L;

    private final RegistryImpl registry;
    private final RuntimeSeams seams;

    /** What the reader knows once it has taken what is pending; under this monitor. */
    private final Map<String, AdapterInfo> known = new LinkedHashMap<>();

    /** At most a removal and an addition for each adapter; under this monitor. */
    private final List<RegistryEvent> pending = new ArrayList<>();

    /** Threads inside {@link #await}; under this monitor. */
    private final List<Thread> waiters = new ArrayList<>();

    private final AtomicLong looks = new AtomicLong();

    /** The last look whose result was noted; under this monitor. */
    private long noted;

    private volatile boolean closed;

    RegistryWatchImpl(RegistryImpl registry, RuntimeSeams seams) {
        this.registry = registry;
        this.seams = seams;
        registry.adapters().forEach(a -> known.put(a.name(), a));
    }

    /** Notes what has changed, and wakes who waits for it. */
    void look() {
        if (closed) {
            return;
        }
        // A provider is asked outside of the monitor: it may be just about to report a change.
        long look = looks.incrementAndGet();
        Map<String, AdapterInfo> now = new LinkedHashMap<>();
        registry.adapters().forEach(a -> now.put(a.name(), a));
        note(look, now);
    }

    private synchronized void note(long look, Map<String, AdapterInfo> now) {
        if (closed || look < noted) {
            return; // a later look was faster; whoever changes something looks afterwards
        }
        noted = look;
        for (AdapterInfo former : List.copyOf(known.values())) {
            if (!former.equals(now.get(former.name()))) {
                known.remove(former.name());
                removed(former);
            }
        }
        now.forEach(
                (name, a) -> {
                    if (known.putIfAbsent(name, a) == null) {
                        pending.add(new AdapterAdded(a));
                    }
                });
        if (!pending.isEmpty()) {
            waiters.forEach(seams.parker()::unpark);
        }
    }

    /** What came and went unread was not there for the reader. */
    private void removed(AdapterInfo adapter) {
        if (!pending.remove(new AdapterAdded(adapter))) {
            pending.add(new AdapterRemoved(adapter));
        }
    }

    @Override
    public List<RegistryEvent> poll() {
        look();
        return take();
    }

    private synchronized List<RegistryEvent> take() {
        List<RegistryEvent> taken = List.copyOf(pending);
        pending.clear();
        return taken;
    }

    @Override
    public List<RegistryEvent> await(Duration timeout) throws InterruptedException {
        long limit = EventDispatcherImpl.nanos(timeout);
        long left = limit;
        long start = seams.clock().nanoTime();
        Thread me = Thread.currentThread();
        synchronized (this) {
            waiters.add(me);
        }
        try {
            while (true) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while waiting for a change");
                }
                List<RegistryEvent> taken = poll();
                if (!taken.isEmpty() || left <= 0 || closed) {
                    return taken;
                }
                seams.parker().park(Math.min(left, LOOK_NS));
                left = limit - (seams.clock().nanoTime() - start);
            }
        } finally {
            synchronized (this) {
                waiters.remove(me);
            }
        }
    }

    @Override
    public void close() {
        registry.forget(this);
        synchronized (this) {
            closed = true;
            pending.clear();
            waiters.forEach(seams.parker()::unpark);
        }
    }
}
