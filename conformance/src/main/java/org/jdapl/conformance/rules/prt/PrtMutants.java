package org.jdapl.conformance.rules.prt;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jdapl.api.Endpoint;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.mutants.Call;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.WorkRequest;

/** Faults that the rules of group PRT find. */
final class PrtMutants {

    /** A region is first shared with everybody, then harmed, where so many came behind it. */
    private static final int BYSTANDERS = 3;

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "prt-takes-another-adapters-region",
                            "PRT-01",
                            "A send from a region of another adapter is taken and forgotten.",
                            forgets(
                                    "postSend",
                                    (call, region) ->
                                            !region.adapter()
                                                    .equals(call.self(Endpoint.class).adapter()))),
                    Mutant.runtime(
                            "prt-takes-what-is-outside",
                            "PRT-02",
                            "A write from outside of its region is taken and forgotten.",
                            forgets(
                                    "postWrite",
                                    (call, region) ->
                                            call.argument(1, Long.class)
                                                    > region.length()
                                                            - call.argument(2, Long.class))),
                    Mutant.provider(
                                    "prt-ignores-the-right-to-write",
                                    "PRT-03",
                                    "A longer region may be written to by peers, whatever its rights.",
                                    faults ->
                                            faults.on(
                                                    ProtectionDomain.class,
                                                    "register",
                                                    call ->
                                                            (call.argument(0, MemorySegment.class)
                                                                                            .byteSize()
                                                                                    > PrtTests
                                                                                            .LENGTH
                                                                            ? give(
                                                                                    call,
                                                                                    Privilege
                                                                                            .REMOTE_WRITE)
                                                                            : call)
                                                                    .proceed()))
                            .onBothSides(),
                    Mutant.provider(
                                    "prt-passes-on-the-right-to-write",
                                    "PRT-04",
                                    "Behind a region that peers may write to they may write to all others.",
                                    passesOn(Privilege.REMOTE_WRITE))
                            .onBothSides(),
                    Mutant.provider(
                                    "prt-ignores-the-right-to-read",
                                    "PRT-05",
                                    "Every region may be read by peers.",
                                    faults ->
                                            faults.on(
                                                    ProtectionDomain.class,
                                                    "register",
                                                    call ->
                                                            give(call, Privilege.REMOTE_READ)
                                                                    .proceed()))
                            .onBothSides(),
                    Mutant.provider(
                                    "prt-passes-on-the-right-to-read",
                                    "PRT-06",
                                    "Behind a region that peers may read they may read all others.",
                                    passesOn(Privilege.REMOTE_READ))
                            .onBothSides(),
                    Mutant.provider(
                            "prt-clips-one-byte-past-the-end",
                            "PRT-07",
                            "An access that ends one byte past the end of a region is made without that byte.",
                            faults -> clips(faults, true)),
                    Mutant.provider(
                            "prt-clips-one-byte-before-the-start",
                            "PRT-08",
                            "An access that begins one byte before a region is made without that byte.",
                            faults -> clips(faults, false)),
                    Mutant.runtime(
                            "prt-takes-another-zones-region",
                            "PRT-09",
                            "A read into a region of another zone is taken and forgotten.",
                            forgets(
                                    "postRead",
                                    (call, region) ->
                                            region.adapter()
                                                            .equals(
                                                                    call.self(Endpoint.class)
                                                                            .adapter())
                                                    && !region.protectionZone()
                                                            .equals(
                                                                    call.self(Endpoint.class)
                                                                            .protectionZone()))),
                    Mutant.provider(
                                    "prt-registers-in-one-zone",
                                    "PRT-10",
                                    "All regions of an adapter belong to its first zone.",
                                    PrtMutants::registerInTheFirst)
                            .onBothSides(),
                    Mutant.provider(
                            "prt-ignores-the-last-byte-of-a-key",
                            "PRT-11",
                            "A key is taken for a known one from which only the last byte differs.",
                            PrtMutants::correctTheKey),
                    Mutant.runtime(
                            "prt-receives-where-it-may-not-write",
                            "PRT-12",
                            "A receive into a region without LOCAL_WRITE is taken and forgotten.",
                            forgets(
                                    "postReceive",
                                    (call, region) ->
                                            !region.privileges().contains(Privilege.LOCAL_WRITE))),
                    Mutant.provider(
                            "prt-breaks-the-adapter",
                            "PRT-13",
                            "When a connection breaks, nothing can be sent any more on those that were there.",
                            PrtMutants::breakTheAdapter),
                    Mutant.provider(
                                    "prt-harms-a-bystander",
                                    "PRT-14",
                                    "A connection that breaks leaves a byte in the region that was registered first.",
                                    PrtMutants::harm)
                            .onBothSides(),
                    Mutant.runtime(
                            "prt-throws-at-the-victim",
                            "PRT-15",
                            "The status of an endpoint that lost its connection cannot be asked for.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "status",
                                            call -> {
                                                if (call.self(Endpoint.class).state()
                                                        == EndpointState.DISCONNECTED) {
                                                    throw new IllegalStateException("broken");
                                                }
                                                return call.proceed();
                                            })));

    /** A post of one segment says that it was taken, and nothing comes of it. */
    private static Consumer<Faults> forgets(
            String post, BiPredicate<Call, LocalMemoryRegion> which) {
        return faults ->
                faults.on(
                        Endpoint.class,
                        post,
                        call ->
                                which.test(call, call.argument(0, LocalMemoryRegion.class))
                                        ? Integer.valueOf(PostStatus.OK)
                                        : call.proceed());
    }

    private static Call give(Call register, Privilege right) {
        return register.with(1, register.argument(1, Integer.class) | right.bit());
    }

    private static Consumer<Faults> passesOn(Privilege right) {
        return faults -> {
            AtomicBoolean given = new AtomicBoolean();
            faults.on(
                    ProtectionDomain.class,
                    "register",
                    call -> {
                        if (right.in(call.argument(1, Integer.class))) {
                            given.set(true);
                        }
                        return (given.get() ? give(call, right) : call).proceed();
                    });
        };
    }

    /**
     * Takes the furthest byte that the first access with a key reached for the end of its region,
     * and keeps those that go one byte further from doing so.
     */
    private static void clips(Faults faults, boolean high) {
        Map<Long, Long> bounds = new ConcurrentHashMap<>();
        faults.on(
                QueuePair.class,
                "postSend",
                call -> {
                    WorkRequest request = call.argument(0, WorkRequest.class);
                    if (request.remoteKey == 0 || request.segments != 1) {
                        return call.proceed();
                    }
                    long start = request.remoteAddress;
                    long end = start + request.totalLength;
                    long bound = bounds.computeIfAbsent(request.remoteKey, k -> high ? end : start);
                    if (high ? end == bound + 1 : start == bound - 1) {
                        request.totalLength--;
                        request.length[0]--;
                        request.remoteAddress += high ? 0 : 1;
                        request.offset[0] += high ? 0 : 1;
                    }
                    return call.proceed();
                });
    }

    private static void registerInTheFirst(Faults faults) {
        Map<Object, ProtectionDomain> first = new ConcurrentHashMap<>();
        Map<Object, ProtectionDomain> firstOf = new ConcurrentHashMap<>();
        faults.on(
                Adapter.class,
                "createProtectionDomain",
                call -> {
                    ProtectionDomain made = call.proceed(ProtectionDomain.class);
                    ProtectionDomain before = first.putIfAbsent(call.self(Adapter.class), made);
                    firstOf.put(made, before == null ? made : before);
                    return made;
                });
        faults.on(
                ProtectionDomain.class,
                "register",
                call ->
                        Objects.requireNonNull(firstOf.get(call.self(ProtectionDomain.class)))
                                .register(
                                        call.argument(0, MemorySegment.class),
                                        call.argument(1, Integer.class)));
        faults.on(ProtectionDomain.class, "close", call -> null);
    }

    private static void correctTheKey(Faults faults) {
        Map<Long, Long> known = new ConcurrentHashMap<>();
        faults.on(
                QueuePair.class,
                "postSend",
                call -> {
                    WorkRequest request = call.argument(0, WorkRequest.class);
                    long key = request.remoteKey;
                    request.remoteKey = known.computeIfAbsent(key >>> 8, k -> key);
                    return call.proceed();
                });
    }

    private static void breakTheAdapter(Faults faults) {
        Set<Object> open = ConcurrentHashMap.newKeySet();
        Set<Object> broken = ConcurrentHashMap.newKeySet();
        faults.on(
                Adapter.class,
                "createQueuePair",
                call -> {
                    QueuePair made = call.proceed(QueuePair.class);
                    open.add(made);
                    return made;
                });
        faults.on(
                AdapterListener.class,
                "broken",
                call -> {
                    broken.addAll(open);
                    return call.proceed();
                });
        faults.on(
                QueuePair.class,
                "postSend",
                call ->
                        broken.contains(call.self(QueuePair.class))
                                ? Integer.valueOf(PostStatus.PROVIDER_ERROR)
                                : call.proceed());
    }

    private static void harm(Faults faults) {
        List<MemorySegment> registered = new CopyOnWriteArrayList<>();
        AtomicInteger harmed = new AtomicInteger();
        faults.on(
                ProtectionDomain.class,
                "register",
                call -> {
                    registered.add(call.argument(0, MemorySegment.class));
                    return call.proceed();
                });
        faults.on(
                AdapterListener.class,
                "broken",
                call -> {
                    if (registered.size() > BYSTANDERS
                            && registered.getFirst().scope().isAlive()
                            && harmed.getAndIncrement() == 0) {
                        MemorySegment memory = registered.getFirst();
                        memory.set(
                                ValueLayout.JAVA_BYTE,
                                0,
                                (byte) ~memory.get(ValueLayout.JAVA_BYTE, 0));
                    }
                    return call.proceed();
                });
    }

    private PrtMutants() {}
}
