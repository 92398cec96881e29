package org.jdapl.tools;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.ThreadMode;

/** How the two ends of a command find each other. */
final class Meeting {

    private static final long LONGEST = 0xFFFF_FFFFL;
    private static final int READS = 16;

    private Meeting() {}

    /**
     * Runs the active side against the peer that was named, or against a second process.
     *
     * @param command the command and those of its options that a second process needs
     */
    static void run(
            PeerOptions peer,
            AdapterOption adapter,
            Fabric fabric,
            List<String> command,
            Consumer<InetSocketAddress> active) {
        if (peer.connect != null) {
            active.accept(peer.connect.resolve());
            return;
        }
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(adapter.arguments(fabric.adapter().name()));
        arguments.addAll(peer.secondArguments(fabric.localListenAddress()));
        try (SecondProcess second = SecondProcess.start(arguments)) {
            try {
                active.accept(second.address());
            } catch (Failure e) {
                throw e.kind() == Failure.Kind.OF_PEER ? second.explain(e) : e;
            }
            second.awaitEnd();
        }
    }

    /** Endpoint attributes for so many operations at once, within what the adapter allows. */
    static EndpointAttributes attributes(Fabric fabric, int receives, int requests) {
        AdapterAttributes limits = fabric.adapter().attributes();
        int most = Math.max(receives, requests);
        if (most > limits.maxWorkRequests()) {
            throw new Failure(
                    "adapter "
                            + fabric.adapter().name()
                            + " has room for "
                            + limits.maxWorkRequests()
                            + " operations at once, not "
                            + most
                            + ": take a smaller depth");
        }
        return EndpointAttributes.builder()
                .maxMessageBytes(LONGEST)
                .maxRdmaBytes(LONGEST)
                .maxReceives(receives)
                .maxRequests(requests)
                .maxReceiveSegments(1)
                .maxRequestSegments(1)
                .maxReadSegments(1)
                .maxWriteSegments(1)
                .maxReadsIn(READS)
                .maxReadsOut(READS)
                .threadMode(ThreadMode.SINGLE_OWNER)
                .build()
                .within(limits);
    }
}
