package org.jdapl.conformance.interop;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.LocalSegment;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.Privilege;

/**
 * Either end of uDAPL's C program {@code dtest}: both sides tell each other their memory, write it
 * in a burst, read it, and throw messages to and fro; three short messages each way keep them in
 * step.
 */
final class DtestPeer {

    private static final int TOKENS = 3;
    private static final int ROUNDS = 100;
    private static final int READS = 4;
    private static final int SIGNAL_RATE = 10;
    private static final int PING = 0x55;
    private static final int PONG = 0xAA;

    /** dtest posts its receives of the last phase and then sleeps for so long. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Desk desk;
    private final InteropCommand command;
    private final int size;

    /** What the peer writes and reads, and where messages come; a place for each of those. */
    private final LocalMemoryRegion in;

    /** What is sent and written from, and read into. */
    private final LocalMemoryRegion out;

    /** Short messages: a place for each that comes, and one to send from. */
    private final LocalMemoryRegion tokens;

    private DtestPeer(Desk desk, InteropCommand command) {
        this.desk = desk;
        this.command = command;
        size = command.number("size", 65_536);
        in = desk.allocate((long) ROUNDS * size, Privilege.ALL);
        out = desk.allocate((long) ROUNDS * size, Privilege.ALL);
        tokens =
                desk.allocate(
                        (TOKENS + 1L) * RemoteRegion.TRIPLET_BYTES, Set.of(Privilege.LOCAL_WRITE));
    }

    static void run(InterfaceAdapter adapter, InteropCommand command)
            throws InterruptedException, IOException {
        int receives = TOKENS + ROUNDS;
        int sends = TOKENS + READS + ROUNDS;
        try (Desk desk = new Desk(adapter, command.timeout(), receives, sends)) {
            EndpointAttributes attributes =
                    EndpointAttributes.builder()
                            .maxReceives(receives)
                            .maxRequests(sends)
                            .maxReceiveSegments(1)
                            .maxRequestSegments(1)
                            .maxReadsIn(READS)
                            .maxReadsOut(READS)
                            .privateDataFraming(PrivateDataFraming.RAW)
                            .build();
            DtestPeer peer = new DtestPeer(desk, command);
            Endpoint endpoint = new DtestMeeting(desk, command).meet(() -> peer.ready(attributes));
            peer.talk(endpoint);
        }
    }

    /** An endpoint with the receives for the short messages. */
    private Endpoint ready(EndpointAttributes attributes) {
        Endpoint endpoint = desk.endpoint(attributes);
        for (int i = 0; i < TOKENS; i++) {
            endpoint.receive(token(i), i);
        }
        return endpoint;
    }

    private void talk(Endpoint endpoint) throws InterruptedException {
        RemoteRegion peer = exchangeRegions(endpoint);
        write(endpoint, peer);
        meet(endpoint, 1);
        expectText(in.segment(), him() + " RDMA write data");
        if (command.text("reads", "on").equals("on")) {
            read(endpoint, peer);
            meet(endpoint, 2);
            pingPong(endpoint);
        }
        if (!command.isServer()) {
            endpoint.disconnect(DisconnectMode.ABRUPT);
        }
        desk.ended();
        RdmaPing.say("PASSED");
    }

    /** The client speaks first: on iWARP the accepting side has to wait for that. */
    private RemoteRegion exchangeRegions(Endpoint endpoint) throws InterruptedException {
        new RemoteRegion(in.remoteRegion().address(), size, in.remoteRegion().key())
                .encodeTriplet(buffer(token(TOKENS)));
        meet(endpoint, 0);
        RemoteRegion peer = RemoteRegion.decodeTriplet(buffer(token(0)));
        if (peer.length() != size) {
            throw new PingFailure("the peer's buffers are of " + peer.length() + " bytes");
        }
        return peer;
    }

    /** Sends a short message and takes the peer's; the server answers. */
    private void meet(Endpoint endpoint, int index) throws InterruptedException {
        if (!command.isServer()) {
            sendToken(endpoint);
        }
        DtoCompletion token = desk.message(RemoteRegion.TRIPLET_BYTES);
        if (token.cookie() != index) {
            throw new PingFailure("receive " + token.cookie() + " is done, not " + index);
        }
        if (command.isServer()) {
            sendToken(endpoint);
        }
    }

