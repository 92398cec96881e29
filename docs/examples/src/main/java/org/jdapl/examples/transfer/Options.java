package org.jdapl.examples.transfer;

import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the command line says.
 *
 * @param server whether this side listens
 * @param peer where the server listens, or is to be found
 * @param adapter name of the adapter
 * @param bytes length of a message and of an RDMA operation
 * @param burst how many RDMA writes are made
 * @param signalRate each how-many-th write has a completion
 * @param rounds how many messages go to and fro
 * @param waiting how completions are waited for
 * @param oneWay whether only the client writes and reads
 */
record Options(
        boolean server,
        InetSocketAddress peer,
        String adapter,
        int bytes,
        int burst,
        int signalRate,
        int rounds,
        Waiting waiting,
        boolean oneWay) {

    static final String USAGE =
            """
            usage: transfer -s [OPTION...]         the server
                   transfer -h HOST [OPTION...]    the client
              -p PORT     service to listen on or to connect to (45248; 0 lets the server choose)
              -P ADAPTER  name of the adapter (soft:iwarp)
              -b BYTES    length of messages and of RDMA operations (4096)
              -B COUNT    how many RDMA writes (1000)
              -S COUNT    each how-many-th write has a completion (10)
              -r COUNT    how many messages go to and fro (100)
              -w HOW      wait, poll or notify: how completions are waited for (wait)
              -u          only the client writes and reads
            Both sides need the same -b, -B, -r and -u.\
            """;

    private static final Map<String, String> DEFAULTS =
            Map.of(
                    "-p",
                    "45248",
                    "-P",
                    "soft:iwarp",
                    "-b",
                    "4096",
                    "-B",
                    "1000",
                    "-S",
                    "10",
                    "-r",
                    "100",
                    "-w",
                    "wait");

    /**
     * Reads a command line.
     *
     * @param arguments the arguments
     * @return what they say
     * @throws IllegalArgumentException with a text for people where they make no sense
     */
    static Options parse(String... arguments) {
        Map<String, String> given = new TreeMap<>(DEFAULTS);
        for (int i = 0; i < arguments.length; i++) {
            String option = arguments[i];
            switch (option) {
                case "-s", "-u" -> given.put(option, "");
                case "-h", "-p", "-P", "-b", "-B", "-S", "-r", "-w" -> {
                    if (++i == arguments.length) {
                        throw new IllegalArgumentException(option + " needs a value");
                    }
                    given.put(option, arguments[i]);
                }
                default -> throw new IllegalArgumentException("unknown option " + option);
            }
        }
        boolean server = given.containsKey("-s");
        if (server == given.containsKey("-h")) {
            throw new IllegalArgumentException("either -s or -h HOST");
        }
        int port = number(given, "-p", 0);
        return new Options(
                server,
                server
                        ? new InetSocketAddress(port)
                        : new InetSocketAddress(given.getOrDefault("-h", ""), port),
                given.getOrDefault("-P", ""),
                number(given, "-b", 1),
                number(given, "-B", 1),
                number(given, "-S", 1),
                number(given, "-r", 1),
                waiting(given.getOrDefault("-w", "")),
                given.containsKey("-u"));
    }

    private static int number(Map<String, String> given, String option, int least) {
        try {
            int value = Integer.parseInt(given.getOrDefault(option, ""));
            if (value >= least) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(option + " needs a number from " + least + " up");
    }

    private static Waiting waiting(String name) {
        try {
            return Waiting.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("-w needs wait, poll or notify", e);
        }
    }

    /** Whether this side makes RDMA operations of its own. */
    boolean initiates() {
        return !server || !oneWay;
    }

    /** Whether the peer does. */
    boolean peerInitiates() {
        return server || !oneWay;
    }
}
