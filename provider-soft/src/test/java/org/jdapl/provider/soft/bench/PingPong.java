package org.jdapl.provider.soft.bench;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.testkit.Host;
import org.jdapl.provider.soft.testkit.Loop;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.Pair;
import org.jdapl.spi.Completions;
import org.jdapl.spi.WorkRequest;

/**
 * Round trips and streams against plain blocking channels in the same run: {@code PingPong
 * [rounds]}. Two threads, one for each end, in one process over loopback; figures are medians of
 * several interleaved samples.
 */
public final class PingPong {

    private static final int WARM_UP = 15_000;

    private PingPong() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        boolean crc = !Boolean.getBoolean("nocrc");
        TransportAttributes attributes =
                TransportAttributes.NONE
                        .with(IwarpAttributes.CRC, crc)
                        .with(IwarpAttributes.MSS, Integer.getInteger("mss", 0))
                        .with(
                                IwarpAttributes.FRAMING,
                                Boolean.getBoolean("packed")
                                        ? IwarpAttributes.Framing.PACKED
                                        : IwarpAttributes.Framing.SAFE);
        for (int size : sizes("rtt", "8,1024,65536")) {
            double[] plain = new double[rounds];
            double[] busy = new double[rounds];
            double[] spin = new double[rounds];
            double[] wait = new double[rounds];
            for (int r = 0; r < rounds; r++) {
                plain[r] = plainRoundTrip(size, size > 8192 ? 5_000 : 20_000, true);
                busy[r] = plainRoundTrip(size, size > 8192 ? 5_000 : 20_000, false);
                spin[r] = roundTrip(attributes, size, size > 8192 ? 5_000 : 20_000, false);
                wait[r] = roundTrip(attributes, size, size > 8192 ? 5_000 : 20_000, true);
            }
            print("half round trip us, " + size + " B", plain, spin, wait);
            System.out.printf("%38s busy  %8.2f%n", "", median(busy));
        }
        for (int size : sizes("stream", "65536,1048576")) {
            double[] plain = new double[rounds];
            double[] send = new double[rounds];
            double[] write = new double[rounds];
            for (int r = 0; r < rounds; r++) {
                plain[r] = plainStream(size, 1L << 30);
                send[r] = stream(attributes, size, 1L << 30, OperationKind.SEND);
                write[r] = stream(attributes, size, 1L << 30, OperationKind.RDMA_WRITE);
            }
            print("stream GB/s, " + size + " B (send, write)", plain, send, write);
        }
    }

    private static int[] sizes(String property, String otherwise) {
        String text = System.getProperty(property, otherwise);
        return text.isEmpty()
                ? new int[0]
                : Arrays.stream(text.split(",")).mapToInt(Integer::parseInt).toArray();
    }

    private static void print(String what, double[] plain, double[] first, double[] second) {
        double p = median(plain);
        if (Boolean.getBoolean("all")) {
            System.out.println(Arrays.toString(first) + Arrays.toString(second));
        }
        System.out.printf(
                "%-38s plain %8.2f  poll/send %8.2f (%.2fx)  await/write %8.2f (%.2fx)%n",
                what, p, median(first), median(first) / p, median(second), median(second) / p);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    // ---- plain sockets

    private static double plainRoundTrip(int size, int count, boolean blocking) throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel a = SocketChannel.open(server.getLocalAddress());
            SocketChannel b = server.accept();
            a.setOption(StandardSocketOptions.TCP_NODELAY, true);
            b.setOption(StandardSocketOptions.TCP_NODELAY, true);
            a.configureBlocking(blocking);
            b.configureBlocking(blocking);
            Thread echo =
                    new Thread(
                            () -> {
                                try {
                                    ByteBuffer buffer = ByteBuffer.allocateDirect(size);
                                    for (int i = 0; i < count * 2; i++) {
                                        fill(b, buffer);
                                        buffer.flip();
                                        while (buffer.hasRemaining()) {
                                            b.write(buffer);
                                        }
                                    }
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                }
                            });
            echo.start();
            ByteBuffer buffer = ByteBuffer.allocateDirect(size);
            long start = 0;
            for (int i = 0; i < count * 2; i++) {
                if (i == count) {
                    start = System.nanoTime();
                }
                buffer.clear();
                while (buffer.hasRemaining()) {
                    a.write(buffer);
                }
                fill(a, buffer);
            }
            long time = System.nanoTime() - start;
            echo.join();
            a.close();
            b.close();
            return time / 2e3 / count;
        }
    }

    private static void fill(SocketChannel from, ByteBuffer buffer) throws Exception {
        buffer.clear();
        while (buffer.hasRemaining()) {
            if (from.read(buffer) < 0) {
                throw new IllegalStateException("end");
            }
        }
    }

    private static double plainStream(int size, long bytes) throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel a = SocketChannel.open(server.getLocalAddress());
            SocketChannel b = server.accept();
            Thread sink =
                    new Thread(
                            () -> {
                                try {
                                    ByteBuffer buffer = ByteBuffer.allocateDirect(size);
                                    for (long i = 0; i < bytes / size; i++) {
                                        fill(b, buffer);
                                    }
                                    buffer.flip().limit(1);
                                    b.write(buffer);
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                }
                            });
            sink.start();
            ByteBuffer buffer = ByteBuffer.allocateDirect(size);
            long start = System.nanoTime();
            for (long i = 0; i < bytes / size; i++) {
                buffer.clear();
                while (buffer.hasRemaining()) {
                    a.write(buffer);
                }
            }
            a.read(buffer.clear().limit(1));
            long time = System.nanoTime() - start;
            sink.join();
            a.close();
            b.close();
            return (double) bytes / time;
        }
    }

    // ---- this provider

    /** One end, driven by its own thread. */
    private static final class End {
        final Host host;
        final Pair pair;
        final Memory memory;
        final Completions batch = new Completions(16);
        final WorkRequest send = new WorkRequest(1);
        final WorkRequest receive = new WorkRequest(1);
        final int size;
        final boolean wait;
        long sent;
        long got;

        End(TransportAttributes attributes, int size, int depth, boolean wait) {
            host = new Host(attributes, System::nanoTime);
            pair =
                    host.pair(
                            EndpointAttributes.builder()
                                    .maxReceives(depth)
                                    .maxRequests(depth)
                                    .build());
            memory = host.memory(2L * size);
            this.size = size;
            this.wait = wait;
            prepare(send, OperationKind.SEND, 0);
            prepare(receive, OperationKind.RECEIVE, size);
        }

        private void prepare(WorkRequest r, OperationKind kind, long offset) {
            r.kind = kind;
            r.flags = WorkRequest.SIGNALED;
            r.segments = 1;
            r.region[0] = memory.region();
            r.offset[0] = offset;
            r.length[0] = size;
            r.totalLength = size;
        }

        void postReceive() {
            if (pair.qp.postReceive(receive) != PostStatus.OK) {
                throw new IllegalStateException("receive");
            }
        }

        void postSend() {
            if (pair.qp.postSend(send) != PostStatus.OK) {
                throw new IllegalStateException("send");
            }
        }

        void turn() {
            int n = pair.receives.poll(batch, 16);
            for (int i = 0; i < n; i++) {
                check(batch.status[i]);
            }
            got += n;
            int m = pair.requests.poll(batch, 16);
            for (int i = 0; i < m; i++) {
                check(batch.status[i]);
            }
            sent += m;
            if (n + m == 0) {
                if (host.listener.events.size() > 1) {
                    throw new IllegalStateException(host.listener.events.toString());
                }
                if (!wait) {
                    host.adapter.progress();
                    return;
                }
                pair.receives.arm(false);
                pair.requests.arm(false);
                if (host.adapter.progress() == 0) {
                    host.adapter.waitSet().await(1_000_000_000L);
                }
            }
        }

        private static void check(int status) {
            if (status != 0) {
                throw new IllegalStateException("status " + status);
            }
        }

        void waitReceived(long count) {
            while (got < count) {
                turn();
            }
        }

        void waitSent(long count) {
            while (sent < count) {
                turn();
            }
        }
    }

    private static double roundTrip(
            TransportAttributes attributes, int size, int count, boolean wait) throws Exception {
        End a = new End(attributes, size, 16, wait);
        End b = new End(attributes, size, 16, wait);
        a.postReceive();
        b.postReceive();
        new Loop(a.host, b.host).connect(a.pair, b.pair);
        int total = count + WARM_UP;
        Thread echo =
                new Thread(
                        () -> {
                            for (int i = 0; i < total; i++) {
                                b.waitReceived(i + 1);
                                b.postReceive();
                                b.postSend();
                            }
                            b.waitSent(total);
                        });
        echo.start();
        long start = 0;
        for (int i = 0; i < total; i++) {
            if (i == WARM_UP) {
                start = System.nanoTime();
            }
            a.postSend();
            a.waitReceived(i + 1);
            a.postReceive();
        }
        long time = System.nanoTime() - start;
        echo.join();
        a.host.close();
        b.host.close();
        return time / 2e3 / count;
    }

    private static double stream(
            TransportAttributes attributes, int size, long bytes, OperationKind kind)
            throws Exception {
        int depth = 256;
        int credit = depth / 4;
        End a = new End(attributes, size, depth, false);
        End b = new End(attributes, size, depth, false);
        for (int i = 0; i < depth; i++) {
            a.postReceive();
            b.postReceive();
        }
        new Loop(a.host, b.host).connect(a.pair, b.pair);
        long count = bytes / size / credit * credit;
        boolean write = kind == OperationKind.RDMA_WRITE;
        Thread sink =
                new Thread(
                        () -> {
                            if (write) {
                                b.waitReceived(1);
                                b.postSend();
                                b.waitSent(1);
                                return;
                            }
                            // A send is complete when TCP has it, so the receives need credits.
                            long told = 0;
                            for (long i = 0; i < count; i++) {
                                b.waitReceived(i + 1);
                                b.postReceive();
                                if ((i + 1) % credit == 0) {
                                    b.postSend();
                                    told++;
                                }
                            }
                            b.waitSent(told);
                        });
        if (write) {
            a.send.kind = kind;
            a.send.remoteKey = b.memory.key();
            a.send.remoteAddress = b.memory.address() + size;
        } else {
            // Credits are small messages.
            b.send.length[0] = 8;
            b.send.totalLength = 8;
        }
        sink.start();
        long start = System.nanoTime();
        long posted = 0;
        long creditsUsed = 0;
        while (a.sent < count || (!write && a.got < count / credit)) {
            long limit = write ? count : (a.got + 4) * credit;
            while (posted < count && posted < limit && posted - a.sent < 16) {
                a.postSend();
                posted++;
            }
            a.turn();
            while (creditsUsed < a.got) {
                a.postReceive();
                creditsUsed++;
            }
        }
        if (write) {
            a.send.kind = OperationKind.SEND;
            a.postSend();
            a.waitReceived(1);
        }
        long time = System.nanoTime() - start;
        sink.join();
        a.host.close();
        b.host.close();
        return (double) count * size / time;
    }
}
