package org.jdapl.conformance.rules.rdm;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jdapl.api.Connection;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.Work;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.mutants.Call;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.conformance.mutants.WorkRequests;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.WorkRequest;
import org.jspecify.annotations.Nullable;

/**
 * Faults that the rules of group RDM find. Most strike at one length of read only, which no other
 * rule reads, so that the others do not notice.
 */
final class RdmMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                            "rdm-reads-one-byte-off",
                            "RDM-01",
                            "A read starts one byte too far on.",
                            faults ->
                                    faults.on(
                                            QueuePair.class,
                                            "postSend",
                                            call -> {
                                                if (call.argument(0, Object.class)
                                                                instanceof WorkRequest request
                                                        && request.kind == OperationKind.RDMA_READ
                                                        && request.totalLength == 7) {
                                                    request.remoteAddress++;
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "rdm-tells-one-byte-less",
                            "RDM-02",
                            "The completion of a read tells one byte too few.",
                            faults ->
                                    faults.after(
                                            EventDispatcher.class,
                                            "await",
                                            DtoCompletion.class,
                                            done ->
                                                    done.length() == 5_001
                                                            ? Records.with(done, "length", 5_000L)
                                                            : done)),
                    Mutant.runtime(
                            "rdm-goes-on-after-its-completion",
                            "RDM-03",
                            "A read changes its sink once more after it has completed.",
                            faults -> spoil(faults, 33_331, Objects::isNull)),
                    Mutant.runtime(
                            "rdm-takes-too-many-segments",
                            "RDM-04",
                            "A read into too many segments seems to be taken.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "post",
                                            call -> {
                                                int status = call.proceed(Integer.class);
                                                return call.argument(0, Object.class)
                                                                        instanceof Work work
                                                                && work.kind()
                                                                        == OperationKind.RDMA_READ
                                                        ? PostStatus.OK
                                                        : status;
                                            })),
                    Mutant.runtime(
                            "rdm-wants-more-rights",
                            "RDM-05",
                            "The sink of a read must have the right to be written remotely.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postRead",
                                            call ->
                                                    call.argument(2, Long.class) == 63
                                                                    && !call.argument(
                                                                                    0,
                                                                                    LocalMemoryRegion
                                                                                            .class)
                                                                            .privileges()
                                                                            .contains(
                                                                                    Privilege
                                                                                            .REMOTE_WRITE)
                                                            ? PostStatus.PRIVILEGES_VIOLATION
                                                            : call.proceed())),
                    Mutant.provider(
                            "rdm-cannot-read-nothing",
                            "RDM-06",
                            "A read of no bytes fails.",
                            RdmMutants::failEmpty),
                    Mutant.runtime(
                            "rdm-completes-out-of-order",
                            "RDM-07",
                            "Two reads that waited complete in the other order.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postRead",
                                            call -> {
                                                long cookie = call.argument(5, Long.class);
                                                return call.argument(2, Long.class) == 5_003
                                                                && cookie / 2 == 10
                                                        ? call.with(5, cookie ^ 1).proceed()
                                                        : call.proceed();
                                            })),
                    Mutant.provider(
                            "rdm-ignores-the-fence",
                            "RDM-09",
                            "A fence of a write has no effect.",
                            faults ->
                                    faults.on(
                                            QueuePair.class,
                                            "postSend",
                                            call -> {
                                                if (call.argument(0, Object.class)
                                                                instanceof WorkRequest request
                                                        && request.kind
                                                                == OperationKind.RDMA_WRITE) {
                                                    request.flags &= ~WorkRequest.FENCE;
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "rdm-hangs-at-depth-zero",
                            "RDM-11",
                            "A read at depth 0 seems to be taken.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postRead",
                                            call ->
                                                    depth(call) == 0
                                                            ? PostStatus.OK
                                                            : call.proceed())),
                    Mutant.runtime(
                            "rdm-succeeds-with-any-key",
                            "RDM-12",
                            "A read that failed is told as done.",
                            faults ->
                                    faults.after(
                                            EventDispatcher.class,
                                            "await",
                                            DtoCompletion.class,
                                            done ->
                                                    requests(done) == 12
                                                            ? Records.with(
                                                                    done,
                                                                    "status",
                                                                    CompletionStatus.SUCCESS)
                                                            : done)),
                    Mutant.runtime(
                            "rdm-fills-any-sink",
                            "RDM-13",
                            "A read into a sink without the right changes it.",
                            RdmMutants::fillAnySink),
                    Mutant.runtime(
                            "rdm-reads-garbage",
                            "RDM-14",
                            "A read brings bytes that nobody wrote.",
                            faults -> spoil(faults, 20_480, DtoCompletion.class::isInstance)),
                    Mutant.runtime(
                            "rdm-stops-at-full-depth",
                            "RDM-15",
                            "The last read of a full queue never completes.",
                            faults ->
                                    dropping(
                                            faults,
                                            done -> requests(done) == 15 && done.cookie() == 14)),
                    Mutant.provider(
                            "rdm-fills-one-byte-beside",
                            "RDM-16",
                            "A read into a remote memory region starts one byte too far on.",
                            faults ->
                                    WorkRequests.change(
                                            faults,
                                            OperationKind.RDMA_READ,
                                            r ->
                                                    r.window != null
                                                            && r.totalLength
                                                                    == RdmTests.INTO_WINDOW,
                                            r -> r.remoteAddress++)),
                    Mutant.runtime(
                            "rdm-reads-into-the-unbound",
                            "RDM-17",
                            "A read into a remote memory region that is not bound seems to be taken.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "post",
                                            RdmMutants::takeReadIntoWindow)),
                    Mutant.provider(
                            "rdm-tells-the-regions-key",
                            "RDM-18",
                            "The peer gets the key of the region behind the remote memory region.",
                            faults ->
                                    WorkRequests.change(
                                            faults,
                                            OperationKind.RDMA_READ,
                                            r -> r.window != null,
                                            r -> r.window = null)));

    private RdmMutants() {}

    private static void failEmpty(Faults faults) {
        faults.on(
                CompletionQueue.class,
                "poll",
                call -> {
                    Completions into = call.argument(0, Completions.class);
                    int n = call.proceed(Integer.class);
                    for (int i = 0; i < n; i++) {
                        if (into.kind[i] == OperationKind.RDMA_READ.ordinal()
                                && into.length[i] == 0) {
                            into.status[i] = CompletionStatus.REMOTE_ACCESS.value();
                        }
                    }
                    return n;
                });
    }

    /** The length of the request queue, by which endpoints of one rule are told from others. */
    private static int requests(DtoCompletion done) {
        return done.endpoint().attributes().maxRequests();
    }

    private static int depth(Call call) {
        return call.self(Endpoint.class).connection().map(Connection::readsOut).orElse(-1);
    }

    private static void dropping(Faults faults, Predicate<DtoCompletion> which) {
        faults.on(
                EventDispatcher.class,
                "await",
                call -> {
                    @Nullable Object event = call.proceed();
                    return event instanceof DtoCompletion done && which.test(done) ? null : event;
                });
    }

    /** Memory of a read. */
    private record Sink(LocalMemoryRegion region, long offset) {

        void spoil() {
            region.segment().set(ValueLayout.JAVA_BYTE, offset, (byte) -1);
            region.segment().set(ValueLayout.JAVA_BYTE, offset + 1, (byte) -1);
        }
    }

    /** Changes sinks of reads of a length when somebody waits with a certain outcome. */
    private static void spoil(Faults faults, long length, Predicate<@Nullable Object> outcome) {
        Map<Long, Sink> sinks = new ConcurrentHashMap<>();
        faults.on(
                Endpoint.class,
                "postRead",
                call -> {
                    if (call.argument(2, Long.class) == length) {
                        sinks.put(
                                call.argument(5, Long.class),
                                new Sink(
                                        call.argument(0, LocalMemoryRegion.class),
                                        call.argument(1, Long.class)));
                    }
                    return call.proceed();
                });
        faults.on(
                EventDispatcher.class,
                "await",
                call -> {
                    @Nullable Object event = call.proceed();
                    if (outcome.test(event)) {
                        sinks.values().forEach(Sink::spoil);
                    }
                    return event;
                });
    }

    private static void fillAnySink(Faults faults) {
        faults.on(
                Endpoint.class,
                "postRead",
                call -> {
                    int status = call.proceed(Integer.class);
                    if (status == PostStatus.PRIVILEGES_VIOLATION) {
                        new Sink(
                                        call.argument(0, LocalMemoryRegion.class),
                                        call.argument(1, Long.class))
                                .spoil();
                    }
                    return status;
                });
    }

    private static Object takeReadIntoWindow(Call call) throws Throwable {
        int status = call.proceed(Integer.class);
        return status == PostStatus.PROTECTION_VIOLATION
                        && call.argument(0, Object.class) instanceof Work work
                        && work.kind() == OperationKind.RDMA_READ
                        && work.segments() == 0
                ? PostStatus.OK
                : status;
    }
}
