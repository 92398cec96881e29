package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import org.jdapl.verbs.ffm.DataPath;
import org.jdapl.verbs.ffm.Posix;
import org.junit.jupiter.api.Test;

class DriverOperationsTest {
    private static final String BRIEF = "org.jdapl.verbs.brief";

    @Test
    void shouldTellWhichLibraryAFunctionIsOf() {
        MemorySegment read = Linker.nativeLinker().defaultLookup().findOrThrow("read");

        assertThat(Posix.fileOf(read.address())).contains("libc.so");
        assertThat(Posix.fileOf(1)).isEmpty();
    }

    @Test
    void shouldTakeNoUnknownDriverForOneThatPostsWithoutASystemCall() {
        try (Loopback loop = Loopback.open()) {
            DataPath.Functions functions = DriverOperations.of(loop.context.pointer());
            assertThat(functions.brief()).isFalse();
            try {
                System.setProperty(BRIEF, "libmock-ibverbs");
                assertThat(DataPath.isBrief(functions.postSend())).isTrue();
            } finally {
                System.clearProperty(BRIEF);
            }
        }
    }

    @Test
    void shouldHaveOneClassOfCallsForAllContextsOfADriver() {
        try (Loopback loop = Loopback.open();
                Context other = loop.context.device().open()) {
            assertThat(loop.context.dataPath()).isSameAs(other.dataPath());
            assertThat(loop.context.dataPath().getClass().isHidden()).isTrue();
        }
    }

    @Test
    void shouldTransferTheSameInBothWays() {
        System.setProperty(BRIEF, "libmock-ibverbs");
        try (Loopback loop = Loopback.open()) {
            assertThat(DriverOperations.of(loop.context.pointer()).brief()).isTrue();
            loop.put(0, "brief");
            loop.right.postReceive(loop.receive(3, 64, 64), 0, 1);
            assertThat(loop.left.postSend(loop.request(SendOpcode.SEND, 0, 6), 0, 1)).isZero();
            assertThat(loop.take(2).wrId(0)).isEqualTo(3);
            assertThat(loop.text(64)).isEqualTo("brief");
        } finally {
            System.clearProperty(BRIEF);
        }
    }
}
