package org.jdapl.conformance.rules.snd;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.Work;
import org.jdapl.api.WorkList;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.conformance.mutants.Call;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.conformance.mutants.WorkRequests;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jdapl.spi.WorkRequest;
import org.jspecify.annotations.Nullable;

/**
 * Faults that the rules of group SND find. Most strike at one length of message only, which no
 * other rule sends, so that the others do not notice.
 */
final class SndMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                            "snd-changes-a-byte",
                            "SND-01",
                            "The last byte of a long message is wrong.",
                            faults ->
                                    WorkRequests.change(
                                            faults,
                                            OperationKind.SEND,
                                            r -> r.totalLength > 1_000_000,
                                            r -> r.offset[0]++)),
                    Mutant.runtime(
                            "snd-mixes-up-two-receives",
                            "SND-02",
                            "Two receives get each other's cookies.",
                            faults -> swapCookies(faults, 1_003, 40)),
                    Mutant.runtime(
                            "snd-writes-behind-the-message",
                            "SND-03",
                            "The byte behind a message changes.",
                            faults -> harmReceived(faults, 333, 0)),
                    Mutant.provider(
                            "snd-tells-one-byte-less",
                            "SND-04",
                            "The completion of a receive tells one byte too few.",
                            faults ->
                                    faults.on(
                                            CompletionQueue.class,
                                            "poll",
                                            call -> {
                                                Completions into =
                                                        call.argument(0, Completions.class);
                                                int n = call.proceed(Integer.class);
                                                for (int i = 0; i < n; i++) {
                                                    if (into.length[i] == 99) {
                                                        into.length[i]--;
                                                    }
                                                }
                                                return n;
                                            })),
                    Mutant.provider(
                            "snd-gathers-in-the-wrong-order",
                            "SND-05",
                            "The first and the last of three segments change places.",
                            faults ->
                                    WorkRequests.change(
                                            faults,
                                            OperationKind.SEND,
                                            r -> r.segments == 3,
                                            WorkRequests::swapOuterSegments)),
                    Mutant.runtime(
                            "snd-completes-before-it-sends",
                            "SND-06",
                            "A send completes at once, and goes out later.",
                            SndMutants::completeEarly),
                    Mutant.runtime(
                            "snd-takes-inline-for-plain",
                            "SND-07",
                            "The flag for inline data is ignored.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postSend",
                                            call ->
                                                    call.with(
                                                                    4,
                                                                    call.argument(4, Integer.class)
                                                                            & ~CompletionFlags
                                                                                    .INLINE)
                                                            .proceed())),
                    Mutant.runtime(
                            "snd-tells-a-suppressed-send",
                            "SND-08",
                            "Every 30th suppressed send gives a completion.",
                            faults -> {
                                AtomicInteger suppressed = new AtomicInteger();
                                faults.on(
                                        Endpoint.class,
                                        "postSend",
                                        call -> {
                                            int flags = call.argument(4, Integer.class);
                                            return flags == CompletionFlags.SUPPRESS
                                                            && suppressed.incrementAndGet() % 30
                                                                    == 0
                                                    ? call.with(4, CompletionFlags.DEFAULT)
                                                            .proceed()
                                                    : call.proceed();
                                        });
                            }),
                    Mutant.runtime(
                            "snd-hides-a-suppressed-failure",
                            "SND-09",
                            "A suppressed read gives no completion, whatever happens to it.",
                            SndMutants::hideSuppressedReads),
                    Mutant.runtime(
                            "snd-calls-a-short-receive-a-transport-error",
                            "SND-10",
                            "A receive that was too short fails with TRANSPORT.",
                            faults ->
                                    completing(
                                            faults,
                                            done -> done.status() == CompletionStatus.LOCAL_LENGTH,
                                            "status",
                                            CompletionStatus.TRANSPORT)),
                    Mutant.runtime(
                            "snd-calls-a-missing-receive-bad-memory",
                            "SND-11",
                            "A message that meets no receive fails with LOCAL_PROTECTION.",
                            faults ->
                                    completing(
                                            faults,
                                            done -> done.length() == 77,
                                            "status",
                                            CompletionStatus.LOCAL_PROTECTION)),
                    Mutant.runtime(
                            "snd-leaves-out-what-it-does-not-know",
                            "SND-12",
                            "Transport attributes of an endpoint are left out.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "createEndpoint",
                                            call -> {
                                                int last = call.count() - 1;
                                                return call.with(
                                                                last,
                                                                call
                                                                        .argument(
                                                                                last,
                                                                                EndpointAttributes
                                                                                        .class)
                                                                        .toBuilder()
                                                                        .transport(
                                                                                TransportAttributes
                                                                                        .NONE)
                                                                        .build())
                                                        .proceed();
                                            })),
                    Mutant.runtime(
                            "snd-takes-messages-that-are-too-long",
                            "SND-13",
                            "A message above the maximum seems to be taken.",
                            faults ->
                                    faults.after(
                                            Endpoint.class,
                                            "postSend",
                                            Integer.class,
                                            status ->
                                                    status == PostStatus.LENGTH_ERROR
                                                            ? PostStatus.OK
                                                            : status)),
                    Mutant.runtime(
                            "snd-mixes-up-late-receives",
                            "SND-14",
                            "Two receives that were posted late get each other's cookies.",
                            faults -> swapCookies(faults, 41, 10)),
                    Mutant.runtime(
                            "snd-counts-a-refused-post",
                            "SND-15",
                            "A list tells one post too many.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "post",
                                            call -> {
                                                int n = call.proceed(Integer.class);
                                                return call.argument(0, Object.class)
                                                                        instanceof WorkList list
                                                                && n < list.size()
                                                        ? n + 1
                                                        : n;
                                            })),
                    Mutant.runtime(
                            "snd-loses-a-send",
                            "SND-16",
                            "The 900th send of an adapter has no effect.",
                            faults -> {
                                AtomicInteger sends = new AtomicInteger();
                                faults.on(
                                        Endpoint.class,
                                        "postSend",
                                        call ->
                                                sends.incrementAndGet() == 900
                                                        ? PostStatus.OK
                                                        : call.proceed());
                            }),
                    Mutant.provider(
                            "snd-ignores-the-fence",
                            "SND-17",
                            "A fence of a send has no effect.",
                            faults ->
                                    WorkRequests.change(
                                            faults,
                                            OperationKind.SEND,
                                            r -> true,
                                            r -> r.flags &= ~WorkRequest.FENCE)),
                    Mutant.provider(
                            "snd-changes-what-is-solicited",
                            "SND-18",
                            "A solicited message starts one byte too far on.",
                            faults ->
                                    WorkRequests.change(
                                            faults,
                                            OperationKind.SEND,
                                            r -> (r.flags & WorkRequest.SOLICITED) != 0,
                                            r -> r.offset[0]++)),
                    Mutant.runtime(
                            "snd-makes-cookies-unique",
                            "SND-19",
                            "A cookie that was there already is changed.",
                            faults -> {
                                Set<Long> seen = ConcurrentHashMap.newKeySet();
                                faults.on(
                                        Endpoint.class,
                                        "postSend",
                                        call -> {
                                            long cookie = call.argument(3, Long.class);
                                            return cookie == 7_777 && !seen.add(cookie)
                                                    ? call.with(3, cookie + 1).proceed()
                                                    : call.proceed();
                                        });
                            }),
                    Mutant.runtime(
                            "snd-wants-a-segment",
                            "SND-20",
                            "A receive without segments is refused.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "post",
                                            call ->
                                                    call.argument(0, Object.class)
                                                                            instanceof Work work
                                                                    && work.kind()
                                                                            == OperationKind.RECEIVE
                                                                    && work.segments() == 0
                                                            ? PostStatus.INVALID_ARGUMENT
                                                            : call.proceed())),
                    Mutant.provider(
                            "snd-loses-its-place-in-a-region",
                            "SND-21",
                            "Some sends of a full queue start one byte too far on.",
                            faults ->
                                    WorkRequests.change(
                                            faults,
                                            OperationKind.SEND,
                                            r -> r.totalLength == 96 && r.offset[0] > 10_000,
                                            r -> r.offset[0]++)),
                    Mutant.runtime(
                            "snd-completes-before-the-last-byte",
                            "SND-22",
                            "The last byte of a message is not there when its completion is read.",
                            faults -> harmReceived(faults, 7_013, -1)));

    private SndMutants() {}

    /** Changes completions that meet a condition, before the consumer sees them. */
    private static void completing(
            Faults faults, Predicate<DtoCompletion> which, String part, Object value) {
        faults.after(
                EventDispatcher.class,
                "await",
                DtoCompletion.class,
                done -> which.test(done) ? Records.with(done, part, value) : done);
    }

    /** Receives of a length: a cookie and the next one change places. */
    private static void swapCookies(Faults faults, long length, long even) {
        faults.on(
                Endpoint.class,
                "postReceive",
                call -> {
                    long cookie = call.argument(3, Long.class);
                    return call.argument(2, Long.class) == length && (cookie & ~1L) == even
                            ? call.with(3, cookie ^ 1).proceed()
                            : call.proceed();
                });
    }

    /** Where a receive puts its message. */
    private record Place(LocalMemoryRegion region, long offset) {}

    /** Changes a byte near the end of a received message of a length. */
    private static void harmReceived(Faults faults, long length, long fromEnd) {
        Map<Long, Place> places = new ConcurrentHashMap<>();
        faults.on(
                Endpoint.class,
                "postReceive",
                call -> {
                    places.put(
                            call.argument(3, Long.class),
                            new Place(
                                    call.argument(0, LocalMemoryRegion.class),
                                    call.argument(1, Long.class)));
                    return call.proceed();
                });
        faults.after(
                EventDispatcher.class,
                "await",
                DtoCompletion.class,
                done -> {
                    @Nullable Place place = places.get(done.cookie());
                    if (place != null
                            && done.operation() == OperationKind.RECEIVE
                            && done.length() == length) {
                        long at = place.offset() + length + fromEnd;
                        byte old = place.region().segment().get(ValueLayout.JAVA_BYTE, at);
                        place.region().segment().set(ValueLayout.JAVA_BYTE, at, (byte) ~old);
                    }
                    return done;
                });
    }

    /** Sends of one length are told done when they are posted, and posted when the next one is. */
    private static void completeEarly(Faults faults) {
        long length = 60_000;
        AtomicReference<@Nullable Call> kept = new AtomicReference<>();
        AtomicReference<@Nullable Call> told = new AtomicReference<>();
        faults.on(
                Endpoint.class,
                "postSend",
                call -> {
                    if (call.argument(2, Long.class) != length) {
                        return call.proceed();
                    }
                    @Nullable Call before = kept.getAndSet(call);
                    told.set(call);
                    return before == null ? PostStatus.OK : before.proceed();
                });
        faults.on(
                EventDispatcher.class,
                "await",
                call -> {
                    @Nullable Call done = told.getAndSet(null);
                    if (done == null) {
                        return call.proceed();
                    }
                    Endpoint endpoint = done.self(Endpoint.class);
                    return new DtoCompletion(
                            call.self(EventDispatcher.class),
                            endpoint,
                            done.argument(3, Long.class),
                            CompletionStatus.SUCCESS,
                            OperationKind.SEND,
                            length,
                            false,
                            0,
                            0,
                            0);
                });
    }

    private static void hideSuppressedReads(Faults faults) {
        Set<Long> cookies = ConcurrentHashMap.newKeySet();
        faults.on(
                Endpoint.class,
                "postRead",
                call -> {
                    if (call.argument(6, Integer.class) == CompletionFlags.SUPPRESS) {
                        cookies.add(call.argument(5, Long.class));
                    }
                    return call.proceed();
                });
        faults.on(
                EventDispatcher.class,
                "await",
                call -> {
                    @Nullable Object event = call.proceed();
                    return event instanceof DtoCompletion done
                                    && done.operation() == OperationKind.RDMA_READ
                                    && cookies.contains(done.cookie())
                            ? null
                            : event;
                });
    }
}
