package org.jdapl.examples.datagrams;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jdapl.examples.verbs.common.Arguments;
import org.jspecify.annotations.Nullable;

/**
 * What the command line says; the letters are those of the C programs.
 *
 * @param adapter the adapter
 * @param peer where the service is; null: this is it
 * @param group the multicast group
 * @param sends whether this side sends to it
 * @param count how many endpoints
 * @param messages how many datagrams go each way
 * @param bytes the length of each
 */
record Options(
        String adapter,
        @Nullable InetSocketAddress peer,
        InetAddress group,
        boolean sends,
        int count,
        int messages,
        int bytes) {

    /** The port that the C program serves at. */
    static final int UDADDY_PORT = 7174;

    /** The help. */
    static final String USAGE =
            """
            usage: datagrams udaddy [OPTION...]             the service
                   datagrams udaddy -s ADDRESS [OPTION...]  its client
                   datagrams mckey -m GROUP [OPTION...]     receives from the group
                   datagrams mckey -m GROUP -w [OPTION...]  sends to it
              -d ADAPTER  the adapter (ib:rxe0)
              -c COUNT    endpoints of each side (1)
              -C COUNT    datagrams each way (10)
              -S BYTES    length of a datagram (100)
            """;

    private static final String NO_GROUP = "224.0.0.1";

    static Options parse(String... arguments) {
        Arguments given = Arguments.parse("d:s:m:wc:C:S:", arguments);
        return new Options(
                given.text('d').orElse("ib:rxe0"),
                given.text('s').map(host -> new InetSocketAddress(host, UDADDY_PORT)).orElse(null),
                InetAddress.ofLiteral(given.text('m').orElse(NO_GROUP)),
                given.has('w'),
                given.number('c', 1, 1, 1000),
                given.number('C', 10, 1, 10_000),
                given.number('S', 100, 0, 4096));
    }
}
