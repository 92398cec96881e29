package org.jdapl.conformance.interop;

import java.io.IOException;
import java.util.List;
import org.jdapl.api.CloseMode;
import org.jdapl.api.DatException;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.Jdapl;
import org.jspecify.annotations.Nullable;

/**
 * Both ends of the protocol of the C program {@code rping}, on the consumer API alone, to talk with
 * that program or with itself. The client offers a buffer, the server reads it by RDMA and writes
 * it into another buffer of the client's; 16-byte messages go between.
 *
 * <p>The exit status is 0 when all pings were exchanged, 1 when something failed, 2 for a bad
 * command line.
 */
public final class RdmaPing {

    private static final int FAILED = 1;
    private static final int BAD_USAGE = 2;

    private static final String USAGE =
            """
            usage: RdmaPing server [--port P] [--bind ADDR] [--count N] [option...]
                   RdmaPing client HOST:PORT [--count N] [--size S] [--validate] [option...]
                   RdmaPing session

            A server takes one peer, on any free port if not told otherwise. It checks every byte
            that it reads, and, with --count, that the peer has exactly so many pings. A client has
            10 pings of 64 bytes if not told otherwise; with --validate it checks every byte that
            comes back.

              --adapter NAME          the adapter (default soft:iwarp)
              --crc on|off            whether to ask for checksums (iWARP)
              --peer-to-peer on|off   whether the client asks for the peer-to-peer mode (iWARP)
              --progress auto|manual  who drives the adapter
              --timeout S             limit of each wait, in seconds (default 30)

            A session runs command lines from standard input, one after the other, and answers each
            with "exit N"; it fails when one of them failed.\
            """;

    private RdmaPing() {}

    /**
     * Runs one end.
     *
     * @param args the command line
     * @throws IOException where standard input cannot be read
     */
    public static void main(String[] args) throws IOException {
        System.exit(Session.main(List.of(args), RdmaPing::run));
    }

    /** Runs a command line; gives the exit status. */
    static int run(List<String> arguments) {
        PingCommand command;
        try {
            command = PingCommand.parse(arguments);
        } catch (IllegalArgumentException e) {
            complain(e.getMessage() + "\n\n" + USAGE);
            return BAD_USAGE;
        }
        try {
            run(command);
            return 0;
        } catch (PingFailure | DatException e) {
            complain(e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            complain("interrupted");
        }
        return FAILED;
    }

    private static void run(PingCommand command) throws InterruptedException {
        try (InterfaceAdapter adapter =
                Jdapl.registry().open(command.adapter(), command.adapterOptions())) {
            if (command.isServer()) {
                PingServer.run(adapter, command);
            } else {
                PingClient.run(adapter, command);
            }
            adapter.close(CloseMode.GRACEFUL); // refuses where something was left open
        }
    }

    /** Prints a line at once. */
    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static void complain(@Nullable String line) {
        System.err.println("rdma-ping: " + line);
        System.err.flush();
    }
}
