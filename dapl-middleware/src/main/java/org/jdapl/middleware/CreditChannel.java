package org.jdapl.middleware;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.ErrorScope;
import org.jdapl.api.EventBatch;
import org.jdapl.api.Remedy;
import org.jdapl.api.data.CheckReturnValue;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PostStatus;
import org.jspecify.annotations.Nullable;

/**
 * Messages with credits: a side sends only what the other has a receive posted for. Needed on
 * iWARP, where a message without a receive ends the connection, and good on InfiniBand, where it
 * costs a retry.
 *
 * <p>Both sides make a channel before they connect, which posts its receives; exchange their {@link
 * CreditTerms} with the private data; and {@link #open} it with the other's. A message has a header
 * of {@value #HEADER_BYTES} bytes, which carries credits back; where there is no message to carry
 * them, a message of the header alone does. Headers rather than RDMA writes into a word of the
 * sender's: they need no key to be exchanged and no memory to be watched, and on every transport
 * they come with a completion.
 *
 * <p>Why it does not stall, with W receives at a side. The last credit is never spent on a message,
 * only on returning credits, and credits are only returned alone if there are two at least: so each
 * such return takes one and gives two or more, and they come to an end. Of two sides one has a
 * credit always: who spends his last gives two to the other by it. And a side that owes half of its
 * receives, or two to a peer who cannot send, returns them. An application that holds more than W -
 * 3 messages at a time, though, stops its peer until it releases some.
 *
 * <p>Completions of the endpoint are handed to {@link #dispatch}, which calls the {@link Listener}.
 * The channel allocates nothing on the heap from its opening on.
 *
 * <p>Threads: one at a time, for all methods, and for releasing messages.
 */
public final class CreditChannel implements AutoCloseable {

    /** What a message has before its payload, in bytes. */
    public static final int HEADER_BYTES = 8;

    /**
     * What {@link #trySend} returns where there is no credit, or no place in the queue; nothing has
     * happened then.
     */
    public static final int WOULD_BLOCK = 1;

    /** The upper half of all cookies of a channel, which no other work of the endpoint may have. */
    public static final int COOKIE_TAG = 0x4A44_4352;

    private static final int KIND_MESSAGE = 0x4A43_4D01; // the last byte is the version
    private static final int KIND_CREDITS = 0x4A43_4301;
    private static final int CREDITS_AT = 4;
    private static final ValueLayout.OfInt NUMBER =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    /** Slots of cookies: receives from 0, sends from here, the message of credits alone at last. */
    private static final int FIRST_SEND = 1 << 24;

    private static final int CREDITS_ALONE = 1 << 30;
    private static final int SLOT_MASK = FIRST_SEND - 1;

    /** Told of what happens, on the thread that dispatches. */
    public interface Listener {

        /**
         * A message has come.
         *
         * @param channel the channel
         * @param message the message, to be released now or later
         */
        void received(CreditChannel channel, ReceivedMessage message);

        /**
         * A send has completed; its buffer is the application's again.
         *
         * @param channel the channel
         * @param buffer the buffer
         * @param cookie what was given with it
         * @param status the outcome
         */
        void sent(CreditChannel channel, Lease buffer, long cookie, CompletionStatus status);
    }

    private final Endpoint endpoint;
    private final CreditTerms own;
    private final Listener listener;
    private final ReceivedMessage[] messages;
    private final boolean[] posted;
    private final @Nullable Lease[] sending;
    private final long[] cookies;
    private final int[] freeSends;
    private final Lease creditBuffer;
    private final int enoughToReturn;

    private int freeSendCount;
    private boolean returning;
    private @Nullable CreditTerms peer;
    private boolean closed;

    /** Receives of the peer that this side may use. */
    private int credits;

    /** Receives that are posted here and that the peer does not know of yet. */
    private int owed;

    /** Receives that are posted here and that the peer may use, as it knows or will know. */
    private int granted;

