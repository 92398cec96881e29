package org.jdapl.examples.transfer;

import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.LocalSegment;
import org.jdapl.api.PrivateData;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.PostStatus;

/**
 * A data transfer test in the manner of the well-known ones in C: client and server connect, tell
 * each other their memory, write it by RDMA, read it back, and throw messages to and fro.
 *
 * <p>Three short messages go each way, and each says something: the first where the memory is, the
 * second that all writes are done, the third that receives for the ping-pong are posted. So nobody
 * has to sleep and hope.
 */
final class Transfer {

    private static final PrivateData GREETING = PrivateData.of("transfer 1");
    private static final Duration LIMIT = Completions.LIMIT;
    private static final int READS = 4;

    private static final int CLIENT_WRITES = 1;
    private static final int SERVER_WRITES = 2;
    private static final int PING = 0x55;
    private static final int PONG = 0xAA;

    private final Options options;
    private final Side side;
    private final Completions completions;
    private final PrintStream out;

    private Transfer(Options options, Side side, PrintStream out) {
        this.options = options;
        this.side = side;
        this.completions = new Completions(options.waiting(), side.notification);
        this.out = out;
    }

    /**
     * Runs one side from the start to the end.
     *
     * @param options what the command line says
     * @param out where to say what happens
     * @throws DatException where a call fails
     * @throws IllegalStateException where the peer does something else than it should
     */
    static void run(Options options, PrintStream out) throws InterruptedException {
        Side side = Side.open(options);
        try {
            new Transfer(options, side, out).run();
            side.close();
        } finally {
            side.adapter.close(); // after a failure: all that is left, in any state
        }
    }

    /** The program; each side does the same but where it has to differ. */
    private void run() throws InterruptedException {
        for (int i = 0; i < Side.TOKENS; i++) {
            side.endpoint.receive(token(i), i); //                                dat_ep_post_recv
        }
        if (options.server()) {
            accept();
        } else {
            connect();
        }
        RemoteRegion peer = exchangeRegions();
        write(peer);
        read(peer);
        pingPong();
        disconnect();
        out.println("PASSED");
    }

    // ---- connection

    private void accept() throws InterruptedException {
        try (PublicServicePoint point = //                                        dat_psp_create
                side.adapter.createPublicServicePoint(options.peer(), side.requests)) {
            out.println("listening on port " + point.localAddress().getPort());
            out.flush();
            ConnectionRequest request = //                              dat_evd_wait, dat_cr_query
                    side.requests
                            .expect(ConnectionRequestEvent.class, Duration.ofMinutes(5))
                            .request();
            if (!request.privateData().asText().startsWith(GREETING.asText())) {
                request.reject(); //                                              dat_cr_reject
                throw new IllegalStateException("a stranger from " + request.remoteAddress());
            }
            request.acceptAndWait(side.endpoint, GREETING, LIMIT); //             dat_cr_accept
            out.println("connected: " + request.remoteAddress());
        } //                                                                      dat_psp_free
    }

    private void connect() throws InterruptedException {
        ConnectionEvent.Established established = //            dat_ep_connect, dat_evd_wait
                side.endpoint.connectAndWait(
                        options.peer(), ConnectOptions.within(LIMIT).withPrivateData(GREETING));
        if (!established.privateData().asText().startsWith(GREETING.asText())) {
            throw new IllegalStateException("a stranger listens there");
        }
        out.println("connected: " + options.peer());
    }

    private void disconnect() throws InterruptedException {
        if (!options.server()) {
            side.endpoint.disconnect(DisconnectMode.ABRUPT); //                   dat_ep_disconnect
        }
        side.connections.expect(ConnectionEvent.Disconnected.class, LIMIT);
    }

    // ---- phases

    /** The first short message: address, length and key, 16 bytes as C programs send them. */
    private RemoteRegion exchangeRegions() throws InterruptedException {
        side.target.remoteRegion().encodeTriplet(buffer(token(Side.TOKENS)));
        side.endpoint.send(token(Side.TOKENS), 0); //                             dat_ep_post_send
        completions.next(side.requested);
        RemoteRegion peer = RemoteRegion.decodeTriplet(buffer(takeToken(0)));
        if (peer.length() != options.bytes()) {
            throw new IllegalStateException("the peer has -b " + peer.length());
        }
        return peer;
    }

