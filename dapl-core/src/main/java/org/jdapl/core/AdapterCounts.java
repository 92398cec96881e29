package org.jdapl.core;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jdapl.api.Counters;
import org.jdapl.api.HandleKind;
import org.jdapl.api.data.Capability;
import org.jdapl.core.telemetry.CounterSource;
import org.jdapl.core.telemetry.Recorder;
import org.jdapl.core.telemetry.Span;
import org.jdapl.core.telemetry.Tally;
import org.jdapl.spi.MemoryRegion;

/**
 * What an adapter counts: the sums of its endpoints, of those that are closed too, and a few
 * numbers of its own.
 */
final class AdapterCounts implements CounterSource {

    /**
     * A recorder's thread does not wait longer than this for an adapter, and leaves it out then.
     */
    private static final long SAMPLE_LIMIT_MS = 100;

    private static final AtomicLong OPENINGS = new AtomicLong();

    private final AdapterImpl adapter;
    private final long opening = OPENINGS.incrementAndGet();

    /** Bytes that were registered; under the control lock. */
    private final Tally registered = new Tally(1);

    /** The sums of endpoints that are closed; under the control lock. */
    private final long[] retired = new long[EndpointCounts.size()];

    AdapterCounts(AdapterImpl adapter) {
        this.adapter = adapter;
    }

    /** Keeps the numbers of an endpoint that is being closed; under the control lock. */
    void retire(EndpointCounts endpoint) {
        endpoint.addTo(retired);
    }

    /** Has memory registered, and recorded; under the control lock. */
    MemoryRegion register(long bytes, Supplier<MemoryRegion> registration) {
        Span span = Recorder.SYSTEM.beginRegistration();
        MemoryRegion region = registration.get();
        registered.add(0, bytes);
        Recorder.SYSTEM.endRegistration(span, adapter.name(), bytes);
        return region;
    }

    Counters read() {
        adapter.control().lock();
        try {
            Map<String, Long> values = values();
            if (!adapter.isClosed() && adapter.gate().allows(Capability.COUNTERS)) {
                adapter.quietly(
                        "Adapter.counters",
                        () ->
                                adapter.provider()
                                        .counters()
                                        .forEach((n, v) -> values.put("transport." + n, v)));
            }
            return Counters.of(values);
        } finally {
            adapter.control().unlock();
        }
    }

    private Map<String, Long> values() {
        long[] sums = retired.clone();
        for (ObjectBase o : adapter.objects(HandleKind.ENDPOINT)) {
            ((EndpointImpl) o).counts().addTo(sums);
        }
        Map<String, Long> values = new TreeMap<>();
        EndpointCounts.name(sums, values);
        for (HandleKind kind : HandleKind.values()) {
            if (kind != HandleKind.INTERFACE_ADAPTER) {
                values.put(
                        "created." + kind.name().toLowerCase(Locale.ROOT),
                        (long) adapter.made(kind));
            }
        }
        values.put("bytes.registered", registered.get(0));
        values.put("completions.stray", adapter.strayCompletions());
        values.put("reports.dropped", adapter.droppedReports());
        values.put("requests.refused", adapter.refusedRequests());
        return values;
    }

    @Override
    public void sample(Sink sink) {
        try {
            if (!adapter.control().tryLock(SAMPLE_LIMIT_MS, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        try {
            tell(sink);
        } finally {
            adapter.control().unlock();
        }
    }

    private void tell(Sink sink) {
        String name = adapter.name();
        long outstanding = 0;
        for (ObjectBase o : adapter.objects(HandleKind.ENDPOINT)) {
            EndpointImpl e = (EndpointImpl) o;
            long here = e.requestLedger().outstanding() + e.receiveLedger().outstanding();
            outstanding += here;
            Map<String, Long> values = e.counts().values();
            values.put("outstanding", here);
            sink.endpoint(
                    name, opening, e.toString(), e.state().name(), e.counts().remote(), values);
        }
        for (ObjectBase o : adapter.objects(HandleKind.EVENT_DISPATCHER)) {
            EventDispatcherImpl d = (EventDispatcherImpl) o;
            sink.dispatcher(name, opening, d.toString(), d.counts().values());
        }
        Map<String, Long> values = values();
        values.put("outstanding", outstanding);
        values.put("endpoints", (long) adapter.objects(HandleKind.ENDPOINT).size());
        values.put("dispatchers", (long) adapter.objects(HandleKind.EVENT_DISPATCHER).size());
        values.put("regions", (long) adapter.objects(HandleKind.LOCAL_MEMORY_REGION).size());
        sink.adapter(name, opening, values);
    }
}
