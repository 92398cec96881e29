package org.jdapl.examples.requests;

import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.examples.common.Party;
import org.jdapl.examples.common.Together;
import org.jdapl.middleware.CreditTerms;

/**
 * Requests and answers with credits: {@code requests [ADAPTER [REQUESTS]]}. The client asks for all
 * at once, many more than the server has receives; credits keep them apart.
 */
final class Main {

    private static final int DEFAULT_REQUESTS = 1000;

    private Main() {}

    /**
     * Runs client and server in one process.
     *
     * @param arguments adapter, number of requests
     */
    public static void main(String... arguments) throws InterruptedException {
        run(
                arguments.length > 0 ? arguments[0] : "soft:iwarp",
                arguments.length > 1 ? Integer.parseInt(arguments[1]) : DEFAULT_REQUESTS,
                System.out);
    }

    static void run(String adapter, int requests, PrintStream out) throws InterruptedException {
        try (Together together = new Together();
                Talk server = new Talk(adapter);
                PublicServicePoint point =
                        server.party()
                                .adapter()
                                .createPublicServicePoint(
                                        server.party().anyPort(), server.party().requests())) {
            InetSocketAddress address = point.localAddress();
            together.start(
                    () -> {
                        serve(server);
                        return null;
                    });
            out.println(
                    ask(adapter, address, requests)
                            + " answers, with "
                            + Talk.TERMS.receives()
                            + " receives at each side");
            together.finish();
        }
    }

    private static void serve(Talk server) throws InterruptedException {
        ConnectionRequest request = server.party().nextRequest();
        CreditTerms theirs = CreditTerms.of(request.privateData());
        request.acceptAndWait(server.party().endpoint(), Talk.TERMS.toPrivateData(), Party.LIMIT);
        server.start(theirs, (number, text) -> server.send(number, text.toUpperCase(Locale.ROOT)));
        server.run(() -> false);
    }

    private static int ask(String adapter, InetSocketAddress address, int requests)
            throws InterruptedException {
        Map<Long, String> answers = new TreeMap<>();
        try (Talk client = new Talk(adapter)) {
            ConnectionEvent.Established established =
                    client.party()
                            .endpoint()
                            .connectAndWait(
                                    address,
                                    ConnectOptions.within(Party.LIMIT)
                                            .withPrivateData(Talk.TERMS.toPrivateData()));
            client.start(CreditTerms.of(established.privateData()), answers::put);
            for (long number = 0; number < requests; number++) {
                client.send(number, "request " + number);
            }
            client.run(() -> answers.size() == requests);
            client.party().endpoint().disconnect(DisconnectMode.GRACEFUL);
        }
        answers.forEach(
                (number, text) -> {
                    if (!text.equals("REQUEST " + number)) {
                        throw new IllegalStateException(number + " was answered by " + text);
                    }
                });
        return answers.size();
    }
}
