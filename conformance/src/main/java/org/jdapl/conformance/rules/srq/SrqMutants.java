package org.jdapl.conformance.rules.srq;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.ReceiveCounts;
import org.jdapl.api.SharedReceiveQueue;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.conformance.mutants.Call;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.conformance.mutants.TakenEvents;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.QueuePairParameters;
import org.jdapl.spi.WorkRequest;

/** Faults that the rules of group SRQ find. */
final class SrqMutants {

    private static final int SWALLOWED_FROM = 60;
    private static final int LOST = 30;
    private static final int TENTH = 10;

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                            "srq-names-the-first-endpoint",
                            "SRQ-01",
                            "All completions of shared receives name the queue pair of the first one.",
                            SrqMutants::nameTheFirst),
                    Mutant.runtime(
                            "srq-drops-receives-of-endpoints",
                            "SRQ-02",
                            "A receive that is posted to an endpoint with a shared queue is dropped without a word.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postReceive",
                                            call -> {
                                                Object status = call.proceed();
                                                return call.self(Endpoint.class)
                                                                        .sharedReceiveQueue()
                                                                != null
                                                        ? PostStatus.OK
                                                        : status;
                                            })),
                    Mutant.runtime(
                            "srq-drops-what-is-too-much",
                            "SRQ-03",
                            "A receive that does not fit is dropped without a word.",
                            faults ->
                                    faults.on(
                                            SharedReceiveQueue.class,
                                            "postReceive",
                                            call -> {
                                                int status = call.proceed(Integer.class);
                                                return status == PostStatus.QUEUE_FULL
                                                        ? PostStatus.OK
                                                        : status;
                                            })),
                    Mutant.provider(
                            "srq-breaks-all-its-endpoints",
                            "SRQ-04",
                            "The broken connection of one endpoint of a shared queue breaks the others.",
                            SrqMutants::breakAll),
                    Mutant.provider(
                            "srq-runs-low-in-silence",
                            "SRQ-05",
                            "The second watermark of a queue and later ones act, the first does not.",
                            SrqMutants::hushTheFirst),
                    Mutant.runtime(
                            "srq-tells-it-twice",
                            "SRQ-06",
                            "A low watermark is told twice.",
                            faults ->
                                    TakenEvents.repeat(
                                            faults, AsyncEvent.LowWatermark.class::isInstance)),
                    Mutant.runtime(
                            "srq-tells-it-of-an-endpoint",
                            "SRQ-05",
                            "A low watermark is told as the fault of an endpoint.",
                            SrqMutants::blameAnEndpoint),
                    Mutant.provider(
                            "srq-arms-once",
                            "SRQ-06",
                            "A watermark cannot be armed for a second time.",
                            faults -> {
                                Set<Object> armed = ConcurrentHashMap.newKeySet();
                                faults.on(
                                        org.jdapl.spi.SharedReceiveQueue.class,
                                        "armLowWatermark",
                                        call ->
                                                armed.add(call.self(Object.class))
                                                        ? call.proceed()
                                                        : null);
                            }),
                    Mutant.runtime(
                            "srq-takes-any-watermark",
                            "SRQ-07",
                            "A watermark that is not legal is ignored without a word.",
                            faults ->
                                    faults.forgive(
                                            SharedReceiveQueue.class,
                                            "setLowWatermark",
                                            DatType.INVALID_PARAMETER)),
                    Mutant.runtime(
                            "srq-pretends-to-close",
                            "SRQ-08",
                            "Closing a queue in use does nothing.",
                            faults ->
                                    faults.forgive(
                                            SharedReceiveQueue.class,
                                            "close",
                                            DatType.INVALID_STATE)),
                    Mutant.runtime(
                            "srq-loses-its-zone",
                            "SRQ-08",
                            "Closing the zone of a shared receive queue is not refused.",
                            faults ->
                                    faults.forgive(
                                            ProtectionZone.class, "close", DatType.INVALID_STATE)),
                    Mutant.provider(
                            "srq-tires",
                            "SRQ-09",
                            "A queue takes no receives any more after so many, and does not say so.",
                            faults -> {
                                AtomicInteger posts = new AtomicInteger();
                                faults.on(
                                        org.jdapl.spi.SharedReceiveQueue.class,
                                        "postReceive",
                                        call ->
                                                posts.getAndIncrement() < SWALLOWED_FROM
                                                        ? call.proceed()
                                                        : PostStatus.OK);
                            }),
                    Mutant.provider(
                            "srq-flushes-for-all",
                            "SRQ-10",
                            "After a disconnect of one endpoint the receives of the others come back flushed.",
                            SrqMutants::flushForAll),
                    Mutant.runtime(
                            "srq-holds-its-endpoints",
                            "SRQ-11",
                            "An endpoint that was closed goes on using its queue.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "close",
                                            call ->
                                                    call.self(Endpoint.class).sharedReceiveQueue()
                                                                    == null
                                                            ? call.proceed()
                                                            : null)),
                    Mutant.provider(
                            "srq-does-not-grow",
                            "SRQ-12",
                            "A queue is told to grow and does not.",
                            faults ->
                                    faults.on(
                                            org.jdapl.spi.SharedReceiveQueue.class,
                                            "resize",
                                            call -> null)),
                    Mutant.runtime(
                            "srq-lets-memory-go",
                            "SRQ-13",
                            "Closing a region that a posted receive names does nothing.",
                            faults ->
                                    faults.forgive(
                                            LocalMemoryRegion.class,
                                            "close",
                                            DatType.INVALID_STATE)),
                    Mutant.runtime(
                            "srq-counts-one-too-few",
                            "SRQ-14",
                            "Of more than two places in use one is not counted.",
                            faults ->
                                    faults.after(
                                            SharedReceiveQueue.class,
                                            "inUse",
                                            Integer.class,
                                            n -> n > 2 ? n - 1 : n)),
                    Mutant.provider(
                            "srq-mixes-up-receives",
                            "SRQ-15",
                            "Two completions tell each other's receives.",
                            SrqMutants::swapTwo),
                    Mutant.provider(
                            "srq-finishes-what-was-begun",
                            "SRQ-16",
                            "A receive that was begun when the connection ended is told as received.",
                            faults ->
                                    onShared(
                                            faults,
                                            (c, i) -> {
                                                if (c.status[i]
                                                        == CompletionStatus.FLUSHED.ordinal()) {
                                                    c.status[i] =
                                                            CompletionStatus.SUCCESS.ordinal();
                                                }
                                            })),
                    Mutant.runtime(
                            "srq-overflows-its-dispatcher",
                            "SRQ-17",
                            "The thirtieth completion of a shared receive is lost.",
                            SrqMutants::loseOne),
                    Mutant.runtime(
                            "srq-goes-into-any-zone",
                            "SRQ-18",
                            "An endpoint of another zone is moved to that of the queue.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "createEndpoint",
                                            call ->
                                                    (call.count() == 6
                                                                    ? call.with(0, zoneOf(call))
                                                                    : call)
                                                            .proceed())),
                    Mutant.runtime(
                            "srq-is-made-of-nothing",
                            "SRQ-19",
                            "A queue of no receives is made with one.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "createSharedReceiveQueue",
                                            call -> {
                                                SharedReceiveQueueAttributes wanted =
                                                        call.argument(
                                                                1,
                                                                SharedReceiveQueueAttributes.class);
                                                return (wanted.maxReceives() == 0
                                                                ? call.with(
                                                                        1,
                                                                        Records.with(
                                                                                wanted,
                                                                                "maxReceives",
                                                                                1))
                                                                : call)
                                                        .proceed();
                                            })),
                    Mutant.runtime(
                            "srq-takes-any-size",
                            "SRQ-20",
                            "A size below what is in use is ignored without a word.",
                            faults ->
                                    faults.forgive(
                                            SharedReceiveQueue.class,
                                            "resize",
                                            DatType.INVALID_STATE)),
                    Mutant.provider(
                            "srq-takes-in-silence",
                            "SRQ-21",
                            "Taken receives are not told.",
                            faults ->
                                    faults.on(AdapterListener.class, "receiveTaken", call -> null)),
                    Mutant.runtime(
                            "srq-has-no-hard-watermark",
                            "SRQ-22",
                            "A hard watermark is forgotten.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "setWatermark",
                                            call ->
                                                    call.argument(1, Integer.class) > 0
                                                            ? call.with(1, Endpoint.NO_WATERMARK)
                                                                    .proceed()
                                                            : call.proceed())),
                    Mutant.runtime(
                            "srq-counts-what-has-come",
                            "SRQ-23",
                            "Of three receives of an endpoint one is not counted.",
                            faults ->
                                    faults.after(
                                            Endpoint.class,
                                            "receiveCounts",
                                            ReceiveCounts.class,
                                            c -> c.posted() == 3 ? new ReceiveCounts(2, 3) : c)),
                    Mutant.provider(
                            "srq-takes-twice",
                            "SRQ-24",
                            "Each taken receive is told twice.",
                            faults ->
                                    faults.on(
                                            AdapterListener.class,
                                            "receiveTaken",
                                            call -> {
                                                call.proceed();
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "srq-takes-any-endpoint-watermark",
                            "SRQ-25",
                            "A negative watermark of an endpoint is ignored without a word.",
                            faults ->
                                    faults.forgive(
                                            Endpoint.class,
                                            "setWatermark",
                                            DatType.INVALID_PARAMETER)));

    /** What is done with a completion of a shared receive. */
    @FunctionalInterface
    private interface Change {
        void make(Completions completions, int index);
    }

    /** Changes the completions of shared receives; the runtime's ids of those are negative. */
    private static void onShared(Faults faults, Change change) {
        faults.on(
                CompletionQueue.class,
                "poll",
                call -> {
                    Completions completions = call.argument(0, Completions.class);
                    int count = call.proceed(Integer.class);
                    for (int i = 0; i < count; i++) {
                        if (completions.id[i] < 0) {
                            change.make(completions, i);
                        }
                    }
                    return count;
                });
    }

    private static void nameTheFirst(Faults faults) {
        AtomicInteger first = new AtomicInteger(-1);
        onShared(
                faults,
                (c, i) -> {
                    first.compareAndSet(-1, c.queuePair[i]);
                    c.queuePair[i] = first.get();
                });
    }

    private static void breakAll(Faults faults) {
        List<Object> contexts = new CopyOnWriteArrayList<>();
        faults.on(
                Adapter.class,
                "createQueuePair",
                call -> {
                    if (call.argument(0, QueuePairParameters.class).sharedReceiveQueue() != null) {
                        contexts.add(call.argument(1, Object.class));
                    }
                    return call.proceed();
                });
        faults.on(
                AdapterListener.class,
                "broken",
                call -> {
                    Object nothing = call.proceed();
                    if (contexts.contains(call.argument(0, Object.class))) {
                        AdapterListener listener = call.self(AdapterListener.class);
                        contexts.forEach(context -> listener.broken(context, "as another did", 0));
                    }
                    return nothing;
                });
    }

    private static void hushTheFirst(Faults faults) {
        Set<Object> queues = ConcurrentHashMap.newKeySet();
        faults.on(
                AdapterListener.class,
                "lowWatermark",
                call -> queues.add(call.argument(0, Object.class)) ? null : call.proceed());
    }

    private static void flushForAll(Faults faults) {
        AtomicBoolean ended = new AtomicBoolean();
        onShared(
                faults,
                (c, i) -> {
                    if (ended.get()) {
                        c.status[i] = CompletionStatus.FLUSHED.ordinal();
                    }
                });
        faults.on(
                ConnectionManager.class,
                "disconnect",
                call -> {
                    ended.set(true);
                    return call.proceed();
                });
    }

    /**
     * The tenth completion names the receive that was posted last, and that one's completion names
     * the tenth; short stories stay as they are.
     */
    private static void swapTwo(Faults faults) {
        AtomicLong newest = new AtomicLong();
        AtomicInteger seen = new AtomicInteger();
        Map<Long, Long> swapped = new ConcurrentHashMap<>();
        faults.on(
                org.jdapl.spi.SharedReceiveQueue.class,
                "postReceive",
                call -> {
                    newest.set(call.argument(0, WorkRequest.class).id);
                    return call.proceed();
                });
        onShared(
                faults,
                (c, i) -> {
                    long id = c.id[i];
                    if (seen.incrementAndGet() == TENTH) {
                        swapped.put(newest.get(), id);
                        c.id[i] = newest.get();
                    } else {
                        c.id[i] = swapped.getOrDefault(id, id);
                    }
                });
    }

    private static void loseOne(Faults faults) {
        AtomicInteger seen = new AtomicInteger();
        faults.on(
                EventDispatcher.class,
                "await",
                call -> {
                    Object event = call.proceed();
                    return event instanceof DtoCompletion done
                                    && done.endpoint().sharedReceiveQueue() != null
                                    && done.operation().isReceive()
                                    && seen.incrementAndGet() == LOST
                            ? call.proceed()
                            : event;
                });
    }

    private static ProtectionZone zoneOf(Call call) {
        return call.argument(4, SharedReceiveQueue.class).protectionZone();
    }

    private static void blameAnEndpoint(Faults faults) {
        Map<String, Endpoint> last = new ConcurrentHashMap<>();
        faults.after(
                InterfaceAdapter.class,
                "createEndpoint",
                Endpoint.class,
                endpoint -> {
                    last.put("made", endpoint);
                    return endpoint;
                });
        TakenEvents.change(
                faults,
                event ->
                        event instanceof AsyncEvent.LowWatermark low && last.containsKey("made")
                                ? new AsyncEvent.EndpointBroken(
                                        low.dispatcher(),
                                        last.get("made"),
                                        AsyncEvent.EndpointBroken.Cause.OTHER,
                                        "low watermark")
                                : event);
    }

    private SrqMutants() {}
}
