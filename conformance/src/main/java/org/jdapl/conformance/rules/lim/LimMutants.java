package org.jdapl.conformance.rules.lim;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jdapl.api.Endpoint;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.WorkRequest;

/** Faults that the rules of group LIM find. */
final class LimMutants {

    private static final int FEW_SEGMENTS = 6;
    private static final int FEW_ZONES = 64;
    private static final long TWO_MIB = 2 << 20;

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "lim-gives-less-than-asked",
                            "LIM-01",
                            "An endpoint that asks for too much gets what there is.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "createEndpoint",
                                            call -> {
                                                int last = call.count() - 1;
                                                EndpointAttributes wanted =
                                                        call.argument(
                                                                last, EndpointAttributes.class);
                                                InterfaceAdapter adapter =
                                                        call.self(InterfaceAdapter.class);
                                                return call.with(
                                                                last,
                                                                wanted.within(adapter.attributes()))
                                                        .proceed();
                                            })),
                    Mutant.provider(
                            "lim-knows-six-segments",
                            "LIM-02",
                            "The seventh segment of a request, and those behind it, are left out.",
                            faults ->
                                    faults.on(
                                            QueuePair.class,
                                            "postSend",
                                            call -> {
                                                call.optional(0, WorkRequest.class)
                                                        .ifPresent(LimMutants::cut);
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "lim-tells-one-too-many",
                            "LIM-03",
                            "An endpoint tells one request more than it takes.",
                            faults ->
                                    faults.after(
                                            Endpoint.class,
                                            "attributes",
                                            EndpointAttributes.class,
                                            a ->
                                                    Records.with(
                                                            a,
                                                            "maxRequests",
                                                            a.maxRequests() + 1))),
                    Mutant.runtime(
                            "lim-stays-full-for-one-more",
                            "LIM-04",
                            "After a receive was refused for a full queue, the next one is too.",
                            faults -> {
                                AtomicBoolean full = new AtomicBoolean();
                                faults.on(
                                        Endpoint.class,
                                        "postReceive",
                                        call -> {
                                            if (full.compareAndSet(true, false)) {
                                                return PostStatus.QUEUE_FULL;
                                            }
                                            int status = call.proceed(Integer.class);
                                            full.set(status == PostStatus.QUEUE_FULL);
                                            return status;
                                        });
                            }),
                    Mutant.runtime(
                            "lim-takes-a-segment-too-many",
                            "LIM-06",
                            "A post of too many segments seems to be taken.",
                            faults ->
                                    faults.after(
                                            Endpoint.class,
                                            "post",
                                            Integer.class,
                                            status ->
                                                    status == PostStatus.INVALID_ARGUMENT
                                                            ? PostStatus.OK
                                                            : status)),
                    Mutant.runtime(
                            "lim-calls-want-of-zones-a-wrong-parameter",
                            "LIM-07",
                            "An adapter has few zones, and one too many is refused as a wrong"
                                    + " parameter.",
                            faults ->
                                    few(faults)
                                            .refuseAs(
                                                    InterfaceAdapter.class,
                                                    "createProtectionZone",
                                                    DatType.INSUFFICIENT_RESOURCES,
                                                    DatType.INVALID_PARAMETER)),
                    Mutant.provider(
                            "lim-takes-want-of-descriptors-for-its-own-fault",
                            "LIM-08",
                            "An adapter takes a descriptor, and is refused with INTERNAL_ERROR where"
                                    + " none is left.",
                            LimMutants::takeDescriptors),
                    Mutant.runtime(
                            "lim-sends-no-more-than-two-mebibytes",
                            "LIM-09",
                            "A message above 2 MiB is refused, whatever is advertised.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postSend",
                                            call ->
                                                    call.argument(2, Long.class) > TWO_MIB
                                                            ? PostStatus.LENGTH_ERROR
                                                            : call.proceed())));

    private LimMutants() {}

    /** Limits that the runtime is told of, so that it has to keep them. */
    private static Faults few(Faults faults) {
        return faults.after(
                Adapter.class,
                "attributes",
                AdapterAttributes.class,
                a -> Records.with(a, "maxProtectionZones", FEW_ZONES));
    }

    private static void takeDescriptors(Faults faults) {
        Map<Object, FileChannel> taken = new ConcurrentHashMap<>();
        faults.on(
                Provider.class,
                "open",
                call -> {
                    FileChannel descriptor = descriptor();
                    Adapter opened = call.proceed(Adapter.class);
                    taken.put(opened, descriptor);
                    return opened;
                });
        faults.on(
                Adapter.class,
                "close",
                call -> {
                    Objects.requireNonNull(taken.remove(call.self(Adapter.class)), "taken").close();
                    return call.proceed();
                });
    }

    private static FileChannel descriptor() {
        try {
            return FileChannel.open(Path.of("/dev/null"));
        } catch (IOException e) {
            throw new ProviderException(
                    DatType.INTERNAL_ERROR, "an adapter cannot be opened: " + e);
        }
    }

    private static void cut(WorkRequest request) {
        request.segments = Math.min(request.segments, FEW_SEGMENTS);
    }
}
