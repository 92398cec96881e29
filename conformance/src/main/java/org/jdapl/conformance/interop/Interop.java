package org.jdapl.conformance.interop;

import java.io.IOException;
import java.util.List;
import org.jdapl.api.CloseMode;
import org.jdapl.api.DatException;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.Jdapl;

/**
 * The other end of well-known C programs, on the consumer API alone. The exit status is 0 when all
 * went as the program's protocol has it, 1 when something failed, 2 for a bad command line.
 */
public final class Interop {

    private static final int FAILED = 1;
    private static final int BAD_USAGE = 2;

    private static final String USAGE =
            """
            usage: Interop ping ARGUMENT...                       the end of rping; see RdmaPing
                   Interop cmatose server|client ADDRESS:PORT [NAME=VALUE...]   that of ucmatose
                   Interop dtest server|client ADDRESS:PORT [NAME=VALUE...]     that of dtest
                   Interop session               such lines, from standard input

              adapter=NAME      the adapter (soft:iwarp)
              connections=N     cmatose: how many (1)
              messages=N        cmatose: how many go each way on each connection (10)
              size=BYTES        length of a message (cmatose 100, dtest 65536)
              burst=N           dtest: how many RDMA writes (1000)
              provider=NAME     dtest server: how the C client's dat.conf calls the adapter
              reads=on|off      dtest: off where the C program's provider does not say that it has RDMA
                                reads; it ends after its writes then (on)
              timeout=S         limit of each wait, in seconds (30)

            The port of dtest is that of its first, TCP conversation: 15828.\
            """;

    private Interop() {}

    /**
     * Runs one end.
     *
     * @param args the command line
     * @throws IOException where standard input cannot be read
     */
    public static void main(String[] args) throws IOException {
        System.exit(Session.main(List.of(args), Interop::run));
    }

    /** Runs a command line; gives the exit status. */
    static int run(List<String> words) {
        if (words.getFirst().equals("ping")) {
            return RdmaPing.run(words.subList(1, words.size()));
        }
        InteropCommand command;
        try {
            command = InteropCommand.parse(words);
        } catch (IllegalArgumentException e) {
            System.err.println("interop: " + e.getMessage() + "\n\n" + USAGE);
            return BAD_USAGE;
        }
        try (InterfaceAdapter adapter = Jdapl.open(command.adapter())) {
            switch (command.program()) {
                case "cmatose" -> CmatosePeer.run(adapter, command);
                case "dtest" -> DtestPeer.run(adapter, command);
                default -> {
                    System.err.println("interop: no " + command.program() + "\n\n" + USAGE);
                    return BAD_USAGE;
                }
            }
            adapter.close(CloseMode.GRACEFUL); // refuses where something was left open
            return 0;
        } catch (PingFailure | DatException | IOException e) {
            System.err.println("interop: " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            System.err.println("interop: interrupted");
        }
        return FAILED;
    }
}
