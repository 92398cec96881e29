package org.jdapl.conformance.rules.rdm;

import java.util.List;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.WorkRequest;

/** Faults that the rules of group RDM find. */
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
                                                WorkRequest request =
                                                        call.argument(0, WorkRequest.class);
                                                if (request.kind == OperationKind.RDMA_READ
                                                        && request.totalLength == 7) {
                                                    request.remoteAddress++;
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.provider(
                            "rdm-cannot-read-nothing",
                            "RDM-06",
                            "A read of no bytes fails.",
                            faults ->
                                    faults.on(
                                            CompletionQueue.class,
                                            "poll",
                                            call -> {
                                                Completions into =
                                                        call.argument(0, Completions.class);
                                                Object n = call.proceed();
                                                for (int i = 0;
                                                        n instanceof Integer count && i < count;
                                                        i++) {
                                                    if (into.kind[i]
                                                                    == OperationKind.RDMA_READ
                                                                            .ordinal()
                                                            && into.length[i] == 0) {
                                                        into.status[i] =
                                                                CompletionStatus.REMOTE_ACCESS
                                                                        .value();
                                                    }
                                                }
                                                return n;
                                            })));

    private RdmMutants() {}
}
