package org.jdapl.conformance.leaks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Pump;
import org.jdapl.conformance.base.Resources;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.lab.InLab;
import org.jdapl.core.RegistryBuilder;
import org.junit.jupiter.api.Test;

/**
 * A thousand connections by the consumer API leave nothing behind in this process or the kernel.
 */
@InLab
class ConnectCloseTest {
    private static final int CYCLES = 1000;

    /** Until pools and caches, the Java VM's and the libraries', have what they keep. */
    private static final int WARM_UP = 50;

    /** Memory of the Java VM's own that comes and goes. */
    private static final long SLACK_KIB = 256;

    private static final int BYTES = 100;

    /** Both devices at once, since connections on one leave a processor idle now and then. */
    @Test
    void leavesNothingBehindInAThousandConnectionsOnEachDevice() throws Exception {
        AdapterOptions options = AdapterOptions.defaults().withProgress(ProgressMode.AUTO);
        try (AdapterRegistry registry = new RegistryBuilder().build();
                Ends rxe = Ends.open(registry, "ib:rxe0", options);
                Ends siw = Ends.open(registry, "iwarp:siw0", options);
                ExecutorService other = Executors.newSingleThreadExecutor()) {
            cycles(WARM_UP, rxe, siw, other);
            String kernel = kernelObjects();
            Resources before = Resources.all();

            cycles(CYCLES, rxe, siw, other);

            Resources allowed =
                    new Resources(
                            before.threads(),
                            before.descriptors(),
                            before.nativeKibibytes() + SLACK_KIB);
            assertThat(before.nativeKibibytes()).as("NMT is on").isPositive();
            Resources.requireBackTo(allowed, Bound.SETTLE);
            awaitKernelObjects(kernel);
        }
    }

    private static void cycles(int count, Ends here, Ends there, ExecutorService other)
            throws Exception {
        Future<?> ended =
                other.submit(
                        () -> {
                            there.cycles(count);
                            return null;
                        });
        try {
            here.cycles(count);
        } finally {
            ended.get();
        }
    }

    /** Both ends, with what lives longer than a connection. */
    private static final class Ends implements AutoCloseable {
        private final Party here;
        private final Party there;
        private final Party.Listening listening;
        private final Guarded out;
        private final Guarded in;

        private Ends(Party here, Party there) {
            this.here = here;
            this.there = there;
            listening = there.listen();
            out = here.memory(BYTES, Party.LOCAL_RIGHTS, 1);
            in = there.memory(BYTES, Party.LOCAL_RIGHTS, 2);
        }

        static Ends open(AdapterRegistry registry, String adapter, AdapterOptions options) {
            Pump pump = new Pump();
            return new Ends(
                    Party.open(registry, adapter, options, pump),
                    Party.open(registry, adapter, options, pump));
        }

        @Override
        public void close() {
            try (here;
                    there) {
                // Whatever the first says, the second is closed.
            }
        }

        void cycles(int count) throws InterruptedException {
            for (int i = 0; i < count; i++) {
                Link client = here.link(LinkShape.PLAIN);
                Link server = there.link(LinkShape.PLAIN);
                server.endpoint().receive(in.slice(0, BYTES), i);
                client.endpoint().connect(listening.address(), Environment.PATIENTLY);
                ConnectionRequest request = listening.request(there);
                request.accept(server.endpoint());
                client.connectionEvent().require(ConnectionEvent.Established.class);
                server.connectionEvent().require(ConnectionEvent.Established.class);
                client.endpoint().send(out.slice(0, BYTES), i);
                server.received().requireSuccess(i, OperationKind.RECEIVE, BYTES);
                client.done().requireSuccess(i, OperationKind.SEND, BYTES);
                close(client);
                server.connectionEvent().require(ConnectionEvent.Disconnected.class);
                close(server);
            }
        }

        private static void close(Link link) {
            link.endpoint().close();
            List.of(link.receives(), link.requests(), link.connections())
                    .forEach(dispatcher -> dispatcher.close());
        }
    }

    /** A line for each device: how many objects of which kind. */
    private static String kernelObjects() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("rdma", "resource", "show").start();
        String lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(lines).contains("rxe0", "siw0");
        return lines;
    }

    /** Drivers free some objects a moment later. */
    private static void awaitKernelObjects(String before) throws Exception {
        long start = System.nanoTime();
        while (!kernelObjects().equals(before)
                && System.nanoTime() - start < Bound.SETTLE.nanos()) {
            Thread.sleep(100);
        }
        assertThat(kernelObjects()).isEqualTo(before);
    }
}
