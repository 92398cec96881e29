package org.jdapl.conformance.interop;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.data.AttributeKey;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jspecify.annotations.Nullable;

/** What the command line says. */
final class PingCommand {

    /** The read depth that rping asks for. */
    private static final int READS = 1;

    private static final int RECEIVES = 2;
    private static final int REQUESTS = 8;
    private static final int DEFAULT_CLIENT_COUNT = 10;
    private static final int DEFAULT_SIZE = 64;
    private static final int DEFAULT_TIMEOUT_S = 30;
    private static final int MAX_TIMEOUT_S = 3600;
    private static final int MAX_PORT = 65_535;

    private final boolean server;
    private String host = "";
    private int port;
    private int count;
    private int size = DEFAULT_SIZE;
    private boolean validate;
    private String adapter = "soft:iwarp";
    private AdapterOptions adapterOptions = AdapterOptions.defaults();
    private TransportAttributes transport = TransportAttributes.NONE;
    private Duration timeout = Duration.ofSeconds(DEFAULT_TIMEOUT_S);

    private PingCommand(boolean server) {
        this.server = server;
        this.count = server ? 0 : DEFAULT_CLIENT_COUNT;
    }

    /** Reads a command line; an {@link IllegalArgumentException} says what is wrong with it. */
    static PingCommand parse(List<String> arguments) {
        ArrayDeque<String> words = new ArrayDeque<>(arguments);
        String role = words.isEmpty() ? "" : words.remove();
        PingCommand command =
                switch (role) {
                    case "server" -> new PingCommand(true);
                    case "client" -> new PingCommand(false);
                    default -> throw new IllegalArgumentException("say 'server' or 'client'");
                };
        if (!command.server) {
            command.peer(next(words, "client"));
        }
        while (!words.isEmpty()) {
            command.option(words.remove(), words);
        }
        return command;
    }

    private void peer(String hostPort) {
        int colon = hostPort.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("'" + hostPort + "' is not HOST:PORT");
        }
        host = hostPort.substring(0, colon);
        port = number("port", hostPort.substring(colon + 1), 1, MAX_PORT);
    }

    private void option(String name, ArrayDeque<String> words) {
        switch (name) {
            case "--port" -> {
                only(server, name);
                port = number(name, next(words, name), 0, MAX_PORT);
            }
            case "--bind" -> {
                only(server, name);
                host = next(words, name);
            }
            case "--size" -> {
                only(!server, name);
                size = number(name, next(words, name), PingText.MIN_BYTES, PingText.MAX_BYTES);
            }
            case "--validate" -> {
                only(!server, name);
                validate = true;
            }
            case "--count" -> count = number(name, next(words, name), 1, Integer.MAX_VALUE);
            case "--adapter" -> adapter = next(words, name);
            case "--crc" -> transport = with(IwarpAttributes.CRC, name, words);
            case "--peer-to-peer" -> transport = with(IwarpAttributes.PEER_TO_PEER, name, words);
            case "--progress" -> adapterOptions = adapterOptions.withProgress(mode(words, name));
            case "--timeout" ->
                    timeout = Duration.ofSeconds(number(name, next(words, name), 1, MAX_TIMEOUT_S));
            default -> throw new IllegalArgumentException("unknown option '" + name + "'");
        }
    }

    private void only(boolean allowed, String name) {
        if (!allowed) {
            throw new IllegalArgumentException(
                    name + " is not an option of the " + (server ? "server" : "client"));
        }
    }

    private TransportAttributes with(
            AttributeKey<Boolean> key, String name, ArrayDeque<String> words) {
        return transport.with(
                key,
                switch (next(words, name)) {
                    case "on" -> true;
                    case "off" -> false;
                    default -> throw new IllegalArgumentException(name + " takes on or off");
                });
    }

    private static ProgressMode mode(ArrayDeque<String> words, String name) {
        String text = next(words, name);
        try {
            return ProgressMode.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + " takes auto or manual", e);
        }
    }

    private static String next(ArrayDeque<String> words, String after) {
        @Nullable String word = words.poll();
        if (word == null) {
            throw new IllegalArgumentException("something is missing after " + after);
        }
        return word;
    }

    private static int number(String what, String text, int least, int most) {
        try {
            int n = Integer.parseInt(text);
            if (n >= least && n <= most) {
                return n;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw new IllegalArgumentException(
                what + " '" + text + "' is not a number from " + least + " to " + most);
    }

    boolean isServer() {
        return server;
    }

    /** Where to listen, or whom to connect to. */
    InetSocketAddress address() {
        InetSocketAddress address =
                host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new PingFailure("unknown host '" + host + "'");
        }
        return address;
    }

    /** How many pings; 0 for as many as the peer likes. */
    int count() {
        return count;
    }

    int size() {
        return size;
    }

    boolean validate() {
        return validate;
    }

    String adapter() {
        return adapter;
    }

    AdapterOptions adapterOptions() {
        return adapterOptions;
    }

    /** Attributes of the one endpoint; private data is raw, as other projects' programs have it. */
    EndpointAttributes endpointAttributes() {
        return EndpointAttributes.builder()
                .maxReceives(RECEIVES)
                .maxRequests(REQUESTS)
                .maxReadsIn(READS)
                .maxReadsOut(READS)
                .privateDataFraming(PrivateDataFraming.RAW)
                .transport(transport)
                .build();
    }

    /** Limit of each single wait. */
    Duration timeout() {
        return timeout;
    }
}