    /**
     * Makes a channel and posts its receives.
     *
     * @param endpoint an endpoint that is not yet connected; other requests may share it, its
     *     receives are the channel's
     * @param pool where its receive buffers come from, until it is closed
     * @param terms what to post; at most as many as the endpoint's receives
     * @param sends how many messages may be under way in its request queue, at least 1; the queue
     *     has one place more for returning credits
     * @param listener told of what happens
     * @throws DatException {@code INVALID_PARAMETER} where the endpoint has too few places, {@code
     *     INSUFFICIENT_RESOURCES} where the pool has too little memory
     */
    public CreditChannel(
            Endpoint endpoint, SlabPool pool, CreditTerms terms, int sends, Listener listener) {
        if (terms.receives() > endpoint.attributes().maxReceives()
                || sends < 1
                || sends > endpoint.attributes().maxRequests() - 1) {
            throw Refusals.parameter(
                    "receives="
                            + terms.receives()
                            + ", sends="
                            + sends
                            + " do not fit an endpoint of "
                            + endpoint.attributes().maxReceives()
                            + " receives and "
                            + endpoint.attributes().maxRequests()
                            + " requests");
        }
        this.endpoint = endpoint;
        this.own = terms;
        this.listener = listener;
        this.messages = new ReceivedMessage[terms.receives()];
        this.posted = new boolean[terms.receives()];
        this.sending = new Lease[sends];
        this.cookies = new long[sends];
        this.freeSends = new int[sends];
        this.enoughToReturn = terms.receives() / 2;
        for (int slot = sends - 1; slot >= 0; slot--) {
            freeSends[freeSendCount++] = slot;
        }
        this.creditBuffer = pool.lease(HEADER_BYTES);
        boolean complete = false;
        try {
            for (int slot = 0; slot < messages.length; slot++) {
                Lease buffer = pool.lease(HEADER_BYTES + terms.messageBytes());
                messages[slot] = new ReceivedMessage(this, buffer, slot);
            }
            complete = true;
        } finally {
            if (!complete) {
                closeBuffers();
            }
        }
        for (ReceivedMessage message : messages) {
            int status = post(message);
            if (status != PostStatus.OK) {
                throw refused(status, "receive");
            }
        }
        granted = messages.length;
    }

    /**
     * Allows sending.
     *
     * @param terms what the peer has posted, as its private data says
     * @throws DatException {@code INVALID_STATE} where it is open or closed
     */
    public void open(CreditTerms terms) {
        if (peer != null || closed) {
            throw Refusals.order("the channel was opened before");
        }
        peer = terms;
        credits = terms.receives();
        returnCredits();
    }

    /**
     * How many messages could be sent now, as far as credits go.
     *
     * @return the number, from 0 on
     */
    public int credits() {
        return Math.max(0, credits - 1);
    }

    /**
     * Sends a message, if there is a credit.
     *
     * @param buffer a lease, its payload from byte {@link #HEADER_BYTES} on; the channel's until
     *     {@link Listener#sent}, where it is accepted
     * @param length bytes of the payload, at most the peer's longest message
     * @param cookie given back with the completion
     * @return {@link PostStatus#OK}, {@link #WOULD_BLOCK}, or another number of {@link PostStatus}
     *     where it is refused
     */
    @CheckReturnValue
    public int trySend(Lease buffer, int length, long cookie) {
        CreditTerms terms = peer;
        if (terms == null) {
            return PostStatus.INVALID_STATE;
        }
        if (length < 0 || length > terms.messageBytes()) {
            return PostStatus.LENGTH_ERROR;
        }
        if (credits < 2 || freeSendCount == 0) {
            return WOULD_BLOCK;
        }
        int slot = freeSends[freeSendCount - 1];
        int status = post(buffer, KIND_MESSAGE, length, FIRST_SEND | slot);
        if (status == PostStatus.OK) {
            freeSendCount--;
            sending[slot] = buffer;
            cookies[slot] = cookie;
        }
        return status == PostStatus.QUEUE_FULL ? WOULD_BLOCK : status;
    }

    private int post(Lease buffer, int kind, int length, int slot) {
        MemorySegment memory = buffer.segment();
        memory.set(NUMBER, 0, kind);
        memory.set(NUMBER, CREDITS_AT, owed);
        int status =
                endpoint.postSend(
                        buffer.region(),
                        buffer.offset(),
                        (long) HEADER_BYTES + length,
                        cookie(slot),
                        CompletionFlags.DEFAULT);
        if (status == PostStatus.OK) {
            credits--;
            granted += owed;
            owed = 0;
        }
        return status;
    }

    /** Sends credits alone, where many are owed or the peer has none to send with. */
    private void returnCredits() {
        boolean due = owed >= enoughToReturn || owed >= 2 && granted <= 1;
        if (due && peer != null && credits >= 1 && !returning) {
            // Refused where the connection has ended, or the queue is full of the application's:
            // then the next completion comes by here again.
            returning = post(creditBuffer, KIND_CREDITS, 0, CREDITS_ALONE) == PostStatus.OK;
        }
    }

