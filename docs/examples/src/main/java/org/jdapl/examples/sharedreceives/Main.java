package org.jdapl.examples.sharedreceives;

import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.Privilege;
import org.jdapl.examples.common.Party;
import org.jdapl.examples.common.Together;

/**
 * A server for many clients whose receives come from one shared queue, and its clients: {@code
 * sharedreceives [ADAPTER [CLIENTS [MESSAGES]]]}. Each client sends a message, waits for the
 * answer, and sends the next.
 */
final class Main {

    private static final int DEFAULT_CLIENTS = 8;
    private static final int DEFAULT_MESSAGES = 100;

    private Main() {}

    /**
     * Runs server and clients in one process.
     *
     * @param arguments adapter, number of clients, number of messages of each
     */
    public static void main(String... arguments) throws InterruptedException {
        run(
                arguments.length > 0 ? arguments[0] : "soft:iwarp",
                arguments.length > 1 ? Integer.parseInt(arguments[1]) : DEFAULT_CLIENTS,
                arguments.length > 2 ? Integer.parseInt(arguments[2]) : DEFAULT_MESSAGES,
                System.out);
    }

    static void run(String adapter, int clients, int messages, PrintStream out)
            throws InterruptedException {
        try (Server server = Server.open(adapter, clients);
                PublicServicePoint point = server.listen();
                Together together = new Together()) {
            InetSocketAddress address = point.localAddress();
            for (int i = 0; i < clients; i++) {
                int number = i;
                together.start(
                        () -> {
                            talk(adapter, address, number, messages);
                            return number;
                        });
            }
            long answered = server.serve(clients);
            together.finish();
            out.println(
                    clients
                            + " clients, "
                            + answered
                            + " messages, "
                            + server.receives()
                            + " receives for all of them");
        }
    }

    /** One client. */
    private static void talk(String adapter, InetSocketAddress server, int number, int messages)
            throws InterruptedException {
        try (Party me = Party.open(adapter, EndpointAttributes.defaults())) {
            LocalMemoryRegion question = me.zone().allocate(Server.MESSAGE_BYTES, Privilege.ALL);
            LocalMemoryRegion answer = me.zone().allocate(Server.MESSAGE_BYTES, Privilege.ALL);
            me.connect(server);
            for (int i = 0; i < messages; i++) {
                byte[] text = ("client " + number + " says " + i).getBytes(StandardCharsets.UTF_8);
                question.segment().asByteBuffer().put(text);
                me.endpoint().receive(answer.whole(), i); // before the question goes
                me.endpoint().send(question.slice(0, text.length), i);
                me.completions().expectSuccess(Party.LIMIT);
                me.completions().expectSuccess(Party.LIMIT); // sent and received, in any order
                byte[] answered = new byte[text.length];
                answer.segment().asByteBuffer().get(answered);
                if (!Arrays.equals(text, answered)) {
                    throw new IllegalStateException(
                            "answer: " + new String(answered, StandardCharsets.UTF_8));
                }
            }
        }
    }
}
