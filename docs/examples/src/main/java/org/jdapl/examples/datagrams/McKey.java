package org.jdapl.examples.datagrams;

import java.io.PrintStream;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.Jdapl;
import org.jdapl.api.MulticastGroup;

/**
 * Members of a multicast group, which send to it or receive from it: both sides of the C program
 * {@code mckey}.
 */
final class McKey {

    private McKey() {}

    static void run(Options options, PrintStream out) throws InterruptedException {
        try (InterfaceAdapter adapter = Jdapl.open(options.adapter())) {
            Station station = new Station(adapter, options.messages(), options.bytes());
            if (!options.sends()) {
                station.postReceives();
            }
            station.endpoint().joinMulticast(options.group());
            MulticastGroup group =
                    station.connections()
                            .expect(ConnectionEvent.MulticastJoined.class, Station.LIMIT)
                            .group();
            out.println("joined " + group.address().getHostAddress());
            if (options.sends()) {
                station.send(group.addressHandle());
                station.awaitSends();
            } else {
                station.awaitReceives();
            }
            group.close();
        }
    }
}
