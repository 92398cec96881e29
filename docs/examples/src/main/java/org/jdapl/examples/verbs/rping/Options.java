package org.jdapl.examples.verbs.rping;

import java.net.InetSocketAddress;
import org.jdapl.examples.verbs.common.Arguments;
import org.jspecify.annotations.Nullable;

/**
 * What the command line says; the letters are those of the C program.
 *
 * @param server whether this side listens
 * @param address where the server listens, or is to be found
 * @param source the client's address; null: any
 * @param bytes length of the data
 * @param count how many pings; 0: without end
 * @param verbose whether the data is printed
 * @param validate whether the client compares what comes back
 * @param persistent whether the server serves client after client
 * @param ownQueuePair whether the queue pair is made and modified here, and not by librdmacm
 */
record Options(
        boolean server,
        InetSocketAddress address,
        @Nullable InetSocketAddress source,
        int bytes,
        int count,
        boolean verbose,
        boolean validate,
        boolean persistent,
        boolean ownQueuePair) {

    static final String USAGE =
            """
            usage: rping -s [-vPq] [-S BYTES] [-a ADDRESS] [-p PORT]                the server
                   rping -c [-vVq] [-S BYTES] [-C COUNT] [-I ADDRESS] -a ADDRESS [-p PORT]
              -a ADDRESS  where the server listens (any), or is
              -p PORT     its port (7174; 0 lets the server choose)
              -I ADDRESS  the client's own address
              -S BYTES    length of the data (64)
              -C COUNT    how many pings (without end)
              -v          print the data
              -V          compare the data that comes back
              -P          serve client after client
              -q          make and modify the queue pair here\
            """;

    private static final int PORT = 7174;
    private static final int LEAST_BYTES = 27;
    private static final int MOST_BYTES = 64 * 1024 - 1;

    static Options parse(String... arguments) {
        Arguments given = Arguments.parse("sca:p:I:S:C:vVPq", arguments);
        boolean server = given.has('s');
        if (server == given.has('c')) {
            throw new IllegalArgumentException("either -s or -c");
        }
        int port = given.number('p', PORT, 0, 0xFFFF);
        if (!server && !given.has('a')) {
            throw new IllegalArgumentException("-c needs -a ADDRESS");
        }
        return new Options(
                server,
                new InetSocketAddress(given.text('a').orElse("0.0.0.0"), port),
                given.text('I').map(address -> new InetSocketAddress(address, 0)).orElse(null),
                given.number('S', 64, LEAST_BYTES, MOST_BYTES),
                given.number('C', 0, 0, Integer.MAX_VALUE),
                given.has('v'),
                given.has('V'),
                given.has('P'),
                given.has('q'));
    }
}
