package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jdapl.verbs.lab.CmEnds.RXE;
import static org.jdapl.verbs.lab.CmEnds.SIW;
import static org.jdapl.verbs.lab.CmEnds.ascii;
import static org.jdapl.verbs.lab.CmEnds.head;
import static org.jdapl.verbs.lab.CmEnds.next;

import java.net.InetSocketAddress;
import org.jdapl.verbs.AddressHandle;
import org.jdapl.verbs.QueuePairType;
import org.jdapl.verbs.SendOpcode;
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.WorkCompletions;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.ConnectionParameters;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.MulticastMembership;
import org.jdapl.verbs.cm.PortSpace;
import org.jdapl.verbs.cm.UdParameters;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.junit.jupiter.api.Test;

@InLab
class CmDatagramTest {
    private static final int GRH = 40;
    private static final InetSocketAddress GROUP = new InetSocketAddress("239.77.1.5", 0);

    private static void sendTo(CmEnds.Queues from, UdParameters to, String text) {
        SendWorkRequests send = from.send(text);
        AddressHandle way = AddressHandle.create(from.domain, to.addressVector());
        send.opcode(0, SendOpcode.SEND_WITH_IMM);
        send.immediate(0, 0x01020304);
        send.datagram(0, way, to.queuePairNumber(), to.qkey());
        assertThat(from.pair.postSend(send, 0, 1)).isZero();
    }

    @Test
    void shouldLookUpADatagramService() {
        try (EventChannel serverChannel = EventChannel.create();
                EventChannel clientChannel = EventChannel.create()) {
            ConnectionId listener = ConnectionId.create(serverChannel, PortSpace.UDP);
            listener.bind(new InetSocketAddress(RXE, 0));
            listener.listen(0);
            ConnectionId client = ConnectionId.create(clientChannel, PortSpace.UDP);
            client.resolveAddress(null, listener.localAddress().orElseThrow(), CmEnds.RESOLVING);
            next(clientChannel, CmEventType.ADDR_RESOLVED);
            client.resolveRoute(CmEnds.RESOLVING);
            next(clientChannel, CmEventType.ROUTE_RESOLVED);
            CmEnds.Queues clientQueues = new CmEnds.Queues(client, QueuePairType.UD);
            client.connect(ConnectionParameters.withPrivateData(ascii("who?")));

            CmEvent request = next(serverChannel, CmEventType.CONNECT_REQUEST);
            assertThat(head(request.privateData(), 4)).isEqualTo("who?");
            ConnectionId server = request.id();
            CmEnds.Queues serverQueues = new CmEnds.Queues(server, QueuePairType.UD);
            serverQueues.postReceive();
            server.accept(ConnectionParameters.withPrivateData(ascii("me")));

            CmEvent found = next(clientChannel, CmEventType.ESTABLISHED);
            assertThat(head(found.privateData(), 2)).isEqualTo("me");
            UdParameters where = found.udParameters().orElseThrow();
            assertThat(where.queuePairNumber()).isEqualTo(serverQueues.pair.number());
            assertThat(where.qkey()).isEqualTo(0x01234567);
            sendTo(clientQueues, where, "a datagram");
            WorkCompletions received = serverQueues.complete();
            assertThat(received.byteLength(0)).isEqualTo(GRH + 10);
            assertThat(received.immediate(0)).isEqualTo(0x01020304);
            assertThat(received.sourceQueuePair(0)).isEqualTo(clientQueues.pair.number());
            assertThat(serverQueues.text(GRH, 10)).isEqualTo("a datagram");

            clientQueues.domain.close();
            clientQueues.queue.close();
            serverQueues.domain.close();
            serverQueues.queue.close();
        }
    }

    private static ConnectionId member(EventChannel channel) {
        ConnectionId id = ConnectionId.create(channel, PortSpace.UDP);
        id.resolveAddress(new InetSocketAddress(RXE, 0), GROUP, CmEnds.RESOLVING);
        next(channel, CmEventType.ADDR_RESOLVED);
        return id;
    }

    @Test
    void shouldReachTheMembersOfAGroup() throws Exception {
        new CmEnds(RXE).close();
        String before = KernelObjects.now();
        try (EventChannel channel = EventChannel.create()) {
            ConnectionId receiver = member(channel);
            CmEnds.Queues receiving = new CmEnds.Queues(receiver, QueuePairType.UD);
            receiving.postReceive();
            receiver.joinMulticast(GROUP);
            CmEvent joined = next(channel, CmEventType.MULTICAST_JOIN);
            assertThat(joined.id()).isSameAs(receiver);
            assertThat(joined.multicastGroup()).contains(GROUP);

            ConnectionId sender = member(channel);
            CmEnds.Queues sending = new CmEnds.Queues(sender, QueuePairType.UD);
            UdParameters group = join(channel, sender, MulticastMembership.FULL_MEMBER);
            assertThat(group.queuePairNumber()).isEqualTo(0xFFFFFF);
            assertThat(group.addressVector().route().orElseThrow().destination().address())
                    .isEqualTo(GROUP.getAddress());
            sendTo(sending, group, "to all");
            WorkCompletions received = receiving.complete();
            assertThat(received.byteLength(0)).isEqualTo(GRH + 6);
            assertThat(receiving.text(GRH, 6)).isEqualTo("to all");

            sender.leaveMulticast(GROUP);
            assertThatThrownBy(() -> sender.leaveMulticast(GROUP))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.error()).isEqualTo(VerbsError.ADDRESS_NOT_AVAILABLE));
            // The receiver is a member still: closing its queue pair leaves the group.
            receiving.pair.close();
            receiving.domain.close();
            receiving.queue.close();
            sending.domain.close();
            sending.queue.close();
        }
        KernelObjects.awaitAgain(before);
    }

    private static UdParameters join(
            EventChannel channel, ConnectionId id, MulticastMembership membership) {
        id.joinMulticast(GROUP, membership);
        return next(channel, CmEventType.MULTICAST_JOIN).udParameters().orElseThrow();
    }

    @Test
    void shouldHaveNoDatagramsOnIwarp() {
        try (EventChannel channel = EventChannel.create()) {
            ConnectionId id = ConnectionId.create(channel, PortSpace.UDP);
            VerbsException refusal = null;
            try {
                id.resolveAddress(null, new InetSocketAddress(SIW, 7), CmEnds.RESOLVING);
                channel.awaitEvent(CmEnds.LIMIT).orElseThrow().expect(CmEventType.ADDR_RESOLVED);
                new CmEnds.Queues(id, QueuePairType.UD);
            } catch (VerbsException e) {
                refusal = e;
            }
            assertThat(refusal).isNotNull();
            assertThat(refusal.error())
                    .isIn(
                            VerbsError.NOT_SUPPORTED,
                            VerbsError.INVALID_ARGUMENT,
                            VerbsError.NO_DEVICE);
        }
    }
}
