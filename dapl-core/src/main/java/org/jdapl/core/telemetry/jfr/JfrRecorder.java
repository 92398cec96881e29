package org.jdapl.core.telemetry.jfr;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.core.telemetry.CounterSource;
import org.jdapl.core.telemetry.EndpointFacts;
import org.jdapl.core.telemetry.Recorder;
import org.jdapl.core.telemetry.Span;
import org.jspecify.annotations.Nullable;

/**
 * Records events of Java Flight Recorder. Whether a kind of event is recorded is asked of one event
 * of that kind that is never committed, so that nothing is made where it is not.
 */
public final class JfrRecorder implements Recorder, CounterSource.Sink {

    private static final AdapterChangeEvent CHANGE = new AdapterChangeEvent();
    private static final ConnectEvent CONNECT = new ConnectEvent();
    private static final ConnectionEvent CONNECTION = new ConnectionEvent();
    private static final RegistrationEvent REGISTRATION = new RegistrationEvent();
    private static final WaitEvent WAIT = new WaitEvent();
    private static final CompletionErrorEvent ERROR = new CompletionErrorEvent();

    private final List<CounterSource> sources = new CopyOnWriteArrayList<>();

    /** Whether Flight Recorder asks for samples. */
    private final AtomicBoolean hooked = new AtomicBoolean();

    /**
     * By {@link Recorder#SYSTEM} alone. What is sampled is told to Flight Recorder when somebody
     * starts that: to tell it before would load a hundred classes into each program that only opens
     * an adapter.
     */
    @SuppressWarnings("this-escape") // nobody records yet
    public JfrRecorder() {
        FlightRecorder.addListener(
                new FlightRecorderListener() {
                    @Override
                    public void recorderInitialized(FlightRecorder recorder) {
                        hook();
                    }
                });
        if (FlightRecorder.isInitialized()) {
            hook();
        }
    }

    private void hook() {
        if (hooked.compareAndSet(false, true)) {
            FlightRecorder.addPeriodicEvent(RuntimeEvent.class, this::sample);
        }
    }

    // ---- single events

    @Override
    public void adapterChanged(String adapter, String change, String reason) {
        if (CHANGE.isEnabled()) {
            AdapterChangeEvent e = new AdapterChangeEvent();
            e.adapter = adapter;
            e.change = change;
            e.reason = reason;
            e.commit();
        }
    }

    @Override
    public void completionError(
            String adapter, Object endpoint, Object operation, int status, int nativeCode) {
        if (ERROR.isEnabled()) {
            CompletionErrorEvent e = new CompletionErrorEvent();
            e.adapter = adapter;
            e.endpoint = endpoint.toString();
            e.operation = operation.toString();
            e.status = CompletionStatus.of(status).toString();
            e.nativeCode = nativeCode;
            e.commit();
        }
    }

    // ---- events with a duration

    /** Starts an event, if its kind is recorded. */
    private static <E extends Event & Span> @Nullable Span begin(Event probe, Supplier<E> maker) {
        if (!probe.isEnabled()) {
            return null;
        }
        E event = maker.get();
        event.begin();
        return event;
    }

    @Override
    public @Nullable Span beginConnect() {
        return begin(CONNECT, ConnectEvent::new);
    }

    @Override
    public void endConnect(
            @Nullable Span attempt, EndpointFacts endpoint, String outcome, String reason) {
        if (attempt instanceof EndpointSpan e) {
            e.end(endpoint, outcome, reason);
        }
    }

    @Override
    public @Nullable Span beginConnection() {
        return begin(CONNECTION, ConnectionEvent::new);
    }

    @Override
    public void endConnection(
            @Nullable Span connection, EndpointFacts endpoint, String outcome, String reason) {
        endConnect(connection, endpoint, outcome, reason);
    }

    @Override
    public @Nullable Span beginRegistration() {
        return begin(REGISTRATION, RegistrationEvent::new);
    }

    @Override
    public void endRegistration(@Nullable Span registration, String adapter, long bytes) {
        if (registration instanceof RegistrationEvent e && e.shouldCommit()) {
            e.adapter = adapter;
            e.bytes = bytes;
            e.commit();
        }
    }

    @Override
    public @Nullable Span beginWait() {
        return begin(WAIT, WaitEvent::new);
    }

    @Override
    public void endWait(@Nullable Span wait, String adapter, Object dispatcher, int events) {
        if (wait instanceof WaitEvent e && e.shouldCommit()) {
            e.adapter = adapter;
            e.dispatcher = dispatcher.toString();
            e.events = events;
            e.commit();
        }
    }

    // ---- counters, on the recorder's own thread

    @Override
    public void add(CounterSource source) {
        sources.add(source);
    }

    @Override
    public void remove(CounterSource source) {
        sources.remove(source);
    }

    /** The counters of all adapters, then the event that tells a reader that these were all. */
    private void sample() {
        sources.forEach(s -> s.sample(this));
        RuntimeEvent e = new RuntimeEvent();
        e.adapters = sources.size();
        e.commit();
    }

    @Override
    public void adapter(String adapter, long opening, Map<String, Long> values) {
        AdapterCountersEvent e = new AdapterCountersEvent();
        e.fill(adapter, opening, values);
        e.endpoints = CountersEvent.value(values, "endpoints");
        e.dispatchers = CountersEvent.value(values, "dispatchers");
        e.regions = CountersEvent.value(values, "regions");
        e.connectsStarted = CountersEvent.value(values, "connects.started");
        e.connectsFailed = CountersEvent.value(values, "connects.failed");
        e.established = CountersEvent.value(values, "connections.established");
        e.ended = CountersEvent.value(values, "connections.ended");
        e.broken = CountersEvent.value(values, "connections.broken");
        e.commit();
    }

    @Override
    public void endpoint(
            String adapter,
            long opening,
            String endpoint,
            String state,
            String remote,
            Map<String, Long> values) {
        EndpointCountersEvent e = new EndpointCountersEvent();
        e.fill(adapter, opening, values);
        e.endpoint = endpoint;
        e.state = state;
        e.remote = remote;
        e.commit();
    }

    @Override
    public void dispatcher(
            String adapter, long opening, String dispatcher, Map<String, Long> values) {
        DispatcherCountersEvent e = new DispatcherCountersEvent();
        e.adapter = adapter;
        e.opening = opening;
        e.dispatcher = dispatcher;
        e.events = CountersEvent.value(values, "events.taken");
        e.polls = CountersEvent.value(values, "polls");
        e.waits = CountersEvent.value(values, "waits");
        e.waitsWithoutEvent = CountersEvent.value(values, "waits.without_event");
        e.commit();
    }
}
