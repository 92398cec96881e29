package org.jdapl.provider.soft.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jdapl.provider.soft.seam.AddressInUseException;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.seam.StreamHandler;
import org.jdapl.provider.soft.seam.StreamListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NioNetworkTest {

    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final long LONG_NS = TimeUnit.MINUTES.toNanos(5);
    private static final int ROUNDS = 500;

    private final NioNetwork network;
    private final List<ByteStream> accepted = new ArrayList<>();

    NioNetworkTest() throws IOException {
        network = new NioNetwork();
    }

    @AfterEach
    void close() {
        network.close();
    }

    @Test
    void aClosedListenerGivesItsPortBackWhileTheDriverBlocks() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread driver =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (!over.get()) {
                                        network.await(LONG_NS);
                                    }
                                });
        try {
            for (int round = 0; round < ROUNDS; round++) {
                StreamListener first = listen(0);
                until(() -> isInSelect(driver));
                // Several at once, as the last of them must not end the driver's pause early.
                Thread other = Thread.ofPlatform().start(listen(0)::close);
                first.close();
                other.join(TimeUnit.NANOSECONDS.toMillis(LIMIT_NS));
                assertThat(other.isAlive()).isFalse();
                StreamListener again = listen(first.localAddress().getPort());
                assertThat(again.localAddress()).isEqualTo(first.localAddress());
                again.close();
            }
        } finally {
            over.set(true);
            network.wake();
            driver.join();
        }
    }

    @Test
    void aPortThatIsTakenIsRefusedAsSuch() throws IOException {
        try (StreamListener one = listen(0)) {
            int port = one.localAddress().getPort();
            assertThatThrownBy(() -> listen(port)).isInstanceOf(AddressInUseException.class);
        }
    }

    @Test
    void nobodyListeningIsTold() throws IOException {
        StreamListener gone = listen(0);
        gone.close();
        Recorder client = new Recorder();
        network.connect(null, gone.localAddress(), client);
        driveUntil(() -> client.failure != null);
        assertThat(client.refused).isTrue();
        assertThat(client.isConnected).isFalse();
    }

    @Test
    void bytesTravelBothWaysAndTheEndIsSeen() throws IOException {
        try (StreamListener listener = listen(0)) {
            Recorder client = new Recorder();
            ByteStream one = network.connect(null, listener.localAddress(), client);
            client.stream = one;
            driveUntil(() -> client.isConnected && accepted.size() == 1);
            ByteStream two = accepted.getFirst();
            Recorder server = new Recorder();
            server.stream = two;
            two.handler(server);
            assertThat(one.remoteAddress()).isEqualTo(two.localAddress());
            assertThat(one.localAddress()).isEqualTo(two.remoteAddress());

            assertThat(one.write(bytes(1, 2, 3))).isEqualTo(3);
            driveUntil(() -> server.read.size() == 3);
            assertThat(two.write(new ByteBuffer[] {bytes(4), bytes(5, 6)}, 0, 2)).isEqualTo(3);
            driveUntil(() -> client.read.size() == 3);
            one.shutdownOutput();
            driveUntil(() -> server.isAtEnd);

            assertThat(server.read).containsExactly(1, 2, 3);
            assertThat(client.read).containsExactly(4, 5, 6);
            assertThat(client.isAtEnd).isFalse();
            one.close();
            two.close();
        }
    }

    @Test
    void aWakeEndsTheNextWaitToo() {
        network.wake();
        long start = System.nanoTime();
        network.await(LONG_NS);
        assertThat(System.nanoTime() - start).isLessThan(LIMIT_NS);
    }

    private StreamListener listen(int port) throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return network.listen(any, 8, accepted::add);
    }

    private static boolean isInSelect(Thread driver) {
        for (StackTraceElement frame : driver.getStackTrace()) {
            if (frame.getMethodName().equals("wait") && frame.getClassName().endsWith("EPoll")) {
                return true;
            }
        }
        return driver.getState() == Thread.State.WAITING;
    }

    private void driveUntil(BooleanSupplier condition) {
        until(
                () -> {
                    network.poll();
                    return condition.getAsBoolean();
                });
    }

    private static void until(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - start).isLessThan(LIMIT_NS);
            Thread.onSpinWait();
        }
    }

    private static ByteBuffer bytes(int... values) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(values.length);
        for (int value : values) {
            buffer.put((byte) value);
        }
        return buffer.flip();
    }

    /** Reads all that comes, and keeps what it is told. */
    private static final class Recorder implements StreamHandler {

        private final List<Integer> read = new ArrayList<>();
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        private ByteStream stream;
        private boolean isConnected;
        private boolean isAtEnd;
        private boolean refused;
        private IOException failure;

        @Override
        public void connected() {
            isConnected = true;
        }

        @Override
        public void connectFailed(IOException cause, boolean nobodyListens) {
            failure = cause;
            refused = nobodyListens;
        }

        @Override
        public int readable() {
            try {
                buffer.clear();
                int n = stream.read(buffer);
                isAtEnd |= n < 0;
                buffer.flip();
                while (buffer.hasRemaining()) {
                    read.add((int) buffer.get());
                }
                return Math.max(n, 0);
            } catch (IOException e) {
                failure = e;
                return 0;
            }
        }

        @Override
        public void writable() {}
    }
}
