package org.jdapl.provider.verbs;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.DatagramPeer;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.ConnectionParameters;
import org.jdapl.verbs.cm.EventChannel;

/** Asks a datagram service which queue pair it has (IBTA 12.11, service ID resolution). */
final class DatagramLookUp extends DatagramIdentifier {
    private static final Duration RESOLVE = Duration.ofSeconds(2);
    private static final long MIN_RESOLVE_NS = 1_000_000;

    /** Statuses of an answer (IBTA 12.11.2): no such service; refused. */
    private static final int UNSUPPORTED = 1;

    private static final int REFUSED = 2;

    private final InetSocketAddress remote;
    private final ConnectParameters parameters;

    DatagramLookUp(
            VerbsAdapter adapter,
            EventChannel channel,
            VerbsDatagramQueuePair queuePair,
            InetSocketAddress remote,
            ConnectParameters parameters,
            Object context) {
        super(adapter, channel, queuePair, context);
        this.remote = remote;
        this.parameters = parameters;
    }

    @Override
    void start() {
        long limitNs = Math.clamp(parameters.timeoutNs(), MIN_RESOLVE_NS, RESOLVE.toNanos());
        id.resolveAddress(adapter.source(remote.getAddress()), remote, Duration.ofNanos(limitNs));
    }

    @Override
    News step(CmEvent event) {
        return switch (event.type()) {
            case ADDR_RESOLVED -> {
                id.resolveRoute(RESOLVE);
                yield NOTHING;
            }
            case ROUTE_RESOLVED -> {
                id.connect(
                        ConnectionParameters.builder()
                                .privateData(parameters.privateData())
                                .queuePairNumber(queuePair.number())
                                .build());
                yield NOTHING;
            }
            case ESTABLISHED -> answered(event);
            case REJECTED -> rejected(event);
            case UNREACHABLE ->
                    event.status() == REFUSED || event.status() == UNSUPPORTED
                            ? rejected(event)
                            : failed(event.toString(), event.status());
            case ADDR_ERROR, ROUTE_ERROR, CONNECT_ERROR -> failed(event.toString(), event.status());
            default -> NOTHING;
        };
    }

    private News answered(CmEvent event) {
        DatagramPeer peer = peer(event.udParameters().orElseThrow(), event.privateData());
        return listener -> {
            end();
            listener.resolved(context, peer);
        };
    }

    /** The answer does not tell whether the program or its system refused. */
    private News rejected(CmEvent event) {
        boolean byProgram = event.status() == REFUSED;
        return listener -> {
            end();
            listener.rejected(
                    context,
                    byProgram,
                    byProgram ? event.privateData() : new byte[0],
                    event.toString());
        };
    }
}
