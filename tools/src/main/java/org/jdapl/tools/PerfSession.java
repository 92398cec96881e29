package org.jdapl.tools;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import org.jdapl.api.RemoteRegion;
import org.jspecify.annotations.Nullable;

/**
 * A perf session between two processes: one connection to agree what is run, and one that is
 * measured. The words on the first:
 *
 * <pre>
 *   measuring side                     other side
 *   OPEN longest message, own window
 *                                      WINDOW own window, or REFUSED reason
 *   (connects the second one)
 *   RUN what                                           } for each run,
 *                                      READY           } also those that warm up
 *   (the run, on the second one)                       }
 *   BYE
 * </pre>
 */
final class PerfSession implements AutoCloseable {

    private static final int OPEN = 1;
    private static final int WINDOW = 2;
    private static final int REFUSED = 3;
    private static final int RUN = 4;
    private static final int READY = 5;
    private static final int BYE = 6;

    private static final int CONTROL = 0;
    private static final int DATA = 1;
    private static final int FLAG_WAIT = 1;
    private static final int MAX_DEPTH = 4096;
    private static final long MAX_MESSAGE = 1L << 30;

    /** How long a run may take; meanwhile the first connection is silent. */
    private static final Duration RUN_LIMIT = Duration.ofHours(1);

    private final Channel channel;
    private final PerfLane lane;
    private final PerfRunner runner;

    private PerfSession(Channel channel, PerfLane lane) {
        this.channel = channel;
        this.lane = lane;
        this.runner = new PerfRunner(lane);
    }

    /**
     * Begins a session at the measuring side.
     *
     * @param longest the longest message of any run
     * @param depth requests, and receives, at once
     */
    static PerfSession connect(
            Fabric fabric,
            InetSocketAddress remote,
            long longest,
            int depth,
            Waiting waiting,
            Duration timeout) {
        long token = new SecureRandom().nextLong();
        int flags = waiting == Waiting.WAIT ? FLAG_WAIT : 0;
        Channel channel = channel(fabric, waiting, timeout);
        PerfLane lane = null;
        try {
            channel.link()
                    .connect(
                            remote,
                            new Hello(Hello.Tool.PERF, CONTROL, token, depth, flags).encode());
            lane = lane(fabric, longest, depth, waiting, timeout);
            ByteBuffer open = ByteBuffer.allocate(8 + RemoteRegion.ENCODED_BYTES).putLong(longest);
            lane.window().encode(open);
            channel.send(OPEN, open.flip());
            lane.setPeer(window(channel.receive()));
            lane.link()
                    .connect(
                            remote, new Hello(Hello.Tool.PERF, DATA, token, depth, flags).encode());
            return new PerfSession(channel, lane);
        } catch (RuntimeException e) {
            close(channel, lane);
            throw e;
        }
    }

    /** Serves a session at the other side, to its end. */
    static void serve(Fabric fabric, Door door, Door.Guest guest, Duration timeout) {
        Hello hello = guest.hello();
        int depth = hello.first();
        Waiting waiting = (hello.second() & FLAG_WAIT) != 0 ? Waiting.WAIT : Waiting.POLL;
        if (hello.lane() != CONTROL || depth < 1 || depth > MAX_DEPTH) {
            guest.request().reject(Hello.refusal("bad depth"));
            throw new Failure("a peer asked for a depth of " + depth);
        }
        Channel channel = channel(fabric, waiting, timeout);
        PerfLane lane = null;
        try {
            channel.link().accept(guest.request());
            Channel.Message open = expect(channel.receive(), OPEN);
            long longest = open.payload().getLong();
            RemoteRegion window = RemoteRegion.decode(open.payload());
            try {
                if (longest < 1 || longest > MAX_MESSAGE) {
                    throw new Failure("messages of " + longest + " bytes are too long");
                }
                lane = lane(fabric, longest, depth, waiting, timeout);
            } catch (RuntimeException e) {
                channel.send(REFUSED, Words.encode(OneLine.text(e)));
                channel.link().awaitEnd();
                throw e;
            }
            lane.setPeer(window);
            ByteBuffer own = ByteBuffer.allocate(RemoteRegion.ENCODED_BYTES);
            lane.window().encode(own);
            channel.send(WINDOW, own.flip());
            Door.Guest second =
                    door.await(
                            Hello.Tool.PERF,
                            timeout,
                            h -> h.token() == hello.token() && h.lane() == DATA);
            lane.link().accept(second.request());
            new PerfSession(channel, lane).respond();
        } finally {
            close(channel, lane);
        }
    }

    /** Times of a latency run, each there and back, in nanoseconds. */
    long[] latency(PerfRun run) {
        prepare(run);
        return runner.latency(run);
    }

    /** Rates of a bandwidth run. */
    PerfRunner.Rates bandwidth(PerfRun run) {
        prepare(run);
        return runner.bandwidth(run);
    }

    /** Ends the session in order. */
    void bye() {
        channel.send(BYE);
        channel.link().awaitEnd();
    }

    @Override
    public void close() {
        close(channel, lane);
    }

    private void prepare(PerfRun run) {
        channel.send(RUN, run.encode());
        expect(channel.receive(), READY);
    }

    private void respond() {
        while (true) {
            Channel.Message message = channel.receive(RUN_LIMIT);
            if (message.type() == BYE) {
                return;
            }
            PerfRun run = PerfRun.decode(expect(message, RUN).payload());
            if (run.bytes() < 1 || run.bytes() > lane.window().length() || run.iterations() < 1) {
                throw new Failure("the peer asked for a run that does not fit: " + run);
            }
            lane.begin();
            channel.send(READY);
            runner.respond(run);
        }
    }

    private static Channel channel(Fabric fabric, Waiting waiting, Duration timeout) {
        Link link =
                new Link(
                        fabric,
                        Meeting.attributes(fabric, Channel.DEPTH, Channel.DEPTH),
                        waiting,
                        timeout);
        return new Channel(fabric, link, new Channel.Owner() {});
    }

    private static PerfLane lane(
            Fabric fabric, long longest, int depth, Waiting waiting, Duration timeout) {
        Link link = new Link(fabric, Meeting.attributes(fabric, depth, depth), waiting, timeout);
        return new PerfLane(fabric, link, longest, depth);
    }

    private static RemoteRegion window(Channel.Message message) {
        if (message.type() == REFUSED) {
            throw Failure.told("the peer refused: " + Words.decode(message.payload()));
        }
        return RemoteRegion.decode(expect(message, WINDOW).payload());
    }

    private static Channel.Message expect(Channel.Message message, int type) {
        if (message.type() != type) {
            throw new Failure("the peer sent message " + message.type() + ", not " + type);
        }
        return message;
    }

    private static void close(Channel channel, @Nullable PerfLane lane) {
        if (lane != null) {
            lane.close();
        }
        channel.close();
    }
}
