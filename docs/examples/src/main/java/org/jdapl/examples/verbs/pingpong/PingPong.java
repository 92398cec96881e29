package org.jdapl.examples.verbs.pingpong;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.jdapl.verbs.AccessFlag;
import org.jdapl.verbs.AddressHandle;
import org.jdapl.verbs.CompletionStatus;
import org.jdapl.verbs.QueuePair;
import org.jdapl.verbs.QueuePairAttributes;
import org.jdapl.verbs.QueuePairCapacities;
import org.jdapl.verbs.QueuePairOptions;
import org.jdapl.verbs.QueuePairState;
import org.jdapl.verbs.QueuePairType;
import org.jdapl.verbs.ReceiveWorkRequests;
import org.jdapl.verbs.SendFlags;
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.SharedReceiveQueue;
import org.jdapl.verbs.WorkCompletions;
import org.jspecify.annotations.Nullable;

/** One side of a ping-pong. */
final class PingPong {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int QKEY = 0x11111111;

    /** Datagrams are received behind room for a global routing header. */
    private static final int GRH_BYTES = 40;

    /** The {@code wr_id} of sends; a receive that is posted to a queue pair has its index. */
    private static final long SEND = -1;

    private final Kind kind;
    private final Options options;
    private final PrintStream out;

    PingPong(Kind kind, Options options, PrintStream out) {
        this.kind = kind;
        this.options = options;
        this.out = out;
    }

    void run() throws IOException {
        int headroom = kind == Kind.UD ? GRH_BYTES : 0;
        int entries = options.depth() + options.queuePairs();
        try (Fabric fabric = new Fabric(options, entries, options.size() + headroom)) {
            Receives receives = new Receives(fabric, headroom);
            List<QueuePair> queuePairs = new ArrayList<>();
            for (int i = 0; i < options.queuePairs(); i++) {
                queuePairs.add(make(fabric, receives));
            }
            receives.fill(queuePairs.getFirst());
            if (options.events()) {
                fabric.completions().requestNotification(false);
            }
            List<Destination> mine = new ArrayList<>();
            for (QueuePair queuePair : queuePairs) {
                mine.add(
                        new Destination(
                                fabric.lid(),
                                queuePair.number(),
                                ThreadLocalRandom.current().nextInt(1 << 24),
                                fabric.gid()));
            }
            mine.forEach(destination -> out.println("  local address:  " + destination));
            List<Destination> theirs;
            try (Exchange exchange = Exchange.open(options.server(), options.tcpPort())) {
                theirs =
                        exchange.swap(
                                kind.lines(),
                                mine,
                                destinations -> {
                                    for (int i = 0; i < destinations.size(); i++) {
                                        connect(
                                                fabric,
                                                queuePairs.get(i),
                                                mine.get(i),
                                                destinations.get(i));
                                    }
                                });
                theirs.forEach(destination -> out.println("  remote address: " + destination));
                long elapsedNs = play(fabric, receives, queuePairs, theirs.getFirst(), headroom);
                report(elapsedNs);
            }
        }
    }

    private QueuePair make(Fabric fabric, Receives receives) {
        QueuePairOptions wanted =
                QueuePairOptions.of(
                        kind.type(),
                        fabric.completions(),
                        QueuePairCapacities.of(1, kind == Kind.SRQ ? 0 : options.depth()));
        if (receives.shared != null) {
            wanted = wanted.withSharedReceives(receives.shared);
        }
        QueuePair queuePair = QueuePair.create(fabric.domain(), wanted);
        QueuePairAttributes init =
                QueuePairAttributes.of(QueuePairState.INIT).pkeyIndex(0).port(options.port());
        queuePair.modify(
                kind == Kind.UD ? init.qkey(QKEY) : init.access(EnumSet.noneOf(AccessFlag.class)));
        return queuePair;
    }

    private void connect(Fabric fabric, QueuePair queuePair, Destination mine, Destination theirs) {
        QueuePairAttributes receive = QueuePairAttributes.of(QueuePairState.RTR);
        QueuePairAttributes send = QueuePairAttributes.of(QueuePairState.RTS).sendPsn(mine.psn());
        if (kind != Kind.UD) {
            receive.path(fabric.wayTo(theirs))
                    .pathMtu(options.mtu())
                    .destination(theirs.queuePair())
                    .receivePsn(theirs.psn());
        }
        if (kind.type() == QueuePairType.RC) {
            receive.maxDestinationReads(1).minRnrTimer(12);
            send.timeout(14).retryCount(7).rnrRetry(7).maxReads(1);
        }
        queuePair.modify(receive);
        queuePair.modify(send);
    }

    /** Receives of one queue pair, or shared by all. */
    private final class Receives {
        private final ReceiveWorkRequests requests;
        private final @Nullable SharedReceiveQueue shared;
        private int posted;

