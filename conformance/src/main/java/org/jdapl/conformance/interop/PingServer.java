package org.jdapl.conformance.interop;

import java.util.EnumSet;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.Privilege;
import org.jspecify.annotations.Nullable;

/** The end that listens for one peer, reads the pings by RDMA and writes them back. */
final class PingServer {

    private static final int BACKLOG = 4;
    private static final RemoteRegion NOWHERE = new RemoteRegion(0, 0, 0);

    private PingServer() {}

    static void run(InterfaceAdapter adapter, PingCommand command) throws InterruptedException {
        ConnectionRequest request = awaitRequest(adapter, command);
        try (PingLink link =
                new PingLink(adapter, command.endpointAttributes(), command.timeout())) {
            RdmaPing.say("accepted: " + link.accept(request));
            serve(link, command.count());
        }
    }

    private static ConnectionRequest awaitRequest(InterfaceAdapter adapter, PingCommand command)
            throws InterruptedException {
        try (EventDispatcher requests =
                        adapter.createEventDispatcher(BACKLOG, EventStream.CONNECTION_REQUEST);
                PublicServicePoint point =
                        adapter.createPublicServicePoint(command.address(), requests)) {
            RdmaPing.say("listening on " + point.localAddress());
            @Nullable Event event = requests.await(command.timeout());
            if (event instanceof ConnectionRequestEvent arrival) {
                return arrival.request();
            }
            throw new PingFailure("nobody came within " + command.timeout().toSeconds() + " s");
        }
    }

    private static void serve(PingLink link, int count) throws InterruptedException {
        LocalMemoryRegion buffer =
                link.allocate(PingText.MAX_BYTES, EnumSet.of(Privilege.LOCAL_WRITE));
        int n = 0;
        for (@Nullable RemoteRegion source = link.awaitMessageOrEnd();
                source != null;
                source = link.awaitMessageOrEnd()) {
            if (count > 0 && n == count) {
                throw new PingFailure("the peer has more than " + n + " pings");
            }
            ping(link, buffer, source, n++);
        }
        if (n == 0 || n < count) {
            throw new PingFailure("the peer left after " + n + " pings");
        }
        RdmaPing.say(n + " pings validated");
    }

    private static void ping(PingLink link, LocalMemoryRegion buffer, RemoteRegion source, int n)
            throws InterruptedException {
        if (source.length() < PingText.MIN_BYTES || source.length() > PingText.MAX_BYTES) {
            throw new PingFailure("the peer offers " + source.length() + " bytes to read");
        }
        int size = (int) source.length();
        buffer.segment().asSlice(0, size).fill((byte) 0);
        link.read(buffer.slice(0, size), source);
        link.awaitRequests();
        PingText.check(buffer.segment(), n, size);
        link.send(NOWHERE); // go on
        RemoteRegion sink = link.awaitMessage();
        link.write(buffer.slice(0, size), sink);
        link.send(NOWHERE); // done
        link.awaitRequests();
        RdmaPing.say("ping " + n + ": " + size + " bytes read and written back");
    }
}
