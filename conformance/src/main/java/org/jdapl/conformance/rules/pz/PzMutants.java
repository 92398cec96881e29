package org.jdapl.conformance.rules.pz;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.DatException;
import org.jdapl.api.ErrorScope;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.Remedy;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.ProviderException;

/** Faults that the rules of group PZ find. */
final class PzMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                            "pz-only-four",
                            "PZ-01",
                            "The fifth zone of an adapter is refused.",
                            faults -> {
                                Map<Object, AtomicInteger> zones = new ConcurrentHashMap<>();
                                faults.on(
                                        Adapter.class,
                                        "createProtectionDomain",
                                        call -> {
                                            if (zones.computeIfAbsent(
                                                                    call.self(Adapter.class),
                                                                    a -> new AtomicInteger())
                                                            .incrementAndGet()
                                                    > 4) {
                                                throw new ProviderException(
                                                        DatType.INSUFFICIENT_RESOURCES,
                                                        "no more than four");
                                            }
                                            return call.proceed();
                                        });
                            }),
                    Mutant.runtime(
                            "pz-closes-in-use",
                            "PZ-02",
                            "Closing a zone in use is not refused.",
                            faults -> {
                                List<ProtectionZone> made = new CopyOnWriteArrayList<>();
                                faults.after(
                                        InterfaceAdapter.class,
                                        "createProtectionZone",
                                        ProtectionZone.class,
                                        zone -> {
                                            made.add(zone);
                                            return zone;
                                        });
                                faults.on(
                                        ProtectionZone.class,
                                        "close",
                                        call -> {
                                            try {
                                                return call.proceed();
                                            } catch (DatException e) {
                                                if (call.self(ProtectionZone.class)
                                                        .equals(made.getFirst())) {
                                                    throw e; // the one that every adapter has here
                                                }
                                                return null;
                                            }
                                        });
                            }),
                    Mutant.runtime(
                            "pz-counts-closed-endpoints",
                            "PZ-03",
                            "A zone that once had an endpoint can never be closed.",
                            faults -> {
                                Set<Object> used = ConcurrentHashMap.newKeySet();
                                faults.on(
                                        InterfaceAdapter.class,
                                        "createEndpoint",
                                        call -> {
                                            Object made = call.proceed();
                                            used.add(call.argument(0, ProtectionZone.class));
                                            return made;
                                        });
                                faults.on(
                                        ProtectionZone.class,
                                        "close",
                                        call -> {
                                            if (used.contains(call.self(ProtectionZone.class))) {
                                                throw new DatException(
                                                        DatCode.error(
                                                                DatType.INVALID_STATE,
                                                                DatSubtype.INVALID_STATE_PZ_IN_USE),
                                                        "in use",
                                                        ErrorScope.CALL,
                                                        Remedy.FIX_ARGUMENT);
                                            }
                                            return call.proceed();
                                        });
                            }),
                    Mutant.runtime(
                            "pz-takes-a-foreign-zone",
                            "PZ-04",
                            "An endpoint in another adapter's zone is made in a zone of its own.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "createEndpoint",
                                            call -> {
                                                InterfaceAdapter adapter =
                                                        call.self(InterfaceAdapter.class);
                                                return (call.argument(0, ProtectionZone.class)
                                                                        .adapter()
                                                                        .equals(adapter)
                                                                ? call
                                                                : call.with(
                                                                        0,
                                                                        adapter
                                                                                .createProtectionZone()))
                                                        .proceed();
                                            })),
                    Mutant.runtime(
                            "pz-works-when-closed",
                            "PZ-05",
                            "A closed zone still allocates.",
                            faults ->
                                    faults.on(
                                            ProtectionZone.class,
                                            "allocate",
                                            call -> {
                                                ProtectionZone zone =
                                                        call.self(ProtectionZone.class);
                                                return zone.isClosed() && !zone.adapter().isClosed()
                                                        ? zone.adapter()
                                                                .createProtectionZone()
                                                                .allocate(
                                                                        call.argument(
                                                                                0, Long.class),
                                                                        Set.of(
                                                                                Privilege
                                                                                        .LOCAL_READ))
                                                        : call.proceed();
                                            })),
                    Mutant.provider(
                                    "pz-is-one-for-all",
                                    "PZ-06",
                                    "All zones of an adapter are the same.",
                                    faults -> {
                                        Map<Object, Object> first = new ConcurrentHashMap<>();
                                        faults.on(
                                                Adapter.class,
                                                "createProtectionDomain",
                                                call -> {
                                                    Object domain =
                                                            first.get(call.self(Adapter.class));
                                                    if (domain == null) {
                                                        domain =
                                                                java.util.Objects.requireNonNull(
                                                                        call.proceed());
                                                        first.put(call.self(Adapter.class), domain);
                                                    }
                                                    return domain;
                                                });
                                        faults.on(ProtectionDomain.class, "close", call -> null);
                                    })
                            .onBothSides(),
                    Mutant.runtime(
                            "pz-forgets-remote-memory-regions",
                            "PZ-07",
                            "Closing a zone with a remote memory region is not refused.",
                            PzMutants::forgetWindows));

    private PzMutants() {}

    private static void forgetWindows(Faults faults) {
        Set<Object> zones = ConcurrentHashMap.newKeySet();
        faults.on(
                ProtectionZone.class,
                "createRemoteMemoryRegion",
                call -> {
                    zones.add(call.self(ProtectionZone.class));
                    return call.proceed();
                });
        faults.on(
                ProtectionZone.class,
                "close",
                call -> {
                    try {
                        return call.proceed();
                    } catch (DatException e) {
                        if (!zones.contains(call.self(ProtectionZone.class))) {
                            throw e;
                        }
                        return null;
                    }
                });
    }
}
