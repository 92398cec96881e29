package org.jdapl.conformance.interop;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.PrivateData;
import org.jspecify.annotations.Nullable;

/**
 * How the two ends of {@code dtest} find each other: the server tells by TCP where it is, in a
 * block of 128 bytes; then they connect, with 48 bytes of private data that the server gives back
 * with one added to each.
 */
final class DtestMeeting {

    private static final int SERVICE = 45_248;
    private static final int BLOCK_BYTES = 128;
    private static final int PRIVATE_BYTES = 48;
    private static final int HEX = 16;
    private static final int FIELDS = 5;
    private static final int ADDRESS_FIELD = 3;

    /** The C server tells where it is before it listens there: the client tries again. */
    private static final int TRIES = 20;

    private final Desk desk;
    private final InteropCommand command;

    DtestMeeting(Desk desk, InteropCommand command) {
        this.desk = desk;
        this.command = command;
    }

    /** Gives a connected endpoint, one of those that the supplier makes. */
    Endpoint meet(Supplier<Endpoint> endpoints) throws InterruptedException, IOException {
        return command.isServer() ? accept(endpoints.get()) : connect(endpoints);
    }

    private Endpoint accept(Endpoint endpoint) throws InterruptedException, IOException {
        InetAddress own = command.address().getAddress();
        desk.listen(new InetSocketAddress(own, SERVICE));
        try (ServerSocket listener = new ServerSocket(command.address().getPort())) {
            listener.setSoTimeout((int) command.timeout().toMillis());
            RdmaPing.say("telling on port " + listener.getLocalPort());
            try (Socket socket = listener.accept()) {
                socket.getOutputStream().write(block(own, command.text("provider", "")));
                ConnectionRequest request = desk.request();
                byte[] greeting = request.privateData().toByteArray();
                expectGreeting(greeting, 1);
                request.accept(endpoint, PrivateData.of(greeting(2)));
                desk.established();
            }
        }
        return endpoint;
    }

    private Endpoint connect(Supplier<Endpoint> endpoints)
            throws InterruptedException, IOException {
        InetSocketAddress server;
        try (Socket socket = new Socket()) {
            socket.connect(command.address(), (int) command.timeout().toMillis());
            byte[] block = new byte[BLOCK_BYTES];
            new DataInputStream(socket.getInputStream()).readFully(block);
            server = new InetSocketAddress(address(block), SERVICE);
            ConnectOptions options =
                    ConnectOptions.within(command.timeout())
                            .withPrivateData(PrivateData.of(greeting(1)));
            for (int i = 0; i < TRIES; i++) {
                Endpoint endpoint = endpoints.get();
                endpoint.connect(server, options);
                @Nullable Event event = desk.outcome();
                if (event instanceof ConnectionEvent.Established established) {
                    expectGreeting(established.privateData().toByteArray(), 2);
                    return endpoint;
                }
                endpoint.close();
                desk.forgetReceives();
                if (!(event instanceof ConnectionEvent.NonPeerRejected)) {
                    throw new PingFailure("cannot connect to " + server + ": " + event);
                }
            }
        }
        throw new PingFailure("nobody listens at " + server);
    }

    /** The bytes from some number on. */
    private static byte[] greeting(int first) {
        byte[] bytes = new byte[PRIVATE_BYTES];
        for (int i = 0; i < PRIVATE_BYTES; i++) {
            bytes[i] = (byte) (first + i);
        }
        return bytes;
    }

    /** InfiniBand's connection manager pads private data. */
    private static void expectGreeting(byte[] found, int first) {
        if (found.length < PRIVATE_BYTES
                || !Arrays.equals(Arrays.copyOf(found, PRIVATE_BYTES), greeting(first))) {
            throw new PingFailure("private data is not that of dtest: " + Arrays.toString(found));
        }
    }

    /** Fields between colons; the fourth is the IPv4 address as a little-endian host has it. */
    private static byte[] block(InetAddress address, String provider) {
        byte[] a = address.getAddress();
        String text =
                String.format(
                        "0000:00000000:00000000:%02x%02x%02x%02x:%s",
                        a[3], a[2], a[1], a[0], provider);
        return Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), BLOCK_BYTES);
    }

    private static InetAddress address(byte[] block) throws IOException {
        String text = new String(block, StandardCharsets.US_ASCII);
        int end = text.indexOf('\0');
        String[] fields = text.substring(0, end < 0 ? text.length() : end).split(":", FIELDS);
        if (fields.length != FIELDS) {
            throw new PingFailure("not a block of dtest: '" + text + "'");
        }
        int a = Integer.parseUnsignedInt(fields[ADDRESS_FIELD], HEX);
        return InetAddress.getByAddress(
                new byte[] {(byte) a, (byte) (a >> 8), (byte) (a >> 16), (byte) (a >> 24)});
    }
}
