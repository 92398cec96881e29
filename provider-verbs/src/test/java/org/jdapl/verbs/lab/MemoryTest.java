package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.verbs.AccessFlag;
import org.jdapl.verbs.CompletionStatus;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.MemoryAdvice;
import org.jdapl.verbs.MemoryRegion;
import org.jdapl.verbs.ProtectionDomain;
import org.jdapl.verbs.QueuePairType;
import org.jdapl.verbs.Verbs;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kinds of memory on the kernel's drivers: what works is used, what they lack is told. */
@InLab
class MemoryTest {
    private static final Set<AccessFlag> REMOTE =
            EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
    private static final long WORD = 0x0123456789abcdefL;
    private static final Path FREE_HUGE_PAGES =
            Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages");

    private static int freeHugePages() throws IOException {
        return Integer.parseInt(Files.readString(FREE_HUGE_PAGES).strip());
    }

    @Test
    void shouldWriteIntoHugePagesAndGiveThemBack() throws IOException {
        int before = freeHugePages();
        try (LabPair pair = LabPair.open(QueuePairType.RC)) {
            MemoryRegion huge = MemoryRegion.allocateHuge(pair.domain, 3 << 20, 0, REMOTE);
            assertThat(huge.length()).isEqualTo(3 << 20);
            assertThat(huge.address() % (2 << 20)).isZero();
            assertThat(freeHugePages()).isEqualTo(before - 2);
            pair.region.segment().set(ValueLayout.JAVA_LONG, 0, WORD);
            long offset = (3 << 20) - 8;

            assertThat(pair.write(0, 8, huge.address() + offset, huge.rkey()))
                    .isEqualTo(CompletionStatus.SUCCESS);

            assertThat(huge.segment().get(ValueLayout.JAVA_LONG, offset)).isEqualTo(WORD);
        }
        assertThat(freeHugePages()).isEqualTo(before);
    }

    @Test
    void shouldSayHowManyHugePagesAreMissing() {
        try (Context context = Verbs.device("rxe0").orElseThrow().open()) {
            ProtectionDomain domain = ProtectionDomain.create(context);
            assertThatExceptionOfType(VerbsException.class)
                    .isThrownBy(() -> MemoryRegion.allocateHuge(domain, 1L << 30, 0, REMOTE))
                    .withMessageContaining("512 huge pages of 2048 KiB are not free")
                    .extracting(VerbsException::error)
                    .isEqualTo(VerbsError.NO_MEMORY);
        }
    }

    @Test
    void shouldWriteToTheAddressThatARegionWasGiven() {
        try (LabPair pair = LabPair.open(QueuePairType.RC);
                Arena arena = Arena.ofConfined()) {
            pair.region.segment().set(ValueLayout.JAVA_LONG, 0, WORD);
            MemoryRegion region =
                    MemoryRegion.register(
                            pair.domain, arena.allocate(8192, 4096), REMOTE, 0x40000000);

            assertThat(pair.write(0, 8, 0x40000000 + 4096, region.rkey()))
                    .isEqualTo(CompletionStatus.SUCCESS);

            assertThat(region.segment().get(ValueLayout.JAVA_LONG, 4096)).isEqualTo(WORD);
            region.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe0", "siw0"})
    void shouldSayWhatTheDriversLack(String device) {
        Set<AccessFlag> onDemand = EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.ON_DEMAND);
        try (Context context = Verbs.device(device).orElseThrow().open()) {
            ProtectionDomain domain = ProtectionDomain.create(context);
            MemoryRegion region = MemoryRegion.allocate(domain, 4096, REMOTE);
            int lkey = region.lkey();

            assertNotSupported(() -> MemoryRegion.allocateNull(domain));
            assertNotSupported(() -> MemoryRegion.registerDmabuf(domain, 0, 0, 4096, REMOTE, 0));
            assertNotSupported(() -> region.advise(MemoryAdvice.PREFETCH, 0, 4096, true));
            assertNotSupported(
                    () -> region.reregister(null, null, EnumSet.of(AccessFlag.LOCAL_WRITE)));
            assertThat(region.access()).isEqualTo(REMOTE);
            assertThat(region.lkey()).isEqualTo(lkey);
            assertNotSupported(() -> MemoryRegion.allocate(domain, 4096, onDemand));
        }
    }

    private static void assertNotSupported(ThrowingCallable call) {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(call)
                .extracting(VerbsException::error)
                .isEqualTo(VerbsError.NOT_SUPPORTED);
    }
}
