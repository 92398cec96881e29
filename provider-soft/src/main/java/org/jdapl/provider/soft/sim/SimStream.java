package org.jdapl.provider.soft.sim;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.seam.StreamHandler;
import org.jspecify.annotations.Nullable;

/**
 * One end of a stream that behaves as TCP does: a bounded window, segments that arrive in order
 * after a while, FIN and RST. Guarded by the timeline's monitor, but for calls of the handler.
 */
final class SimStream implements ByteStream {

    /** Largest payload of a segment: Ethernet's, with the time stamps option. */
    static final int SEGMENT_BYTES = 1448;

    /** Bytes that were sent and not read at most. */
    static final int WINDOW_BYTES = 256 << 10;

    /** A fresh stream takes so many bytes at once whatever happens, as those of systems do. */
    static final int FRESH_BYTES = 1024;

    /** A reader tells how much it has read when it is so much. */
    private static final int UPDATE_BYTES = WINDOW_BYTES / 4;

    private static final int MAX_SHORT_WRITE = 16;
    private static final byte[] NO_BYTES = {};

    /** A segment on its way. */
    private static final class Segment {
        final byte[] bytes;
        final boolean fin;
        boolean arrived;

        Segment(byte[] bytes, boolean fin) {
            this.bytes = bytes;
            this.fin = fin;
        }
    }

    private enum Connecting {
        NO,
        UNDER_WAY,
        DONE,
        FAILED
    }

    private final SimNetwork network;
    private final Fabric fabric;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;
    private final String name;
    private @Nullable SimStream peer;
    private @Nullable StreamHandler handler;
    private Connecting connecting = Connecting.NO;
    private boolean refused;
    private boolean closed;
    private boolean wantRead = true;
    private boolean wantWrite;

    /** Why nothing comes or goes any more. */
    private @Nullable IOException failure;

    // What has come.
    private final ArrayDeque<byte[]> incoming = new ArrayDeque<>();
    private int incomingStart;
    private int incomingBytes;
    private boolean finArrived;
    private long nextReadNs;
    private int unreported;

    // What goes.
    private final ArrayDeque<Segment> flight = new ArrayDeque<>();
    private int used;
    private long written;
    private int segments;
    private boolean outputEnded;

    SimStream(SimNetwork network, InetSocketAddress local, InetSocketAddress remote) {
        this.network = network;
        this.fabric = network.fabric();
        this.local = local;
        this.remote = remote;
        this.name = text(local) + ">" + text(remote);
    }

    static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    // ---- connecting

    /** Sends the request to connect. */
    void connect(@Nullable Station to) {
        connecting = Connecting.UNDER_WAY;
        Station from = network.host();
        if (to == null) {
            fabric.timeline()
                    .in(fabric.plan().maxDelayNs(), () -> connectFailed("No route to host", false));
            return;
        }
        fabric.send(
                new Fabric.Packet(
                        from,
                        to,
                        "SYN " + name,
                        () -> connecting == Connecting.UNDER_WAY && !closed,
                        () -> requested(to),
                        () -> connectFailed("Connection timed out", false)),
                Fabric.CONNECT_RETRY_NS);
    }

    /** The request to connect has arrived. */
    private void requested(Station to) {
        SimListener listener = to.dead ? null : to.listener(remote);
        if (listener == null) {
            fabric.sendOnce(
                    to,
                    network.host(),
                    "RST " + name,
                    () -> connectFailed("Connection refused", true));
            return;
        }
        if (closed) {
            return;
        }
        SimStream there = listener.network().accepting(remote, local);
        there.peer = this;
        peer = there;
        listener.arrived(there);
        fabric.timeline().in(fabric.plan().minDelayNs(), this::connected);
    }

    private void connected() {
        if (connecting == Connecting.UNDER_WAY && !closed) {
            fabric.tell("connected " + name);
            connecting = Connecting.DONE;
            stir();
        }
    }