    private void sendToken(Endpoint endpoint) throws InterruptedException {
        endpoint.send(token(TOKENS), 0);
        desk.next(desk.requested);
    }

    private void write(Endpoint endpoint, RemoteRegion peer) throws InterruptedException {
        int burst = command.number("burst", 1000);
        text(out.segment(), me() + " RDMA write data...");
        for (int i = 0; i < burst; i++) {
            boolean signalled = (i + 1) % SIGNAL_RATE == 0 || i + 1 == burst;
            require(
                    endpoint.postWrite(
                            out,
                            0,
                            size,
                            peer.address(),
                            peer.key(),
                            i,
                            signalled ? CompletionFlags.DEFAULT : CompletionFlags.SUPPRESS),
                    "write " + i);
            if (signalled) {
                expectRequest(i);
            }
        }
        RdmaPing.say(burst + " writes of " + size + " bytes");
    }

    /** The text to read may not be there yet: nothing says that it is. Then it is what we wrote. */
    private void read(Endpoint endpoint, RemoteRegion peer) throws InterruptedException {
        text(in.segment(), me() + " RDMA read data...");
        for (int i = 0; i < READS; i++) {
            out.segment().asSlice(0, size).fill((byte) 0);
            endpoint.read(out.slice(0, size), peer, i);
            expectRequest(i);
            expectText(out.segment(), him() + " RDMA read data", me() + " RDMA write data");
        }
        RdmaPing.say(READS + " reads of " + size + " bytes");
    }

    private void pingPong(Endpoint endpoint) throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            endpoint.receive(in.slice((long) i * size, size), i);
        }
        desk.keepStill(PAUSE);
        for (int i = 0; i < ROUNDS; i++) {
            if (command.isServer()) {
                takeMessage(i, PING);
            }
            long at = (long) i * size;
            out.segment().set(JAVA_BYTE, at, (byte) (command.isServer() ? PONG : PING));
            require(endpoint.postSend(out, at, size, i, CompletionFlags.SUPPRESS), "message " + i);
            if (!command.isServer()) {
                takeMessage(i, PONG);
            }
        }
        RdmaPing.say(ROUNDS + " messages of " + size + " bytes there and back");
    }

    private void takeMessage(int index, int first) throws InterruptedException {
        DtoCompletion message = desk.message(size);
        int found = Byte.toUnsignedInt(in.segment().get(JAVA_BYTE, (long) index * size));
        if (message.cookie() != index || found != first) {
            throw new PingFailure(
                    "message " + index + ": receive " + message.cookie() + " begins with " + found);
        }
    }

    private void expectRequest(long cookie) throws InterruptedException {
        DtoCompletion done = desk.next(desk.requested);
        if (done.cookie() != cookie || done.length() != size) {
            throw new PingFailure("request " + cookie + " expected: " + done);
        }
    }

    private String me() {
        return command.isServer() ? "server" : "client";
    }

    private String him() {
        return command.isServer() ? "client" : "server";
    }

    private static void text(MemorySegment into, String text) {
        into.setString(0, text, StandardCharsets.US_ASCII);
    }

    private static void expectText(MemorySegment at, String... beginnings) {
        String found = at.getString(0, StandardCharsets.US_ASCII);
        for (String beginning : beginnings) {
            if (found.startsWith(beginning)) {
                return;
            }
        }
        throw new PingFailure(
                "there is '" + found + "', not '" + String.join("' or '", beginnings) + "'");
    }

    private LocalSegment token(int index) {
        return tokens.slice((long) index * RemoteRegion.TRIPLET_BYTES, RemoteRegion.TRIPLET_BYTES);
    }

    private static ByteBuffer buffer(LocalSegment part) {
        return part.region()
                .segment()
                .asSlice(part.offset(), part.length())
                .asByteBuffer()
                .order(ByteOrder.BIG_ENDIAN);
    }

    private static void require(int status, String what) {
        if (status != PostStatus.OK) {
            throw DatException.refused(status, what, "dtest");
        }
    }
}
