package org.jdapl.conformance.rules.hot;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.conformance.mutants.TakenEvents;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.jspecify.annotations.Nullable;

/** Faults that the rules of group HOT find. */
final class HotMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "hot-ends-twice",
                            "HOT-02",
                            "The end of a connection whose device was removed is told twice.",
                            faults ->
                                    TakenEvents.repeat(
                                            faults,
                                            e ->
                                                    e instanceof ConnectionEvent.Broken broken
                                                            && broken.reason()
                                                                    .contains("removed"))),
                    Mutant.runtime(
                            "hot-success-without-a-device",
                            "HOT-03",
                            "What is flushed after the loss of the device is told as a success.",
                            afterTheLoss(
                                    e ->
                                            e instanceof DtoCompletion d
                                                            && d.status()
                                                                    == CompletionStatus.FLUSHED
                                                    ? Records.with(
                                                            d, "status", CompletionStatus.SUCCESS)
                                                    : e)),
                    Mutant.runtime(
                            "hot-keeps-endpoints",
                            "HOT-04",
                            "Endpoints of a lost adapter cannot be closed.",
                            HotMutants::keepEndpoints),
                    Mutant.runtime(
                            "hot-lets-sleep",
                            "HOT-05",
                            "A wait that the loss of the adapter ends is told as one whose time ran out.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "await",
                                            call -> {
                                                try {
                                                    return call.proceed();
                                                } catch (DatException e) {
                                                    if (isLoss(e)
                                                            && call.optional(0, Duration.class)
                                                                    .isPresent()) {
                                                        return null;
                                                    }
                                                    throw e;
                                                }
                                            })),
                    Mutant.provider(
                            "hot-opens-once",
                            "HOT-06",
                            "A device that was lost cannot be opened again.",
                            HotMutants::refuseReturned),
                    Mutant.provider(
                            "hot-lists-what-was",
                            "HOT-09",
                            "The list of adapters stays as it was first.",
                            faults -> {
                                AtomicReference<@Nullable Object> first = new AtomicReference<>();
                                faults.on(
                                        Provider.class,
                                        "adapters",
                                        call -> {
                                            first.compareAndSet(null, call.proceed());
                                            return first.get();
                                        });
                            }));

    private HotMutants() {}

    private static boolean isLoss(DatException e) {
        return e.code().type() == DatType.ABORT && String.valueOf(e.getMessage()).contains("lost");
    }

    /** Changes events that are taken after the one that tells of the loss. */
    private static Consumer<Faults> afterTheLoss(UnaryOperator<@Nullable Event> change) {
        return faults -> {
            AtomicBoolean lost = new AtomicBoolean();
            TakenEvents.change(
                    faults,
                    event -> {
                        if (event instanceof AsyncEvent.AdapterCatastrophic) {
                            lost.set(true);
                        }
                        return lost.get() ? change.apply(event) : event;
                    });
        };
    }

    private static void keepEndpoints(Faults faults) {
        AtomicBoolean lost = new AtomicBoolean();
        TakenEvents.change(
                faults,
                event -> {
                    if (event instanceof AsyncEvent.AdapterCatastrophic) {
                        lost.set(true);
                    }
                    return event;
                });
        faults.on(
                Endpoint.class,
                "close",
                call -> {
                    if (lost.get()) {
                        throw new IllegalStateException("the device does not answer");
                    }
                    return call.proceed();
                });
    }

    private static void refuseReturned(Faults faults) {
        AtomicBoolean lost = new AtomicBoolean();
        faults.on(
                AdapterListener.class,
                "adapterLost",
                call -> {
                    lost.set(true);
                    return call.proceed();
                });
        faults.on(
                Provider.class,
                "open",
                call -> {
                    if (lost.get()) {
                        throw new ProviderException(
                                DatType.PROVIDER_NOT_FOUND, "the device is in use");
                    }
                    return call.proceed();
                });
    }
}
