package org.jdapl.examples.sharedreceives;

import java.util.Objects;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.PrivateData;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.SharedReceiveQueue;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.examples.common.Party;

/**
 * Answers each message with its own bytes. A buffer goes round: posted to the shared queue, filled
 * by whichever client sends next, sent back by the endpoint that it came from, and posted again
 * when that send has completed. Its number is the cookie all the way.
 *
 * <p>There are two buffers for each client, and never too few: one may hold an answer whose send is
 * not known to have completed, while the client, which has the answer, has sent its next message;
 * that one is held until then. A message that finds no receive breaks its connection on iWARP.
 * Where clients may send as they like, they need credits, or the queue a low watermark that makes
 * the server post more in time.
 *
 * <p>Completions and connection events have one dispatcher, which the one thread waits on.
 */
final class Server implements AutoCloseable {

    static final int MESSAGE_BYTES = 256;

    private static final int BUFFERS_PER_CLIENT = 2;
    private static final int BATCH = 64;
    private static final long TICK_NS = 1_000_000;
    private static final long SILENCE_NS = 10_000_000_000L;

    private final Party party;
    private final SharedReceiveQueue queue;
    private final LocalMemoryRegion buffers;
    private final EventDispatcher events;
    private final EventBatch batch;
    private int gone;
    private long answered;

    private Server(Party party, int clients) {
        int count = BUFFERS_PER_CLIENT * clients;
        this.party = party;
        this.queue =
                party.adapter()
                        .createSharedReceiveQueue(
                                party.zone(), SharedReceiveQueueAttributes.of(count, 1));
        this.buffers = party.zone().allocate((long) count * MESSAGE_BYTES, Privilege.ALL);
        this.events =
                party.adapter()
                        .createEventDispatcher(BATCH, EventStream.DTO, EventStream.CONNECTION);
        this.batch = party.adapter().createEventBatch(BATCH);
        for (int i = 0; i < count; i++) {
            post(i);
        }
    }

    static Server open(String adapter, int clients) {
        Party party =
                Party.open(adapter, EndpointAttributes.defaults(), Capability.SHARED_RECEIVE_QUEUE);
        try {
            return new Server(party, clients);
        } catch (RuntimeException e) {
            party.close();
            throw e;
        }
    }

    PublicServicePoint listen() {
        return party.adapter().createPublicServicePoint(party.anyPort(), party.requests());
    }

    int receives() {
        return queue.attributes().maxReceives();
    }

    /**
     * Takes so many clients, and answers until all have gone.
     *
     * @param clients how many
     * @return how many messages were answered
     */
    long serve(int clients) throws InterruptedException {
        long lastNews = System.nanoTime();
        for (int accepted = 0; gone < clients; ) {
            if (accepted < clients && party.requests().size() > 0) {
                party.nextRequest().accept(newEndpoint(), PrivateData.EMPTY);
                accepted++;
            }
            int n = events.await(batch, TICK_NS);
            long now = System.nanoTime();
            if (n > 0) {
                lastNews = now;
            } else if (now - lastNews > SILENCE_NS) {
                throw new IllegalStateException(
                        "nothing comes any more: "
                                + gone
                                + " of "
                                + clients
                                + " clients have gone");
            }
            for (int i = 0; i < n; i++) {
                if (batch.isCompletion(i)) {
                    completed(i);
                } else if (batch.event(i) instanceof ConnectionEvent event) {
                    happened(event);
                }
            }
        }
        return answered;
    }

    private Endpoint newEndpoint() {
        Endpoint endpoint =
                party.adapter()
                        .createEndpoint(
                                party.zone(),
                                events,
                                events,
                                events,
                                queue,
                                EndpointAttributes.defaults());
        endpoint.setConsumerContext(new Client());
        return endpoint;
    }

    /** What the server knows of a client; it hangs on the client's endpoint. */
    private static final class Client {

        /** Whether an answer is on its way. */
        boolean answering;

        /** The buffer of a message that came meanwhile, or -1, and how long the message is. */
        int held = -1;

        long heldLength;
    }

    private void completed(int i) {
        int buffer = (int) batch.cookie(i);
        boolean success = batch.status(i) == CompletionStatus.SUCCESS;
        Client client = (Client) Objects.requireNonNull(batch.context(i));
        if (!batch.operation(i).isReceive()) {
            post(buffer);
            client.answering = false;
            if (client.held >= 0) {
                answer(batch.endpoint(i), client, client.held, client.heldLength);
                client.held = -1;
            }
        } else if (!success) {
            post(buffer);
        } else if (client.answering) {
            client.held = buffer;
            client.heldLength = batch.length(i);
        } else {
            answer(batch.endpoint(i), client, buffer, batch.length(i));
        }
    }

    private void answer(Endpoint endpoint, Client client, int buffer, long length) {
        int status =
                endpoint.postSend(buffers, place(buffer), length, buffer, CompletionFlags.DEFAULT);
        client.answering = status == PostStatus.OK;
        if (client.answering) {
            answered++;
        } else {
            post(buffer); // the client is gone
        }
    }

    private void post(int buffer) {
        queue.receive(buffers.slice(place(buffer), MESSAGE_BYTES), buffer);
    }

    private static long place(int buffer) {
        return (long) buffer * MESSAGE_BYTES;
    }

    /** A client that leaves takes its endpoint with it, and no one else's receives. */
    private void happened(ConnectionEvent event) {
        if (!(event instanceof ConnectionEvent.Established)) {
            event.endpoint().close();
            gone++;
        }
    }

    @Override
    public void close() {
        party.close();
    }
}
