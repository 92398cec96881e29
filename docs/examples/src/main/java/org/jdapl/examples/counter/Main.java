package org.jdapl.examples.counter;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Set;
import org.jdapl.api.DatException;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.PrivateData;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.ServicePoint;
import org.jdapl.api.Work;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.Privilege;
import org.jdapl.examples.common.Party;
import org.jdapl.examples.common.Together;

/**
 * Clients that draw numbers from a counter in the server's memory, without a line of code that runs
 * at the server: {@code counter [ADAPTER [CLIENTS [DRAWS]]]}. Each number is drawn exactly once.
 */
final class Main {

    private static final int DEFAULT_CLIENTS = 4;
    private static final int DEFAULT_DRAWS = 250;

    /**
     * Framed private data says what both sides can do: only so iWARP knows that the peer has
     * atomics (RFC 7306). It limits private data to 52 bytes.
     */
    private static final EndpointAttributes ATTRIBUTES =
            EndpointAttributes.builder().privateDataFraming(PrivateDataFraming.FRAMED).build();

    private Main() {}

    /**
     * Runs server and clients in one process.
     *
     * @param arguments adapter, number of clients, how many numbers each draws
     */
    public static void main(String... arguments) throws InterruptedException {
        run(
                arguments.length > 0 ? arguments[0] : "soft:iwarp",
                arguments.length > 1 ? Integer.parseInt(arguments[1]) : DEFAULT_CLIENTS,
                arguments.length > 2 ? Integer.parseInt(arguments[2]) : DEFAULT_DRAWS,
                System.out);
    }

    static void run(String adapter, int clients, int draws, PrintStream out)
            throws InterruptedException {
        BitSet drawn = new BitSet();
        try (Party server = Party.open(adapter, ATTRIBUTES, Capability.ATOMICS);
                Together together = new Together();
                ServicePoint point =
                        server.adapter()
                                .createPublicServicePoint(
                                        server.anyPort(),
                                        server.requests(),
                                        EndpointCreation.CONSUMER,
                                        PrivateDataFraming.FRAMED)) {
            LocalMemoryRegion counter =
                    server.zone()
                            .allocate(
                                    Long.BYTES,
                                    Set.of(Privilege.LOCAL_WRITE, Privilege.REMOTE_ATOMIC));
            ByteBuffer place = ByteBuffer.allocate(RemoteRegion.ENCODED_BYTES);
            counter.remoteRegion().encode(place);
            InetSocketAddress address = point.localAddress();
            for (int i = 0; i < clients; i++) {
                together.start(
                        () -> {
                            draw(adapter, address, draws, drawn);
                            return null;
                        });
            }
            for (int i = 0; i < clients; i++) {
                server.nextRequest()
                        .accept(
                                server.adapter()
                                        .createEndpoint(
                                                server.zone(),
                                                server.completions(),
                                                server.completions(),
                                                server.connections(),
                                                ATTRIBUTES),
                                PrivateData.of(place.array()));
            }
            together.finish();
            out.println(
                    drawn.cardinality()
                            + " numbers drawn, each once; the counter is at "
                            + counter.segment().get(JAVA_LONG, 0));
        }
    }

    /** One client. */
    private static void draw(String adapter, InetSocketAddress server, int draws, BitSet drawn)
            throws InterruptedException {
        try (Party me = Party.open(adapter, ATTRIBUTES, Capability.ATOMICS)) {
            LocalMemoryRegion old = me.zone().allocate(Long.BYTES, Set.of(Privilege.LOCAL_WRITE));
            me.connect(server);
            RemoteRegion counter =
                    RemoteRegion.decode(
                            me.endpoint().connection().orElseThrow().privateData().asByteBuffer());
            Work next =
                    me.adapter()
                            .createWork(1)
                            .fetchAndAdd(counter.address(), counter.key(), 1)
                            .addSegment(old, 0, Long.BYTES);
            for (int i = 0; i < draws; i++) {
                int status = me.endpoint().post(next.cookie(i));
                if (status != PostStatus.OK) {
                    throw DatException.refused(status, "draw", me.endpoint().state().name());
                }
                me.completions().expectSuccess(Party.LIMIT);
                keep(drawn, old.segment().get(JAVA_LONG, 0));
            }
        }
    }

    private static void keep(BitSet drawn, long number) {
        synchronized (drawn) {
            if (drawn.get(Math.toIntExact(number))) {
                throw new IllegalStateException(number + " was drawn twice");
            }
            drawn.set((int) number);
        }
    }
}
