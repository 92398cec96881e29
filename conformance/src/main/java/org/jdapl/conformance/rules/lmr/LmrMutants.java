package org.jdapl.conformance.rules.lmr;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jdapl.api.DatException;
import org.jdapl.api.Endpoint;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RegistrationOption;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.ffm.ResourceLimit;
import org.jdapl.conformance.mutants.Call;
import org.jdapl.conformance.mutants.Fault;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.ProviderException;
import org.jspecify.annotations.Nullable;

/** Faults that the rules of group LMR find. */
final class LmrMutants {

    private static final int LEAK_EVERY = 300;

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                            "lmr-rounds-down-to-pages",
                            "LMR-01",
                            "Memory that is longer than a page by less than a page is refused.",
                            refuses(
                                    memory ->
                                            memory.byteSize() > 4096 && memory.byteSize() < 8192)),
                    Mutant.provider(
                            "lmr-wants-it-even",
                            "LMR-02",
                            "Memory that starts at an odd address is refused.",
                            refuses(memory -> (memory.address() & 1) != 0)),
                    Mutant.runtime(
                            "lmr-takes-nothing",
                            "LMR-03",
                            "No memory at all becomes one byte.",
                            allocates(
                                    call ->
                                            call.argument(0, Long.class) == 0
                                                    ? call.with(0, 1L)
                                                    : call)),
                    Mutant.runtime(
                            "lmr-takes-too-much",
                            "LMR-04",
                            "Too much memory becomes one byte.",
                            allocates(
                                    call ->
                                            call.argument(0, Long.class) > Long.MAX_VALUE >>> 17
                                                    ? call.with(0, 1L)
                                                    : call)),
                    Mutant.runtime(
                            "lmr-adds-the-local-right",
                            "LMR-05",
                            "Who may be written to by peers may write by himself.",
                            allocates(
                                    call ->
                                            call.argument(1, Set.class)
                                                            .contains(Privilege.REMOTE_WRITE)
                                                    ? call.with(1, Privilege.ALL)
                                                    : call)),
                    Mutant.provider(
                            "lmr-registers-once",
                            "LMR-06",
                            "Memory that is registered already is refused.",
                            LmrMutants::registerOnce),
                    Mutant.runtime(
                            "lmr-drops-the-right-to-write",
                            "LMR-07",
                            "Read-only memory is registered without the right to write to it.",
                            registers(
                                    memory -> memory.isReadOnly(),
                                    call ->
                                            call.with(
                                                    1,
                                                    Set.of(
                                                            Privilege.LOCAL_READ,
                                                            Privilege.REMOTE_READ)))),
                    Mutant.runtime(
                            "lmr-copies-the-heap",
                            "LMR-08",
                            "Memory of the heap is registered as other memory.",
                            registers(memory -> !memory.isNative(), LmrMutants::substitute)),
                    Mutant.runtime(
                            "lmr-copies-a-threads-memory",
                            "LMR-09",
                            "Memory of one thread is registered as other memory.",
                            faults ->
                                    faults.on(
                                            ProtectionZone.class,
                                            "register",
                                            LmrMutants::copyWhatIsRefused)),
                    Mutant.provider(
                            "lmr-never-frees",
                            "LMR-10",
                            "Memory is allocated for ever.",
                            faults ->
                                    faults.on(
                                            ProtectionDomain.class,
                                            "allocate",
                                            call -> forEver(call))),
                    Mutant.provider(
                                    "lmr-keeps-the-key",
                                    "LMR-11",
                                    "A region that was closed stays open to peers.",
                                    faults -> faults.on(MemoryRegion.class, "close", call -> null))
                            .onBothSides(),
                    Mutant.runtime(
                            "lmr-posts-what-is-closed",
                            "LMR-12",
                            "A receive into a closed region is taken and forgotten.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postReceive",
                                            call ->
                                                    call.argument(0, LocalMemoryRegion.class)
                                                                    .isClosed()
                                                            ? Integer.valueOf(PostStatus.OK)
                                                            : call.proceed())),
                    Mutant.provider(
                            "lmr-gives-a-key-again",
                            "LMR-13",
                            "The region behind one that was closed has its key.",
                            LmrMutants::giveAgain),
                    Mutant.runtime(
                            "lmr-closes-in-use",
                            "LMR-14",
                            "Closing a region that posted work names is not refused.",
                            faults ->
                                    faults.on(
                                            LocalMemoryRegion.class,
                                            "close",
                                            call -> {
                                                try {
                                                    return call.proceed();
                                                } catch (DatException _) {
                                                    return null;
                                                }
                                            })),
                    Mutant.runtime(
                            "lmr-invents-a-key",
                            "LMR-16",
                            "A region without a remote right has a key.",
                            faults ->
                                    faults.on(
                                            LocalMemoryRegion.class,
                                            "remoteRegion",
                                            call -> {
                                                try {
                                                    return call.proceed();
                                                } catch (DatException _) {
                                                    return new RemoteRegion(0, 1, 1);
                                                }
                                            })),
                    Mutant.runtime(
                            "lmr-cannot-be-synced",
                            "LMR-18",
                            "Syncing for reads of peers is not there.",
                            faults ->
                                    faults.on(
                                            LocalMemoryRegion.class,
                                            "syncForRead",
                                            call -> {
                                                throw new UnsupportedOperationException("sync");
                                            })),
                    Mutant.provider(
                            "lmr-takes-a-limit-for-a-wrong-parameter",
                            "LMR-19",
                            "Memory is held against the limit of locked memory, and refused with INVALID_PARAMETER.",
                            LmrMutants::holdAgainstTheLimit),
                    Mutant.provider(
                            "lmr-leaks-now-and-then",
                            "LMR-20",
                            "Every three hundredth allocation is for ever.",
                            faults -> {
                                AtomicInteger made = new AtomicInteger();
                                faults.on(
                                        ProtectionDomain.class,
                                        "allocate",
                                        call ->
                                                made.incrementAndGet() % LEAK_EVERY == 0
                                                        ? forEver(call)
                                                        : call.proceed());
                            }),
                    Mutant.provider(
                            "lmr-remembers-addresses",
                            "LMR-21",
                            "Memory at an address that was registered before gets that former region.",
                            LmrMutants::rememberAddresses),
                    Mutant.runtime(
                            "lmr-takes-a-right-for-a-promise",
                            "LMR-22",
                            "A thousand bytes that are registered with a promise cannot be written to by peers.",
                            registers(
                                    memory -> memory.byteSize() == LmrTests.PROMISED,
                                    call ->
                                            call.argument(2, RegistrationOption[].class).length > 0
                                                    ? call.with(
                                                            1,
                                                            Set.of(
                                                                    Privilege.LOCAL_READ,
                                                                    Privilege.LOCAL_WRITE,
                                                                    Privilege.REMOTE_READ))
                                                    : call)),
                    Mutant.runtime(
                            "lmr-leaves-its-keys-behind",
                            "LMR-15",
                            "Closing a region that a key stands for is not refused.",
                            closes(LmrTests.BOUND)),
                    Mutant.provider(
                            "lmr-starts-anywhere",
                            "LMR-23",
                            "A zero-based region is registered as any other.",
                            faults ->
                                    faults.on(
                                            ProtectionDomain.class,
                                            "registerZeroBased",
                                            call ->
                                                    call.self(ProtectionDomain.class)
                                                            .register(
                                                                    call.argument(
                                                                            0, MemorySegment.class),
                                                                    call.argument(
                                                                            1, Integer.class)))),
                    Mutant.runtime(
                            "lmr-shares-a-copy",
                            "LMR-24",
                            "A shared region has memory of its own.",
                            shares(
                                    call -> {
                                        LocalMemoryRegion source =
                                                call.argument(0, LocalMemoryRegion.class);
                                        return source.length() == LmrTests.SHARED
                                                ? call.self(ProtectionZone.class)
                                                        .allocate(LmrTests.SHARED, Privilege.ALL)
                                                : call.proceed();
                                    })),
                    Mutant.runtime(
                            "lmr-shares-every-right",
                            "LMR-25",
                            "A shared region that peers may read may be written to as well.",
                            shares(
                                    call ->
                                            call.argument(1, Set.class).equals(LmrTests.TO_READ)
                                                    ? call.with(1, Privilege.ALL).proceed()
                                                    : call.proceed())),
                    Mutant.runtime(
                            "lmr-forgets-its-shares",
                            "LMR-26",
                            "Closing the source of a shared region is not refused.",
                            closes(LmrTests.SOURCE)));

    private static Consumer<Faults> shares(Fault fault) {
        return faults -> faults.on(ProtectionZone.class, "share", fault);
    }

    /** Closing regions of a length seems to be taken when it is refused. */
    private static Consumer<Faults> closes(long length) {
        return faults ->
                faults.on(
                        LocalMemoryRegion.class,
                        "close",
                        call -> {
                            try {
                                return call.proceed();
                            } catch (DatException e) {
                                if (call.self(LocalMemoryRegion.class).length() != length) {
                                    throw e;
                                }
                                return null;
                            }
                        });
    }

    private static Consumer<Faults> refuses(Predicate<MemorySegment> which) {
        return faults ->
                faults.on(
                        ProtectionDomain.class,
                        "register",
                        call -> {
                            if (which.test(call.argument(0, MemorySegment.class))) {
                                throw new ProviderException(
                                        DatType.INSUFFICIENT_RESOURCES, "no such memory");
                            }
                            return call.proceed();
                        });
    }

    /** Changes what a call asks for. */
    @FunctionalInterface
    private interface Change {
        Call of(Call call);
    }

    private static Consumer<Faults> allocates(Change change) {
        return faults ->
                faults.on(ProtectionZone.class, "allocate", call -> change.of(call).proceed());
    }

    private static Consumer<Faults> registers(Predicate<MemorySegment> which, Change change) {
        return faults ->
                faults.on(
                        ProtectionZone.class,
                        "register",
                        call ->
                                (which.test(call.argument(0, MemorySegment.class))
                                                ? change.of(call)
                                                : call)
                                        .proceed());
    }

    private static Call substitute(Call register) {
        long bytes = register.argument(0, MemorySegment.class).byteSize();
        return register.with(0, Arena.ofAuto().allocate(bytes));
    }

    private static @Nullable Object copyWhatIsRefused(Call register) throws Throwable {
        try {
            return register.proceed();
        } catch (DatException e) {
            MemorySegment memory = register.argument(0, MemorySegment.class);
            boolean confined =
                    e.type() == DatType.INVALID_PARAMETER
                            && memory.isNative()
                            && !memory.isReadOnly();
            if (!confined) {
                throw e;
            }
            return substitute(register).proceed();
        }
    }

    private static MemorySegment forEver(Call allocate) {
        return Arena.global()
                .allocate(allocate.argument(0, Long.class), allocate.argument(1, Long.class));
    }

    private static void holdAgainstTheLimit(Faults faults) {
        AtomicLong locked = new AtomicLong();
        faults.on(
                ProtectionDomain.class,
                "register",
                call -> {
                    long bytes = call.argument(0, MemorySegment.class).byteSize();
                    long limit = ResourceLimit.now(ResourceLimit.Kind.LOCKED_MEMORY);
                    if (locked.addAndGet(bytes) > LmrTests.LOCKABLE && limit == LmrTests.LOCKABLE) {
                        locked.addAndGet(-bytes);
                        throw new ProviderException(
                                DatType.INVALID_PARAMETER, "no more than " + limit + " bytes");
                    }
                    return call.proceed();
                });
    }

    private static void registerOnce(Faults faults) {
        Map<Long, Object> byAddress = new ConcurrentHashMap<>();
        faults.on(
                ProtectionDomain.class,
                "register",
                call -> {
                    long address = call.argument(0, MemorySegment.class).address();
                    if (byAddress.containsKey(address)) {
                        throw new ProviderException(
                                DatType.INSUFFICIENT_RESOURCES, "registered already");
                    }
                    MemoryRegion region = call.proceed(MemoryRegion.class);
                    byAddress.put(address, region);
                    return region;
                });
        faults.on(
                MemoryRegion.class,
                "close",
                call -> {
                    byAddress.values().remove(call.self(MemoryRegion.class));
                    return call.proceed();
                });
    }

    private static void giveAgain(Faults faults) {
        AtomicLong closed = new AtomicLong();
        Map<Object, Long> inherited = new ConcurrentHashMap<>();
        faults.on(
                ProtectionDomain.class,
                "register",
                call -> {
                    MemoryRegion region = call.proceed(MemoryRegion.class);
                    long former = closed.getAndSet(0);
                    if (former != 0) {
                        inherited.put(region, former);
                    }
                    return region;
                });
        faults.on(
                MemoryRegion.class,
                "remoteKey",
                call -> {
                    Long key = inherited.get(call.self(MemoryRegion.class));
                    return key == null ? call.proceed() : key;
                });
        faults.on(
                MemoryRegion.class,
                "close",
                call -> {
                    closed.set(call.self(MemoryRegion.class).remoteKey());
                    return call.proceed();
                });
    }

    private static void rememberAddresses(Faults faults) {
        Map<Long, Object> byAddress = new ConcurrentHashMap<>();
        faults.on(
                ProtectionDomain.class,
                "register",
                call -> {
                    long address = call.argument(0, MemorySegment.class).address();
                    Object former = byAddress.get(address);
                    if (former != null) {
                        return former;
                    }
                    MemoryRegion region = call.proceed(MemoryRegion.class);
                    byAddress.put(address, region);
                    return region;
                });
    }

    private LmrMutants() {}
}
