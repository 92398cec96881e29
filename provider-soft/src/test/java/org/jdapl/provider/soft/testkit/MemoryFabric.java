package org.jdapl.provider.soft.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jdapl.provider.soft.seam.AddressInUseException;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.seam.StreamAcceptor;
import org.jdapl.provider.soft.seam.StreamHandler;
import org.jdapl.provider.soft.seam.StreamListener;
import org.jdapl.provider.soft.seam.StreamNetwork;

/**
 * Streams in memory for one thread. Each read and each write moves at most so many bytes as a
 * seeded generator says, and the pipe between two ends is bounded: so streams are cut at every
 * place, and writes are partial.
 */
public final class MemoryFabric {

    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private final SplittableRandom random;
    private final int maxChunk;
    private final int capacity;
    private final int segmentSize;
    private final Map<Integer, Listening> listeners = new HashMap<>();
    private int nextPort = 1000;

    public MemoryFabric(long seed, int maxChunk, int capacity, int segmentSize) {
        this.random = new SplittableRandom(seed);
        this.maxChunk = maxChunk;
        this.capacity = capacity;
        this.segmentSize = segmentSize;
    }

    /** One that cuts nothing. */
    public static MemoryFabric whole() {
        return new MemoryFabric(1, Integer.MAX_VALUE, 1 << 22, 1460);
    }

    public Network network() {
        return new Network();
    }

    /** A raw end that connects to a listener, for a test that plays the peer byte by byte. */
    public Raw connectRaw(int port) {
        Listening listening = listeners.get(port);
        if (listening == null) {
            throw new AssertionError("nobody listens on " + port);
        }
        End here = new End(null, address(nextPort++), address(port));
        End there = new End(listening.network, address(port), here.local);
        join(here, there);
        listening.waiting.add(there);
        return new Raw(here);
    }

    /** A raw listener that takes one stream, for a test that plays the passive peer. */
    public RawListener listenRaw() {
        Listening listening = new Listening(null, nextPort++, null);
        listeners.put(listening.port, listening);
        return new RawListener(listening);
    }

