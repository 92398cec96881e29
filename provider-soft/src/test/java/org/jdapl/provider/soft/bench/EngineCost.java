package org.jdapl.provider.soft.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.TestAdapters;
import org.jdapl.provider.soft.memory.RegionNames;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.seam.StreamAcceptor;
import org.jdapl.provider.soft.seam.StreamHandler;
import org.jdapl.provider.soft.seam.StreamListener;
import org.jdapl.provider.soft.seam.StreamNetwork;
import org.jdapl.provider.soft.testkit.Host;
import org.jdapl.provider.soft.testkit.Loop;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.Pair;
import org.jdapl.spi.Completions;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.WorkRequest;

/** What the engine costs without a system call: both ends on one thread, over a copy in memory. */
public final class EngineCost {

    private EngineCost() {}

    /** Runs it. */
    public static void main(String[] args) {
        int size = args.length > 0 ? Integer.parseInt(args[0]) : 8;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 10;
        TransportAttributes t =
                TransportAttributes.NONE.with(IwarpAttributes.CRC, !Boolean.getBoolean("nocrc"));
        Pipes pipes = new Pipes();
        Host a = new Host(pipes, t);
        Host b = new Host(pipes, t);
        Pair x = a.pair(EndpointAttributes.defaults());
        Pair y = b.pair(EndpointAttributes.defaults());
        new Loop(a, b).connect(x, y);
        Memory m = a.memory(size);
        Memory n = b.memory(size);
        WorkRequest send = new WorkRequest(1);
        send.kind = OperationKind.SEND;
        send.flags = WorkRequest.SIGNALED;
        fill(send, m, size);
        WorkRequest receive = new WorkRequest(1);
        receive.kind = OperationKind.RECEIVE;
        fill(receive, n, size);
        Completions batch = new Completions(16);
        int count = size > 10_000 ? 20_000 : 1_000_000;
        for (int r = 0; r < rounds; r++) {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                check(y.qp.postReceive(receive));
                check(x.qp.postSend(send));
                int got = 0;
                while (got == 0) {
                    b.adapter.progress();
                    got = y.receives.poll(batch, 16);
                }
                if (x.requests.poll(batch, 16) != 1) {
                    throw new IllegalStateException();
                }
            }
            System.out.printf("%d B: %d ns%n", size, (System.nanoTime() - start) / count);
        }
    }

    private static void fill(WorkRequest r, Memory m, int size) {
        r.segments = 1;
        r.region[0] = m.region();
        r.length[0] = size;
        r.totalLength = size;
    }

    private static void check(int status) {
        if (status != PostStatus.OK) {
            throw new IllegalStateException(PostStatus.describe(status));
        }
    }

    /** Two ends of one stream. */
    public static final class Pipes {
        private StreamAcceptor acceptor;
        private Net listening;

        /** A network on the pipes. */
        public StreamNetwork network() {
            return new Net(this);
        }
    }

    private static final class End implements ByteStream {
        private final ByteBuffer in = ByteBuffer.allocateDirect(1 << 20);
        private End peer;
        private StreamHandler handler;
        private boolean connecting;

        @Override
        public void handler(StreamHandler newHandler) {
            handler = newHandler;
        }

        @Override
        public int read(ByteBuffer into) {
            int n = in.position();
            if (n > 0) {
                in.flip();
                into.put(in);
                in.clear();
            }
            return n;
        }

        @Override
        public int write(ByteBuffer from) {
            int n = from.remaining();
            peer.in.put(from);
            return n;
        }

        @Override
        public long write(ByteBuffer[] from, int first, int count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void wantWrite() {}

        @Override
        public void wantRead(boolean on) {}

        @Override
        public void shutdownOutput() {}

        @Override
        public void close() {}

        @Override
        public void abort() {}

        @Override
        public InetSocketAddress localAddress() {
            return new InetSocketAddress(1);
        }

        @Override
        public InetSocketAddress remoteAddress() {
            return new InetSocketAddress(2);
        }

        @Override
        public int segmentSize() {
            return 65484;
        }
    }

    private static final class Net implements StreamNetwork {
        private final Pipes pipes;
        private End end;
        private End waiting;

        Net(Pipes pipes) {
            this.pipes = pipes;
        }

        @Override
        public StreamListener listen(
                InetSocketAddress local, int backlog, StreamAcceptor acceptor) {
            pipes.acceptor = acceptor;
            pipes.listening = this;
            return new StreamListener() {
                @Override
                public InetSocketAddress localAddress() {
                    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
                }

                @Override
                public void pause(boolean paused) {}

                @Override
                public void close() {}
            };
        }

        @Override
        public ByteStream connect(InetAddress from, InetSocketAddress to, StreamHandler handler)
                throws IOException {
            end = new End();
            End there = new End();
            end.peer = there;
            there.peer = end;
            end.handler = handler;
            end.connecting = true;
            pipes.listening.waiting = there;
            return end;
        }

        @Override
        public int poll() {
            if (waiting != null) {
                end = waiting;
                waiting = null;
                pipes.acceptor.accepted(end);
            }
            if (end == null) {
                return 0;
            }
            if (end.connecting) {
                end.connecting = false;
                end.handler.connected();
            }
            return end.handler.readable();
        }

        @Override
        public int await(long timeoutNs) {
            return poll();
        }

        @Override
        public void wake() {}

        @Override
        public List<InetAddress> addresses() {
            return List.of();
        }

        @Override
        public void close() {}
    }

    /** Opens an adapter on pipes. */
    public static org.jdapl.spi.Adapter open(
            Pipes pipes, TransportAttributes t, org.jdapl.spi.AdapterListener listener) {
        return TestAdapters.over(
                pipes.network(),
                RegionNames.random(
                        () -> java.util.concurrent.ThreadLocalRandom.current().nextLong()),
                new OpenParameters(
                        "soft:iwarp",
                        ProgressMode.MANUAL,
                        t,
                        listener,
                        System::nanoTime,
                        () -> java.util.concurrent.ThreadLocalRandom.current().nextLong()));
    }
}
