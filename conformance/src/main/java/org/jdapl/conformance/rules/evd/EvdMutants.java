package org.jdapl.conformance.rules.evd;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.DatException;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.mutants.Call;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.conformance.mutants.TakenEvents;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.WorkRequest;
import org.jspecify.annotations.Nullable;

/** Faults that the rules of group EVD find. */
final class EvdMutants {

    private static final int DEEP = 1 << 20;
    private static final int LAST_COMPLETION = 58;
    private static final int SUPPRESSED = 50;
    private static final int SHORT_QUEUE = 16;
    private static final int LOST_PLACES = 20;
    private static final int LATE_WAIT = 300;

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "evd-takes-asynchronous-events",
                            "EVD-30",
                            "A dispatcher for asynchronous events is made for what else was named.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "createEventDispatcher",
                                            EvdMutants::leaveOutAsync)),
                    Mutant.runtime(
                            "evd-signals-everything",
                            "EVD-31",
                            "An unsignalled write notifies.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postWrite",
                                            call ->
                                                    (isUnsignalled(call)
                                                                    ? call.with(
                                                                            6,
                                                                            CompletionFlags.DEFAULT)
                                                                    : call)
                                                            .proceed())),
                    Mutant.runtime(
                            "evd-is-quiet-about-failures",
                            "EVD-31",
                            "The failure of an unsignalled request ends no wait.",
                            faults ->
                                    TakenEvents.change(
                                            faults,
                                            event ->
                                                    event instanceof DtoCompletion done
                                                                    && done.cookie()
                                                                            == EvdTests
                                                                                    .QUIET_FAILURE
                                                            ? null
                                                            : event)),
                    Mutant.runtime(
                            "evd-takes-unsignalled-anywhere",
                            "EVD-32",
                            "An unsignalled write seems to be taken where it is not legal.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postWrite",
                                            EvdMutants::takeUnsignalled)),
                    Mutant.runtime(
                            "evd-waits-for-many-quiet-ones",
                            "EVD-32",
                            "A wait for many where not every completion notifies is not refused.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "await",
                                            EvdMutants::waitForMany)),
                    Mutant.provider(
                            "evd-is-never-deep",
                            "EVD-01",
                            "A completion queue of the advertised depth is refused.",
                            faults ->
                                    faults.on(
                                            Adapter.class,
                                            "createCompletionQueue",
                                            call -> {
                                                if (call.argument(0, Integer.class) > DEEP) {
                                                    throw new ProviderException(
                                                            DatType.INSUFFICIENT_RESOURCES,
                                                            "too deep");
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "evd-takes-no-depth",
                            "EVD-02",
                            "A dispatcher of depth zero is made with a depth of one.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "createEventDispatcher",
                                            call ->
                                                    (call.argument(0, Integer.class) == 0
                                                                    ? call.with(0, 1)
                                                                    : call)
                                                            .proceed())),
                    Mutant.runtime(
                            "evd-invents-an-event",
                            "EVD-03",
                            "An empty dispatcher has something every hundredth time.",
                            EvdMutants::inventEvents),
                    Mutant.runtime(
                            "evd-shortens-the-cookie",
                            "EVD-04",
                            "A cookie is cut to 32 bits.",
                            faults ->
                                    faults.after(
                                            EventDispatcher.class,
                                            "await",
                                            DtoCompletion.class,
                                            done ->
                                                    done.isSuccess()
                                                            ? Records.with(
                                                                    done,
                                                                    "cookie",
                                                                    (long) (int) done.cookie())
                                                            : done)),
                    Mutant.provider(
                            "evd-falls-silent",
                            "EVD-05",
                            "A completion queue gives nothing any more after its 58th completion.",
                            EvdMutants::fallSilent),
                    Mutant.runtime(
                            "evd-gives-the-last-one-again",
                            "EVD-06",
                            "Who looks into a dispatcher that was just emptied gets the last completion once more.",
                            EvdMutants::giveAgain),
                    Mutant.runtime(
                            "evd-forgets-to-suppress",
                            "EVD-07",
                            "The fiftieth suppressed write has a completion.",
                            EvdMutants::forgetToSuppress),
                    Mutant.runtime(
                            "evd-swaps-two-completions",
                            "EVD-08",
                            "Two completions change places.",
                            faults ->
                                    faults.after(
                                            EventDispatcher.class,
                                            "await",
                                            DtoCompletion.class,
                                            done ->
                                                    done.cookie() >> 1
                                                                    == (EvdTests.IN_ORDER >> 1) + 2
                                                            ? Records.with(
                                                                    done,
                                                                    "cookie",
                                                                    done.cookie() ^ 1)
                                                            : done)),
                    Mutant.runtime(
                            "evd-names-the-first-endpoint",
                            "EVD-10",
                            "All completions of a dispatcher name the endpoint that the first one was of.",
                            EvdMutants::nameTheFirst),
                    Mutant.runtime(
                            "evd-keeps-suppressed-places",
                            "EVD-11",
                            "On a short queue suppressed requests never give their places back.",
                            EvdMutants::keepPlaces),
                    Mutant.runtime(
                            "evd-sleeps-through",
                            "EVD-12",
                            "A dispatcher's three hundredth wait does not see what comes.",
                            EvdMutants::sleepThrough),
                    Mutant.runtime(
                            "evd-waits-for-one",
                            "EVD-13",
                            "A wait for many events ends with the first.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "await",
                                            call ->
                                                    (call.count() == 2
                                                                            && call.argument(
                                                                                            1,
                                                                                            Object
                                                                                                    .class)
                                                                                    instanceof
                                                                                    Integer n
                                                                            && n > 1
                                                                    ? call.with(1, 1)
                                                                    : call)
                                                            .proceed())),
                    Mutant.runtime(
                            "evd-wakes-for-nothing",
                            "EVD-14",
                            "A notification object that was triggered once is triggered for ever.",
                            EvdMutants::wakeForNothing),
                    Mutant.runtime(
                            "evd-wakes-early",
                            "EVD-15",
                            "A wait ends after half its time.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "await",
                                            call ->
                                                    (call.argument(0, Object.class)
                                                                            instanceof
                                                                            Duration limit
                                                                    ? call.with(
                                                                            0, limit.dividedBy(2))
                                                                    : call)
                                                            .proceed())),
                    Mutant.runtime(
                            "evd-does-not-look",
                            "EVD-16",
                            "A wait for software events without time gives nothing.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "await",
                                            call ->
                                                    Duration.ZERO.equals(
                                                                            call.argument(
                                                                                    0,
                                                                                    Object.class))
                                                                    && isForSoftware(call)
                                                            ? null
                                                            : call.proceed())),
                    Mutant.runtime(
                            "evd-takes-more-than-it-holds",
                            "EVD-17",
                            "A write on a full queue is taken and forgotten.",
                            faults ->
                                    faults.after(
                                            Endpoint.class,
                                            "postWrite",
                                            Integer.class,
                                            status ->
                                                    status == PostStatus.QUEUE_FULL
                                                            ? PostStatus.OK
                                                            : status)),
                    Mutant.runtime(
                            "evd-loses-one-when-it-grows",
                            "EVD-19",
                            "Making a dispatcher deeper drops the oldest event.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "resize",
                                            call -> {
                                                EventDispatcher self =
                                                        call.self(EventDispatcher.class);
                                                if (call.argument(0, Integer.class)
                                                        > self.depth()) {
                                                    Event _ = self.dequeue();
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "evd-shrinks-over-its-events",
                            "EVD-20",
                            "Events that do not fit any more are dropped.",
                            faults ->
                                    faults.on(EventDispatcher.class, "resize", EvdMutants::shrink)),
                    Mutant.runtime(
                            "evd-drops-software-events",
                            "EVD-21",
                            "A software event that does not fit is dropped.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "post",
                                            call -> ignoring(DatType.QUEUE_FULL, call))),
                    Mutant.runtime(
                            "evd-calls-full-out-of-memory",
                            "EVD-21",
                            "A software event that does not fit is refused for want of memory.",
                            faults ->
                                    faults.refuseAs(
                                            EventDispatcher.class,
                                            "post",
                                            DatType.QUEUE_FULL,
                                            DatType.INSUFFICIENT_RESOURCES)),
                    Mutant.runtime(
                            "evd-closes-under-its-endpoint",
                            "EVD-22",
                            "Closing a dispatcher that an endpoint uses is not refused.",
                            faults -> closes(faults, EventStream.CONNECTION)),
                    Mutant.runtime(
                            "evd-closes-in-use",
                            "EVD-22",
                            "Closing a dispatcher that a service point uses is not refused.",
                            faults -> closes(faults, EventStream.CONNECTION_REQUEST)),
                    Mutant.runtime(
                            "evd-takes-any-stream",
                            "EVD-23",
                            "A dispatcher that takes no connection events is taken for them.",
                            EvdMutants::takeAnyStream),
                    Mutant.provider(
                            "evd-does-not-solicit",
                            "EVD-24",
                            "No message is solicited.",
                            faults ->
                                    faults.on(
                                            QueuePair.class,
                                            "postSend",
                                            call -> {
                                                call.argument(0, WorkRequest.class).flags &=
                                                        ~WorkRequest.SOLICITED;
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "evd-hides-the-abort",
                            "EVD-25",
                            "A wait on a dispatcher that is closed ends as if its time had run out.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "await",
                                            call -> ignoring(DatType.ABORT, call))),
                    Mutant.runtime(
                            "evd-recycles-events",
                            "EVD-26",
                            "A batch gives the first event that it ever had.",
                            faults -> {
                                Map<Object, Object> first = new ConcurrentHashMap<>();
                                faults.on(
                                        EventBatch.class,
                                        "event",
                                        call ->
                                                call.argument(0, Integer.class) == 0
                                                        ? first.computeIfAbsent(
                                                                call.self(EventBatch.class),
                                                                b -> firstEvent(call))
                                                        : call.proceed());
                            }));

    private static boolean isUnsignalled(Call postWrite) {
        return (postWrite.argument(6, Integer.class) & CompletionFlags.UNSIGNALLED) != 0;
    }

    private static @Nullable Object takeUnsignalled(Call call) throws Throwable {
        boolean unsignalled = isUnsignalled(call);
        int status = call.proceed(Integer.class);
        return unsignalled && status == PostStatus.INVALID_ARGUMENT ? PostStatus.OK : status;
    }

    private static @Nullable Object waitForMany(Call call) throws Throwable {
        try {
            return call.proceed();
        } catch (DatException e) {
            if (e.subtype() == DatSubtype.INVALID_STATE_EVD_CONFIG_SOLICITED) {
                return null;
            }
            throw e;
        }
    }

    private static @Nullable Object ignoring(DatType type, Call call) throws Throwable {
        try {
            return call.proceed();
        } catch (DatException e) {
            if (e.type() == type) {
                return null;
            }
            throw e;
        }
    }

    private static boolean isForSoftware(Call call) {
        return call.self(EventDispatcher.class).streams().equals(Set.of(EventStream.SOFTWARE));
    }

    private static Object firstEvent(Call call) {
        try {
            return call.proceed(Event.class);
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    private static void inventEvents(Faults faults) {
        AtomicInteger looks = new AtomicInteger();
        faults.on(
                EventDispatcher.class,
                "dequeue",
                call -> {
                    Object event = call.proceed();
                    return event == null && looks.incrementAndGet() % 100 == 0
                            ? new SoftwareEvent(call.self(EventDispatcher.class), null)
                            : event;
                });
    }

    private static void fallSilent(Faults faults) {
        Map<Object, AtomicInteger> given = new ConcurrentHashMap<>();
        faults.on(
                CompletionQueue.class,
                "poll",
                call -> {
                    int polled = call.proceed(Integer.class);
                    int all =
                            given.computeIfAbsent(
                                            call.self(CompletionQueue.class),
                                            q -> new AtomicInteger())
                                    .addAndGet(polled);
                    return Math.max(0, polled - Math.max(0, all - LAST_COMPLETION));
                });
    }

    private static void giveAgain(Faults faults) {
        Map<Object, Object> last = new ConcurrentHashMap<>();
        faults.on(
                EventDispatcher.class,
                "dequeue",
                call -> {
                    Object event = call.proceed();
                    if (event instanceof DtoCompletion) {
                        last.put(call.self(EventDispatcher.class), event);
                    }
                    return event == null ? last.remove(call.self(EventDispatcher.class)) : event;
                });
    }

    private static boolean isSuppressed(Call postWrite) {
        return (postWrite.argument(6, Integer.class) & CompletionFlags.SUPPRESS) != 0;
    }

    private static void forgetToSuppress(Faults faults) {
        AtomicInteger suppressed = new AtomicInteger();
        faults.on(
                Endpoint.class,
                "postWrite",
                call -> {
                    if (isSuppressed(call) && suppressed.incrementAndGet() == SUPPRESSED) {
                        call.with(6, CompletionFlags.DEFAULT);
                    }
                    return call.proceed();
                });
    }

    private static void nameTheFirst(Faults faults) {
        Map<EventDispatcher, Endpoint> first = new ConcurrentHashMap<>();
        TakenEvents.change(
                faults,
                event ->
                        event instanceof DtoCompletion done
                                ? Records.with(
                                        done,
                                        "endpoint",
                                        first.computeIfAbsent(
                                                done.dispatcher(), d -> done.endpoint()))
                                : event);
    }

    private static void keepPlaces(Faults faults) {
        Map<Endpoint, AtomicInteger> kept = new ConcurrentHashMap<>();
        faults.on(
                Endpoint.class,
                "postWrite",
                call -> {
                    Endpoint self = call.self(Endpoint.class);
                    return isSuppressed(call)
                                    && self.attributes().maxRequests() < SHORT_QUEUE
                                    && kept.computeIfAbsent(self, e -> new AtomicInteger())
                                                    .incrementAndGet()
                                            > LOST_PLACES
                            ? Integer.valueOf(PostStatus.QUEUE_FULL)
                            : call.proceed();
                });
    }

    private static void sleepThrough(Faults faults) {
        Map<EventDispatcher, AtomicInteger> waits = new ConcurrentHashMap<>();
        faults.on(
                EventDispatcher.class,
                "await",
                call -> {
                    EventDispatcher self = call.self(EventDispatcher.class);
                    if (waits.computeIfAbsent(self, d -> new AtomicInteger()).incrementAndGet()
                            == LATE_WAIT) {
                        EventDispatcher empty =
                                self.adapter().createEventDispatcher(1, EventStream.SOFTWARE);
                        Event _ = empty.await(Bound.LOCAL.duration());
                        empty.close();
                    }
                    return call.proceed();
                });
    }

    private static void wakeForNothing(Faults faults) {
        Map<Object, Object> triggered = new ConcurrentHashMap<>();
        faults.on(
                NotificationObject.class,
                "await",
                call -> {
                    Object self = call.self(NotificationObject.class);
                    Object former = triggered.get(self);
                    if (former != null) {
                        return former;
                    }
                    Object dispatcher = call.proceed();
                    if (dispatcher != null) {
                        triggered.put(self, dispatcher);
                    }
                    return dispatcher;
                });
    }

    private static @Nullable Object shrink(Call call) throws Throwable {
        EventDispatcher self = call.self(EventDispatcher.class);
        while (self.size() > call.argument(0, Integer.class)) {
            Event _ = self.dequeue();
        }
        return call.proceed();
    }

    private static void takeAnyStream(Faults faults) {
        faults.on(
                InterfaceAdapter.class,
                "createEndpoint",
                call ->
                        (call.argument(3, Object.class) instanceof EventDispatcher connections
                                                && !connections
                                                        .streams()
                                                        .contains(EventStream.CONNECTION)
                                        ? call.with(3, null)
                                        : call)
                                .proceed());
    }

    private static @Nullable Object leaveOutAsync(Call call) throws Throwable {
        Set<?> streams = call.optional(1, Set.class).orElse(Set.of());
        if (streams.size() < 2 || !streams.contains(EventStream.ASYNC)) {
            return call.proceed();
        }
        Set<Object> others = new HashSet<>(streams);
        others.remove(EventStream.ASYNC);
        return call.with(1, others).proceed();
    }

    private EvdMutants() {}

    /** Closing a dispatcher with a stream is not refused, and does nothing where it would be. */
    private static void closes(Faults faults, EventStream stream) {
        faults.on(
                EventDispatcher.class,
                "close",
                call ->
                        call.self(EventDispatcher.class).streams().contains(stream)
                                ? ignoring(DatType.INVALID_STATE, call)
                                : call.proceed());
    }
}