    private void connectFailed(String why, boolean wasRefused) {
        if (connecting == Connecting.UNDER_WAY && !closed) {
            fabric.tell("connect failed " + name + ": " + why);
            connecting = Connecting.FAILED;
            failure = new IOException(why);
            refused = wasRefused;
            stir();
        }
    }

    // ---- the driver's

    private void stir() {
        fabric.timeline().stirred(network);
    }

    /** Whether there is something to tell the handler. */
    boolean isReady() {
        if (closed || handler == null) {
            return false;
        }
        return switch (connecting) {
            case UNDER_WAY -> false;
            case DONE, FAILED -> true;
            case NO -> isWritable() || isReadable();
        };
    }

    private boolean isWritable() {
        return wantWrite && (used < WINDOW_BYTES || failure != null);
    }

    private boolean isReadable() {
        return wantRead
                && (failure != null
                        || (nextReadNs <= fabric.timeline().elapsedNs()
                                && (incomingBytes > 0 || finArrived)));
    }

    /** Tells the handler; returns the amount of work. */
    int dispatch() {
        StreamHandler h;
        Connecting outcome;
        IOException error;
        synchronized (fabric.timeline()) {
            h = handler;
            if (h == null || !isReady()) {
                return 0;
            }
            outcome = connecting;
            connecting = Connecting.NO;
            error = failure;
        }
        if (outcome == Connecting.DONE) {
            h.connected();
            return 1;
        }
        if (outcome == Connecting.FAILED && error != null) {
            close();
            h.connectFailed(error, refused);
            return 1;
        }
        int work = 0;
        StreamHandler writer = take(this::isWritable, true);
        if (writer != null) {
            writer.writable();
            work++;
        }
        return work + dispatchReadable();
    }

    /** Tells the handler of what can be read; returns the amount of work. */
    int dispatchReadable() {
        StreamHandler reader = take(this::isReadable, false);
        return reader == null ? 0 : reader.readable();
    }

    /** The handler, where it is to be told of something. */
    private @Nullable StreamHandler take(BooleanSupplier what, boolean writing) {
        synchronized (fabric.timeline()) {
            if (closed || connecting != Connecting.NO || !what.getAsBoolean()) {
                return null;
            }
            wantWrite &= !writing;
            return handler;
        }
    }

    @Override
    public void handler(StreamHandler newHandler) {
        synchronized (fabric.timeline()) {
            handler = newHandler;
        }
    }

    // ---- reading

    @Override
    public int read(ByteBuffer into) throws IOException {
        synchronized (fabric.timeline()) {
            if (closed) {
                throw new IOException("the stream is closed");
            }
            if (network.isDead()) {
                return 0;
            }
            if (incomingBytes > 0) {
                return take(into);
            }
            IOException f = failure;
            if (f != null) {
                throw f;
            }
            return finArrived ? -1 : 0;
        }
    }

    private int take(ByteBuffer into) {
        int most = Math.min(incomingBytes, into.remaining());
        FaultPlan.Pace pace = fabric.plan().paceOf(network.host().name());
        if (pace != null) {
            if (fabric.timeline().elapsedNs() < nextReadNs) {
                return 0;
            }
            most = Math.min(most, pace.bytes());
            nextReadNs = fabric.timeline().elapsedNs() + pace.intervalNs();
            fabric.timeline().in(pace.intervalNs(), this::stir);
            fabric.count(Fault.SLOW_READ);
        }
        int left = most;
        while (left > 0) {
            byte[] head = incoming.element();
            int n = Math.min(left, head.length - incomingStart);
            into.put(head, incomingStart, n);
            incomingStart += n;
            left -= n;
            if (incomingStart == head.length) {
                incoming.remove();
                incomingStart = 0;
            }
        }
        incomingBytes -= most;
        fabric.tell("read " + most + " " + name);
        reportRead(most);
        return most;
    }