    private static void join(End a, End b) {
        a.peer = b;
        b.peer = a;
    }

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(HERE, port);
    }

    private int chunk(int most) {
        if (most <= 1 || maxChunk == Integer.MAX_VALUE) {
            return most;
        }
        return Math.min(most, 1 + random.nextInt(maxChunk));
    }

    /** A listener of the test's. */
    public static final class RawListener {
        private final Listening listening;

        private RawListener(Listening listening) {
            this.listening = listening;
        }

        public InetSocketAddress address() {
            return listening.localAddress();
        }

        public Raw take() {
            return new Raw(listening.waiting.remove());
        }

        public boolean hasOne() {
            return !listening.waiting.isEmpty();
        }
    }

    /** The test's end of a stream. */
    public static final class Raw {
        private final End end;

        Raw(End end) {
            this.end = end;
        }

        public void write(byte[] bytes) {
            end.peer.incoming.write(bytes, 0, bytes.length);
        }

        public void write(String hex) {
            write(Hex.bytes(hex));
        }

        /** Takes all that has come. */
        public byte[] read() {
            return end.incoming.take();
        }

        public String readHex() {
            return Hex.text(read());
        }

        public boolean isEnded() {
            return end.incoming.ended;
        }

        public void finish() {
            end.peer.incoming.ended = true;
        }

        public void reset() {
            end.peer.broken = true;
        }
    }

    /** The bytes of one direction. */
    private static final class Pipe {
        private byte[] bytes = new byte[256];
        private int start;
        private int count;
        private boolean ended;

        void write(byte[] from, int offset, int length) {
            if (start + count + length > bytes.length) {
                byte[] larger = new byte[Math.max(bytes.length * 2, count + length)];
                System.arraycopy(bytes, start, larger, 0, count);
                bytes = larger;
                start = 0;
            }
            System.arraycopy(from, offset, bytes, start + count, length);
            count += length;
        }

        int read(ByteBuffer into, int most) {
            int n = Math.min(most, count);
            into.put(bytes, start, n);
            start += n;
            count -= n;
            if (count == 0) {
                start = 0;
            }
            return n;
        }

        byte[] take() {
            byte[] all = java.util.Arrays.copyOfRange(bytes, start, start + count);
            count = 0;
            start = 0;
            return all;
        }
    }

    private final class End implements ByteStream {
        private final Network owner;
        private final InetSocketAddress local;
        private final InetSocketAddress remote;
        private final Pipe incoming = new Pipe();
        private End peer;
        private StreamHandler handler;
        private boolean connecting;
        private boolean refused;
        private boolean wantWrite;
        private boolean wantRead = true;
        private boolean closed;
        private boolean broken;
        private boolean outputEnded;

        End(Network owner, InetSocketAddress local, InetSocketAddress remote) {
            this.owner = owner;
            this.local = local;
            this.remote = remote;
        }

        @Override
        public void handler(StreamHandler newHandler) {
            handler = newHandler;
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            if (closed) {
                throw new IOException("closed");
            }
            if (incoming.count > 0) {
                return incoming.read(into, chunk(Math.min(incoming.count, into.remaining())));
            }
            if (broken) {
                throw new IOException("Connection reset");
            }
            return incoming.ended ? -1 : 0;
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            if (closed || broken || outputEnded) {
                throw new IOException("Broken pipe");
            }
            int room = Math.max(capacity - peer.incoming.count, 0);
            int n = chunk(Math.min(room, from.remaining()));
            byte[] bytes = new byte[n];
            from.get(bytes);
            if (peer.closed) {
                broken = true;
            } else {
                peer.incoming.write(bytes, 0, n);
            }
            return n;
        }

        @Override
        public long write(ByteBuffer[] from, int first, int count) throws IOException {
            long total = 0;
            for (int i = first; i < first + count; i++) {
                total += write(from[i]);
                if (from[i].hasRemaining()) {
                    break;
                }
            }
            return total;
        }

        @Override
        public void wantWrite() {
            wantWrite = true;
        }

        @Override
        public void wantRead(boolean on) {
            wantRead = on;
        }

        @Override
        public void shutdownOutput() {
            outputEnded = true;
            peer.incoming.ended = true;
        }

        @Override
        public void close() {
            if (closed) {
                return;
            }
            closed = true;
            if (peer != null) {
                if (incoming.count > 0) {
                    peer.broken = true;
                } else {
                    peer.incoming.ended = true;
                }
            }
            if (owner != null) {
                owner.ends.remove(this);
            }
        }

        @Override
        public void abort() {
            if (!closed && peer != null) {
                peer.broken = true;
            }
            close();
        }

        @Override
        public InetSocketAddress localAddress() {
            return local;
        }

        @Override
        public InetSocketAddress remoteAddress() {
            return remote;
        }

        @Override
        public int segmentSize() {
            return segmentSize;
        }

        int poll() {
            if (closed || handler == null) {
                return 0;
            }
            if (connecting) {
                connecting = false;
                if (refused) {
                    close();
                    handler.connectFailed(new IOException("Connection refused"), true);
                } else {
                    handler.connected();
                }
                return 1;
            }
            int work = 0;
            if (wantWrite && peer.incoming.count < capacity) {
                wantWrite = false;
                handler.writable();
                work++;
            }
            if (!closed && wantRead && (incoming.count > 0 || incoming.ended || broken)) {
                work += handler.readable();
            }
            return work;
        }
    }

    private final class Listening implements StreamListener {
        private final Network network;
        private final int port;
        private final StreamAcceptor acceptor;
        private final ArrayDeque<End> waiting = new ArrayDeque<>();
        private boolean paused;

        Listening(Network network, int port, StreamAcceptor acceptor) {
            this.network = network;
            this.port = port;
            this.acceptor = acceptor;
        }

        @Override
        public InetSocketAddress localAddress() {
            return address(port);
        }

        @Override
        public void pause(boolean nowPaused) {
            paused = nowPaused;
        }

        @Override
        public void close() {
            listeners.remove(port);
            network.listening.remove(this);
            waiting.forEach(End::close);
        }
    }

    /** The network of one host. */
    public final class Network implements StreamNetwork {
        private final List<End> ends = new ArrayList<>();
        private final List<Listening> listening = new ArrayList<>();

        private Network() {}

        @Override
        public StreamListener listen(InetSocketAddress local, int backlog, StreamAcceptor acceptor)
                throws IOException {
            int port = local.getPort() == 0 ? nextPort++ : local.getPort();
            if (listeners.containsKey(port)) {
                throw new AddressInUseException("port " + port, null);
            }
            Listening l = new Listening(this, port, acceptor);
            listeners.put(port, l);
            listening.add(l);
            return l;
        }

        @Override
        public ByteStream connect(InetAddress from, InetSocketAddress to, StreamHandler handler) {
            End here = new End(this, address(nextPort++), to);
            here.handler = handler;
            ends.add(here);
            here.connecting = true;
            Listening l = listeners.get(to.getPort());
            if (l == null) {
                here.refused = true;
                here.peer = here;
            } else {
                End there = new End(l.network, to, here.local);
                join(here, there);
                l.waiting.add(there);
            }
            return here;
        }

        @Override
        public int poll() {
            int work = 0;
            for (Listening l : List.copyOf(listening)) {
                while (!l.paused && !l.waiting.isEmpty()) {
                    End e = l.waiting.remove();
                    ends.add(e);
                    l.acceptor.accepted(e);
                    work++;
                }
            }
            for (End e : List.copyOf(ends)) {
                work += e.poll();
            }
            return work;
        }

        @Override
        public int await(long timeoutNs) {
            return poll();
        }

        @Override
        public void wake() {}

        @Override
        public List<InetAddress> addresses() {
            return List.of(HERE);
        }

        /** How many streams are open. */
        public int open() {
            return ends.size();
        }

        @Override
        public void close() {
            for (End e : List.copyOf(ends)) {
                e.close();
            }
        }
    }
}
