package org.jdapl.examples.requests;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.jdapl.api.DatException;
import org.jdapl.api.EventBatch;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.PostStatus;
import org.jdapl.examples.common.Party;
import org.jdapl.middleware.CreditChannel;
import org.jdapl.middleware.CreditTerms;
import org.jdapl.middleware.Lease;
import org.jdapl.middleware.ReceivedMessage;
import org.jdapl.middleware.SlabPool;
import org.jdapl.middleware.SlabPoolOptions;

/**
 * One side of a conversation in texts with numbers. The channel sees to it that no message meets no
 * receive; what has no credit yet waits here.
 */
final class Talk implements CreditChannel.Listener, AutoCloseable {

    /** The longest message: a number and a text. */
    static final CreditTerms TERMS = new CreditTerms(16, 256);

    private static final int SENDS = 16;
    private static final int BATCH = 32;
    private static final long POOL_BYTES = 1 << 20;
    private static final int SLAB_BYTES = 1 << 16;
    private static final ValueLayout.OfLong NUMBER =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int TEXT_AT = CreditChannel.HEADER_BYTES + Long.BYTES;

    /** What to do with a message. */
    interface Reader {

        /**
         * Reads a message.
         *
         * @param number its number
         * @param text its text
         */
        void read(long number, String text);
    }

    /** A message that waits for a credit. */
    private record Waiting(long number, String text) {}

    private final Party party;
    private final SlabPool pool;
    private final CreditChannel channel;
    private final EventBatch batch;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private Reader reader = (number, text) -> {};
    private boolean ended;

    Talk(String adapter) {
        this.party = Party.open(adapter, EndpointAttributes.defaults());
        this.pool =
                new SlabPool(
                        party.zone(),
                        SlabPoolOptions.of(1 << 10, POOL_BYTES).withSlabBytes(SLAB_BYTES));
        this.channel = new CreditChannel(party.endpoint(), pool, TERMS, SENDS, this);
        this.batch = party.adapter().createEventBatch(BATCH);
    }

    Party party() {
        return party;
    }

    /**
     * Starts to talk.
     *
     * @param peer what the other side has posted, from its private data
     * @param whoReads told of each message
     */
    void start(CreditTerms peer, Reader whoReads) {
        reader = whoReads;
        channel.open(peer);
    }

    /**
     * Sends a message, now or when there is a credit.
     *
     * @param number its number
     * @param text its text
     */
    void send(long number, String text) {
        waiting.add(new Waiting(number, text));
        sendWaiting();
    }

    private void sendWaiting() {
        boolean going = true;
        while (going && !waiting.isEmpty() && channel.credits() > 0) {
            going = trySend(waiting.element());
            if (going) {
                waiting.remove();
            }
        }
    }

    private boolean trySend(Waiting message) {
        byte[] bytes = message.text().getBytes(StandardCharsets.UTF_8);
        Lease buffer = pool.lease(TEXT_AT + bytes.length);
        buffer.segment().set(NUMBER, CreditChannel.HEADER_BYTES, message.number());
        MemorySegment.copy(
                bytes, 0, buffer.segment(), ValueLayout.JAVA_BYTE, TEXT_AT, bytes.length);
        int status = channel.trySend(buffer, Long.BYTES + bytes.length, 0);
        if (status == PostStatus.OK) {
            return true; // the buffer comes back with sent()
        }
        buffer.close();
        if (status == CreditChannel.WOULD_BLOCK) {
            return false;
        }
        throw DatException.refused(status, "message", party.endpoint().state().name());
    }

    /**
     * Handles what comes.
     *
     * @param until when to stop; else it goes on until the other side has gone
     */
    void run(BooleanSupplier until) throws InterruptedException {
        while (!ended && !until.getAsBoolean()) {
            int n = party.completions().await(batch, Party.LIMIT.toNanos());
            if (n == 0) {
                throw new IllegalStateException("nothing comes any more");
            }
            for (int i = 0; i < n; i++) {
                ended |= !batch.isSuccess(i);
                channel.dispatch(batch, i);
            }
            if (!ended) {
                sendWaiting();
            }
        }
    }

    @Override
    public void received(CreditChannel from, ReceivedMessage message) {
        long number = message.buffer().get(NUMBER, CreditChannel.HEADER_BYTES);
        byte[] text = new byte[message.length() - Long.BYTES];
        MemorySegment.copy(message.buffer(), ValueLayout.JAVA_BYTE, TEXT_AT, text, 0, text.length);
        message.release(); // before the answer: so it carries the credit back
        reader.read(number, new String(text, StandardCharsets.UTF_8));
    }

    @Override
    public void sent(CreditChannel from, Lease buffer, long cookie, CompletionStatus status) {
        buffer.close();
    }

    @Override
    public void close() {
        party.close();
    }
}