    /**
     * Writes, of which only some have a completion. The second short message is behind the writes
     * on the connection: when it has been received, they are in the peer's memory.
     */
    private void write(RemoteRegion peer) throws InterruptedException {
        if (options.initiates()) {
            Pattern.fill(side.source.segment(), seed(options.server()));
            long start = System.nanoTime();
            for (int i = 0; i < options.burst(); i++) {
                boolean signalled = (i + 1) % options.signalRate() == 0 || i + 1 == options.burst();
                require( //                                                 dat_ep_post_rdma_write
                        side.endpoint.postWrite(
                                side.source,
                                0,
                                options.bytes(),
                                peer.address(),
                                peer.key(),
                                i,
                                signalled ? CompletionFlags.DEFAULT : CompletionFlags.SUPPRESS),
                        "write " + i);
                if (signalled) {
                    expectCookie(completions.next(side.requested), i);
                }
            }
            report("RDMA write", options.burst(), System.nanoTime() - start);
        }
        sendToken();
        takeToken(1);
        if (options.peerInitiates()) {
            Pattern.check("written", side.target.segment(), seed(!options.server()));
        }
    }

    /** Reads back what was written. The third short message says that the receives are posted. */
    private void read(RemoteRegion peer) throws InterruptedException {
        if (options.initiates()) {
            long ns = 0;
            for (int i = 0; i < READS; i++) {
                side.readBack.segment().fill((byte) 0);
                long start = System.nanoTime();
                side.endpoint.read(side.readBack.whole(), peer, i); //      dat_ep_post_rdma_read
                expectCookie(completions.next(side.requested), i);
                ns += System.nanoTime() - start;
                Pattern.check("read", side.readBack.segment(), seed(options.server()));
            }
            report("RDMA read", READS, ns);
        }
        for (int i = 0; i < options.rounds(); i++) {
            side.endpoint.receive(message(i), i);
        }
        sendToken();
        takeToken(2);
    }

    /** The client sends, the server answers; each message has its place, and is checked. */
    private void pingPong() throws InterruptedException {
        MemorySegment sent = side.source.segment();
        long start = System.nanoTime();
        for (int i = 0; i < options.rounds(); i++) {
            if (options.server()) {
                takeMessage(i, PING);
            }
            sent.fill((byte) (options.server() ? PONG : PING));
            require( // no completion where it succeeds
                    side.endpoint.postSend(
                            side.source, 0, options.bytes(), i, CompletionFlags.SUPPRESS),
                    "message " + i);
            if (!options.server()) {
                takeMessage(i, PONG);
            }
        }
        report("ping-pong", options.rounds(), System.nanoTime() - start);
    }

    // ---- parts of them

    private void sendToken() throws InterruptedException {
        side.endpoint.send(token(Side.TOKENS), 0);
        completions.next(side.requested);
    }

    private LocalSegment takeToken(int index) throws InterruptedException {
        DtoCompletion received = completions.next(side.received);
        expectCookie(received, index);
        expectLength(received, RemoteRegion.TRIPLET_BYTES);
        return token(index);
    }

    private void takeMessage(int index, int first) throws InterruptedException {
        DtoCompletion received = completions.next(side.received);
        expectCookie(received, index);
        expectLength(received, options.bytes());
        int found = Byte.toUnsignedInt(buffer(message(index)).get(0));
        if (found != first) {
            throw new IllegalStateException("message " + index + " begins with " + found);
        }
    }

    private LocalSegment token(int index) {
        return side.tokens.slice(
                (long) index * RemoteRegion.TRIPLET_BYTES, RemoteRegion.TRIPLET_BYTES);
    }

    private LocalSegment message(int index) {
        return side.messages.slice((long) index * options.bytes(), options.bytes());
    }

    private static ByteBuffer buffer(LocalSegment part) {
        return part.region()
                .segment()
                .asSlice(part.offset(), part.length())
                .asByteBuffer()
                .order(ByteOrder.BIG_ENDIAN);
    }

    private static int seed(boolean server) {
        return server ? SERVER_WRITES : CLIENT_WRITES;
    }

    private static void require(int status, String what) {
        if (status != PostStatus.OK) {
            throw DatException.refused(status, what, "transfer");
        }
    }

    private static void expectCookie(DtoCompletion completion, long cookie) {
        if (completion.cookie() != cookie) {
            throw new IllegalStateException("cookie " + cookie + " expected: " + completion);
        }
    }

    private static void expectLength(DtoCompletion completion, long length) {
        if (completion.length() != length) {
            throw new IllegalStateException("length " + length + " expected: " + completion);
        }
    }

    private void report(String what, int count, long ns) {
        out.printf(
                "%s: %d x %d bytes, %.1f us each, %.1f MB/s%n",
                what, count, options.bytes(), ns / 1e3 / count, 1e3 * count * options.bytes() / ns);
    }
}
