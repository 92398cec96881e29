package org.jdapl.middleware;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionStatus;

/** What the package page shows. */
final class Greeting implements CreditChannel.Listener {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private String greeting = "";

    // @start region="accept"
    String accept(
            ConnectionRequest request,
            Endpoint endpoint,
            SlabPool pool,
            EventDispatcher connections)
            throws InterruptedException {
        CreditTerms terms = new CreditTerms(16, 1024);
        CreditChannel channel = new CreditChannel(endpoint, pool, terms, 8, this);
        request.accept(endpoint, terms.toPrivateData()); // the receives are posted by now
        connections.expect(ConnectionEvent.Established.class, LIMIT);
        channel.open(CreditTerms.of(request.privateData()));

        EventDispatcher dispatcher = endpoint.receives();
        EventBatch batch = endpoint.adapter().createEventBatch(16);
        while (greeting.isEmpty()) {
            int n = dispatcher.await(batch, LIMIT.toNanos());
            for (int i = 0; i < n; i++) {
                channel.dispatch(batch, i); // calls received and sent
            }
        }
        return greeting;
    }

    @Override
    public void received(CreditChannel channel, ReceivedMessage message) {
        byte[] text = new byte[message.length()];
        message.buffer().asByteBuffer().get(CreditChannel.HEADER_BYTES, text);
        greeting = new String(text, StandardCharsets.UTF_8);
        message.release(); // posts the buffer again, and gives the peer a credit
    }

    @Override
    public void sent(CreditChannel channel, Lease buffer, long cookie, CompletionStatus status) {
        buffer.close();
    }

    // @end

    // @start region="write"
    static boolean write(
            CompletionView view,
            Endpoint endpoint,
            SlabPool pool,
            RemoteRegion target,
            String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Lease buffer = pool.lease(bytes.length);
        buffer.segment().asByteBuffer().put(bytes);
        Operation write = view.write(endpoint, buffer.slice(0, bytes.length), target, buffer);
        return write.thenApply(completion -> completion.length() == bytes.length).join();
    }
    // @end
}
