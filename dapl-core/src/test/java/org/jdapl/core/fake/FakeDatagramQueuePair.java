package org.jdapl.core.fake;

import java.util.ArrayDeque;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.spi.AddressHandle;
import org.jdapl.spi.Completions;
import org.jdapl.spi.DatagramSource;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jdapl.spi.WorkRequest;

/** A queue pair for datagrams. Its data is guarded by the fabric's monitor. */
public final class FakeDatagramQueuePair implements QueuePair {

    /** The key of every queue pair for datagrams. */
    public static final int KEY = 0x42;

    /** The last eight bytes of every port's GID: {@code ::ffff:127.0.0.1}. */
    static final long GID_LOW = 0xFFFF_7F00_0001L;

    /** A posted send. */
    private record Sent(long id, boolean signaled, OperationKind kind, long length, int to) {}

    final FakeAdapter adapter;
    final Object context;
    private final int number;
    private final FakeCompletionQueue requestQueue;
    private final FakeCompletionQueue receiveQueue;
    private final ArrayDeque<Sent> sends = new ArrayDeque<>();
    private final ArrayDeque<Long> receives = new ArrayDeque<>();

    /** Whether sends wait until the test carries them out. */
    public volatile boolean holds;

    private boolean flushed;
    private boolean closed;

    FakeDatagramQueuePair(FakeAdapter adapter, QueuePairParameters made, Object context) {
        this.adapter = adapter;
        this.context = context;
        requestQueue = (FakeCompletionQueue) made.requestQueue();
        receiveQueue = (FakeCompletionQueue) made.receiveQueue();
        synchronized (adapter.fabric) {
            number = adapter.fabric.nextNumber();
        }
        requestQueue.queuePairs++;
        receiveQueue.queuePairs++;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public int queueKey() {
        return KEY;
    }

    @Override
    public int postSend(WorkRequest w) {
        AddressHandle to = w.destination;
        if (!(to instanceof FakeAddressHandle handle) || handle.closed) {
            adapter.plan.violated("a datagram to " + to);
            return PostStatus.INVALID_ARGUMENT;
        }
        synchronized (adapter.fabric) {
            if (flushed) {
                adapter.plan.violated("datagram posted to a queue pair that was flushed");
            }
            boolean keyFits = w.remoteQueueKey == KEY;
            sends.add(
                    new Sent(
                            w.id,
                            (w.flags & WorkRequest.SIGNALED) != 0,
                            w.kind,
                            w.totalLength,
                            keyFits ? w.remoteQueuePair : 0));
        }
        if (!holds) {
            runSends();
        }
        return PostStatus.OK;
    }

    @Override
    public int postReceive(WorkRequest w) {
        synchronized (adapter.fabric) {
            receives.add(w.id);
        }
        return PostStatus.OK;
    }

    /** Carries out all sends. */
    public void runSends() {
        synchronized (adapter.fabric) {
            for (Sent s = sends.poll(); s != null; s = sends.poll()) {
                for (FakeDatagramQueuePair other : adapter.datagramPairs) {
                    if (other.number == s.to() && !other.receives.isEmpty()) {
                        other.receive(number, s.length());
                    }
                }
                if (s.signaled()) {
                    requestQueue.add(s.id(), 0, s.kind().ordinal(), s.length(), 0, 0, number);
                }
            }
        }
        requestQueue.tell();
        adapter.datagramPairs.forEach(other -> other.receiveQueue.tell());
    }

    /** Lets the oldest send fail. */
    public void failSend(CompletionStatus status) {
        synchronized (adapter.fabric) {
            Sent s = sends.remove();
            requestQueue.add(s.id(), status.value(), s.kind().ordinal(), 0, 0, 88, number);
        }
        requestQueue.tell();
    }

    private void receive(int from, long length) {
        long id = receives.remove();
        DatagramSource source = new DatagramSource();
        source.queuePair = from;
        source.gidLow = GID_LOW;
        receiveQueue.sources.put(id, source);
        receiveQueue.add(
                id, 0, OperationKind.RECEIVE.ordinal(), length, Completions.DATAGRAM, 0, number);
    }

    @Override
    public int flush() {
        adapter.check(closed, "flush");
        synchronized (adapter.fabric) {
            flushed = true;
            sends.clear();
            receives.clear();
        }
        return 0;
    }

    @Override
    public void close() {
        adapter.check(closed, "pair.close");
        closed = true;
        requestQueue.queuePairs--;
        receiveQueue.queuePairs--;
        adapter.open.remove(this);
        adapter.datagramPairs.remove(this);
    }
}
