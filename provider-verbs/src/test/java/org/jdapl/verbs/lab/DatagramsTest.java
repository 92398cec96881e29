package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.verbs.AddressHandle;
import org.jdapl.verbs.AddressVector;
import org.jdapl.verbs.AsyncEvent;
import org.jdapl.verbs.AsyncEventType;
import org.jdapl.verbs.CompletionOpcode;
import org.jdapl.verbs.CompletionQueue;
import org.jdapl.verbs.CompletionStatus;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.Gid;
import org.jdapl.verbs.ProtectionDomain;
import org.jdapl.verbs.QueuePair;
import org.jdapl.verbs.QueuePairCapacities;
import org.jdapl.verbs.QueuePairOptions;
import org.jdapl.verbs.QueuePairType;
import org.jdapl.verbs.SendOpcode;
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.SharedReceiveQueue;
import org.jdapl.verbs.Verbs;
import org.jdapl.verbs.WorkCompletions;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.junit.jupiter.api.Test;

/** Datagrams on rxe: there, back by the header of what came, and to a group. */
@InLab
class DatagramsTest {
    private static final int HEADER = 40;
    private static final int RECEIVED = 4096; // its offset in the region
    private static final int ANSWERED = 4352;
    private static final int WHOLE_GROUP = 0xffffff;
    private static final long WORD = 0x0123456789abcdefL;

    private static long word(LabPair pair, int offset) {
        return pair.region.segment().get(ValueLayout.JAVA_LONG, offset);
    }

    private static void send(
            LabPair pair, QueuePair from, AddressHandle handle, int number, int offset) {
        SendWorkRequests send = pair.request(SendOpcode.SEND, offset, 8);
        send.datagram(0, handle, number, LabPair.QKEY);
        assertThat(from.postSend(send, 0, 1)).isZero();
        assertThat(pair.awaitSend().statusOf(0)).isEqualTo(CompletionStatus.SUCCESS);
    }

    private static WorkCompletions received(LabPair pair, QueuePair by, QueuePair from) {
        WorkCompletions received = pair.awaitReceive();
        assertThat(received.statusOf(0)).isEqualTo(CompletionStatus.SUCCESS);
        assertThat(received.opcodeOf(0)).isEqualTo(CompletionOpcode.RECV);
        assertThat(received.byteLength(0)).isEqualTo(HEADER + 8);
        assertThat(received.flags(0) & WorkCompletions.WITH_GRH).isNotZero();
        assertThat(received.queuePairNumber(0)).isEqualTo(by.number());
        assertThat(received.sourceQueuePair(0)).isEqualTo(from.number());
        return received;
    }

    @Test
    void shouldSendADatagramAndAnswerIt() {
        try (LabPair pair = LabPair.open(QueuePairType.UD)) {
            pair.region.segment().set(ValueLayout.JAVA_LONG, 0, WORD);
            pair.receive(pair.right, RECEIVED, HEADER + 8);
            pair.receive(pair.left, ANSWERED, HEADER + 8);

            AddressHandle there = AddressHandle.create(pair.domain, pair.toItself());
            send(pair, pair.left, there, pair.right.number(), 0);
            WorkCompletions received = received(pair, pair.right, pair.left);
            assertThat(word(pair, RECEIVED + HEADER)).isEqualTo(WORD);

            MemorySegment header = pair.region.segment().asSlice(RECEIVED, HEADER);
            AddressVector way = AddressVector.ofSender(pair.context, received, 0, header, 1);
            assertThat(way.port()).isEqualTo(1);
            assertThat(way.route().orElseThrow().destination())
                    .isEqualTo(pair.context.gid(1, LabPair.GID_INDEX));
            assertThat(way.route().orElseThrow().sourceGidIndex()).isEqualTo(LabPair.GID_INDEX);
            AddressHandle back = AddressHandle.create(pair.domain, received, 0, header, 1);
            send(pair, pair.right, back, received.sourceQueuePair(0), RECEIVED + HEADER);
            received(pair, pair.left, pair.right);
            assertThat(word(pair, ANSWERED + HEADER)).isEqualTo(WORD);
        }
    }

