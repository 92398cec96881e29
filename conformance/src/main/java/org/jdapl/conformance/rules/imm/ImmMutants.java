package org.jdapl.conformance.rules.imm;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Work;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.WorkRequests;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.WorkRequest;

/** Faults that the rules of group IMM find. */
final class ImmMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "imm-sends-without-it",
                            "IMM-01",
                            "A send with immediate data that is not supported seems to be taken.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "post",
                                            call -> {
                                                Object status = call.proceed();
                                                return call.argument(0, Object.class)
                                                                        instanceof Work work
                                                                && work.kind()
                                                                        == OperationKind
                                                                                .SEND_WITH_IMMEDIATE
                                                        ? PostStatus.OK
                                                        : status;
                                            })),
                    Mutant.provider(
                                    "imm-turns-bytes-around",
                                    "IMM-02",
                                    "The bytes of immediate data change their order.",
                                    faults ->
                                            onReceived(
                                                    faults,
                                                    (c, i) ->
                                                            c.immediate[i] =
                                                                    Integer.reverseBytes(
                                                                            c.immediate[i])))
                            .onBothSides(),
                    Mutant.provider(
                                    "imm-tells-no-length",
                                    "IMM-03",
                                    "A receive that a write with immediate data used up tells no bytes.",
                                    faults -> onReceived(faults, (c, i) -> c.length[i] = 0))
                            .onBothSides(),
                    Mutant.provider(
                            "imm-comes-twice",
                            "IMM-04",
                            "A write with immediate data is carried out twice.",
                            faults ->
                                    faults.on(
                                            QueuePair.class,
                                            "postSend",
                                            call -> {
                                                if (call.argument(0, Object.class)
                                                                instanceof WorkRequest request
                                                        && ofLength(ImmTests.ONE_RECEIVE)
                                                                .test(request)) {
                                                    call.proceed();
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.provider(
                            "imm-is-forgotten",
                            "IMM-05",
                            "A write with immediate data of one length is an ordinary one.",
                            faults ->
                                    change(
                                            faults,
                                            ofLength(ImmTests.UNANSWERED),
                                            request -> request.kind = OperationKind.RDMA_WRITE)),
                    Mutant.provider(
                                    "imm-shows-old-values",
                                    "IMM-06",
                                    "Messages of one length show immediate data that nobody sent.",
                                    ImmMutants::showOld)
                            .onBothSides(),
                    Mutant.provider(
                            "imm-misses-the-place",
                            "IMM-07",
                            "A write with immediate data of one length goes one byte too far.",
                            faults ->
                                    change(
                                            faults,
                                            ofLength(ImmTests.IN_PLACE),
                                            request -> request.remoteAddress++)),
                    Mutant.provider(
                            "imm-needs-bytes",
                            "IMM-08",
                            "A write of no bytes loses its immediate data.",
                            faults ->
                                    change(
                                            faults,
                                            ofLength(0),
                                            request -> request.kind = OperationKind.RDMA_WRITE)),
                    Mutant.provider(
                            "imm-drops-what-the-peer-has-not",
                            "IMM-09",
                            "A write with immediate data to a peer that is not known to have it seems to be taken.",
                            faults ->
                                    faults.after(
                                            QueuePair.class,
                                            "postSend",
                                            Integer.class,
                                            status ->
                                                    status == PostStatus.NOT_SUPPORTED
                                                            ? PostStatus.OK
                                                            : status)),
                    Mutant.provider(
                            "imm-comes-without-its-bytes",
                            "IMM-10",
                            "Immediate data is sent though the write's bytes are not.",
                            faults ->
                                    change(
                                            faults,
                                            ofLength(ImmTests.DENIED),
                                            request -> {
                                                request.segments = 0;
                                                request.totalLength = 0;
                                            })),
                    Mutant.provider(
                            "imm-looks-like-a-message",
                            "IMM-11",
                            "A shared receive that a write with immediate data used up looks like one of a message.",
                            faults ->
                                    onReceived(
                                            faults,
                                            (c, i) -> {
                                                if (c.id[i] < 0) {
                                                    c.kind[i] = OperationKind.RECEIVE.ordinal();
                                                    c.flags[i] &= ~Completions.IMMEDIATE;
                                                }
                                            })));

    /** What is done with a completion. */
    @FunctionalInterface
    private interface Change {
        void make(Completions completions, int index);
    }

    private static Predicate<WorkRequest> ofLength(int length) {
        return request ->
                request.kind == OperationKind.WRITE_WITH_IMMEDIATE && request.totalLength == length;
    }

    private static void change(
            Faults faults, Predicate<WorkRequest> which, Consumer<WorkRequest> change) {
        WorkRequests.change(faults, OperationKind.WRITE_WITH_IMMEDIATE, which, change);
    }

    /** Changes the completions of receives that writes with immediate data used up. */
    private static void onReceived(Faults faults, Change change) {
        on(faults, OperationKind.RECEIVE_WRITE_IMMEDIATE, change);
    }

    private static void showOld(Faults faults) {
        on(
                faults,
                OperationKind.RECEIVE,
                (c, i) -> {
                    if (c.length[i] == ImmTests.ORDINARY) {
                        c.flags[i] |= Completions.IMMEDIATE;
                    }
                });
    }

    private static void on(Faults faults, OperationKind kind, Change change) {
        faults.on(
                CompletionQueue.class,
                "poll",
                call -> {
                    Completions completions = call.argument(0, Completions.class);
                    int count = call.proceed(Integer.class);
                    for (int i = 0; i < count; i++) {
                        if (completions.kind[i] == kind.ordinal()) {
                            change.make(completions, i);
                        }
                    }
                    return count;
                });
    }

    private ImmMutants() {}
}
