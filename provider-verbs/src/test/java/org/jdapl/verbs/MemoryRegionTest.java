package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.mock.MockVerbs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MemoryRegionTest {
    private static final Set<AccessFlag> LOCAL = EnumSet.of(AccessFlag.LOCAL_WRITE);
    private static final Set<AccessFlag> REMOTE =
            EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ);

    private final Arena arena = Arena.ofConfined();
    private Context context;
    private ProtectionDomain domain;

    @BeforeEach
    void open() {
        MockVerbs.use();
        MockVerbs.setDevices(1);
        context = Verbs.devices().getFirst().open();
        domain = ProtectionDomain.create(context);
    }

    @AfterEach
    void close() {
        context.close();
        arena.close();
        MockVerbs.assertClean();
    }

    private static void assertError(VerbsError error, ThrowingCallable call) {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(call)
                .extracting(VerbsException::error)
                .isEqualTo(error);
    }

    @Test
    void shouldAllocateZeroedMemoryAndFreeItWithTheRegion() {
        MemoryRegion region = MemoryRegion.allocate(domain, 4096, LOCAL);
        MemorySegment segment = region.segment();

        assertThat(segment.byteSize()).isEqualTo(4096);
        assertThat(segment.address() % 64).isZero();
        assertThat(segment.get(ValueLayout.JAVA_LONG, 4088)).isZero();
        assertThat(region.address()).isEqualTo(segment.address());
        assertThat(region.lkey()).isNotZero();
        region.close();
        assertThat(segment.scope().isAlive()).isFalse();
    }

    @Test
    void shouldKeepTheMemoryWhereTheKernelDoesNotDeregisterIt() {
        MemoryRegion region = MemoryRegion.allocate(domain, 64, LOCAL);
        MockVerbs.failNext("ibv_dereg_mr", 16);

        assertError(VerbsError.BUSY, region::close);

        assertThat(region.isOpen()).isTrue();
        region.segment().set(ValueLayout.JAVA_BYTE, 63, (byte) 1);
        region.close();
        assertThat(region.isOpen()).isFalse();
    }

    @Test
    void shouldSayHowMuchMayBeLocked() {
        MockVerbs.failNext("ibv_reg_mr", 12);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> MemoryRegion.allocate(domain, 4096, LOCAL))
                .withMessageContaining("4096 bytes could not be ")
                .extracting(VerbsException::error)
                .isEqualTo(VerbsError.NO_MEMORY);
    }

    @Test
    void shouldRefuseMemoryThatNoDeviceCanUse() {
        MemorySegment readOnly = arena.allocate(8).asReadOnly();
        MemorySegment dead;
        try (Arena other = Arena.ofConfined()) {
            dead = other.allocate(8);
        }

        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                MemoryRegion.register(
                                        domain, MemorySegment.ofArray(new byte[8]), LOCAL));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryRegion.register(domain, MemorySegment.NULL, LOCAL));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryRegion.register(domain, readOnly, LOCAL));
        assertThatIllegalStateException()
                .isThrownBy(() -> MemoryRegion.register(domain, dead, LOCAL));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryRegion.allocate(domain, 0, LOCAL));
        MemoryRegion.register(domain, readOnly, EnumSet.of(AccessFlag.REMOTE_READ)).close();
    }

    @Test
    void shouldBeginWhereItIsTold() {
        MemoryRegion region = MemoryRegion.register(domain, arena.allocate(256), REMOTE, 0x10000);

        assertThat(region.address()).isEqualTo(0x10000);
        assertThat(region.length()).isEqualTo(256);
    }

    @Test
    void shouldCountAZeroBasedRegionFromZero() {
        Set<AccessFlag> access = EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.ZERO_BASED);

        assertThat(MemoryRegion.allocate(domain, 8, access).address()).isZero();
    }

    @Test
    void shouldSayHowToReserveHugePages() {
        long tooMuch = 1L << 44;

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> MemoryRegion.allocateHuge(domain, tooMuch, 2 << 20, LOCAL))
                .withMessageContaining("8388608 huge pages of 2048 KiB are not free")
                .withMessageContaining("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages")
                .extracting(VerbsException::error)
                .isEqualTo(VerbsError.NO_MEMORY);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryRegion.allocateHuge(domain, 1, 3_000_000, LOCAL));
    }

    @Test
    void shouldHaveARegionOfNothing() {
        MemoryRegion region = MemoryRegion.allocateNull(domain);

        assertThat(region.lkey()).isNotZero();
        assertThat(region.segment().byteSize()).isZero();
        assertThat(region.length()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldSayThatDmabufsAreNotSupported() {
        assertError(
                VerbsError.NOT_SUPPORTED,
                () -> MemoryRegion.registerDmabuf(domain, 0, 0, 4096, LOCAL, 0));
    }

    @Test
    void shouldSayThatADeviceHasNoOnDemandMemory() {
        Set<AccessFlag> access = EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.ON_DEMAND);
        MockVerbs.failNext("ibv_reg_mr", 22);
        MockVerbs.failNext("query_device_ex", 95);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> MemoryRegion.allocate(domain, 4096, access))
                .withMessageContaining("no on-demand memory")
                .extracting(VerbsException::error)
                .isEqualTo(VerbsError.NOT_SUPPORTED);
        MockVerbs.failNext("ibv_reg_mr", 22);
        assertError(VerbsError.INVALID_ARGUMENT, () -> MemoryRegion.allocate(domain, 4096, access));
    }

    @Test
    void shouldAdviseOnDemandRegionsOnly() {
        Set<AccessFlag> access = EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.ON_DEMAND);
        MemoryRegion onDemand = MemoryRegion.allocate(domain, 8192, access);
        MemoryRegion pinned = MemoryRegion.allocate(domain, 8192, LOCAL);

        onDemand.advise(MemoryAdvice.PREFETCH_WRITE, 4096, 4096, true);

        assertError(
                VerbsError.INVALID_ARGUMENT,
                () -> pinned.advise(MemoryAdvice.PREFETCH, 0, 8192, false));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> onDemand.advise(MemoryAdvice.PREFETCH, 4096, 4097, false));
    }

    @Test
    void shouldMoveToOtherMemoryAndFreeWhatItHad() {
        MemoryRegion region = MemoryRegion.allocate(domain, 64, LOCAL);
        MemorySegment before = region.segment();
        int lkey = region.lkey();
        MemorySegment after = arena.allocate(128, 8);

        region.reregister(null, after, REMOTE);

        assertThat(before.scope().isAlive()).isFalse();
        assertThat(region.segment()).isEqualTo(after);
        assertThat(region.address()).isEqualTo(after.address());
        assertThat(region.length()).isEqualTo(128);
        assertThat(region.access()).isEqualTo(REMOTE);
        assertThat(region.lkey()).isNotEqualTo(lkey);
        assertThat(region.domain()).isSameAs(domain);
    }

    @Test
    void shouldMoveToAnotherDomainAndCloseWithIt() {
        ProtectionDomain other = ProtectionDomain.create(context);
        MemoryRegion region = MemoryRegion.allocate(domain, 64, LOCAL);

        region.reregister(other, null, null);

        domain.close();
        assertThat(region.isOpen()).isTrue();
        assertThat(region.domain()).isSameAs(other);
        other.close();
        assertThat(region.isOpen()).isFalse();
    }

    @Test
    void shouldSayWhetherTheRegionIsStillGood() {
        MemoryRegion region = MemoryRegion.allocate(domain, 64, LOCAL);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(
                        () -> region.reregister(null, null, EnumSet.of(AccessFlag.REMOTE_WRITE)))
                .withMessageContaining("the region is as before");
        assertThat(region.access()).isEqualTo(LOCAL);
        MockVerbs.failNext("ibv_rereg_mr", 5);
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> region.reregister(null, null, REMOTE))
                .withMessageContaining("cannot be used any more");
        region.close();
    }

    @Test
    void shouldRefuseTheDomainOfAnotherContext() {
        MemoryRegion region = MemoryRegion.allocate(domain, 64, LOCAL);
        try (Context other = Verbs.devices().getFirst().open()) {
            ProtectionDomain foreign = ProtectionDomain.create(other);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> region.reregister(foreign, null, null));
        }
    }
}
