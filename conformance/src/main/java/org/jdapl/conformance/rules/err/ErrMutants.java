package org.jdapl.conformance.rules.err;

import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.DatException;
import org.jdapl.api.Endpoint;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.mutants.Call;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.QueuePairs;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;

/** Faults that the rules of group ERR find. */
final class ErrMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                            "err-breaks-without-a-word",
                            "ERR-01",
                            "The reason of a broken connection is empty.",
                            faults ->
                                    faults.on(
                                            AdapterListener.class,
                                            "broken",
                                            call -> call.with(1, "").proceed())),
                    Mutant.runtime(
                            "err-refuses-without-a-code",
                            "ERR-02",
                            "A refusal is a plain exception.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "createEventDispatcher",
                                            call -> {
                                                try {
                                                    return call.proceed();
                                                } catch (DatException e) {
                                                    throw new IllegalStateException(
                                                            e.getMessage(), e);
                                                }
                                            })),
                    Mutant.runtime(
                            "err-mixes-up-codes",
                            "ERR-03",
                            "The style that throws tells another code.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "send",
                                            call -> {
                                                try {
                                                    return call.proceed();
                                                } catch (DatException e) {
                                                    throw new DatException(
                                                            org.jdapl.api.data.DatCode.error(
                                                                    DatType.INTERNAL_ERROR,
                                                                    DatSubtype.NO_SUBTYPE),
                                                            "send",
                                                            e.scope(),
                                                            e.remedy());
                                                }
                                            })),
                    Mutant.runtime(
                            "err-refused-post-takes-a-place",
                            "ERR-04",
                            "A refused receive takes a place in the queue.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postReceive",
                                            call -> {
                                                Object status = call.proceed();
                                                if (status instanceof Integer refused
                                                        && refused
                                                                == PostStatus
                                                                        .PROTECTION_VIOLATION) {
                                                    Endpoint endpoint = call.self(Endpoint.class);
                                                    LocalMemoryRegion own =
                                                            java.util.Objects.requireNonNull(
                                                                            endpoint
                                                                                    .protectionZone())
                                                                    .allocate(
                                                                            8,
                                                                            Set.of(
                                                                                    Privilege
                                                                                            .LOCAL_READ,
                                                                                    Privilege
                                                                                            .LOCAL_WRITE));
                                                    call.with(0, own).proceed();
                                                }
                                                return status;
                                            })),
                    Mutant.runtime(
                            "err-takes-a-closed-region",
                            "ERR-05",
                            "A post with a closed region seems to be taken.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postSend",
                                            call ->
                                                    call.argument(0, LocalMemoryRegion.class)
                                                                            .isClosed()
                                                                    && !call.self(Endpoint.class)
                                                                            .isClosed()
                                                            ? PostStatus.OK
                                                            : call.proceed())),
                    Mutant.provider(
                            "err-tells-only-one-adapter",
                            "ERR-08",
                            "Only the first adapter is told that the device is gone.",
                            faults -> {
                                AtomicInteger told = new AtomicInteger();
                                faults.on(
                                        AdapterListener.class,
                                        "adapterLost",
                                        call ->
                                                told.incrementAndGet() == 1
                                                        ? call.proceed()
                                                        : null);
                            }),
                    Mutant.provider(
                            "err-overlooks-a-death",
                            "ERR-09",
                            "A peer that dies while a request is outstanding is not noticed.",
                            faults ->
                                    faults.on(
                                            AdapterListener.class,
                                            "broken",
                                            call ->
                                                    call.argument(1, String.class)
                                                                    .contains("outstanding")
                                                            ? null
                                                            : call.proceed())),
                    Mutant.runtime(
                            "err-shows-memory",
                            "ERR-10",
                            "A region's text shows its first bytes.",
                            faults ->
                                    faults.on(
                                            LocalMemoryRegion.class,
                                            "toString",
                                            call -> {
                                                LocalMemoryRegion region =
                                                        call.self(LocalMemoryRegion.class);
                                                return new String(
                                                        region.segment()
                                                                .toArray(
                                                                        java.lang.foreign
                                                                                .ValueLayout
                                                                                .JAVA_BYTE),
                                                        java.nio.charset.StandardCharsets
                                                                .ISO_8859_1);
                                            })),
                    Mutant.provider(
                            "err-tells-only-with-the-completion",
                            "ERR-11",
                            "A connection is told broken only to one who takes a completion that failed.",
                            ErrMutants::tellWithTheCompletion));

    private static void tellWithTheCompletion(Faults faults) {
        Set<Object> contexts = QueuePairs.contexts(faults, ErrTests.UNTAKEN);
        Queue<Call> kept = new ConcurrentLinkedQueue<>();
        faults.on(
                AdapterListener.class,
                "broken",
                call -> {
                    if (!contexts.contains(call.argument(0, Object.class))) {
                        return call.proceed();
                    }
                    kept.add(call);
                    return null;
                });
        faults.on(
                CompletionQueue.class,
                "poll",
                call -> {
                    int count = call.proceed(Integer.class);
                    Completions taken = call.argument(0, Completions.class);
                    for (int i = 0; i < count; i++) {
                        if (taken.status[i] != 0) {
                            for (Call told = kept.poll(); told != null; told = kept.poll()) {
                                told.proceed();
                            }
                        }
                    }
                    return count;
                });
    }

    private ErrMutants() {}
}
