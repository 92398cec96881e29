package org.jdapl.conformance.rules.wr;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.mutants.Call;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.conformance.mutants.WorkRequests;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jspecify.annotations.Nullable;

/**
 * Faults that the rules of group WR find. Most strike at one length of write only, which no other
 * rule writes, so that the others do not notice.
 */
final class WrMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                            "wr-writes-one-byte-off",
                            "WR-01",
                            "A write goes one byte too far on.",
                            faults ->
                                    WorkRequests.change(
                                            faults,
                                            OperationKind.RDMA_WRITE,
                                            r -> r.totalLength == 7,
                                            r -> r.remoteAddress++)),
                    Mutant.provider(
                            "wr-cannot-write-nothing",
                            "WR-02",
                            "A write of no bytes fails.",
                            WrMutants::failEmpty),
                    Mutant.runtime(
                            "wr-lets-a-message-overtake",
                            "WR-03",
                            "A write goes out behind the send that follows it.",
                            WrMutants::holdBack),
                    Mutant.provider(
                            "wr-gathers-in-the-wrong-order",
                            "WR-04",
                            "The first and the last of three segments change places.",
                            faults ->
                                    WorkRequests.change(
                                            faults,
                                            OperationKind.RDMA_WRITE,
                                            r -> r.segments == 3,
                                            WorkRequests::swapOuterSegments)),
                    Mutant.runtime(
                            "wr-forgets-the-fault",
                            "WR-05",
                            "What comes behind a failed write succeeds.",
                            faults ->
                                    faults.after(
                                            EventDispatcher.class,
                                            "await",
                                            DtoCompletion.class,
                                            done ->
                                                    done.status() == CompletionStatus.FLUSHED
                                                                    && done.operation()
                                                                            == OperationKind.SEND
                                                            ? Records.with(
                                                                    done,
                                                                    "status",
                                                                    CompletionStatus.SUCCESS)
                                                            : done)),
                    Mutant.provider(
                            "wr-takes-a-receive",
                            "WR-06",
                            "A write goes out as a message.",
                            faults ->
                                    WorkRequests.change(
                                            faults,
                                            OperationKind.RDMA_WRITE,
                                            r -> r.totalLength == 55,
                                            r -> r.kind = OperationKind.SEND)),
                    Mutant.runtime(
                            "wr-sticks-to-one-region",
                            "WR-07",
                            "Writes go into the region that was written first.",
                            WrMutants::stickToOneRegion),
                    Mutant.runtime(
                            "wr-wraps-round-to-nothing",
                            "WR-09",
                            "A write whose range wraps round writes nothing, and succeeds.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postWrite",
                                            call ->
                                                    call.argument(3, Long.class) == -500
                                                            ? call.with(2, 0L).proceed()
                                                            : call.proceed())),
                    Mutant.provider(
                            "wr-stops-before-the-end",
                            "WR-10",
                            "A write starts one byte before the place that it is for.",
                            faults ->
                                    WorkRequests.change(
                                            faults,
                                            OperationKind.RDMA_WRITE,
                                            r -> r.totalLength == 777,
                                            r -> r.remoteAddress--)),
                    Mutant.runtime(
                            "wr-leaves-the-last-but-one",
                            "WR-11",
                            "The last of several writes carries the data of the one before.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postWrite",
                                            call ->
                                                    call.argument(2, Long.class) == 1_009
                                                                    && call.argument(5, Long.class)
                                                                            == 19
                                                            ? call.with(1, 18L * 1_009).proceed()
                                                            : call.proceed())),
                    Mutant.runtime(
                            "wr-loses-a-write-at-the-end",
                            "WR-12",
                            "The completion of one of the writes is lost.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "await",
                                            call -> {
                                                @Nullable Object event = call.proceed();
                                                return event instanceof DtoCompletion done
                                                                && isOfTheLast(done)
                                                        ? null
                                                        : event;
                                            })));

    private WrMutants() {}

    /** The last of the writes over a queue of a length that one rule alone asks for. */
    private static boolean isOfTheLast(DtoCompletion done) {
        return done.endpoint().attributes().maxRequests() == 21 && done.cookie() == 11;
    }

    private static void failEmpty(Faults faults) {
        faults.on(
                CompletionQueue.class,
                "poll",
                call -> {
                    Completions into = call.argument(0, Completions.class);
                    int n = call.proceed(Integer.class);
                    for (int i = 0; i < n; i++) {
                        if (into.kind[i] == OperationKind.RDMA_WRITE.ordinal()
                                && into.length[i] == 0
                                && into.status[i] == CompletionStatus.SUCCESS.value()) {
                            into.status[i] = CompletionStatus.REMOTE_ACCESS.value();
                        }
                    }
                    return n;
                });
    }

    private static void holdBack(Faults faults) {
        AtomicReference<@Nullable Call> kept = new AtomicReference<>();
        faults.on(
                Endpoint.class,
                "postWrite",
                call -> {
                    if (call.argument(2, Long.class) != 2_003) {
                        return call.proceed();
                    }
                    kept.set(call);
                    return PostStatus.OK;
                });
        faults.on(
                Endpoint.class,
                "postSend",
                call -> {
                    Object status = call.proceed(Object.class);
                    @Nullable Call write = kept.getAndSet(null);
                    return write == null ? status : write.proceed();
                });
    }

    private static void stickToOneRegion(Faults faults) {
        AtomicReference<@Nullable RemoteRegion> first = new AtomicReference<>();
        faults.on(
                Endpoint.class,
                "postWrite",
                call -> {
                    if (call.argument(2, Long.class) != 4_099) {
                        return call.proceed();
                    }
                    first.compareAndSet(
                            null,
                            new RemoteRegion(
                                    call.argument(3, Long.class), 0, call.argument(4, Long.class)));
                    RemoteRegion to = Objects.requireNonNull(first.get());
                    return call.with(3, to.address()).with(4, to.key()).proceed();
                });
    }
}
