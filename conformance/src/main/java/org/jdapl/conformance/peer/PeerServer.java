package org.jdapl.conformance.peer;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import org.jdapl.conformance.base.Bound;
import org.jspecify.annotations.Nullable;

/**
 * Serves a kit on another host with peers: each connection of the kit gets a peer process of its
 * own, which ends with the connection. It serves one kit at a time, and does not end by itself.
 * Without a secret it listens where no other host reaches it.
 */
public final class PeerServer implements AutoCloseable {

    private static final String USAGE =
            """
            usage: kit peer --listen HOST:PORT [--secret FILE]

              --listen  address and port for the kit's commands; port 0 for any
              --secret  file with a secret that the kit knows too; may be left out where HOST
                        is a loopback address
            """;

    private static final int NONCE_BYTES = 16;

    private final ServerSocket listening;
    private final byte[] secret;
    private final SecureRandom random = new SecureRandom();
    private final PrintStream log;
    private @Nullable String served;
    private int connections;

    private PeerServer(ServerSocket listening, byte[] secret, PrintStream log) {
        this.listening = listening;
        this.secret = secret;
        this.log = log;
    }

    /**
     * Serves kits until the process is ended.
     *
     * @param args see the usage
     */
    public static void main(String[] args) {
        Map<String, String> options = Map.of();
        if (args.length == 2) {
            options = Map.of(args[0], args[1]);
        } else if (args.length == 4 && !args[0].equals(args[2])) {
            options = Map.of(args[0], args[1], args[2], args[3]);
        }
        @Nullable String place = options.get("--listen");
        if (place == null || (options.size() == 2 && !options.containsKey("--secret"))) {
            System.err.print(USAGE);
            System.exit(2);
            return;
        }
        @Nullable String file = options.get("--secret");
        try {
            @Nullable Path secret = file == null ? null : Path.of(file);
            open(PeerHost.parse(place), secret, System.err).serve();
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            System.err.println("peer: " + e.getMessage());
            System.exit(1);
        }
    }

    /**
     * Begins to listen.
     *
     * @param place where; port 0 for any
     * @param secretFile the file with the secret; null for none
     * @param log where it says who comes and goes
     * @return the server, to be run by {@link #serve}
     * @throws IOException where it cannot listen there
     * @throws IllegalArgumentException where others reach the place and there is no secret
     */
    public static PeerServer open(
            InetSocketAddress place, @Nullable Path secretFile, PrintStream log)
            throws IOException {
        byte[] secret = Greeting.secret(secretFile);
        if (secret.length == 0 && !place.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "other hosts reach "
                            + place.getAddress().getHostAddress()
                            + ": give a secret that the kit has to know");
        }
        ServerSocket listening = new ServerSocket();
        listening.bind(place);
        return new PeerServer(listening, secret, log);
    }

    /**
     * Where it listens.
     *
     * @return address and port
     */
    public InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    /** Serves until {@link #close}. */
    public void serve() {
        say("listens on " + address().getHostString() + ":" + address().getPort());
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                Thread.ofPlatform().daemon().name("peer-kit").start(() -> serve(socket));
            } catch (SocketException _) {
                // Closed, which the loop sees, or given up by a kit before it was taken.
            } catch (IOException e) {
                say("cannot take a connection: " + e.getMessage());
            }
        }
    }

    private void serve(Socket socket) {
        String from = String.valueOf(socket.getRemoteSocketAddress());
        try (socket) {
            socket.setSoTimeout((int) Bound.COMMAND.millis());
            byte[] bytes = new byte[NONCE_BYTES];
            random.nextBytes(bytes);
            String nonce = HexFormat.of().formatHex(bytes);
            Greeting.say(socket.getOutputStream(), Greeting.of(Greeting.PEER).with("nonce", nonce));
            Message kit = Greeting.hear(socket.getInputStream(), Greeting.KIT);
            @Nullable String refusal = admit(kit, nonce);
            if (refusal != null) {
                say("refuses the kit at " + from + ": " + refusal);
                Greeting.say(
                        socket.getOutputStream(),
                        new Message(Greeting.REFUSED).with("text", refusal));
                return;
            }
            try {
                Greeting.say(socket.getOutputStream(), new Message(Greeting.WELCOME));
                socket.setSoTimeout(0);
                PeerHost.keepAlive(socket);
                serve(kit, socket, from);
            } finally {
                leave(from);
            }
        } catch (IOException | IllegalArgumentException e) {
            say("the kit at " + from + " is gone: " + e.getMessage());
        }
    }

    private void serve(Message kit, Socket socket, String from) throws IOException {
        if (kit.text("for").equals(PeerHost.FOR_RESERVATION)) {
            say("serves the kit at " + from);
            while (socket.getInputStream().read() >= 0) {
                // A reservation says nothing more.
            }
        } else {
            new PeerSession(socket, kit.fields()).run();
        }
    }

    /** Takes a kit in, or says why not. */
    private @Nullable String admit(Message kit, String nonce) {
        @Nullable String mismatch = Greeting.mismatch(kit);
        if (mismatch != null) {
            return mismatch;
        }
        String name = kit.text("name");
        String proof = Greeting.proof(secret, nonce, name);
        if (!MessageDigest.isEqual(
                proof.getBytes(StandardCharsets.UTF_8),
                kit.text("proof").getBytes(StandardCharsets.UTF_8))) {
            return "the secret is another one";
        }
        synchronized (this) {
            if (served != null && !served.equals(name)) {
                return "another kit is being served";
            }
            served = name;
            connections++;
            return null;
        }
    }

    private synchronized void leave(String from) {
        if (--connections == 0) {
            served = null;
            say("the kit is gone whose last connection was " + from);
        }
    }

    private synchronized void say(String text) {
        log.println("peer: " + text);
    }

    /** Listens no more. Kits that are being served stay so. */
    @Override
    public void close() throws IOException {
        listening.close();
    }
}
