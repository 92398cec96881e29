package org.jdapl.middleware;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.PostStatus;
import org.junit.jupiter.api.Test;

/** Runs what the package page shows. */
class PackagePageTest {

    @Test
    void shouldGreetWithCredits() throws Exception {
        try (Node here = Node.real();
                Node there = Node.real()) {
            CreditTerms terms = new CreditTerms(4, 64);
            SlabPool pool = here.pool(4096);
            CreditChannel channel = new CreditChannel(here.endpoint, pool, terms, 1, new Silent());
            here.endpoint.connect(
                    there.listen(),
                    ConnectOptions.within(Node.LIMIT).withPrivateData(terms.toPrivateData()));
            ConnectionRequest request = there.request();
            CompletableFuture<String> greeting =
                    CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return new Greeting()
                                            .accept(
                                                    request,
                                                    there.endpoint,
                                                    there.pool(4096),
                                                    there.connections);
                                } catch (InterruptedException e) {
                                    throw new AssertionError(e);
                                }
                            });

            channel.open(
                    CreditTerms.of(
                            here.connections
                                    .expect(ConnectionEvent.Established.class, Node.LIMIT)
                                    .privateData()));
            byte[] hello = "hello".getBytes(StandardCharsets.UTF_8);
            Lease buffer = pool.lease(CreditChannel.HEADER_BYTES + hello.length);
            MemorySegment.copy(
                    MemorySegment.ofArray(hello),
                    0,
                    buffer.segment(),
                    CreditChannel.HEADER_BYTES,
                    hello.length);
            assertThat(channel.trySend(buffer, hello.length, 1)).isEqualTo(PostStatus.OK);

            assertThat(greeting.get(Node.LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("hello");
        }
    }

    @Test
    void shouldWriteWithABufferThatGoesBackByItself() throws Exception {
        try (Node here = Node.real();
                Node there = Node.real();
                SlabPool pool = here.pool(4096)) {
            Node.connect(here, there);
            LocalMemoryRegion target = there.memory(64);
            CompletionView view = new CompletionView(here.completions, _ -> {});

            assertThat(Greeting.write(view, here.endpoint, pool, target.remoteRegion(), "hello"))
                    .isTrue();
            assertThat(pool.leased()).isZero();
        }
    }

    private static final class Silent implements CreditChannel.Listener {
        @Override
        public void received(CreditChannel channel, ReceivedMessage message) {
            message.release();
        }

        @Override
        public void sent(
                CreditChannel channel, Lease buffer, long cookie, CompletionStatus status) {
            buffer.close();
        }
    }
}
