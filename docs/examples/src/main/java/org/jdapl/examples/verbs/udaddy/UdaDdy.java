package org.jdapl.examples.verbs.udaddy;

import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.examples.verbs.common.Connecting;
import org.jdapl.examples.verbs.common.DatagramNode;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.ConnectionOption;
import org.jdapl.verbs.cm.ConnectionParameters;
import org.jdapl.verbs.cm.EventChannel;
import org.jspecify.annotations.Nullable;

/**
 * A server that is looked up, and datagrams both ways. Nothing is connected: accepting tells the
 * client the queue pair and its key; the server learns the client from its first message.
 */
final class UdaDdy {
    private final Options options;
    private final PrintStream out;
    private final EventChannel channel = EventChannel.create();
    private final List<DatagramNode> nodes = new ArrayList<>();

    private UdaDdy(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    static void run(PrintStream out, String... arguments) {
        Options options = Options.parse(arguments);
        UdaDdy test = new UdaDdy(options, out);
        try {
            if (options.server() == null) {
                test.serve();
            } else {
                test.connect(options.server());
            }
            out.println("test complete");
        } finally {
            test.nodes.forEach(DatagramNode::close);
            test.channel.close();
        }
    }

    private void serve() {
        out.println("udaddy: starting server");
        ConnectionId listener = ConnectionId.create(channel, options.portSpace());
        InetAddress any = new InetSocketAddress(0).getAddress();
        @Nullable InetSocketAddress local = options.local();
        listener.bind(
                new InetSocketAddress(local == null ? any : local.getAddress(), options.port()));
        listener.listen(0);
        listener.localAddress().ifPresent(a -> out.println("listening on port " + a.getPort()));
        resolveAll();
        if (options.messages() > 0) {
            out.println("receiving data transfers");
            nodes.forEach(DatagramNode::awaitCompletions);
            out.println("sending replies");
            nodes.forEach(node -> node.send(true));
            nodes.forEach(DatagramNode::awaitCompletions);
            out.println("data transfers complete");
        }
    }

    private void connect(InetSocketAddress server) {
        out.println("udaddy: starting client");
        for (int i = 0; i < options.connections(); i++) {
            ConnectionId id = ConnectionId.create(channel, options.portSpace());
            id.resolveAddress(options.local(), server, Connecting.RESOLVING);
        }
        resolveAll();
        if (options.messages() > 0) {
            out.println("initiating data transfers");
            nodes.forEach(node -> node.send(false));
            out.println("receiving data transfers");
            nodes.forEach(DatagramNode::awaitCompletions);
            out.println("data transfers complete");
        }
    }

    /** Answers each event by the next step, until all know each other. */
    private void resolveAll() {
        int done = 0;
        while (done < options.connections()) {
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
                    node(id);
                    id.connect(ConnectionParameters.defaults());
                }
                case CONNECT_REQUEST -> {
                    DatagramNode node = node(id);
                    id.accept(
                            ConnectionParameters.builder()
                                    .queuePairNumber(node.queuePair().number())
                                    .build());
                    done++;
                }
                case ESTABLISHED -> {
                    DatagramNode node = (DatagramNode) id.attachment();
                    if (node != null) {
                        event.udParameters().ifPresent(node::peer);
                        done++;
                    }
                }
                default -> event.expect(CmEventType.ESTABLISHED);
            }
        }
    }

    private DatagramNode node(ConnectionId id) {
        DatagramNode node = new DatagramNode(id, options.messages(), options.bytes());
        nodes.add(node);
        id.attach(node);
        node.postReceives();
        return node;
    }
}
