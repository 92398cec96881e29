package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jdapl.verbs.mock.MockVerbs;

/** Two queue pairs of one process that are connected, on the mock's device, and what they need. */
final class Loopback implements AutoCloseable {
    static final Set<AccessFlag> ALL_ACCESS =
            EnumSet.of(
                    AccessFlag.LOCAL_WRITE,
                    AccessFlag.REMOTE_WRITE,
                    AccessFlag.REMOTE_READ,
                    AccessFlag.REMOTE_ATOMIC,
                    AccessFlag.MW_BIND);
    static final int BYTES = 4096;

    final Context context;
    final ProtectionDomain domain;
    final CompletionChannel channel;
    final CompletionQueue queue;
    final MemoryRegion region;
    final QueuePair left;
    final QueuePair right;
    final WorkCompletions completions = WorkCompletions.allocate(16);

    private Loopback(QueuePairType type) {
        context = Verbs.devices().getFirst().open();
        domain = ProtectionDomain.create(context);
        channel = CompletionChannel.create(context);
        queue = CompletionQueue.create(context, 256, channel, 0);
        region = MemoryRegion.allocate(domain, BYTES, ALL_ACCESS);
        left = pair(type);
        right = pair(type);
        connect(left, right.number());
        connect(right, left.number());
    }

    /** Reliable ones. */
    static Loopback open() {
        return open(QueuePairType.RC);
    }

    static Loopback open(QueuePairType type) {
        MockVerbs.use();
        return new Loopback(type);
    }

    private QueuePair pair(QueuePairType type) {
        return QueuePair.create(
                domain,
                QueuePairOptions.of(type, queue, new QueuePairCapacities(32, 32, 2, 2, 64)));
    }

    static QueuePairAttributes init(QueuePairType type) {
        QueuePairAttributes init = QueuePairAttributes.of(QueuePairState.INIT).pkeyIndex(0).port(1);
        return type == QueuePairType.UD ? init.qkey(0x1234) : init.access(ALL_ACCESS);
    }

    /** Brings a queue pair to RTS; of a datagram one the destination does not matter. */
    static void connect(QueuePair pair, int destination) {
        QueuePairType type = pair.options().type();
        pair.modify(init(type));
        QueuePairAttributes receive = QueuePairAttributes.of(QueuePairState.RTR);
        QueuePairAttributes send = QueuePairAttributes.of(QueuePairState.RTS).sendPsn(0);
        if (type != QueuePairType.UD) {
            receive.path(AddressVector.of(1, 17))
                    .pathMtu(Mtu.MTU_1024)
                    .destination(destination)
                    .receivePsn(0);
        }
        if (type == QueuePairType.RC) {
            receive.maxDestinationReads(4).minRnrTimer(12);
            send.timeout(14).retryCount(7).rnrRetry(7).maxReads(4);
        }
        pair.modify(receive);
        pair.modify(send);
    }

    /** One request of a part of the region. */
    SendWorkRequests request(SendOpcode opcode, int offset, int length) {
        SendWorkRequests requests = SendWorkRequests.allocate(1, 2, 64);
        requests.opcode(0, opcode);
        requests.flags(0, SendFlags.SIGNALED);
        requests.element(0, 0, region, offset, length);
        return requests;
    }

    ReceiveWorkRequests receive(int wrId, int offset, int length) {
        ReceiveWorkRequests receives = ReceiveWorkRequests.allocate(1, 2);
        receives.wrId(0, wrId);
        receives.element(0, 0, region, offset, length);
        return receives;
    }

    /** Takes exactly so many completions. */
    WorkCompletions take(int count) {
        assertThat(queue.poll(completions)).isEqualTo(count);
        return completions;
    }

    void put(int offset, String text) {
        region.segment().setString(offset, text, StandardCharsets.US_ASCII);
    }

    String text(int offset) {
        return region.segment().getString(offset, StandardCharsets.US_ASCII);
    }

    long word(int offset) {
        return region.segment().get(ValueLayout.JAVA_LONG, offset);
    }

    void word(int offset, long value) {
        region.segment().set(ValueLayout.JAVA_LONG, offset, value);
    }

    static Duration soon() {
        return Duration.ofSeconds(20);
    }

    /** Closes all, and sees to it that nothing is left and nothing was done wrong. */
    @Override
    public void close() {
        context.close();
        MockVerbs.assertClean();
    }
}