    @Test
    void shouldReceiveWhatIsSentToAGroupWhileItIsAttached() throws IOException {
        Gid group = Gid.parse("239.77.1.1");
        try (LabPair pair = LabPair.open(QueuePairType.UD);
                MulticastSocket membership = new MulticastSocket()) {
            // What the connection manager does of it: the port joins the group.
            membership.joinGroup(
                    new InetSocketAddress(group.address(), 0), NetworkInterface.getByName("roce0"));
            pair.region.segment().set(ValueLayout.JAVA_LONG, 0, WORD);
            pair.right.attachMulticast(group, 0);
            pair.receive(pair.right, RECEIVED, HEADER + 8);
            AddressHandle handle =
                    AddressHandle.create(
                            pair.domain, AddressVector.of(1, LabPair.GID_INDEX, group));

            send(pair, pair.left, handle, WHOLE_GROUP, 0);

            received(pair, pair.right, pair.left);
            assertThat(word(pair, RECEIVED + HEADER)).isEqualTo(WORD);
            pair.left.attachMulticast(group, 0); // and is not detached: closing does it
            pair.right.detachMulticast(group, 0);
            assertThatExceptionOfType(VerbsException.class)
                    .isThrownBy(() -> pair.right.detachMulticast(group, 0))
                    .extracting(VerbsException::error)
                    .isEqualTo(VerbsError.INVALID_ARGUMENT);
        }
    }

    @Test
    void shouldRefuseAWayFromAGidThatIsNotThere() {
        try (LabPair pair = LabPair.open(QueuePairType.UD)) {
            AddressVector way = AddressVector.of(1, 200, pair.context.gid(1, 1));
            assertThatExceptionOfType(VerbsException.class)
                    .isThrownBy(() -> AddressHandle.create(pair.domain, way));
        }
    }

    @Test
    void shouldSayThatSiwHasNoDatagrams() {
        try (Context context = Verbs.device("siw0").orElseThrow().open()) {
            ProtectionDomain domain = ProtectionDomain.create(context);
            CompletionQueue queue = CompletionQueue.create(context, 16);
            QueuePairOptions options =
                    QueuePairOptions.of(QueuePairType.UD, queue, QueuePairCapacities.of(1, 1));
            AddressVector way = AddressVector.of(1, 0, Gid.parse("10.77.2.1"));

            assertNotSupported(() -> QueuePair.create(domain, options));
            assertNotSupported(() -> AddressHandle.create(domain, way));
        }
    }

    private static void assertNotSupported(ThrowingCallable call) {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(call)
                .extracting(VerbsException::error)
                .isEqualTo(VerbsError.NOT_SUPPORTED);
    }

    @Test
    void shouldTellWhichSharedQueueRunsLow() {
        try (LabPair pair = LabPair.open(QueuePairType.UD)) {
            SharedReceiveQueue shared = SharedReceiveQueue.create(pair.domain, 8, 1);
            QueuePair third = pair.makeShared(shared);
            for (int i = 0; i < 3; i++) {
                pair.receive(shared, RECEIVED + 64 * i, HEADER + 8);
            }
            shared.limit(3);
            AddressHandle there = AddressHandle.create(pair.domain, pair.toItself());

            send(pair, pair.left, there, third.number(), 0);

            received(pair, third, pair.left);
            AsyncEvent event = pair.context.awaitAsyncEvent(Duration.ofMinutes(1)).orElseThrow();
            assertThat(event.type()).isEqualTo(AsyncEventType.SRQ_LIMIT_REACHED);
            assertThat(event.element()).isSameAs(shared);
            assertThat(event.port()).isZero();
        }
    }
}
