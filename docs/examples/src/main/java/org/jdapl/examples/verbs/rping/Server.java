package org.jdapl.examples.verbs.rping;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jdapl.examples.verbs.common.Connecting;
import org.jdapl.verbs.MemoryRegion;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.PortSpace;
import org.jdapl.verbs.error.VerbsException;

/** The side that is pinged: it reads the client's data, and writes it where the client says. */
final class Server {
    private final Options options;
    private final PrintStream out;

    Server(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    void run() {
        try (EventChannel events = EventChannel.create(); //           rdma_create_event_channel
                ConnectionId listener = ConnectionId.create(events, PortSpace.TCP)) {
            listener.bind(options.address()); //                              rdma_bind_addr
            listener.listen(3); //                                            rdma_listen
            listener.localAddress().ifPresent(a -> out.println("listening on port " + a.getPort()));
            do {
                CmEvent request = events.awaitEvent().expect(CmEventType.CONNECT_REQUEST);
                if (options.persistent()) {
                    Thread.ofPlatform().start(() -> serveAlone(request.id()));
                } else {
                    serve(request.id());
                }
            } while (options.persistent());
        }
    }

    /** Events of a client that has a thread of its own have to come there. */
    private void serveAlone(ConnectionId id) {
        try (EventChannel own = EventChannel.create()) {
            id.migrate(own); //                                               rdma_migrate_id
            serve(id);
        } catch (VerbsException | IllegalStateException e) {
            out.println("a client failed: " + e.getMessage());
        }
    }

    private void serve(ConnectionId id) {
        try (id;
                Link link = new Link(id, options.ownQueuePair())) {
            if (options.ownQueuePair()) {
                link.modifyOwnQueuePair();
            }
            id.accept(link.parameters()); //                                  rdma_accept
            Connecting.expect(id.channel(), CmEventType.ESTABLISHED);
            answer(link);
        }
    }

    private void answer(Link link) {
        MemoryRegion data = link.allocate(options.bytes());
        while (true) {
            Optional<Link.Advert> source = link.message();
            if (source.isEmpty()) {
                return; // the client has disconnected, as it does after the last ping
            }
            if (source.get().bytes() > options.bytes()) {
                throw new IllegalStateException("the client has -S " + source.get().bytes());
            }
            link.read(data, source.get());
            String text = data.segment().getString(0, StandardCharsets.US_ASCII);
            if (options.verbose()) {
                out.println("server ping data: " + text);
            }
            link.goAhead();
            Link.Advert sink =
                    link.message()
                            .orElseThrow(() -> new IllegalStateException("the client has gone"));
            link.write(data, text.length() + 1, sink);
            link.goAhead();
        }
    }
}
