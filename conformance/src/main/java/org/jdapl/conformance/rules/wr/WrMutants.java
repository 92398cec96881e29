package org.jdapl.conformance.rules.wr;

import java.util.List;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.WorkRequest;

/** Faults that the rules of group WR find. */
final class WrMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                            "wr-writes-one-byte-off",
                            "WR-01",
                            "A write goes one byte too far on.",
                            faults ->
                                    faults.on(
                                            QueuePair.class,
                                            "postSend",
                                            call -> {
                                                WorkRequest request =
                                                        call.argument(0, WorkRequest.class);
                                                if (request.kind == OperationKind.RDMA_WRITE
                                                        && request.totalLength == 7) {
                                                    request.remoteAddress++;
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "wr-forgets-the-fault",
                            "WR-05",
                            "What comes behind a failed write succeeds.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "await",
                                            call -> {
                                                Object event = call.proceed();
                                                return event instanceof DtoCompletion done
                                                                && done.status()
                                                                        == CompletionStatus.FLUSHED
                                                                && done.operation()
                                                                        == OperationKind.SEND
                                                        ? Records.with(
                                                                done,
                                                                "status",
                                                                CompletionStatus.SUCCESS)
                                                        : event;
                                            })));

    private WrMutants() {}
}
