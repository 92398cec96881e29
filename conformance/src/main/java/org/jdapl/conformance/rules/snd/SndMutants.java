package org.jdapl.conformance.rules.snd;

import java.util.List;
import org.jdapl.api.data.OperationKind;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.WorkRequest;

/** Faults that the rules of group SND find. */
final class SndMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                            "snd-changes-a-byte",
                            "SND-01",
                            "The last byte of a long message is wrong.",
                            faults ->
                                    faults.on(
                                            QueuePair.class,
                                            "postSend",
                                            call -> {
                                                WorkRequest request =
                                                        call.argument(0, WorkRequest.class);
                                                if (request.kind == OperationKind.SEND
                                                        && request.totalLength > 1_000_000) {
                                                    request.offset[0]++;
                                                }
                                                return call.proceed();
                                            })),
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
                                                Object n = call.proceed();
                                                for (int i = 0;
                                                        n instanceof Integer count && i < count;
                                                        i++) {
                                                    if (into.length[i] == 99) {
                                                        into.length[i]--;
                                                    }
                                                }
                                                return n;
                                            })));

    private SndMutants() {}
}