    /** Opens the peer's window again. */
    private void reportRead(int bytes) {
        unreported += bytes;
        SimStream p = peer;
        if (unreported >= UPDATE_BYTES && p != null) {
            int report = unreported;
            unreported = 0;
            fabric.send(
                    new Fabric.Packet(
                            network.host(),
                            p.network.host(),
                            "ACK " + report + " " + name,
                            () -> !closed && failure == null,
                            () -> p.acknowledged(report),
                            () -> broken("Connection timed out")),
                    Fabric.RETRY_NS);
        }
    }

    private void acknowledged(int bytes) {
        used -= bytes;
        stir();
    }

    // ---- writing

    @Override
    public int write(ByteBuffer from) throws IOException {
        return (int) write(new ByteBuffer[] {from}, 0, 1);
    }

    @Override
    public long write(ByteBuffer[] from, int first, int count) throws IOException {
        synchronized (fabric.timeline()) {
            int offered = 0;
            for (int i = first; i < first + count; i++) {
                offered += from[i].remaining();
            }
            if (network.isDead()) {
                return swallow(from, first, count);
            }
            IOException f = failure;
            if (f != null) {
                throw f;
            }
            if (closed || outputEnded) {
                throw new IOException("Broken pipe");
            }
            byte[] bytes = new byte[taken(offered)];
            gather(from, first, count, bytes);
            for (int at = 0; at < bytes.length; at += SEGMENT_BYTES) {
                int n = Math.min(SEGMENT_BYTES, bytes.length - at);
                byte[] part = new byte[n];
                System.arraycopy(bytes, at, part, 0, n);
                transmit(part);
            }
            used += bytes.length;
            written += bytes.length;
            return bytes.length;
        }
    }

    /** A process that is dead does nothing, and does not know it. */
    private static long swallow(ByteBuffer[] from, int first, int count) {
        long total = 0;
        for (int i = first; i < first + count; i++) {
            total += from[i].remaining();
            from[i].position(from[i].limit());
        }
        return total;
    }

    private int taken(int offered) {
        int room = Math.min(offered, WINDOW_BYTES - used);
        if (room <= 0 || written + room <= FRESH_BYTES) {
            return Math.max(room, 0);
        }
        if (fabric.chance().hit(fabric.plan().shortWritePpm())) {
            int less =
                    fabric.chance().below(2) == 0
                            ? 0
                            : Math.min(room, 1 + fabric.chance().below(MAX_SHORT_WRITE));
            fabric.count(Fault.SHORT_WRITE);
            fabric.tell("take " + less + " of " + room + " " + name);
            return less;
        }
        return room;
    }

    private static void gather(ByteBuffer[] from, int first, int count, byte[] into) {
        int at = 0;
        for (int i = first; i < first + count && at < into.length; i++) {
            int n = Math.min(from[i].remaining(), into.length - at);
            from[i].get(into, at, n);
            at += n;
        }
    }

    private void transmit(byte[] bytes) {
        String what =
                "segment "
                        + ++segments
                        + " ("
                        + bytes.length
                        + " bytes, "
                        + Integer.toHexString(Arrays.hashCode(bytes))
                        + ") "
                        + name;
        // What sets a connection up has no CRC of its own: a changed byte there is a limit of the
        // protocol, not of its implementation.
        if (written > 0 && fabric.chance().hit(fabric.plan().corruptPpm())) {
            bytes[fabric.chance().below(bytes.length)] ^= (byte) (1 << fabric.chance().below(8));
            fabric.count(Fault.CORRUPTION);
            fabric.tell("corrupt " + what);
        }
        transmit(new Segment(bytes, false), what);
    }

    private void transmit(Segment segment, String what) {
        SimStream p = peer;
        if (p == null) {
            return;
        }
        flight.add(segment);
        fabric.tell("send " + what);
        fabric.send(
                new Fabric.Packet(
                        network.host(),
                        p.network.host(),
                        what,
                        () -> !segment.arrived && failure == null,
                        () -> p.arrived(segment, this),
                        () -> broken("Connection timed out")),
                Fabric.RETRY_NS);
    }