    private static long cookie(int slot) {
        return (long) COOKIE_TAG << Integer.SIZE | slot;
    }

    /**
     * Handles a completion, if it is of the channel's.
     *
     * @param batch the batch
     * @param i which event
     * @return whether it was
     * @throws DatException {@code INTERNAL_ERROR} where the peer does not keep to the protocol; the
     *     endpoint was disconnected then
     */
    public boolean dispatch(EventBatch batch, int i) {
        if (!batch.isCompletion(i) || !batch.endpoint(i).equals(endpoint)) {
            return false;
        }
        long cookie = batch.cookie(i);
        if (cookie >>> Integer.SIZE != COOKIE_TAG) {
            returnCredits(); // a place of the queue may have become free
            return false;
        }
        int slot = (int) cookie;
        if (slot == CREDITS_ALONE) {
            returning = false;
        } else if (slot >= FIRST_SEND) {
            sent(slot & SLOT_MASK, batch.status(i));
        } else {
            posted[slot] = false;
            if (batch.isSuccess(i)) {
                received(messages[slot], batch.length(i));
            }
        }
        returnCredits();
        return true;
    }

    private void sent(int slot, CompletionStatus status) {
        Lease buffer = sending[slot];
        sending[slot] = null;
        freeSends[freeSendCount++] = slot;
        if (buffer != null) {
            listener.sent(this, buffer, cookies[slot], status);
        }
    }

    private void received(ReceivedMessage message, long bytes) {
        granted--;
        MemorySegment memory = message.lease.segment();
        int kind = bytes >= HEADER_BYTES ? memory.get(NUMBER, 0) : 0;
        int more = bytes >= HEADER_BYTES ? memory.get(NUMBER, CREDITS_AT) : 0;
        if (kind != KIND_MESSAGE && kind != KIND_CREDITS || more < 0) {
            throw violated("a message of kind 0x" + Integer.toHexString(kind));
        }
        CreditTerms terms = peer;
        // Before it is opened nothing was sent, so that the peer can have nothing to give back.
        int spent = terms == null ? 0 : terms.receives() - credits;
        if (more > spent) {
            throw violated("credits for more receives than it has");
        }
        credits += more;
        if (kind == KIND_CREDITS) {
            repost(message);
        } else {
            message.hold((int) bytes - HEADER_BYTES);
            listener.received(this, message);
        }
    }

    private DatException violated(String how) {
        try {
            endpoint.disconnect(DisconnectMode.ABRUPT);
        } catch (DatException _) {
            // It has ended at this very moment.
        }
        return new DatException(
                DatCode.error(DatType.INTERNAL_ERROR, DatSubtype.NO_SUBTYPE),
                "the peer of the channel sent " + how,
                ErrorScope.ENDPOINT,
                Remedy.RECONNECT);
    }

    /** Posts a buffer again; only then the peer is told. */
    void repost(ReceivedMessage message) {
        if (!closed && post(message) == PostStatus.OK) {
            owed++;
            returnCredits();
        }
    }

    private int post(ReceivedMessage message) {
        Lease buffer = message.lease;
        int status =
                endpoint.postReceive(
                        buffer.region(),
                        buffer.offset(),
                        (long) HEADER_BYTES + own.messageBytes(),
                        cookie(message.slot));
        posted[message.slot] = status == PostStatus.OK;
        return status;
    }

    private DatException refused(int status, String what) {
        return DatException.refused(status, what, "endpoint state " + endpoint.state());
    }

    /**
     * Gives its buffers back to the pool. The endpoint must be closed, or disconnected and its
     * completions dispatched. A second close does nothing.
     *
     * @throws DatException {@code INVALID_STATE/LMR_IN_USE} where buffers are posted
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        int used = outstanding();
        if (used > 0 && !endpoint.isClosed()) {
            throw Refusals.inUse(used + " buffers of the channel are posted");
        }
        closed = true;
        closeBuffers();
    }

    /**
     * How many of its posts have not completed.
     *
     * @return receives, messages and returns of credits
     */
    public int outstanding() {
        int sum = sending.length - freeSendCount + (returning ? 1 : 0);
        for (boolean p : posted) {
            sum += p ? 1 : 0;
        }
        return sum;
    }

    private void closeBuffers() {
        creditBuffer.close();
        for (ReceivedMessage message : messages) {
            if (message != null) {
                message.lease.close();
            }
        }
    }
}
