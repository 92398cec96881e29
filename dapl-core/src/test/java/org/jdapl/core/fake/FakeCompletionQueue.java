package org.jdapl.core.fake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jdapl.spi.DatagramSource;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.kit.SoftwareCompletionQueue;

/** The kit's completion queue, watched. */
public final class FakeCompletionQueue implements CompletionQueue {

    private final FakeAdapter adapter;
    private final SoftwareCompletionQueue queue;
    private final AtomicReference<Thread> poller = new AtomicReference<>();
    private volatile boolean pending;
    private boolean lastSolicited;
    private volatile boolean closed;

    /** Who sent the datagrams that receives got, by the receive's id. */
    final Map<Long, DatagramSource> sources = new ConcurrentHashMap<>();

    /** How many queue pairs put completions here. */
    int queuePairs;

    FakeCompletionQueue(FakeAdapter adapter, int depth, Object context) {
        this.adapter = adapter;
        this.queue = new SoftwareCompletionQueue(depth, context, adapter::ready);
    }

    /** Adds a completion. Notification is left for {@link #tell()}, outside of all locks. */
    void add(long id, int status, int kind, long length, int flags, int vendor, int queuePair) {
        if (closed) {
            adapter.plan.violated("completion for a queue that was closed under its queue pair");
            return;
        }
        if (queue.add(id, status, kind, length, flags, 0, 0, vendor, queuePair)) {
            pending = true;
        }
    }

    /** Adds a completion that no queue pair made, and tells of it. */
    public void inject(long id, int status, int kind, long length, int flags) {
        add(id, status, kind, length, flags, 0, 0);
        tell();
    }

    /** Tells of the completion that an armed queue got. */
    void tell() {
        if (pending) {
            pending = false;
            queue.notifyReady();
        }
    }

    /** Whether it was armed for solicited events the last time. */
    public boolean lastSolicited() {
        return lastSolicited;
    }

    /** How many completions are there. */
    public int size() {
        return queue.size();
    }

    @Override
    public int poll(Completions into, int max) {
        Thread me = Thread.currentThread();
        if (!poller.compareAndSet(null, me)) {
            adapter.plan.violated("completion queue polled by two threads");
        }
        adapter.checkOpen(closed, "poll");
        adapter.plan.run("poll");
        int n = queue.poll(into, max);
        for (int i = 0; i < n; i++) {
            if ((into.flags[i] & Completions.DATAGRAM) != 0) {
                DatagramSource.copy(sources.remove(into.id[i]), into.source, i);
            }
        }
        adapter.plan.run("polled");
        poller.set(null);
        return n;
    }

    @Override
    public void arm(boolean solicitedOnly) {
        adapter.checkOpen(closed, "arm");
        adapter.plan.run("arm");
        lastSolicited = solicitedOnly;
        queue.arm(solicitedOnly);
        adapter.plan.run("armed");
    }

    @Override
    public int depth() {
        return queue.depth();
    }

    @Override
    public void grow(int depth) {
        adapter.check(closed, "grow");
        if (!adapter.provider.grows) {
            throw ProviderException.notSupported("resizing a completion queue");
        }
        queue.grow(depth);
    }

    @Override
    public void close() {
        adapter.check(closed, "queue.close");
        if (queuePairs > 0) {
            adapter.plan.violated("completion queue closed under " + queuePairs + " queue pairs");
        }
        closed = true;
        queue.close();
        adapter.open.remove(this);
    }
}
