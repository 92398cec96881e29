package org.jdapl.conformance.historic;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.Jdapl;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;

/** A program that closes nothing: it listens, connects to itself, and comes to its end. */
final class LeavesItsAdapterOpen {

    /** What it prints right before it ends. */
    static final String DONE = "all is open";

    private LeavesItsAdapterOpen() {}

    /**
     * The program.
     *
     * @param args none
     */
    public static void main(String[] args) throws InterruptedException {
        InterfaceAdapter adapter = Jdapl.open("soft:iwarp");
        EventDispatcher events =
                adapter.createEventDispatcher(
                        8, EventStream.DTO, EventStream.CONNECTION, EventStream.CONNECTION_REQUEST);
        PublicServicePoint point =
                adapter.createPublicServicePoint(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), events);
        Endpoint endpoint =
                adapter.createEndpoint(
                        adapter.createProtectionZone(),
                        events,
                        events,
                        events,
                        EndpointAttributes.defaults());
        endpoint.connect(point.localAddress(), ConnectOptions.within(EventDispatcher.FOREVER));
        if (events.await(EventDispatcher.FOREVER) != null) {
            System.out.println(DONE);
        }
    }
}
