package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.jdapl.verbs.AccessFlag;
import org.jdapl.verbs.AddressVector;
import org.jdapl.verbs.CompletionQueue;
import org.jdapl.verbs.CompletionStatus;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.MemoryRegion;
import org.jdapl.verbs.Mtu;
import org.jdapl.verbs.ProtectionDomain;
import org.jdapl.verbs.QueuePair;
import org.jdapl.verbs.QueuePairAttributes;
import org.jdapl.verbs.QueuePairCapacities;
import org.jdapl.verbs.QueuePairOptions;
import org.jdapl.verbs.QueuePairState;
import org.jdapl.verbs.QueuePairType;
import org.jdapl.verbs.ReceiveWorkRequests;
import org.jdapl.verbs.SendFlags;
import org.jdapl.verbs.SendOpcode;
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.SharedReceiveQueue;
import org.jdapl.verbs.Verbs;
import org.jdapl.verbs.WorkCompletions;

/** Two queue pairs on {@code rxe0} that can send to each other, and memory for both. */
final class LabPair implements AutoCloseable {
    static final int GID_INDEX = 1; // the IPv4 address; index 0 is another at each boot
    static final int BYTES = 8192;
    static final int QKEY = 0x11111111;

    private static final long LIMIT_NS = 60_000_000_000L;
    private static final Set<AccessFlag> ACCESS =
            EnumSet.of(
                    AccessFlag.LOCAL_WRITE,
                    AccessFlag.REMOTE_WRITE,
                    AccessFlag.REMOTE_READ,
                    AccessFlag.REMOTE_ATOMIC,
                    AccessFlag.MW_BIND);

    final Context context;
    final ProtectionDomain domain;
    final CompletionQueue sends;
    final CompletionQueue receives;
    final MemoryRegion region;
    final QueuePair left;
    final QueuePair right;
    private final WorkCompletions sent = WorkCompletions.allocate(1);
    private final WorkCompletions received = WorkCompletions.allocate(1);

    private LabPair(QueuePairType type) {
        context = Verbs.device("rxe0").orElseThrow().open();
        domain = ProtectionDomain.create(context);
        sends = CompletionQueue.create(context, 64);
        receives = CompletionQueue.create(context, 64);
        region = MemoryRegion.allocate(domain, BYTES, ACCESS);
        left = make(type, null);
        right = make(type, null);
        connect(left, right.number());
        connect(right, left.number());
    }

    static LabPair open(QueuePairType type) {
        return new LabPair(type);
    }

    private QueuePair make(QueuePairType type, SharedReceiveQueue shared) {
        return QueuePair.create(
                domain,
                new QueuePairOptions(
                        type,
                        sends,
                        receives,
                        shared,
                        new QueuePairCapacities(16, 16, 1, 1, 0),
                        false));
    }

    /** One more for datagrams, that takes its receives from a shared queue. */
    QueuePair makeShared(SharedReceiveQueue shared) {
        QueuePair pair = make(QueuePairType.UD, shared);
        connect(pair, 0);
        return pair;
    }

    private void connect(QueuePair pair, int destination) {
        boolean datagrams = pair.options().type() == QueuePairType.UD;
        QueuePairAttributes init = QueuePairAttributes.of(QueuePairState.INIT).pkeyIndex(0).port(1);
        QueuePairAttributes receive = QueuePairAttributes.of(QueuePairState.RTR);
        QueuePairAttributes send = QueuePairAttributes.of(QueuePairState.RTS).sendPsn(0);
        if (datagrams) {
            init.qkey(QKEY);
        } else {
            init.access(ACCESS);
            receive.path(toItself())
                    .pathMtu(Mtu.MTU_1024)
                    .destination(destination)
                    .receivePsn(0)
                    .maxDestinationReads(4)
                    .minRnrTimer(12);
            send.timeout(14).retryCount(7).rnrRetry(7).maxReads(4);
        }
        pair.modify(init);
        pair.modify(receive);
        pair.modify(send);
    }

    AddressVector toItself() {
        return AddressVector.of(1, GID_INDEX, context.gid(1, GID_INDEX));
    }

    /** A send request with a completion, of a piece of the region. */
    SendWorkRequests request(SendOpcode opcode, int offset, int length) {
        SendWorkRequests request = SendWorkRequests.allocate(1, 1);
        request.opcode(0, opcode);
        request.flags(0, SendFlags.SIGNALED);
        request.element(0, 0, region, offset, length);
        return request;
    }

    /** Writes a piece of the region to an address, and tells how that ended. */
    CompletionStatus write(int offset, int length, long address, int rkey) {
        SendWorkRequests write = request(SendOpcode.RDMA_WRITE, offset, length);
        write.remote(0, address, rkey);
        return post(write);
    }

    CompletionStatus post(SendWorkRequests request) {
        assertThat(left.postSend(request, 0, 1)).isZero();
        return awaitSend().statusOf(0);
    }

    void receive(QueuePair pair, int offset, int length) {
        assertThat(pair.postReceive(receiveRequest(offset, length), 0, 1)).isZero();
    }

    void receive(SharedReceiveQueue shared, int offset, int length) {
        assertThat(shared.postReceive(receiveRequest(offset, length), 0, 1)).isZero();
    }

    private ReceiveWorkRequests receiveRequest(int offset, int length) {
        ReceiveWorkRequests receive = ReceiveWorkRequests.allocate(1, 1);
        receive.element(0, 0, region, offset, length);
        return receive;
    }

    /** The next completion of a send queue. */
    WorkCompletions awaitSend() {
        return await(sends, sent);
    }

    /** The next completion of a receive. */
    WorkCompletions awaitReceive() {
        return await(receives, received);
    }

    private static WorkCompletions await(CompletionQueue queue, WorkCompletions completions) {
        long beginNs = System.nanoTime();
        while (true) {
            int count = queue.poll(completions);
            if (count == 1) {
                return completions;
            }
            assertThat(count).isZero();
            assertThat(System.nanoTime() - beginNs).as("no completion").isLessThan(LIMIT_NS);
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
