package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.EnumSet;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.mock.MockVerbs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostedHandlesTest {
    private Context context;
    private ProtectionDomain domain;
    private CompletionQueue queue;

    @BeforeEach
    void open() {
        MockVerbs.use();
        MockVerbs.setDevices(1);
        context = Verbs.devices().getFirst().open();
        domain = ProtectionDomain.create(context);
        queue = CompletionQueue.create(context, 16);
    }

    @AfterEach
    void close() {
        context.close();
        MockVerbs.assertClean();
    }

    private static void assertError(VerbsError error, ThrowingCallable call) {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(call)
                .extracting(VerbsException::error)
                .isEqualTo(error);
    }

    private QueuePair pair(QueuePairType type) {
        return QueuePair.create(
                domain, QueuePairOptions.of(type, queue, QueuePairCapacities.of(4, 4)));
    }

    private AddressVector toItself() {
        return AddressVector.of(1, 1, context.gid(1, 1));
    }

    @Test
    void shouldMakeAddressHandles() {
        AddressHandle handle = AddressHandle.create(domain, toItself());

        assertThat(handle.isOpen()).isTrue();
        assertThat(handle.domain()).isSameAs(domain);
        handle.close();
        handle.close();
        assertThat(handle.isOpen()).isFalse();
    }

    @Test
    void shouldRefuseWaysThatAreNone() {
        AddressVector unknown = AddressVector.of(1, 77, context.gid(1, 1));

        assertError(VerbsError.INVALID_ARGUMENT, () -> AddressHandle.create(domain, unknown));
    }

    @Test
    void shouldNotPostADatagramByAHandleThatIsClosed() {
        QueuePair pair = pair(QueuePairType.UD);
        MemoryRegion region = MemoryRegion.allocate(domain, 64, EnumSet.of(AccessFlag.LOCAL_WRITE));
        AddressHandle handle = AddressHandle.create(domain, toItself());
        SendWorkRequests sends = SendWorkRequests.allocate(1, 1);
        sends.opcode(0, SendOpcode.SEND);
        sends.element(0, 0, region, 0, 64);
        sends.datagram(0, handle, pair.number(), 17);
        handle.close();

        assertError(VerbsError.CLOSED, () -> pair.postSend(sends, 0, 1));
    }

    @Test
    void shouldStayOpenWhereTheKernelDoesNotFreeIt() {
        AddressHandle handle = AddressHandle.create(domain, toItself());
        MockVerbs.failNext("ibv_destroy_ah", 16);

        assertError(VerbsError.BUSY, handle::close);

        assertThat(handle.isOpen()).isTrue();
    }

    @Test
    void shouldJoinAndLeaveMulticastGroups() {
        QueuePair pair = pair(QueuePairType.UD);
        Gid group = Gid.parse("ff0e::ffff:e000:101");

        pair.attachMulticast(group, 0);
        pair.detachMulticast(group, 0);

        assertError(VerbsError.INVALID_ARGUMENT, () -> pair.detachMulticast(group, 0));
        assertError(VerbsError.INVALID_ARGUMENT, () -> pair.attachMulticast(context.gid(1, 1), 0));
        pair.attachMulticast(group, 0);
        pair.close();
        assertThat(pair.isOpen()).isFalse();
        QueuePair reliable = pair(QueuePairType.RC);
        assertError(VerbsError.INVALID_ARGUMENT, () -> reliable.attachMulticast(group, 0));
    }

    @Test
    void shouldBindWindowsOfTypeOneOnly() {
        Set<AccessFlag> access = EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
        MemoryRegion region = MemoryRegion.allocate(domain, 64, access);
        QueuePair pair = pair(QueuePairType.RC);
        MemoryWindow second = MemoryWindow.allocate(domain, MemoryWindowType.TYPE_2);
        MemoryWindow first = MemoryWindow.allocate(domain, MemoryWindowType.TYPE_1);
        ProtectionDomain other = ProtectionDomain.create(context);
        MemoryWindow foreign = MemoryWindow.allocate(other, MemoryWindowType.TYPE_1);
        Set<AccessFlag> remote = EnumSet.of(AccessFlag.REMOTE_READ);

        assertThatIllegalStateException()
                .isThrownBy(() -> second.bind(pair, 1, 0, region, 0, 64, remote));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> foreign.bind(pair, 1, 0, region, 0, 64, remote));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> first.bind(pair, 1, 0, region, 1, 64, remote));
        region.close();
        assertError(VerbsError.CLOSED, () -> first.bind(pair, 1, 0, region, 0, 64, remote));
    }

    @Test
    void shouldKeepTheKeyThatAWindowOfTypeTwoIsToldOf() {
        MemoryWindow window = MemoryWindow.allocate(domain, MemoryWindowType.TYPE_2);
        int key = window.rkey();

        assertThat(MemoryWindow.nextKey(0x123456ff)).isEqualTo(0x12345600);
        assertThat(MemoryWindow.nextKey(0x12345600)).isEqualTo(0x12345601);
        window.rkey(MemoryWindow.nextKey(key));

        assertThat(window.rkey()).isEqualTo(MemoryWindow.nextKey(key)).isNotEqualTo(key);
        window.close();
        assertError(VerbsError.CLOSED, window::rkey);
    }

    @Test
    void shouldStayOpenWhereTheKernelDoesNotFreeTheWindow() {
        MemoryWindow window = MemoryWindow.allocate(domain, MemoryWindowType.TYPE_1);
        MockVerbs.failNext("dealloc_mw", 22);

        assertError(VerbsError.INVALID_ARGUMENT, window::close);

        assertThat(window.isOpen()).isTrue();
    }
}
