package org.jdapl.examples.verbs.cmatose;

import java.net.InetSocketAddress;
import org.jdapl.examples.verbs.common.Arguments;
import org.jspecify.annotations.Nullable;

/**
 * What the command line says; the letters are those of the C program.
 *
 * @param server where the server is; null: this is the server
 * @param local the local address; null: any
 * @param port where the server listens
 * @param connections how many
 * @param messages how many go each way on each
 * @param bytes length of a message
 * @param typeOfService for the packets of the client; negative: what the system has
 * @param migrate whether the connections move to another event channel before they end
 */
record Options(
        @Nullable InetSocketAddress server,
        @Nullable InetSocketAddress local,
        int port,
        int connections,
        int messages,
        int bytes,
        int typeOfService,
        boolean migrate) {

    static final String USAGE =
            """
            usage: cmatose [OPTION...]               the server
                   cmatose -s ADDRESS [OPTION...]    the client
              -b ADDRESS  the local address (any)
              -p PORT     where the server listens (7471; 0 lets the server choose)
              -c COUNT    connections (1)
              -C COUNT    messages each way on each connection (10)
              -S BYTES    length of a message (100)
              -t NUMBER   type of service
              -m          move the connections to another event channel before they end
            Both sides need the same -c, -C and -S.\
            """;

    static Options parse(String... arguments) {
        Arguments given = Arguments.parse("s:b:p:c:C:S:t:m", arguments);
        int port = given.number('p', 7471, 0, 0xFFFF);
        int bytes = given.number('S', 100, 0, 1 << 20);
        return new Options(
                given.text('s').map(host -> new InetSocketAddress(host, port)).orElse(null),
                given.text('b').map(host -> new InetSocketAddress(host, 0)).orElse(null),
                port,
                given.number('c', 1, 1, 1000),
                bytes == 0 ? 0 : given.number('C', 10, 0, 10_000),
                bytes,
                given.number('t', -1, 0, 255),
                given.has('m'));
    }
}
