package org.jdapl.examples.verbs.mckey;

import java.net.InetSocketAddress;
import org.jdapl.examples.verbs.common.Arguments;
import org.jdapl.verbs.cm.PortSpace;
import org.jspecify.annotations.Nullable;

/**
 * What the command line says; the letters are those of the C program.
 *
 * @param group the multicast group
 * @param local the local address; null: what the routing table says
 * @param sender whether this side sends
 * @param portSpace UDP or IPOIB
 * @param connections how many queue pairs
 * @param messages how many are sent, or received, by each
 * @param bytes length of a message
 */
record Options(
        InetSocketAddress group,
        @Nullable InetSocketAddress local,
        boolean sender,
        PortSpace portSpace,
        int connections,
        int messages,
        int bytes) {

    static final String USAGE =
            """
            usage: mckey -m GROUP [-b ADDRESS] [OPTION...]       receives
                   mckey -m GROUP -s [-b ADDRESS] [OPTION...]    sends
              -b ADDRESS  the local address
              -c COUNT    queue pairs (1)
              -C COUNT    messages of each (10)
              -S BYTES    length of a message (100)
              -p NUMBER   port space: 0x111 for UDP (default), 0x2 for IPOIB\
            """;

    private static final int UDP = 0x111;
    private static final int IPOIB = 0x2;

    static Options parse(String... arguments) {
        Arguments given = Arguments.parse("m:sb:c:C:S:p:", arguments);
        InetSocketAddress group =
                given.text('m')
                        .map(address -> new InetSocketAddress(address, 0))
                        .orElseThrow(() -> new IllegalArgumentException("-m GROUP is needed"));
        int bytes = given.number('S', 100, 0, 4096);
        int space = given.number('p', UDP, IPOIB, UDP);
        return new Options(
                group,
                given.text('b').map(host -> new InetSocketAddress(host, 0)).orElse(null),
                given.has('s'),
                space == IPOIB ? PortSpace.IPOIB : PortSpace.UDP,
                given.number('c', 1, 1, 1000),
                bytes == 0 ? 0 : given.number('C', 10, 0, 10_000),
                bytes);
    }
}
