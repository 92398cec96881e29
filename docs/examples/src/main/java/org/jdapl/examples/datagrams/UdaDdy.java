package org.jdapl.examples.datagrams;

import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.Jdapl;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PrivateDataFraming;

/**
 * A datagram service that is looked up, and datagrams both ways: both sides of the C program {@code
 * udaddy}. The service learns where a client is from the first datagram.
 */
final class UdaDdy {

    private UdaDdy() {}

    static void run(Options options, PrintStream out) throws InterruptedException {
        try (InterfaceAdapter adapter = Jdapl.open(options.adapter())) {
            if (options.peer() == null) {
                serve(adapter, options, out);
            } else {
                ask(adapter, options.peer(), options, out);
            }
        }
    }

    private static void serve(InterfaceAdapter adapter, Options options, PrintStream out)
            throws InterruptedException {
        EventDispatcher requests =
                adapter.createEventDispatcher(options.count(), EventStream.CONNECTION_REQUEST);
        InetSocketAddress local =
                new InetSocketAddress(
                        adapter.attributes().addresses().getFirst(), Options.UDADDY_PORT);
        adapter.createDatagramServicePoint(local, requests, PrivateDataFraming.RAW);
        out.println("listening on port " + local.getPort());
        List<Station> stations = new ArrayList<>();
        for (int i = 0; i < options.count(); i++) {
            ConnectionRequestEvent asked =
                    requests.expect(ConnectionRequestEvent.class, Station.LIMIT);
            Station station = new Station(adapter, options.messages(), options.bytes());
            station.postReceives();
            asked.request().accept(station.endpoint());
            stations.add(station);
        }
        for (Station station : stations) {
            station.send(station.wayBack(station.awaitReceives()));
        }
        for (Station station : stations) {
            station.awaitSends();
        }
    }

    private static void ask(
            InterfaceAdapter adapter, InetSocketAddress server, Options options, PrintStream out)
            throws InterruptedException {
        List<Station> stations = new ArrayList<>();
        List<ConnectionEvent.PeerResolved> answers = new ArrayList<>();
        for (int i = 0; i < options.count(); i++) {
            Station station = new Station(adapter, options.messages(), options.bytes());
            station.postReceives();
            station.endpoint().connect(server, ConnectOptions.within(Station.LIMIT));
            stations.add(station);
        }
        for (Station station : stations) {
            answers.add(
                    station.connections()
                            .expect(ConnectionEvent.PeerResolved.class, Station.LIMIT));
        }
        out.println("resolved " + answers.size());
        for (int i = 0; i < stations.size(); i++) {
            stations.get(i).send(answers.get(i).peer());
        }
        for (Station station : stations) {
            station.awaitSends();
            station.awaitReceives();
        }
    }
}
