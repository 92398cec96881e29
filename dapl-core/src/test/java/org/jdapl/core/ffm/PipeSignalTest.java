package org.jdapl.core.ffm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.core.seam.DescriptorSignal;
import org.jdapl.core.seam.SystemSeams;
import org.junit.jupiter.api.Test;

/** A signal that poll(2) sees. */
class PipeSignalTest {

    private static final short POLLIN = 1;

    /** Whether poll(2) says that a descriptor is readable now. */
    @SuppressWarnings("restricted")
    private static boolean readable(int descriptor) throws Throwable {
        Linker linker = Linker.nativeLinker();
        MethodHandle poll =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("poll"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment one = arena.allocate(8, 4); // struct pollfd
            one.set(ValueLayout.JAVA_INT, 0, descriptor);
            one.set(ValueLayout.JAVA_SHORT, 4, POLLIN);
            int n = (int) poll.invokeExact(one, 1L, 0);
            assertThat(n).isNotNegative();
            return n == 1 && one.get(ValueLayout.JAVA_SHORT, 6) == POLLIN;
        }
    }

    private static DescriptorSignal signal() {
        return SystemSeams.descriptorSignals().orElseThrow().get();
    }

    @Test
    void itIsReadableWhileItIsRaised() throws Throwable {
        try (DescriptorSignal signal = signal()) {
            for (int round = 0; round < 3; round++) {
                assertThat(readable(signal.descriptor())).isFalse();
                signal.raise();
                assertThat(readable(signal.descriptor())).isTrue();
                assertThat(readable(signal.descriptor())).isTrue();
                signal.lower();
            }
            assertThat(readable(signal.descriptor())).isFalse();
        }
    }

    @Test
    void closingGivesBothDescriptorsBack() throws IOException {
        signal().close(); // what is loaded once is loaded
        long before = descriptors();
        List<DescriptorSignal> many = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            many.add(signal());
        }
        assertThat(descriptors()).isGreaterThanOrEqualTo(before + 100);
        many.forEach(DescriptorSignal::close);
        assertThat(descriptors()).isLessThan(before + 20);
    }

    private static long descriptors() throws IOException {
        try (var all = Files.list(Path.of("/proc/self/fd"))) {
            return all.count();
        }
    }
}
