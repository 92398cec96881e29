package org.jdapl.verbs.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jdapl.verbs.ffm.Struct;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeaderProbeTest {

    /** One is right, one is wrong. */
    static final class Planted {
        static final int EINTR = 4;
        static final int EINVAL = 23;

        private Planted() {}
    }

    @BeforeEach
    void needCompiler() {
        CCompiler.assume("errno.h", "sys/time.h");
    }

    @Test
    void shouldFindNothingWhereAllIsRight() {
        Struct timeval = Struct.of("struct timeval").u64("tv_sec").u64("tv_usec");

        HeaderProbe probe = new HeaderProbe("sys/time.h").structs(List.of(timeval));

        assertThat(probe.count()).isEqualTo(5);
        assertThat(probe.differences()).isEmpty();
    }

    @Test
    void shouldFindPlantedOffsetsAndSizes() {
        Struct timeval = Struct.of("struct timeval").u32("tv_sec").u32("tv_usec");

        assertThat(new HeaderProbe("sys/time.h").structs(List.of(timeval)).differences())
                .containsExactly(
                        "sizeof(struct timeval) is 16 in C, 8 here",
                        "sizeof(((struct timeval *) 0)->tv_sec) is 8 in C, 4 here",
                        "offsetof(struct timeval, tv_usec) is 8 in C, 4 here",
                        "sizeof(((struct timeval *) 0)->tv_usec) is 8 in C, 4 here");
    }

    @Test
    void shouldFindPlantedConstants() {
        assertThat(new HeaderProbe("errno.h").constants(List.of(Planted.class)).differences())
                .containsExactly("EINVAL is 22 in C, 23 here");
    }

    @Test
    void shouldRefuseNamesThatCDoesNotHave() {
        assertThatThrownBy(() -> new HeaderProbe("errno.h").expect("ENOTHING", 1).differences())
                .hasMessageContaining("ENOTHING");
    }
}
