package org.jdapl.examples.verbs.cmatose;

import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.examples.verbs.common.Connecting;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.ConnectionOption;
import org.jdapl.verbs.cm.ConnectionParameters;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.PortSpace;
import org.jspecify.annotations.Nullable;

/** All connections on one event channel, driven by what comes there. */
final class CmaToSe {
    private final Options options;
    private final PrintStream out;
    private final List<Node> nodes = new ArrayList<>();
    private EventChannel channel = EventChannel.create();

    private CmaToSe(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    static void run(PrintStream out, String... arguments) {
        Options options = Options.parse(arguments);
        CmaToSe test = new CmaToSe(options, out);
        try {
            if (options.server() == null) {
                test.serve();
            } else {
                test.connect(options.server());
            }
            out.println("test complete");
        } finally {
            test.nodes.forEach(Node::close);
            test.channel.close();
        }
    }

    private void serve() {
        out.println("cmatose: starting server");
        ConnectionId listener = ConnectionId.create(channel, PortSpace.TCP);
        InetAddress any = new InetSocketAddress(0).getAddress();
        InetAddress local = options.local() == null ? any : options.local().getAddress();
        listener.bind(new InetSocketAddress(local, options.port()));
        listener.listen(0);
        listener.localAddress().ifPresent(a -> out.println("listening on port " + a.getPort()));
        awaitConnections();
        if (options.messages() > 0) {
            out.println("initiating data transfers");
            nodes.forEach(Node::send);
            nodes.forEach(Node::awaitSent);
            out.println("receiving data transfers");
            nodes.forEach(Node::awaitReceived);
            out.println("data transfers complete");
        }
        if (options.migrate()) {
            migrate(listener);
        }
        out.println("cmatose: disconnecting");
        for (Node node : nodes) {
            node.id().disconnect();
        }
        awaitDisconnections();
        out.println("disconnected");
    }

    private void connect(InetSocketAddress server) {
        out.println("cmatose: starting client");
        for (int i = 0; i < options.connections(); i++) {
            ConnectionId id = ConnectionId.create(channel, PortSpace.TCP);
            id.resolveAddress(options.local(), server, Connecting.RESOLVING);
        }
        awaitConnections();
        if (options.messages() > 0) {
            out.println("receiving data transfers");
            nodes.forEach(Node::awaitReceived);
            out.println("sending replies");
            nodes.forEach(Node::send);
            nodes.forEach(Node::awaitSent);
            out.println("data transfers complete");
        }
        if (options.migrate()) {
            migrate(null);
        }
        awaitDisconnections();
    }

    /** Answers each event by the next step, until all connections are there. */
    private void awaitConnections() {
        int established = 0;
        while (established < options.connections()) {
            CmEvent event = channel.awaitEvent();
            ConnectionId id = event.id();
            switch (event.type()) {
                case ADDR_RESOLVED -> {
                    if (options.typeOfService() >= 0) {
                        id.setOption(ConnectionOption.TYPE_OF_SERVICE, options.typeOfService());
                    }
                    id.resolveRoute(Connecting.RESOLVING);
                }
                case ROUTE_RESOLVED -> {
                    nodes.add(new Node(id, options));
                    id.connect(parameters());
                }
                case CONNECT_REQUEST -> answer(id);
                case ESTABLISHED -> established++;
                default -> event.expect(CmEventType.ESTABLISHED);
            }
        }
    }

    private void answer(ConnectionId id) {
        if (nodes.size() == options.connections()) {
            out.println("cmatose: failing connection request");
            id.reject();
            id.close();
        } else {
            nodes.add(new Node(id, options));
            id.accept(parameters());
        }
    }

    private static ConnectionParameters parameters() {
        return ConnectionParameters.builder()
                .responderResources(1)
                .initiatorDepth(1)
                .retryCount(5)
                .build();
    }

    private void awaitDisconnections() {
        for (int left = nodes.size(); left > 0; left--) {
            CmEvent event = Connecting.expect(channel, CmEventType.DISCONNECTED);
            if (options.server() != null) {
                event.id().disconnect(); // the server has begun, we follow
            }
        }
    }

    private void migrate(@Nullable ConnectionId listener) {
        out.println("migrating to new event channel");
        EventChannel to = EventChannel.create();
        if (listener != null) {
            listener.migrate(to);
        }
        for (Node node : nodes) {
            node.id().migrate(to); //                                         rdma_migrate_id
        }
        channel.close();
        channel = to;
    }
}
