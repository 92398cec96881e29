package org.jdapl.examples.verbs.udaddy;

import java.net.InetSocketAddress;
import org.jdapl.examples.verbs.common.Arguments;
import org.jdapl.verbs.cm.PortSpace;
import org.jspecify.annotations.Nullable;

/**
 * What the command line says; the letters are those of the C program.
 *
 * @param server where the server is; null: this is the server
 * @param local the local address; null: any
 * @param port where the server listens
 * @param portSpace UDP or IPOIB
 * @param connections how many pairs of queue pairs
 * @param messages how many go each way between each
 * @param bytes length of a message
 * @param typeOfService for the packets of the client; negative: what the system has
 */
record Options(
        @Nullable InetSocketAddress server,
        @Nullable InetSocketAddress local,
        int port,
        PortSpace portSpace,
        int connections,
        int messages,
        int bytes,
        int typeOfService) {

    static final String USAGE =
            """
            usage: udaddy [OPTION...]               the server
                   udaddy -s ADDRESS [OPTION...]    the client
              -b ADDRESS  the local address (any)
              -c COUNT    pairs of queue pairs (1)
              -C COUNT    messages each way between each (10)
              -S BYTES    length of a message (100)
              -t NUMBER   type of service
              -P SPACE    udp or ipoib (udp)
            Both sides need the same -c, -C, -S and -P.\
            """;

    /** The C program knows no other. */
    private static final int PORT = 7174;

    static Options parse(String... arguments) {
        Arguments given = Arguments.parse("s:b:c:C:S:t:P:", arguments);
        int bytes = given.number('S', 100, 0, 4096);
        String space = given.text('P').orElse("udp");
        if (!space.equals("udp") && !space.equals("ipoib")) {
            throw new IllegalArgumentException("-P needs udp or ipoib");
        }
        return new Options(
                given.text('s').map(host -> new InetSocketAddress(host, PORT)).orElse(null),
                given.text('b').map(host -> new InetSocketAddress(host, 0)).orElse(null),
                PORT,
                space.equals("udp") ? PortSpace.UDP : PortSpace.IPOIB,
                given.number('c', 1, 1, 1000),
                bytes == 0 ? 0 : given.number('C', 10, 0, 10_000),
                bytes,
                given.number('t', -1, 0, 255));
    }
}
