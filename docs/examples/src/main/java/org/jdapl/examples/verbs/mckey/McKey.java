package org.jdapl.examples.verbs.mckey;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.examples.verbs.common.Connecting;
import org.jdapl.examples.verbs.common.DatagramNode;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.UdParameters;

/** Members of a multicast group, which send to it or receive from it. */
final class McKey {

    /** A fabric's switches may need a moment after a join, which nobody tells of. */
    private static final long SETTLING_MS = 3000;

    private final Options options;
    private final PrintStream out;
    private final EventChannel channel = EventChannel.create();
    private final List<DatagramNode> nodes = new ArrayList<>();

    private McKey(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    static void run(PrintStream out, String... arguments) {
        McKey test = new McKey(Options.parse(arguments), out);
        try {
            test.run();
            out.println("test complete");
        } finally {
            test.nodes.forEach(DatagramNode::close);
            test.channel.close();
        }
    }

    private void run() {
        out.println("mckey: starting " + (options.sender() ? "client" : "server"));
        out.println("mckey: joining");
        for (int i = 0; i < options.connections(); i++) {
            ConnectionId id = ConnectionId.create(channel, options.portSpace());
            if (options.local() != null) {
                id.bind(options.local()); //                                  rdma_bind_addr
            }
            id.resolveAddress(options.local(), options.group(), Connecting.RESOLVING);
        }
        joinAll();
        settle();
        if (options.messages() > 0) {
            if (options.sender()) {
                out.println("initiating data transfers");
                nodes.forEach(node -> node.send(true));
            } else {
                out.println("receiving data transfers");
            }
            nodes.forEach(DatagramNode::awaitCompletions);
            out.println("data transfers complete");
        }
        for (DatagramNode node : nodes) {
            node.id().leaveMulticast(options.group()); //                     rdma_leave_multicast
        }
    }

    /** The queue pair is there before the group is joined, so that joining attaches it. */
    private void joinAll() {
        int joined = 0;
        while (joined < options.connections()) {
            CmEvent event = channel.awaitEvent();
            ConnectionId id = event.id();
            if (event.type() == CmEventType.ADDR_RESOLVED) {
                DatagramNode node = new DatagramNode(id, options.messages(), options.bytes());
                nodes.add(node);
                id.attach(node);
                if (!options.sender()) {
                    node.postReceives();
                }
                id.joinMulticast(options.group()); //                         rdma_join_multicast
            } else {
                event.expect(CmEventType.MULTICAST_JOIN);
                joined(event);
                joined++;
            }
        }
    }

    private void joined(CmEvent event) {
        DatagramNode node = (DatagramNode) event.id().attachment();
        UdParameters group = event.udParameters().orElseThrow();
        out.println(
                "mckey: joined dgid: "
                        + group.addressVector()
                                .route()
                                .map(route -> route.destination().toString())
                                .orElse("none")
                        + " mlid 0x"
                        + Integer.toHexString(group.addressVector().dlid()));
        if (node != null) {
            node.peer(group);
        }
    }

    private static void settle() {
        try {
            Thread.sleep(SETTLING_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
