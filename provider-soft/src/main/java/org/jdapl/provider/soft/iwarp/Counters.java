package org.jdapl.provider.soft.iwarp;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import org.jdapl.provider.soft.rdmap.WorkQueues;

/**
 * The counters of an adapter: of connections here, of traffic by the queue pairs, whose numbers are
 * kept when they go.
 *
 * <p><strong>Threads:</strong> any.
 */
final class Counters {

    final LongAdder connects = new LongAdder();
    final LongAdder requests = new LongAdder();
    final LongAdder accepts = new LongAdder();
    final LongAdder rejects = new LongAdder();
    final LongAdder established = new LongAdder();
    final LongAdder rejected = new LongAdder();
    final LongAdder unreachable = new LongAdder();
    final LongAdder disconnected = new LongAdder();
    final LongAdder broken = new LongAdder();

    /** The traffic of queue pairs that are closed. Guarded by this. */
    private final Map<String, Long> former = WorkQueues.noTraffic();

    /** A queue pair goes, and sends and receives nothing any more. */
    synchronized void keep(IwarpQueuePair pair) {
        pair.work().addTraffic(former);
    }

    /** All values by their names. */
    synchronized Map<String, Long> values(Iterable<IwarpQueuePair> pairs) {
        Map<String, Long> values = new TreeMap<>(former);
        for (IwarpQueuePair pair : pairs) {
            pair.work().addTraffic(values);
        }
        values.put("connections.connects", connects.sum());
        values.put("connections.requests", requests.sum());
        values.put("connections.accepts", accepts.sum());
        values.put("connections.rejects", rejects.sum());
        values.put("connections.established", established.sum());
        values.put("connections.rejected", rejected.sum());
        values.put("connections.unreachable", unreachable.sum());
        values.put("connections.disconnected", disconnected.sum());
        values.put("connections.broken", broken.sum());
        return values;
    }
}
