package org.jdapl.provider.soft.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jdapl.api.data.Privilege;
import org.jdapl.spi.seam.RandomSource;
import org.junit.jupiter.api.Test;

class RegionTableTest {

    private static final int READ = Privilege.REMOTE_READ.bit();

    private static RandomSource random(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return random::nextLong;
    }

    private final RegionTable table = new RegionTable(RegionNames.random(random(1)));
    private final SoftProtectionDomain domain = new SoftProtectionDomain(table);
    private final MemorySegment memory = Arena.global().allocate(64);

    private SoftMemoryRegion register() {
        return (SoftMemoryRegion) domain.register(memory, READ);
    }

    @Test
    void findsExactlyWhatIsRegistered() {
        List<SoftMemoryRegion> all = new ArrayList<>();
        Set<Integer> indexes = new HashSet<>();
        for (int i = 0; i < 3000; i++) {
            SoftMemoryRegion r = register();
            all.add(r);
            assertThat(indexes.add(r.tag().stag() >>> 8)).isTrue();
            assertThat(r.tag().stag() >>> 8).isNotZero();
            assertThat(r.remoteAddress()).isPositive();
            assertThat(r.remoteAddress() & 0xfff).isZero();
            assertThat(r.remoteKey()).isEqualTo(Integer.toUnsignedLong(r.tag().stag()));
        }
        for (SoftMemoryRegion r : all) {
            assertThat(table.lookup(r.tag().stag())).isSameAs(r.tag());
            assertThat(table.lookup(r.tag().stag() ^ 1)).isNull();
        }
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 100_000; i++) {
            int stag = random.nextInt();
            SteeringTag found = table.lookup(stag);
            assertThat(found == null || found.stag() == stag).isTrue();
        }
        for (SoftMemoryRegion r : all) {
            r.close();
            r.close();
            assertThat(table.lookup(r.tag().stag())).isNull();
        }
        assertThat(table.size()).isZero();
    }

    @Test
    void aFreedTagIsNotGivenOutSoon() {
        SoftMemoryRegion first = register();
        first.close();
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < RegionTable.QUARANTINE; i++) {
            SoftMemoryRegion r = register();
            assertThat(r.tag().stag() >>> 8).isNotEqualTo(first.tag().stag() >>> 8);
            seen.add(r.tag().stag() >>> 8);
            r.close();
        }
        assertThat(seen).hasSize(RegionTable.QUARANTINE);
        // Slots do come back, so the table does not grow without end.
        for (int i = 0; i < 100_000; i++) {
            SoftMemoryRegion r = register();
            seen.add(r.tag().stag() >>> 8);
            r.close();
        }
        assertThat(seen.size()).isLessThan(RegionTable.QUARANTINE + 10);
    }

    @Test
    void thePermutationIsOne() {
        for (long key : new long[] {0, -1, 0x1234_5678_9abc_def0L}) {
            StagPermutation p = new StagPermutation(key);
            boolean[] seen = new boolean[StagPermutation.SIZE];
            for (int slot = 0; slot < StagPermutation.SIZE; slot++) {
                int index = p.indexOf(slot);
                if (seen[index] || p.slotOf(index) != slot) {
                    throw new AssertionError("key " + key + " slot " + slot);
                }
                seen[index] = true;
            }
        }
    }

    @Test
    void neighboursLookUnrelated() {
        int near = 0;
        for (int i = 0; i < 1000; i++) {
            int a = register().tag().stag() >>> 8;
            int b = register().tag().stag() >>> 8;
            near += Math.abs(a - b) < 1000 ? 1 : 0;
        }
        assertThat(near).isLessThan(20);
        RegionTable other = new RegionTable(RegionNames.random(random(7)));
        SoftMemoryRegion r =
                (SoftMemoryRegion) new SoftProtectionDomain(other).register(memory, READ);
        assertThat(r.tag().stag()).isNotEqualTo(new RegionTableTest().register().tag().stag());
    }

    @Test
    void localRegionsHaveNoRemoteKey() {
        SoftMemoryRegion r =
                (SoftMemoryRegion) domain.register(memory, Privilege.LOCAL_WRITE.bit());
        assertThat(r.remoteKey()).isZero();
        assertThat(r.tag().invalidate()).isFalse();
        assertThat(table.lookup(r.tag().stag())).isSameAs(r.tag());
    }

    @Test
    void closeWaitsForWhoIsInside() throws Exception {
        SoftMemoryRegion r = register();
        assertThat(r.enter()).isTrue();
        Thread closer = new Thread(r::close);
        closer.start();
        closer.join(50);
        assertThat(closer.isAlive()).isTrue();
        assertThat(r.enter()).isFalse();
        r.exit();
        closer.join(10_000);
        assertThat(closer.isAlive()).isFalse();
    }

    @Test
    void theKeyOfARegionIsNotAPeersToTakeAway() {
        SoftMemoryRegion r = register();
        assertThat(r.tag().invalidate()).isFalse();
        assertThat(r.tag().isValid()).isTrue();
        assertThat(r.enter()).isTrue();
        r.exit();
    }
}
