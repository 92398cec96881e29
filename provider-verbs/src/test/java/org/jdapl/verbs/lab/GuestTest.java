package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.NativeLibrary;
import org.junit.jupiter.api.Test;

/** What the other tests of this package take for granted. */
@InLab
class GuestTest {

    @Test
    void shouldHaveOneRoceAndOneIwarpDevice() {
        assertThat(Path.of("/sys/class/infiniband"))
                .isDirectoryContaining("glob:**/rxe0")
                .isDirectoryContaining("glob:**/siw0");
    }

    @Test
    void shouldShowThemThroughTheRealLibrary() {
        NativeLibrary library = NativeLibrary.load("libibverbs.so.1", "libibverbs1");
        try (Arena arena = Arena.ofConfined()) {
            long count = arena.allocate(4, 4).address();
            long list = library.function("ibv_get_device_list").pointer(count);
            library.function("ibv_free_device_list").call(list);
            assertThat(Memory.getInt(count)).isEqualTo(2);
        }
    }
}
