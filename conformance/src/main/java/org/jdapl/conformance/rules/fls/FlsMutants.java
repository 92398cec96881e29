package org.jdapl.conformance.rules.fls;

import java.util.List;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;

/** Faults that the rules of group FLS find. */
final class FlsMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "fls-forgets-a-receive",
                            "FLS-02",
                            "The last flushed receive is not reported.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "await",
                                            call -> {
                                                Object event = call.proceed();
                                                return event instanceof DtoCompletion done
                                                                && done.status()
                                                                        == CompletionStatus.FLUSHED
                                                                && done.cookie() == 15
                                                        ? null
                                                        : event;
                                            })),
                    Mutant.runtime(
                            "fls-flushes-in-disorder",
                            "FLS-05",
                            "The first two flushed receives change places.",
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
                                                                        == OperationKind.RECEIVE
                                                                && done.cookie() < 2
                                                        ? Records.with(
                                                                done, "cookie", 1 - done.cookie())
                                                        : event;
                                            })));

    private FlsMutants() {}
}
