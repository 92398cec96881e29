package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.Set;
import org.jdapl.verbs.AccessFlag;
import org.jdapl.verbs.CompletionStatus;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.MemoryWindow;
import org.jdapl.verbs.MemoryWindowType;
import org.jdapl.verbs.ProtectionDomain;
import org.jdapl.verbs.QueuePairType;
import org.jdapl.verbs.SendFlags;
import org.jdapl.verbs.SendOpcode;
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.Verbs;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows of both types on rxe, and that siw has none. */
@InLab
class MemoryWindowsTest {
    private static final Set<AccessFlag> WRITE = EnumSet.of(AccessFlag.REMOTE_WRITE);
    private static final int WINDOW = 4096; // its offset in the region
    private static final long WORD = 0x0123456789abcdefL;

    private static void assertWritten(LabPair pair, int offset) {
        assertThat(pair.region.segment().get(ValueLayout.JAVA_LONG, offset)).isEqualTo(WORD);
    }

    @Test
    void shouldOpenAndShutAWindowOfTypeOne() {
        try (LabPair pair = LabPair.open(QueuePairType.RC)) {
            pair.region.segment().set(ValueLayout.JAVA_LONG, 0, WORD);
            MemoryWindow window = MemoryWindow.allocate(pair.domain, MemoryWindowType.TYPE_1);
            long address = pair.region.address() + WINDOW;

            int first =
                    window.bind(
                            pair.right, 7, SendFlags.SIGNALED, pair.region, WINDOW, 1024, WRITE);
            assertThat(pair.awaitSend().statusOf(0)).isEqualTo(CompletionStatus.SUCCESS);
            assertThat(window.rkey()).isEqualTo(first);
            assertThat(pair.write(0, 8, address, first)).isEqualTo(CompletionStatus.SUCCESS);
            assertWritten(pair, WINDOW);

            int second =
                    window.bind(
                            pair.right, 8, SendFlags.SIGNALED, pair.region, WINDOW, 1024, WRITE);
            assertThat(pair.awaitSend().statusOf(0)).isEqualTo(CompletionStatus.SUCCESS);
            assertThat(second).isNotEqualTo(first);
            assertThat(pair.write(0, 8, address + 8, second)).isEqualTo(CompletionStatus.SUCCESS);
            assertWritten(pair, WINDOW + 8);

            window.bind(pair.right, 9, SendFlags.SIGNALED, pair.region, WINDOW, 0, WRITE);
            assertThat(pair.awaitSend().statusOf(0)).isEqualTo(CompletionStatus.SUCCESS);
            assertThat(pair.write(0, 8, address + 16, second))
                    .isEqualTo(CompletionStatus.REM_ACCESS_ERR);
            assertThat(pair.region.segment().get(ValueLayout.JAVA_LONG, WINDOW + 16)).isZero();
            window.close();
        }
    }

    @Test
    void shouldBindAndInvalidateAWindowOfTypeTwo() {
        try (LabPair pair = LabPair.open(QueuePairType.RC)) {
            pair.region.segment().set(ValueLayout.JAVA_LONG, 0, WORD);
            MemoryWindow window = MemoryWindow.allocate(pair.domain, MemoryWindowType.TYPE_2);
            long address = pair.region.address() + WINDOW;

            for (int round = 1; round <= 2; round++) {
                int rkey = MemoryWindow.nextKey(window.rkey());
                assertThat(onTheRight(pair, bind(pair, window, rkey)))
                        .isEqualTo(CompletionStatus.SUCCESS);
                window.rkey(rkey);
                assertThat(pair.write(0, 8, address + 8 * round, rkey))
                        .isEqualTo(CompletionStatus.SUCCESS);
                assertWritten(pair, WINDOW + 8 * round);

                SendWorkRequests invalidate = SendWorkRequests.allocate(1, 1);
                invalidate.opcode(0, SendOpcode.LOCAL_INV);
                invalidate.flags(0, SendFlags.SIGNALED);
                invalidate.invalidate(0, rkey);
                assertThat(onTheRight(pair, invalidate)).isEqualTo(CompletionStatus.SUCCESS);
            }
            assertThat(pair.write(0, 8, address + 64, window.rkey()))
                    .isEqualTo(CompletionStatus.REM_ACCESS_ERR);
            assertThat(pair.region.segment().get(ValueLayout.JAVA_LONG, WINDOW + 64)).isZero();
            window.close();
        }
    }

    private static SendWorkRequests bind(LabPair pair, MemoryWindow window, int rkey) {
        SendWorkRequests bind = SendWorkRequests.allocate(1, 1);
        bind.opcode(0, SendOpcode.BIND_MW);
        bind.flags(0, SendFlags.SIGNALED);
        bind.bindWindow(0, window, rkey, pair.region, WINDOW, 1024, AccessFlag.REMOTE_WRITE.bit());
        return bind;
    }

    private static CompletionStatus onTheRight(LabPair pair, SendWorkRequests request) {
        assertThat(pair.right.postSend(request, 0, 1)).isZero();
        return pair.awaitSend().statusOf(0);
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayThatSiwHasNone(MemoryWindowType type) {
        try (Context context = Verbs.device("siw0").orElseThrow().open()) {
            ProtectionDomain domain = ProtectionDomain.create(context);
            assertThatExceptionOfType(VerbsException.class)
                    .isThrownBy(() -> MemoryWindow.allocate(domain, type))
                    .extracting(VerbsException::error)
                    .isEqualTo(VerbsError.NOT_SUPPORTED);
        }
    }
}
