package org.jdapl.provider.soft.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.ConnectionInfo;
import org.jdapl.spi.IncomingConnection;

/** Keeps what a provider told. */
public final class RecordingListener implements AdapterListener {

    /** One event of a queue pair. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Event(
            Object context,
            String kind,
            ConnectionInfo info,
            boolean byConsumer,
            byte[] data,
            String reason,
            int code) {}

    public final List<Event> events = new ArrayList<>();
    public final Deque<IncomingConnection> requests = new ArrayDeque<>();
    public final List<IncomingConnection> gone = new ArrayList<>();
    public final List<Object> taken = new ArrayList<>();
    public final List<Object> lowWatermarks = new ArrayList<>();
    public final AtomicInteger completionsReady = new AtomicInteger();

    public synchronized boolean hasRequest() {
        return !requests.isEmpty();
    }

    public synchronized IncomingConnection takeRequest() {
        return requests.remove();
    }

    private synchronized void add(Event e) {
        events.add(e);
    }

    /** The events of one queue pair, as their kinds. */
    public synchronized List<String> kinds(Object context) {
        List<String> kinds = new ArrayList<>();
        for (Event e : events) {
            if (e.context().equals(context)) {
                kinds.add(e.kind());
            }
        }
        return kinds;
    }

    /** The first event of a kind, or null. */
    public synchronized Event find(Object context, String kind) {
        for (Event e : events) {
            if (e.context().equals(context) && e.kind().equals(kind)) {
                return e;
            }
        }
        return null;
    }

    @Override
    public synchronized void connectionRequest(Object listenerContext, IncomingConnection request) {
        requests.add(request);
    }

    @Override
    public synchronized void requestGone(Object listenerContext, IncomingConnection request) {
        gone.add(request);
    }

    @Override
    public void established(Object context, ConnectionInfo info) {
        add(new Event(context, "established", info, false, info.privateData(), "", 0));
    }

    @Override
    public void rejected(Object context, boolean byConsumer, byte[] privateData, String reason) {
        add(new Event(context, "rejected", null, byConsumer, privateData, reason, 0));
    }

    @Override
    public void unreachable(Object context, String reason, int nativeCode) {
        add(new Event(context, "unreachable", null, false, null, reason, nativeCode));
    }

    @Override
    public void disconnected(Object context) {
        add(new Event(context, "disconnected", null, false, null, "", 0));
    }

    @Override
    public void broken(Object context, String reason, int nativeCode) {
        add(new Event(context, "broken", null, false, null, reason, nativeCode));
    }

    @Override
    public void completionReady(Object completionQueueContext) {
        completionsReady.incrementAndGet();
    }

    @Override
    public void receiveTaken(Object context) {
        taken.add(context);
    }

    @Override
    public void lowWatermark(Object sharedReceiveQueueContext) {
        lowWatermarks.add(sharedReceiveQueueContext);
    }

    @Override
    public void adapterLost(String reason) {
        throw new AssertionError(reason);
    }
}
