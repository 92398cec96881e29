package org.jdapl.conformance.rules.fls;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.mutants.Call;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.conformance.mutants.TakenEvents;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.QueuePair;
import org.jspecify.annotations.Nullable;

/** Faults that the rules of group FLS find. */
final class FlsMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "fls-tells-a-request-twice",
                            "FLS-01",
                            "The last flushed read is told again when nothing else is left.",
                            FlsMutants::tellTwice),
                    Mutant.runtime(
                            "fls-forgets-a-request",
                            "FLS-01",
                            "The last read is not reported when the peer disconnects.",
                            faults ->
                                    change(
                                            faults,
                                            OperationKind.RDMA_READ,
                                            cookie ->
                                                    cookie
                                                            == FlsTests.BY_PEER
                                                                    + FlsTests.REQUESTS
                                                                    - 1,
                                            done -> null)),
                    Mutant.runtime(
                            "fls-forgets-a-receive",
                            "FLS-02",
                            "The last flushed receive is not reported.",
                            faults ->
                                    change(
                                            faults,
                                            OperationKind.RECEIVE,
                                            cookie -> cookie == FlsTests.ALONE + 15,
                                            done -> null)),
                    Mutant.runtime(
                            "fls-calls-a-flush-success",
                            "FLS-03",
                            "A flushed read is told as a success.",
                            faults ->
                                    change(
                                            faults,
                                            OperationKind.RDMA_READ,
                                            cookie -> cookie == 3,
                                            done ->
                                                    Records.with(
                                                            done,
                                                            "status",
                                                            CompletionStatus.SUCCESS))),
                    Mutant.provider(
                            "fls-flushes-the-faulty-one-too",
                            "FLS-04",
                            "A receive that was too short is told as flushed.",
                            faults ->
                                    faults.on(
                                            CompletionQueue.class,
                                            "poll",
                                            FlsMutants::flushTheFaulty)),
                    Mutant.runtime(
                            "fls-flushes-in-disorder",
                            "FLS-05",
                            "The first two flushed receives change places.",
                            faults ->
                                    change(
                                            faults,
                                            OperationKind.RECEIVE,
                                            cookie -> cookie >> 1 == FlsTests.IN_ORDER >> 1,
                                            done ->
                                                    Records.with(
                                                            done, "cookie", done.cookie() ^ 1))),
                    Mutant.runtime(
                            "fls-forgets-what-is-suppressed",
                            "FLS-06",
                            "A flushed request with SUPPRESS gets no completion.",
                            FlsMutants::forgetTheSuppressed),
                    Mutant.runtime(
                            "fls-ends-before-it-has-flushed",
                            "FLS-07",
                            "The end of the connection overtakes the flushed completions.",
                            FlsMutants::endFirst),
                    Mutant.runtime(
                            "fls-takes-its-time",
                            "FLS-08",
                            "The hundredth flushed read comes long after the others.",
                            faults ->
                                    faults.on(EventDispatcher.class, "await", FlsMutants::dawdle)),
                    Mutant.provider(
                            "fls-writes-into-flushed-memory",
                            "FLS-09",
                            "Flushing writes a byte to the end of the memory that was registered last, where that is long.",
                            FlsMutants::writeWhenFlushing),
                    Mutant.runtime(
                            "fls-drops-late-receives",
                            "FLS-11",
                            "A receive that is posted behind the end is taken and forgotten.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postReceive",
                                            call ->
                                                    call.self(Endpoint.class).state()
                                                                    == EndpointState.DISCONNECTED
                                                            ? Integer.valueOf(PostStatus.OK)
                                                            : call.proceed())),
                    Mutant.runtime(
                            "fls-mistakes-the-operation",
                            "FLS-12",
                            "A flushed write is told as a send.",
                            faults ->
                                    change(
                                            faults,
                                            OperationKind.RDMA_WRITE,
                                            cookie -> true,
                                            done ->
                                                    Records.with(
                                                            done,
                                                            "operation",
                                                            OperationKind.SEND))));

    private static boolean isFlushed(DtoCompletion done, OperationKind kind) {
        return done.status() == CompletionStatus.FLUSHED && done.operation() == kind;
    }

    /** Changes flushed completions of one kind that have certain cookies. */
    private static void change(
            Faults faults,
            OperationKind kind,
            LongPredicate cookies,
            Function<DtoCompletion, @Nullable Event> change) {
        TakenEvents.change(
                faults,
                event ->
                        event instanceof DtoCompletion done
                                        && isFlushed(done, kind)
                                        && cookies.test(done.cookie())
                                ? change.apply(done)
                                : event);
    }

    private static void tellTwice(Faults faults) {
        AtomicReference<@Nullable DtoCompletion> last = new AtomicReference<>();
        TakenEvents.change(
                faults,
                event -> {
                    if (event instanceof DtoCompletion done
                            && isFlushed(done, OperationKind.RDMA_READ)) {
                        last.set(done);
                    }
                    return event == null ? last.getAndSet(null) : event;
                });
    }

    private static @Nullable Object flushTheFaulty(Call call) throws Throwable {
        Object polled = call.proceed();
        Completions completions = call.argument(0, Completions.class);
        for (int i = 0; polled instanceof Integer n && i < n; i++) {
            if (completions.status[i] == CompletionStatus.LOCAL_LENGTH.value()) {
                completions.status[i] = CompletionStatus.FLUSHED.value();
            }
        }
        return polled;
    }

    private static void forgetTheSuppressed(Faults faults) {
        Set<Long> suppressed = ConcurrentHashMap.newKeySet();
        faults.on(
                Endpoint.class,
                "postRead",
                call -> {
                    if ((call.argument(6, Integer.class) & CompletionFlags.SUPPRESS) != 0) {
                        suppressed.add(call.argument(5, Long.class));
                    }
                    return call.proceed();
                });
        change(faults, OperationKind.RDMA_READ, suppressed::contains, done -> null);
    }

    /** Where the first flushed read comes, looks what else there is, and tells the end first. */
    private static void endFirst(Faults faults) {
        Map<EventDispatcher, Queue<Event>> kept = new ConcurrentHashMap<>();
        faults.on(
                EventDispatcher.class,
                "await",
                call -> {
                    Queue<Event> ahead =
                            kept.computeIfAbsent(
                                    call.self(EventDispatcher.class), d -> new ArrayDeque<>());
                    if (!ahead.isEmpty()) {
                        return ahead.poll();
                    }
                    Object first = call.proceed();
                    if (!(first instanceof DtoCompletion done)
                            || done.status() != CompletionStatus.FLUSHED) {
                        return first;
                    }
                    call.with(0, Duration.ZERO);
                    for (Object next = first; next instanceof Event event; next = call.proceed()) {
                        if (event instanceof ConnectionEvent) {
                            return event;
                        }
                        ahead.add(event);
                    }
                    return ahead.poll();
                });
    }

    private static @Nullable Object dawdle(Call call) throws Throwable {
        Object taken = call.proceed();
        if (taken instanceof DtoCompletion done
                && isFlushed(done, OperationKind.RDMA_READ)
                && done.cookie() == 100) {
            EventDispatcher empty =
                    done.endpoint().adapter().createEventDispatcher(1, EventStream.SOFTWARE);
            empty.await(Bound.LOCAL.duration());
            empty.close();
        }
        return taken;
    }

    private static void writeWhenFlushing(Faults faults) {
        AtomicReference<@Nullable MemorySegment> last = new AtomicReference<>();
        faults.on(
                ProtectionDomain.class,
                "register",
                call -> {
                    last.set(call.argument(0, MemorySegment.class));
                    return call.proceed();
                });
        faults.on(
                QueuePair.class,
                "flush",
                call -> {
                    @Nullable MemorySegment memory = last.get();
                    if (memory != null && memory.byteSize() > 128 && memory.scope().isAlive()) {
                        long at = memory.byteSize() - 1;
                        memory.set(
                                ValueLayout.JAVA_BYTE,
                                at,
                                (byte) ~memory.get(ValueLayout.JAVA_BYTE, at));
                    }
                    return call.proceed();
                });
    }

    private FlsMutants() {}
}
