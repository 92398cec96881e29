package org.jdapl.examples.verbs.pingpong;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jdapl.verbs.Mtu;
import org.jspecify.annotations.Nullable;

/**
 * The options of the C programs, with their letters and defaults.
 *
 * @param device the device's name; null: the first
 * @param port the device's port
 * @param gidIndex index in its table of GIDs; -1: none, the LID is enough
 * @param tcpPort where the two sides tell each other their queue pairs
 * @param size bytes of a message
 * @param mtu bytes of a packet
 * @param depth receives that are posted
 * @param rounds messages each way
 * @param queuePairs how many; for shared receives
 * @param events whether to sleep until a completion comes
 * @param server the other side; null: this is the server
 */
record Options(
        @Nullable String device,
        int port,
        int gidIndex,
        int tcpPort,
        int size,
        Mtu mtu,
        int depth,
        int rounds,
        int queuePairs,
        boolean events,
        @Nullable String server) {

    static final String USAGE =
            """
            usage: pingpong rc|uc|ud|srq [OPTION...] [SERVER]
              -d NAME    device (the first)          -i PORT    its port (1)
              -g INDEX   its GID (none: by LID)      -p PORT    TCP port (18515)
              -s BYTES   message (4096; ud 1024)     -m BYTES   packet (1024)
              -r COUNT   receives posted (500)       -n COUNT   messages each way (1000)
              -q COUNT   queue pairs (srq: 16)       -e         sleep until a completion comes""";

    /** Options of a command line, without the kind. */
    static Options parse(Kind kind, String... arguments) {
        @Nullable String device = null;
        int port = 1;
        int gidIndex = -1;
        int tcpPort = 18515;
        int size = kind == Kind.UD ? 1024 : 4096;
        Mtu mtu = Mtu.MTU_1024;
        int depth = 500;
        int rounds = 1000;
        int queuePairs = kind == Kind.SRQ ? 16 : 1;
        boolean events = false;
        @Nullable String server = null;
        Deque<String> left = new ArrayDeque<>(Arrays.asList(arguments));
        while (!left.isEmpty()) {
            String option = left.pop();
            switch (option) {
                case "-d" -> device = left.pop();
                case "-i" -> port = number(left);
                case "-g" -> gidIndex = number(left);
                case "-p" -> tcpPort = number(left);
                case "-s" -> size = number(left);
                case "-m" -> mtu = Mtu.valueOf("MTU_" + left.pop());
                case "-r" -> depth = number(left);
                case "-n" -> rounds = number(left);
                case "-q" -> queuePairs = number(left);
                case "-e" -> events = true;
                default -> server = option;
            }
        }
        return new Options(
                device,
                port,
                gidIndex,
                tcpPort,
                size,
                mtu,
                depth,
                rounds,
                queuePairs,
                events,
                server);
    }

    private static int number(Deque<String> left) {
        return Integer.decode(left.pop());
    }

    boolean isServer() {
        return server == null;
    }
}
