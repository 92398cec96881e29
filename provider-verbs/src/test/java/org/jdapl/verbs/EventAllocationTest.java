package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jdapl.verbs.ffm.NetlinkSocket;
import org.jdapl.verbs.ffm.Posix;
import org.jdapl.verbs.mock.MockVerbs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Taking events, and what wakes and waits for that, leaves no garbage. */
class EventAllocationTest {

    /**
     * {@code com.sun.management.ThreadMXBean.getCurrentThreadAllocatedBytes()}, as a handle: the
     * module under test does not read the module of the interface.
     */
    private static final MethodHandle ALLOCATED = allocated();

    private static final int ROUNDS = 20_000;

    /** Bytes a round: less than any object, more than what the virtual machine takes for itself. */
    private static final double LIMIT = 0.5;

    private Loopback loop;

    @BeforeEach
    void open() {
        loop = Loopback.open();
    }

    @AfterEach
    void close() {
        loop.close();
        MockVerbs.assertClean();
    }

    @Test
    void takingACompletionEventAllocatesNothing() throws Throwable {
        SendWorkRequests write = loop.request(SendOpcode.RDMA_WRITE, 0, 8);
        assertThat(
                        bytesOf(
                                () -> {
                                    loop.queue.requestNotification(false);
                                    must(loop.left.postSend(write, 0, 1) == QueuePair.POSTED);
                                    must(loop.channel.pollEvent().isPresent());
                                    must(loop.queue.poll(loop.completions) == 1);
                                }))
                .isLessThan(LIMIT);
    }

    @Test
    void lookingForEventsThatAreNotThereAllocatesNothing() throws Throwable {
        assertThat(
                        bytesOf(
                                () -> {
                                    must(loop.channel.pollEvent().isEmpty());
                                    must(loop.context.pollAsyncEvent().isEmpty());
                                }))
                .isLessThan(LIMIT);
    }

    @Test
    void lookingForNewsOfDevicesAndAddressesAllocatesNothing() throws Throwable {
        try (DeviceMonitor devices = DeviceMonitor.open();
                NetlinkSocket addresses =
                        new NetlinkSocket(
                                NetlinkSocket.ROUTE, NetlinkSocket.IPV4_ADDRESSES, 4096)) {
            assertThat(
                            bytesOf(
                                    () -> {
                                        must(devices.pollChange().isEmpty());
                                        must(addresses.receive().isEmpty());
                                    }))
                    .isLessThan(LIMIT);
        }
    }

    @Test
    void ringingABellAndSilencingItAllocatesNothing() throws Throwable {
        int bell = Posix.eventFd();
        try {
            assertThat(
                            bytesOf(
                                    () -> {
                                        Posix.raise(bell);
                                        Posix.lower(bell);
                                    }))
                    .isLessThan(LIMIT);
            assertThat(Posix.pollIn(bell, bell, 0)).isZero();
            Posix.raise(bell);
            assertThat(Posix.pollIn(bell, bell, 0)).isNotZero();
        } finally {
            Posix.close(bell);
        }
    }

    private static void must(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }

    /** What a round allocates on this thread, once the first ones have been made. */
    private static double bytesOf(Runnable round) throws Throwable {
        for (int i = 0; i < ROUNDS; i++) {
            round.run();
        }
        long before = (long) ALLOCATED.invoke();
        for (int i = 0; i < ROUNDS; i++) {
            round.run();
        }
        return (double) ((long) ALLOCATED.invoke() - before) / ROUNDS;
    }

    private static MethodHandle allocated() {
        try {
            Object bean =
                    Class.forName("java.lang.management.ManagementFactory")
                            .getMethod("getThreadMXBean")
                            .invoke(null);
            return MethodHandles.publicLookup()
                    .findVirtual(
                            Class.forName("com.sun.management.ThreadMXBean"),
                            "getCurrentThreadAllocatedBytes",
                            MethodType.methodType(long.class))
                    .bindTo(bean);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