    private void broken(String why) {
        if (failure == null) {
            failure = new IOException(why);
            flight.clear();
            stir();
        }
    }

    private void arrived(Segment segment, SimStream from) {
        if (segment.arrived || from.failure != null) {
            return;
        }
        segment.arrived = true;
        Segment head = from.flight.peek();
        while (head != null && head.arrived) {
            from.flight.remove();
            place(head, from);
            head = from.flight.peek();
        }
    }

    private void place(Segment segment, SimStream from) {
        if (network.isDead() || failure != null) {
            return;
        }
        if (segment.fin) {
            finArrived = true;
        } else if (closed) {
            fabric.sendOnce(network.host(), from.network.host(), "RST " + name, () -> from.reset());
        } else {
            incoming.add(segment.bytes);
            incomingBytes += segment.bytes.length;
        }
        stir();
    }

    /** What is on its way to this end arrives now; whether there was anything. */
    boolean hasten() {
        SimStream p = peer;
        if (closed || p == null || connecting != Connecting.NO || p.flight.isEmpty()) {
            return false;
        }
        if (!fabric.isJoined(p.network.host(), network.host())) {
            return false;
        }
        for (Segment segment : p.flight.toArray(Segment[]::new)) {
            arrived(segment, p);
        }
        return true;
    }

    @Override
    public void wantWrite() {
        synchronized (fabric.timeline()) {
            wantWrite = true;
            stir();
        }
    }

    @Override
    public void wantRead(boolean on) {
        synchronized (fabric.timeline()) {
            wantRead = on;
            stir();
        }
    }

    // ---- the end

    @Override
    public void shutdownOutput() {
        synchronized (fabric.timeline()) {
            endOutput();
        }
    }

    private void endOutput() {
        if (!outputEnded && failure == null && !network.isDead()) {
            outputEnded = true;
            transmit(new Segment(NO_BYTES, true), "FIN " + name);
        }
    }

    @Override
    public void close() {
        synchronized (fabric.timeline()) {
            if (!closed) {
                // As TCP does it: bytes that nobody will read are not acknowledged.
                if (incomingBytes > 0) {
                    resetPeer();
                } else {
                    endOutput();
                }
                shut();
            }
        }
    }

    @Override
    public void abort() {
        synchronized (fabric.timeline()) {
            if (!closed) {
                resetPeer();
                shut();
            }
        }
    }

    private void shut() {
        closed = true;
        handler = null;
        network.forget(this);
    }

    /** Tells the peer that this end is gone, and takes back what is on its way. */
    private void resetPeer() {
        SimStream p = peer;
        if (p != null && failure == null && !network.isDead()) {
            fabric.sendOnce(network.host(), p.network.host(), "RST " + name, () -> p.reset());
        }
        flight.clear();
        if (failure == null) {
            failure = new IOException("the stream was aborted");
        }
    }

    /** The peer has gone. */
    private void reset() {
        if (closed || network.isDead()) {
            return;
        }
        if (incomingBytes > 0 && fabric.chance().below(2) == 0) {
            // Some systems let go of what was not read, and some do not.
            incoming.clear();
            incomingBytes = 0;
            incomingStart = 0;
        }
        broken("Connection reset by peer");
    }

    /** The process of this end has died: its system tells the peer, or nobody does. */
    void die(boolean silently) {
        if (!silently) {
            resetPeer();
        }
        flight.clear();
        shut();
    }

    /** The adapter of this end is gone. */
    void lose(String why) {
        if (connecting == Connecting.UNDER_WAY) {
            connectFailed(why, false);
        }
        broken(why);
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
        return SEGMENT_BYTES;
    }

    @Override
    public String toString() {
        return name;
    }
}