        Receives(Fabric fabric, int headroom) {
            requests = ReceiveWorkRequests.allocate(options.depth(), 1);
            shared =
                    kind == Kind.SRQ
                            ? SharedReceiveQueue.create(fabric.domain(), options.depth(), 1)
                            : null;
            for (int i = 0; i < options.depth(); i++) {
                requests.wrId(i, i);
                requests.element(i, 0, fabric.region(), 0, options.size() + headroom);
            }
        }

        void fill(QueuePair queuePair) {
            int count = options.depth() - posted;
            int refused =
                    shared == null
                            ? queuePair.postReceive(requests, 0, count)
                            : shared.postReceive(requests, 0, count);
            if (refused != QueuePair.POSTED) {
                throw new IllegalStateException("receives were refused: error " + -refused);
            }
            posted = options.depth();
        }

        /** Counts one as taken; posts more when few are left. */
        void taken(QueuePair queuePair) {
            posted--;
            if (posted <= options.queuePairs()) {
                fill(queuePair);
            }
        }
    }

    private long play(
            Fabric fabric,
            Receives receives,
            List<QueuePair> queuePairs,
            Destination theirs,
            int headroom) {
        Ball[] balls = new Ball[queuePairs.size()];
        SendWorkRequests send = SendWorkRequests.allocate(1, 1);
        send.wrId(0, SEND);
        send.flags(0, SendFlags.SIGNALED);
        send.element(0, 0, fabric.region(), headroom, options.size());
        if (kind == Kind.UD) {
            send.datagram(
                    0,
                    AddressHandle.create(fabric.domain(), fabric.wayTo(theirs)),
                    theirs.queuePair(),
                    QKEY);
        }
        for (int i = 0; i < balls.length; i++) {
            balls[i] = new Ball(queuePairs.get(i), send);
            if (!options.isServer()) {
                balls[i].send();
            }
        }
        WorkCompletions completions = WorkCompletions.allocate(16);
        long beganNs = System.nanoTime();
        int total = 2 * options.rounds();
        for (int done = 0; done < total; ) {
            int count = next(fabric, completions);
            for (int i = 0; i < count; i++, done++) {
                if (completions.status(i) != CompletionStatus.SUCCESS.code()) {
                    throw new IllegalStateException("a message failed: " + completions.statusOf(i));
                }
                Ball ball = find(balls, completions.queuePairNumber(i));
                if (completions.wrId(i) == SEND) {
                    ball.sent();
                } else {
                    ball.received();
                    receives.taken(ball.queuePair);
                }
                if (ball.isHere() && sent < options.rounds()) {
                    ball.send();
                }
            }
        }
        return System.nanoTime() - beganNs;
    }

    private int sent;

    /** A queue pair that sends again when its last message has left and the answer has come. */
    private final class Ball {
        private final QueuePair queuePair;
        private final SendWorkRequests send;
        private boolean leaving;
        private boolean away = options.isServer();

        Ball(QueuePair queuePair, SendWorkRequests send) {
            this.queuePair = queuePair;
            this.send = send;
        }

        void send() {
            int refused = queuePair.postSend(send, 0, 1);
            if (refused != QueuePair.POSTED) {
                throw new IllegalStateException("a send was refused: error " + -refused);
            }
            leaving = true;
            away = true;
            sent++;
        }

        void sent() {
            leaving = false;
        }

        void received() {
            away = false;
        }

        boolean isHere() {
            return !leaving && !away;
        }
    }

    private static Ball find(Ball[] balls, int number) {
        for (Ball ball : balls) {
            if (ball.queuePair.number() == number) {
                return ball;
            }
        }
        throw new IllegalStateException("a completion of queue pair " + number);
    }

    private int next(Fabric fabric, WorkCompletions completions) {
        long deadlineNs = System.nanoTime() + LIMIT.toNanos();
        int count = fabric.completions().poll(completions);
        while (count == 0) {
            if (System.nanoTime() > deadlineNs) {
                throw new IllegalStateException("nothing came within " + LIMIT);
            }
            if (options.events()) {
                fabric.channel().awaitEvent(LIMIT);
                fabric.completions().requestNotification(false);
            } else {
                Thread.onSpinWait();
            }
            count = fabric.completions().poll(completions);
        }
        if (count < 0) {
            throw new IllegalStateException("polling failed: error " + -count);
        }
        return count;
    }

    private void report(long elapsedNs) {
        long bytes = 2L * options.size() * options.rounds();
        double seconds = elapsedNs / 1e9;
        out.printf(
                Locale.ROOT,
                "%d bytes in %.2f seconds = %.2f Mbit/sec%n",
                bytes,
                seconds,
                bytes * 8 / 1e6 / seconds);
        out.printf(
                Locale.ROOT,
                "%d iters in %.2f seconds = %.2f usec/iter%n",
                options.rounds(),
                seconds,
                elapsedNs / 1e3 / options.rounds());
    }
}
