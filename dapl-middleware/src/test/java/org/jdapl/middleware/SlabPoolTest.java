package org.jdapl.middleware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jdapl.api.DatException;
import org.jdapl.api.HandleKind;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.Privilege;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SlabPoolTest {

    private static final int SLAB = 4096;
    private static final int MOST = 5 * SLAB;

    private final Node node = Node.real();
    private final SlabPool pool = pool(false);

    private SlabPool pool(boolean strict) {
        return new SlabPool(
                node.zone, SlabPoolOptions.of(2000, MOST).withSlabBytes(SLAB).withStrict(strict));
    }

    @AfterEach
    void end() {
        node.close();
    }

    private int regions() {
        return node.adapter.census().count(HandleKind.LOCAL_MEMORY_REGION);
    }

    @Test
    void shouldLendTheSmallestSizeThatFits() {
        int[][] cases = {{0, 64}, {1, 64}, {64, 64}, {65, 128}, {1000, 1024}, {2000, 2048}};
        for (int[] c : cases) {
            try (Lease lease = pool.lease(c[0])) {
                assertThat(lease.capacity()).as("for %d bytes", c[0]).isEqualTo(c[1]);
                assertThat(lease.segment().byteSize()).isEqualTo(c[1]);
                assertThat(lease.segment().address())
                        .isEqualTo(lease.region().segment().address() + lease.offset());
            }
        }
    }

    @Test
    void shouldRefuseLengthsThatItDoesNotHave() {
        for (int bytes : new int[] {-1, 2001}) {
            assertThatThrownBy(() -> pool.tryLease(bytes))
                    .isInstanceOfSatisfying(
                            DatException.class,
                            e -> assertThat(e.type()).isEqualTo(DatType.LENGTH_ERROR));
        }
    }

    @Test
    void shouldCutManyBlocksFromOneRegistration() {
        List<Lease> leases = new ArrayList<>();
        Set<Long> addresses = new HashSet<>();
        for (int i = 0; i < SLAB / 64; i++) {
            leases.add(pool.lease(64));
            addresses.add(leases.getLast().segment().address());
        }
        assertThat(addresses).hasSize(SLAB / 64);
        assertThat(regions()).isEqualTo(1);
        assertThat(pool.slabs()).isEqualTo(1);
        leases.forEach(Lease::close);
    }

    @Test
    void shouldGrowUpToItsLimitAndNoFurther() {
        List<Lease> leases = new ArrayList<>();
        for (Lease l = pool.tryLease(2048 - 48); l != null; l = pool.tryLease(2000)) {
            leases.add(l);
        }
        assertThat(leases).hasSize(MOST / 2048);
        assertThat(pool.registeredBytes()).isEqualTo(MOST);
        assertThat(pool.tryLease(64)).as("another size has no room either").isNull();
        assertThatThrownBy(() -> pool.lease(64))
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> {
                            assertThat(e.type()).isEqualTo(DatType.INSUFFICIENT_RESOURCES);
                            assertThat(e.subtype()).isEqualTo(DatSubtype.RESOURCE_MEMORY);
                        });

        leases.remove(0).close();
        leases.remove(0).close();
        assertThat(pool.tryLease(64)).as("the slab is cut for the other size").isNull();
        pool.trim();
        Lease small = pool.lease(64);
        assertThat(pool.registeredBytes()).isLessThanOrEqualTo(MOST);

        small.close();
        leases.forEach(Lease::close);
        pool.trim();
        assertThat(pool.registeredBytes()).isZero();
        assertThat(regions()).isZero();
    }

    @Test
    void shouldDetectUseAfterRelease() {
        Lease lease = pool.lease(64);
        lease.close();

        assertThat(lease.isReleased()).isTrue();
        for (Callable<?> use :
                List.<Callable<?>>of(
                        lease::region,
                        lease::offset,
                        lease::capacity,
                        lease::segment,
                        () -> lease.slice(0, 1))) {
            assertThatThrownBy(use::call)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("used after its release");
        }
        assertThatThrownBy(lease::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("released twice");
        assertThat(pool.leased()).isZero();
    }

    @Test
    void shouldDetectUseAfterReleaseForEverWhereStrict() {
        SlabPool strict = pool(true);
        Lease stale = strict.lease(2000);
        stale.close();
        List<Lease> again = List.of(strict.lease(2000), strict.lease(2000));

        assertThat(again).extracting(Lease::offset).contains(0L);
        assertThatThrownBy(stale::segment).isInstanceOf(IllegalStateException.class);
        again.forEach(Lease::close);
    }

    @Test
    void shouldDetectWritingAfterReleaseWhereStrict() {
        SlabPool strict = pool(true);
        Lease stale = strict.lease(2000);
        var memory = stale.segment();
        stale.close();
        memory.set(ValueLayout.JAVA_BYTE, 77, (byte) 1);

        strict.lease(2000).close(); // the one that has rested longer
        assertThatThrownBy(() -> strict.lease(2000))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("written after its release, at byte 72");
    }

    @Test
    void shouldRefuseToCloseWhileLeasesAreOut() {
        Lease lease = pool.lease(2000);
        assertThatThrownBy(pool::close)
                .isInstanceOfSatisfying(
                        DatException.class,
                        e ->
                                assertThat(e.subtype())
                                        .isEqualTo(DatSubtype.INVALID_STATE_LMR_IN_USE));
        pool.lease(64).close(); // it stays open

        lease.close();
        pool.close();
        pool.close();
        assertThat(regions()).isZero();
        assertThatThrownBy(() -> pool.tryLease(1))
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> assertThat(e.type()).isEqualTo(DatType.INVALID_HANDLE));
    }

    @Test
    void shouldTryAgainToCloseWhatPostedWorkUsed() {
        Lease lease = pool.lease(64);
        node.endpoint.receive(lease.slice(0, 64), 1);
        lease.close(); // too early

        assertThatThrownBy(pool::close).isInstanceOf(DatException.class);
        node.endpoint.close();
        pool.close();
        assertThat(regions()).isZero();
    }

    @Test
    void shouldRegisterWithTheRightsThatWereAskedFor() {
        SlabPool remote =
                new SlabPool(node.zone, pool.options().withPrivileges(Set.copyOf(Privilege.ALL)));
        try (Lease lease = remote.lease(1)) {
            assertThat(lease.region().privileges()).isEqualTo(Privilege.ALL);
        }
        try (Lease lease = pool.lease(1)) {
            assertThat(lease.region().privileges())
                    .containsExactlyInAnyOrder(Privilege.LOCAL_READ, Privilege.LOCAL_WRITE);
        }
    }

    @Test
    void shouldRefuseOptionsThatContradictEachOther() {
        assertThatThrownBy(() -> new SlabPoolOptions(48, 64, 64, 64, Set.of(), false))
                .hasMessageContaining("smallestBlock=48");
        assertThatThrownBy(() -> SlabPoolOptions.of(63, 64)).hasMessageContaining("largest");
        assertThatThrownBy(() -> SlabPoolOptions.of(65, 127)).hasMessageContaining("maxBytes=127");
        assertThatThrownBy(() -> SlabPoolOptions.of(64, 64).withSlabBytes(0))
                .hasMessageContaining("slabBytes=0");
    }

    @Test
    void shouldNeverLendABlockTwiceToManyThreads() throws Exception {
        int threads = 4;
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Future<Integer>> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                long mark = t + 1;
                all.add(executor.submit(() -> churn(mark)));
            }
            int leases = 0;
            for (Future<Integer> f : all) {
                leases += f.get();
            }
            assertThat(leases).isGreaterThan(threads * 1000);
        }
        assertThat(pool.leased()).isZero();
        assertThat(pool.registeredBytes()).isLessThanOrEqualTo(MOST);
    }

    /** Marks what it holds, and finds its mark again. */
    private int churn(long mark) {
        SplittableRandom random = new SplittableRandom(mark);
        ArrayDeque<Lease> mine = new ArrayDeque<>();
        int leases = 0;
        for (int i = 0; i < 20_000; i++) {
            Lease lease = random.nextBoolean() ? pool.tryLease(random.nextInt(1, 500)) : null;
            if (lease != null) {
                lease.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, 0, mark);
                mine.add(lease);
                leases++;
            } else if (!mine.isEmpty()) {
                Lease oldest = mine.remove();
                assertThat(oldest.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, 0))
                        .isEqualTo(mark);
                oldest.close();
            }
        }
        mine.forEach(Lease::close);
        return leases;
    }
}
