package org.jdapl.conformance.peer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.file.Path;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;
import org.jdapl.conformance.base.Bound;
import org.jspecify.annotations.Nullable;

/**
 * A {@link PeerServer} on another host.
 *
 * @param address where it listens
 * @param secretFile the file with the secret that both know; null for none
 * @param kit who this is: all connections of one kit name the same
 */
public record PeerHost(InetSocketAddress address, @Nullable Path secretFile, String kit) {

    /** The property with the place, {@code HOST:PORT}. */
    public static final String PROPERTY = "jdapl.test.peer.host";

    /** The property with the file of the secret. */
    public static final String SECRET_PROPERTY = "jdapl.test.peer.secret";

    /** The property with the name of the kit. */
    public static final String KIT_PROPERTY = "jdapl.test.peer.kit";

    /** What a connection is for: a peer process of its own. */
    static final String FOR_PEER = "peer";

    /** What a connection is for: keeping other kits away. */
    static final String FOR_RESERVATION = "reservation";

    private static final int KEEP_ALIVE_S = 5;
    private static final int KEEP_ALIVE_PROBES = 3;

    /**
     * The host that the properties tell.
     *
     * @return null where they tell none
     */
    static @Nullable PeerHost ofProperties() {
        @Nullable String place = System.getProperty(PROPERTY);
        if (place == null) {
            return null;
        }
        @Nullable String secret = System.getProperty(SECRET_PROPERTY);
        return of(place, secret, System.getProperty(KIT_PROPERTY, ""));
    }

    /**
     * A host by its name.
     *
     * @param place {@code HOST:PORT}; an IPv6 address stands in brackets
     * @param secretFile the file with the secret; null for none
     * @param kit who this is
     * @return the host
     * @throws IllegalArgumentException where the place is not of that form, or the host is unknown
     */
    public static PeerHost of(String place, @Nullable String secretFile, String kit) {
        return new PeerHost(parse(place), secretFile == null ? null : Path.of(secretFile), kit);
    }

    /** Takes {@code HOST:PORT} apart. */
    static InetSocketAddress parse(String place) {
        int colon = place.lastIndexOf(':');
        try {
            String host = place.substring(0, Math.max(colon, 0));
            InetSocketAddress address =
                    new InetSocketAddress(host, Integer.parseInt(place.substring(colon + 1)));
            if (!host.isEmpty() && !address.isUnresolved()) {
                return address;
            }
        } catch (IllegalArgumentException _) {
            // Not a number, or not one of a port.
        }
        throw new IllegalArgumentException(place + " is not HOST:PORT of a host that is known");
    }

    /**
     * Keeps other kits away from the peer until it is closed.
     *
     * @param kit whom the peer serves
     * @param address the address of this side that the peer sees
     * @param socket the connection that stands for it
     */
    public record Reservation(String kit, InetAddress address, Socket socket)
            implements AutoCloseable {
        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /**
     * Has the peer serve this kit and no other.
     *
     * @return ends it
     * @throws PeerException where the peer does not answer, is of another version, serves another
     *     kit, or does not take the secret; the text says which
     */
    public Reservation reserve() {
        Socket socket = connect(FOR_RESERVATION, Map.of());
        return new Reservation(kit, socket.getLocalAddress(), socket);
    }

    /** Connects, and comes to terms; bounded. */
    Socket connect(String purpose, Map<String, String> settings) {
        Socket socket = new Socket();
        try {
            socket.connect(address, (int) Bound.COMMAND.millis());
            socket.setSoTimeout((int) Bound.COMMAND.millis());
            Message peer = Greeting.hear(socket.getInputStream(), Greeting.PEER);
            @Nullable String mismatch = Greeting.mismatch(peer);
            if (mismatch != null) {
                throw new IOException(mismatch);
            }
            String proof = Greeting.proof(Greeting.secret(secretFile), peer.text("nonce"), kit);
            Message greeting = Greeting.of(Greeting.KIT).with("name", kit).with("proof", proof);
            Greeting.say(socket.getOutputStream(), greeting.with("for", purpose).with(settings));
            Message answer =
                    Greeting.hear(socket.getInputStream(), Greeting.WELCOME, Greeting.REFUSED);
            if (answer.verb().equals(Greeting.REFUSED)) {
                throw new IOException("it refuses: " + answer.text("text"));
            }
            socket.setSoTimeout(0);
            keepAlive(socket);
            return socket;
        } catch (IOException | RuntimeException e) {
            close(socket);
            String why =
                    e instanceof SocketTimeoutException
                            ? "it does not answer within " + Bound.COMMAND.millis() + " ms"
                            : String.valueOf(e.getMessage());
            throw new PeerException("the peer at " + this + ": " + why);
        }
    }

    /** Has the system notice the loss of the other host while nothing is said, within 20 s. */
    static void keepAlive(Socket socket) throws IOException {
        socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        socket.setTcpNoDelay(true);
        if (socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
            socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, KEEP_ALIVE_S);
            socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, KEEP_ALIVE_S);
            socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, KEEP_ALIVE_PROBES);
        }
    }

    static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // It is of no use any more.
        }
    }

    @Override
    public String toString() {
        return address.getHostString() + ":" + address.getPort();
    }
}
