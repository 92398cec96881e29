package org.jdapl.middleware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jdapl.api.DatException;
import org.jdapl.api.HandleKind;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.provider.soft.sim.FaultPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RegistrationCacheTest {

    private static final int LIMIT_BYTES = 1000;
    private static final int LIMIT_REGIONS = 4;
    private static final Set<Privilege> READ = Set.of();
    private static final Set<Privilege> WRITE = EnumSet.of(Privilege.LOCAL_WRITE);

    private final Node node = Node.real();
    private final Arena arena = Arena.ofShared();
    private final RegistrationCache cache =
            new RegistrationCache(node.zone, new CacheLimits(LIMIT_BYTES, LIMIT_REGIONS));

    @AfterEach
    void end() {
        node.close();
        arena.close();
    }

    private int regions() {
        return node.adapter.census().count(HandleKind.LOCAL_MEMORY_REGION);
    }

    private RegistrationCache.Statistics statistics() {
        RegistrationCache.Statistics statistics = cache.statistics();
        assertThat(statistics.regions()).as("regions that are open").isEqualTo(regions());
        return statistics;
    }

    @Test
    void shouldFindMemoryThatARegistrationCovers() {
        MemorySegment memory = arena.allocate(200);
        try (RegisteredMemory whole = cache.acquire(memory, WRITE);
                RegisteredMemory part = cache.acquire(memory.asSlice(50, 100), WRITE);
                RegisteredMemory less = cache.acquire(memory.asSlice(199, 1), READ)) {
            assertThat(part.region()).isSameAs(whole.region()).isSameAs(less.region());
            assertThat(part.offset()).isEqualTo(50);
            assertThat(part.length()).isEqualTo(100);
            assertThat(part.slice().offset()).isEqualTo(50);
        }
        cache.acquire(memory, WRITE).close();

        assertThat(statistics()).isEqualTo(new RegistrationCache.Statistics(200, 1, 1, 3, 1));
    }

    @Test
    void shouldRegisterAnewForMoreMemoryOrMoreRights() {
        MemorySegment memory = arena.allocate(200);
        cache.acquire(memory.asSlice(0, 100), READ).close();
        try (RegisteredMemory wider = cache.acquire(memory.asSlice(50, 100), READ);
                RegisteredMemory stronger = cache.acquire(memory.asSlice(0, 100), WRITE)) {
            assertThat(wider.region()).isNotSameAs(stronger.region());
            assertThat(stronger.region().privileges()).contains(Privilege.LOCAL_WRITE);
        }
        assertThat(statistics().misses()).isEqualTo(3);
    }

    @Test
    void shouldPutARegistrationInThePlaceOfThoseThatItCovers() {
        MemorySegment memory = arena.allocate(200);
        cache.acquire(memory.asSlice(0, 60), READ).close();
        cache.acquire(memory.asSlice(60, 60), READ).close();
        RegisteredMemory inUse = cache.acquire(memory.asSlice(120, 60), WRITE);
        assertThat(statistics().regions()).isEqualTo(3);

        cache.acquire(memory, WRITE).close();
        assertThat(statistics().regions()).as("two are gone, one is in use").isEqualTo(2);
        assertThat(inUse.region().isClosed()).isFalse();
        inUse.close();
        assertThat(statistics()).isEqualTo(new RegistrationCache.Statistics(200, 1, 1, 0, 4));
    }

    @Test
    void shouldRegisterTheWholeForAPart() {
        MemorySegment memory = arena.allocate(200);
        cache.acquire(memory.asSlice(10, 10), memory, READ).close();
        try (RegisteredMemory other = cache.acquire(memory.asSlice(100, 100), READ)) {
            assertThat(other.region().length()).isEqualTo(200);
        }
        assertThat(statistics().misses()).isEqualTo(1);
        assertThatThrownBy(() -> cache.acquire(memory, memory.asSlice(0, 100), READ))
                .hasMessageContaining("is not inside of");
    }

    @Test
    void shouldEvictTheLongestUnused() {
        MemorySegment[] memory = new MemorySegment[5];
        for (int i = 0; i < memory.length; i++) {
            memory[i] = arena.allocate(200);
        }
        for (int i = 0; i < 4; i++) {
            cache.acquire(memory[i], READ).close();
        }
        cache.acquire(memory[0], READ).close(); // 1 is the longest unused by now
        cache.acquire(memory[4], READ).close();
        assertThat(statistics().regions()).as("the limit of regions").isEqualTo(LIMIT_REGIONS);

        long misses = statistics().misses();
        for (int i : new int[] {0, 2, 3, 4}) {
            cache.acquire(memory[i], READ).close();
        }
        assertThat(statistics().misses()).isEqualTo(misses);
        cache.acquire(memory[1], READ).close();
        assertThat(statistics().misses()).isEqualTo(misses + 1);
    }

    @Test
    void shouldRefuseWhatIsInUseLeavesNoRoomFor() {
        RegisteredMemory held = cache.acquire(arena.allocate(600), READ);
        cache.acquire(arena.allocate(400), READ).close();

        assertThatThrownBy(() -> cache.acquire(arena.allocate(401), READ))
                .isInstanceOfSatisfying(
                        PinLimitException.class,
                        e -> {
                            assertThat(e.wantedBytes()).isEqualTo(401);
                            assertThat(e.heldBytes()).isEqualTo(600);
                            assertThat(e.type()).isEqualTo(DatType.INSUFFICIENT_RESOURCES);
                            assertThat(e.subtype()).isEqualTo(DatSubtype.RESOURCE_MEMORY_REGION);
                        });
        assertThat(statistics().bytes()).as("nothing is evicted in vain").isEqualTo(1000);
        held.close();
        cache.acquire(arena.allocate(401), READ).close();
        assertThat(statistics().bytes()).isEqualTo(401);
    }

    @Test
    void shouldNotMatchMemoryOfAnArenaThatIsClosed() {
        // Two arenas over one address, as when memory is freed and allocated again.
        Arena first = Arena.ofShared();
        Arena second = Arena.ofShared();
        MemorySegment memory = arena.allocate(100);
        MemorySegment before = memory.reinterpret(first, null);
        MemorySegment after = memory.reinterpret(second, null);
        cache.acquire(before, READ).close();
        first.close();

        try (RegisteredMemory now = cache.acquire(after, READ)) {
            assertThat(now.region().segment().scope()).isEqualTo(after.scope());
        }
        assertThat(statistics().misses()).isEqualTo(2);
        assertThat(statistics().regions()).isEqualTo(1);
        second.close();
        assertThat(cache.sweep()).isZero();
        assertThat(statistics().bytes()).isZero();
    }

    @Test
    void shouldNotMixUpTwoLivingViewsOfOneAddress() {
        try (Arena first = Arena.ofShared();
                Arena second = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(100);
            MemorySegment one = memory.reinterpret(first, null);
            MemorySegment other = memory.reinterpret(second, null);
            cache.acquire(one, READ).close();
            try (RegisteredMemory used = cache.acquire(other.asSlice(10, 20), READ)) {
                assertThat(used.region().segment().scope()).isEqualTo(other.scope());
                assertThat(used.offset()).isZero();
            }
            cache.close();
        }
    }

    @Test
    void shouldEndRegistrationsWhoseMemoryIsGoneWithTheirLastUse() {
        Arena mine = Arena.ofShared();
        RegisteredMemory used = cache.acquire(mine.allocate(100), READ);
        mine.close();
        assertThat(cache.sweep()).as("in use").isEqualTo(1);
        used.close();
        assertThat(statistics().regions()).isZero();
    }

    @Test
    void shouldForgetWhatIsInvalidated() {
        MemorySegment memory = arena.allocate(300);
        cache.acquire(memory.asSlice(0, 100), READ).close();
        RegisteredMemory used = cache.acquire(memory.asSlice(50, 100), READ);
        cache.acquire(memory.asSlice(200, 100), WRITE).close();

        assertThat(cache.invalidate(memory.asSlice(99, 10))).as("one is in use").isEqualTo(1);
        assertThat(statistics().regions()).isEqualTo(2);
        assertThat(used.region().isClosed()).isFalse();
        cache.acquire(memory.asSlice(200, 100), WRITE).close();
        assertThat(statistics().hits()).as("what does not overlap stays").isEqualTo(1);
        try (RegisteredMemory anew = cache.acquire(memory.asSlice(50, 100), READ)) {
            assertThat(anew.region()).isNotSameAs(used.region());
        }

        used.close();
        assertThat(cache.invalidate(memory)).isZero();
        assertThat(statistics().regions()).isZero();
    }

    @Test
    void shouldKeepWhatPostedWorkUsesAfterItsReleaseAndEndItLater() {
        MemorySegment memory = arena.allocate(100);
        RegisteredMemory used = cache.acquire(memory, WRITE);
        node.endpoint.receive(used.slice(), 1);
        used.close(); // too early

        assertThat(cache.invalidate(memory)).as("it may not be freed").isEqualTo(1);
        assertThat(statistics().bytes()).as("it counts").isEqualTo(100);
        assertThatThrownBy(cache::close)
                .isInstanceOfSatisfying(
                        DatException.class,
                        e ->
                                assertThat(e.subtype())
                                        .isEqualTo(DatSubtype.INVALID_STATE_LMR_IN_USE));
        node.endpoint.close();
        assertThat(cache.invalidate(memory)).isZero();
        cache.close();
        assertThat(regions()).isZero();
    }

    @Test
    void shouldRefuseUseAfterRelease() {
        RegisteredMemory used = cache.acquire(arena.allocate(100), READ);
        used.close();
        used.close();
        assertThat(statistics().idleRegions()).isEqualTo(1);
        assertThatThrownBy(used::region).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(used::remoteRegion).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldTellThePeerExactlyThePart() {
        MemorySegment memory = arena.allocate(200);
        Set<Privilege> remote = EnumSet.of(Privilege.REMOTE_READ);
        try (RegisteredMemory whole = cache.acquire(memory, remote);
                RegisteredMemory part = cache.acquire(memory.asSlice(30, 40), remote)) {
            assertThat(part.remoteRegion()).isEqualTo(whole.remoteRegion().slice(30, 40));
        }
    }

    @Test
    void shouldAccountForWhatTheZoneRefuses() {
        assertThatThrownBy(() -> cache.acquire(MemorySegment.ofArray(new byte[10]), READ))
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> assertThat(e.type()).isEqualTo(DatType.INVALID_PARAMETER));
        assertThat(statistics().bytes()).isZero();
        assertThat(statistics().regions()).isZero();
    }

    @Test
    void shouldGiveIdleRegistrationsUpWhereTheDeviceRefuses() throws Exception {
        int[] refused = new int[1];
        SimulatedPair.run(
                7,
                FaultPlan.parse("refuse-memory 70%"),
                ProgressMode.MANUAL,
                (_, _) -> {},
                (_, simulated) -> {
                    RegistrationCache small =
                            new RegistrationCache(simulated.zone, new CacheLimits(1 << 20, 1000));
                    for (int i = 0; i < 300; i++) {
                        int before = small.statistics().regions();
                        try {
                            small.acquire(arena.allocate(64), READ).close();
                        } catch (DatException e) {
                            assertThat(e.type()).isEqualTo(DatType.INSUFFICIENT_RESOURCES);
                            assertThat(small.statistics().regions()).isZero();
                            refused[0]++;
                        }
                        assertThat(small.statistics().regions())
                                .isLessThanOrEqualTo(before + 1)
                                .isEqualTo(
                                        simulated
                                                .adapter
                                                .census()
                                                .count(HandleKind.LOCAL_MEMORY_REGION));
                    }
                    small.close();
                });
        assertThat(refused[0]).as("refused with nothing to give up").isBetween(1, 299);
    }

    @Test
    void shouldNotKeepARegistrationThatWasBeingMadeWhenItsMemoryWasInvalidated() {
        MemorySegment memory = arena.allocate(100);
        List<RegistrationCache> caches = new ArrayList<>();
        // Another thread invalidates after the zone has registered, before the cache has it.
        ProtectionZone slow =
                (ProtectionZone)
                        Proxy.newProxyInstance(
                                ProtectionZone.class.getClassLoader(),
                                new Class<?>[] {ProtectionZone.class},
                                (_, method, arguments) -> {
                                    Object made = method.invoke(node.zone, arguments);
                                    assertThat(caches.getFirst().invalidate(memory)).isZero();
                                    return made;
                                });
        caches.add(new RegistrationCache(slow, new CacheLimits(LIMIT_BYTES, LIMIT_REGIONS)));

        RegisteredMemory used = caches.getFirst().acquire(memory, READ);
        assertThat(used.region().isClosed()).as("good for this use").isFalse();
        used.close();
        assertThat(regions()).as("and for no other").isZero();
    }

    @Test
    void shouldRefuseAllWhenItIsClosed() {
        RegisteredMemory used = cache.acquire(arena.allocate(10), READ);
        assertThatThrownBy(cache::close).isInstanceOf(DatException.class);
        assertThatThrownBy(() -> cache.acquire(arena.allocate(10), READ))
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> assertThat(e.type()).isEqualTo(DatType.INVALID_HANDLE));
        used.close();
        cache.close();
        assertThat(regions()).isZero();
    }

    /** Random uses, arenas that come and go, and invalidations; the limits hold throughout. */
    @Test
    void shouldKeepItsLimitsAndLeakNothingUnderManyThreads() throws Exception {
        int threads = 4;
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Future<Integer>> all = new ArrayList<>();
            MemorySegment common = arena.allocate(400);
            for (int t = 0; t < threads; t++) {
                long seed = t;
                all.add(executor.submit(() -> churn(new SplittableRandom(seed), common)));
            }
            int refused = 0;
            for (Future<Integer> f : all) {
                refused += f.get();
            }
            assertThat(refused).as("limits were met").isPositive();
        }
        assertThat(statistics().hits()).isPositive();
        cache.close();
        assertThat(statistics().bytes()).isZero();
        assertThat(regions()).isZero();
    }

    private int churn(SplittableRandom random, MemorySegment common) {
        int refused = 0;
        ArrayDeque<RegisteredMemory> held = new ArrayDeque<>();
        for (int i = 0; i < 4000; i++) {
            int from = random.nextInt(300);
            MemorySegment part = common.asSlice(from, 1 + random.nextInt(100));
            try {
                if (random.nextInt(20) == 0) {
                    try (Arena own = Arena.ofShared();
                            RegisteredMemory m = cache.acquire(own.allocate(100), READ)) {
                        assertThat(m.region().isClosed()).isFalse();
                    }
                } else if (random.nextInt(20) == 0) {
                    cache.invalidate(part);
                } else {
                    RegisteredMemory m = cache.acquire(part, random.nextBoolean() ? READ : WRITE);
                    assertThat(m.region().segment().asSlice(m.offset(), m.length()).address())
                            .isEqualTo(part.address());
                    held.add(m);
                }
            } catch (PinLimitException e) {
                refused++;
            }
            RegistrationCache.Statistics s = cache.statistics();
            assertThat(s.bytes()).isLessThanOrEqualTo(LIMIT_BYTES);
            assertThat(s.regions()).isLessThanOrEqualTo(LIMIT_REGIONS);
            if (held.size() > 1 || !held.isEmpty() && random.nextBoolean()) {
                held.remove().close();
            }
        }
        held.forEach(RegisteredMemory::close);
        return refused;
    }
}
