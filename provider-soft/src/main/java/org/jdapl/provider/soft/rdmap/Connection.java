package org.jdapl.provider.soft.rdmap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.seam.StreamHandler;
import org.jdapl.provider.soft.seam.StreamNetwork;
import org.jdapl.provider.soft.wire.MpaFrame;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.provider.soft.wire.TerminateMessage;
import org.jdapl.spi.kit.SpinLock;
import org.jspecify.annotations.Nullable;

/**
 * One connection, from the first byte of its set-up to its end: states, time limits and what is
 * told to whom. The data is the business of its two halves.
 *
 * <p><strong>Threads:</strong> {@link #kick()} by any thread; {@link #connect}, {@link #accept},
 * {@link #requesterGone()}, {@link #disconnect} and {@link #kill()} are control calls; everything
 * else is called by the driver.
 */
public final class Connection implements StreamHandler {

    /** How long a peer has to answer the MPA request. */
    public static final long REPLY_LIMIT_NS = 10_000_000_000L;

    /** How long an initiator has to send its first frame after a reply that told it to send one. */
    public static final long FIRST_FRAME_LIMIT_NS = 10_000_000_000L;

    /** How long a graceful disconnect waits for posted work. */
    public static final long DRAIN_LIMIT_NS = 5_000_000_000L;

    /** How long a graceful disconnect waits for the peer to close its side. */
    public static final long FIN_LIMIT_NS = 2_000_000_000L;

    /**
     * When a peer has sent nothing so long after this side's first frame, it may have overlooked
     * that frame: the accept of a kernel driver has such a gap. Any further bytes wake it.
     */
    public static final long NUDGE_NS = 200_000_000L;

    private static final byte[] NO_BYTES = {};

    private enum State {
        NEW,
        CONNECTING,
        AWAIT_REPLY,
        AWAIT_FIRST_FRAME,
        OPEN,
        DRAINING,
        FIN_SENT,
        ENDED
    }

    private final Engine engine;
    private final WorkQueues work;
    private final Handshake handshake;
    private final ConnectionListener listener;
    private final SpinLock incoming = new SpinLock();
    private final TxPath tx;
    private final RxPath rx;

    // Guarded by the incoming lock.
    private ByteStream stream = NoStream.INSTANCE;
    private State state = State.NEW;
    private boolean holding;
    private int agreedReadsIn;
    private int agreedReadsOut;

    // The driver's.
    private final Timer limit = new Timer(() -> locked(this::limitReached));
    private final Timer nudge = new Timer(() -> locked(this::nudge));

    private volatile InetSocketAddress localAddress = NoStream.INSTANCE.localAddress();
    private volatile boolean opened;
    private volatile int effectiveReadsOut;

    /**
     * Makes a connection that does nothing yet.
     *
     * @param engine what all connections share
     * @param work the queue pair's queues
     * @param settings what was chosen for it
     * @param readsIn reads that this side serves at once
     * @param readsOut reads that this side wants to have outstanding
     * @param privateData what to tell the peer
     * @param listener whom to tell what comes of it
     */
    public Connection(
            Engine engine,
            WorkQueues work,
            ConnectionSettings settings,
            int readsIn,
            int readsOut,
            byte[] privateData,
            ConnectionListener listener) {
        this.engine = engine;
        this.work = work;
        this.handshake = new Handshake(settings, readsIn, readsOut, privateData);
        this.listener = listener;
        tx = new TxPath(engine, work, this);
        rx = new RxPath(engine, work, this);
    }

    private void locked(Runnable action) {
        incoming.lock();
        try {
            action.run();
        } finally {
            incoming.unlock();
        }
    }

    /**
     * Has something done by the driver under the incoming lock, soon; any thread, any lock held.
     */
    private void later(Runnable action) {
        engine.execute(() -> locked(action));
    }

    // ---- control calls

    /**
     * Starts to connect.
     *
     * @param network where
     * @param from the local address; null for the system's choice
     * @param to the peer
     * @throws IOException where it cannot even be started
     */
    public void connect(StreamNetwork network, @Nullable InetAddress from, InetSocketAddress to)
            throws IOException {
        incoming.lock();
        try {
            // Events wait for the lock.
            attach(network.connect(from, to, this));
            state = State.CONNECTING;
        } finally {
            incoming.unlock();
        }
    }

    /**
     * Starts to accept.
     *
     * @param request what the peer sent
     * @param accepted the stream it came on
     */
    public void accept(MpaFrame request, ByteStream accepted) {
        later(() -> answer(request, accepted));
    }

    /** The requester that was to be accepted is not there any more: tells so. */
    public void requesterGone() {
        later(
                () -> {
                    if (state == State.NEW) {
                        end(() -> listener.broken("the requester is gone", 0));
                    }
                });
    }

    /**
     * Starts to end the connection. A terminal event follows, unless there was one before.
     *
     * @param graceful whether to finish what was posted
     */
    public void disconnect(boolean graceful) {
        later(() -> beginDisconnect(graceful));
    }

    /**
     * Ends everything at once. When this returns the connection touches no memory and adds no
     * completion any more; no event follows.
     *
     * @return how many of the oldest requests without a completion are known to have succeeded
     */
    public int kill() {
        incoming.lock();
        try {
            State before = state;
            state = State.ENDED;
            int successes = tx.kill();
            rx.die();
            if (work.flushTaken()) {
                engine.execute(work.receiveCompletions::notifyReady);
            }
            if (before != State.ENDED) {
                closeStream();
                engine.execute(this::cancelTimers);
            }
            return successes;
        } finally {
            incoming.unlock();
        }
    }

    /** There are new requests in the queue. */
    public void kick() {
        tx.kick();
    }

    /**
     * Whether requests may be posted: the connection was established at some time.
     *
     * @return true from then on
     */
    public boolean isOpened() {
        return opened;
    }

    /**
     * How many reads may be outstanding, as agreed.
     *
     * @return a number, 0 before the connection is established
     */
    public int readsOut() {
        return effectiveReadsOut;
    }

    /**
     * This side's address.
     *
     * @return address and port
     */
    public InetSocketAddress localAddress() {
        return localAddress;
    }

    // ---- set-up, active side

    @Override
    public void connected() {
        locked(
                () -> {
                    if (state == State.CONNECTING) {
                        state = State.AWAIT_REPLY;
                        setLimit(REPLY_LIMIT_NS);
                        tx.writeRaw(handshake.request());
                    }
                });
    }

    @Override
    public void connectFailed(IOException cause, boolean refused) {
        String reason = "connect failed: " + text(cause);
        locked(
                () -> {
                    if (state == State.CONNECTING) {
                        end(
                                refused
                                        ? () -> listener.rejected(false, NO_BYTES, reason)
                                        : () -> listener.unreachable(reason));
                        closeStream();
                    }
                });
    }

    private void judge(MpaNegotiation.Verdict verdict) {
        MpaNegotiation.Agreement agreement = verdict.agreement();
        if (agreement != null) {
            configure(agreement);
            open(agreement.privateData());
            // The peer waits for a first frame, whether that was agreed or not; this one asks
            // nothing of it.
            tx.open();
            tx.wantFiller();
            engine.timers.set(nudge, engine.clock.nanoTime() + NUDGE_NS);
            return;
        }
        Runnable event =
                () ->
                        listener.rejected(
                                verdict.byConsumer(), verdict.privateData(), verdict.reason());
        TerminateCode terminate = verdict.terminate();
        if (terminate == null) {
            finish(event);
        } else {
            tx.terminate(Terminates.of(terminate));
            end(event);
            linger();
        }
    }

    // ---- set-up, passive side

    private void answer(MpaFrame request, ByteStream accepted) {
        if (state != State.NEW) {
            accepted.close();
            return;
        }
        attach(accepted);
        MpaNegotiation.Agreement agreement = handshake.answer(request);
        configure(agreement);
        holding = true;
        if (agreement.peerToPeer()) {
            state = State.AWAIT_FIRST_FRAME;
            setLimit(FIRST_FRAME_LIMIT_NS);
        } else {
            open(NO_BYTES);
        }
        tx.writeRaw(handshake.replyTo(request, agreement));
        accepted.handler(this);
    }

    /** The peer's first frame is here: this side may send. */
    void firstFrame() {
        if (state == State.AWAIT_FIRST_FRAME) {
            open(NO_BYTES);
        }
        if (holding) {
            holding = false;
            tx.open();
            rx.wantKick();
        }
    }

    // ---- set-up, both

    private void attach(ByteStream newStream) {
        stream = newStream;
        tx.attach(newStream);
    }

    private void configure(MpaNegotiation.Agreement agreement) {
        InboundReads inbound = handshake.inboundReads();
        OutstandingReads outstanding = new OutstandingReads(agreement.readsOut());
        tx.configure(
                outstanding,
                inbound,
                handshake.maxFrame(stream),
                handshake.packed(),
                agreement.crc());
        rx.configure(outstanding, inbound, agreement.crc());
        agreedReadsIn = agreement.readsIn();
        agreedReadsOut = agreement.readsOut();
    }

    private void open(byte[] peerData) {
        state = State.OPEN;
        localAddress = stream.localAddress();
        engine.timers.cancel(limit);
        effectiveReadsOut = agreedReadsOut;
        opened = true;
        int in = agreedReadsIn;
        int out = agreedReadsOut;
        engine.execute(() -> listener.established(peerData, in, out));
    }

    // ---- events of the stream

    @Override
    public int readable() {
        incoming.lock();
        int work;
        boolean kick;
        boolean notify;
        int taken;
        try {
            work = state == State.ENDED ? 0 : receive();
            kick = rx.takeKick();
            notify = rx.takeNotify();
            taken = this.work.takeTaken();
        } finally {
            incoming.unlock();
        }
        if (kick) {
            tx.kick();
        }
        for (; taken > 0; taken--) {
            listener.receiveTaken();
        }
        if (notify) {
            rx.notifyReady();
        }
        return work;
    }

    private int receive() {
        try {
            return rx.receive();
        } catch (RuntimeException | Error e) {
            // One connection's trouble must not become the others'.
            fail("internal error: " + e, Terminates.LOCAL_CATASTROPHIC);
            return 1;
        }
    }

    @Override
    public void writable() {
        tx.kick();
    }

    ByteStream stream() {
        return stream;
    }

    void lockIncoming() {
        incoming.lock();
    }

    void unlockIncoming() {
        incoming.unlock();
    }

    /** Bytes came. */
    void arrived(Staging staging) {
        if (state == State.AWAIT_REPLY) {
            MpaNegotiation.Verdict verdict = handshake.reply(staging);
            if (verdict == null) {
                return;
            }
            judge(verdict);
        }
        if (state != State.ENDED) {
            rx.frames(staging);
        }
    }

    /**
     * A request of the peer was refused: nothing that it sends counts any more, until the refusal
     * is out.
     */
    void deaf() {
        stream.wantRead(false);
    }

    /** The stream has ended, inside something or not, by the peer's FIN or by an error. */
    void streamEnded(boolean halfDone, @Nullable IOException error) {
        String how = error == null ? "the peer closed the connection" : text(error);
        switch (state) {
            case AWAIT_REPLY ->
                    finish(() -> listener.rejected(false, NO_BYTES, how + " instead of answering"));
            case AWAIT_FIRST_FRAME ->
                    finish(() -> listener.broken(how + " before its first message", 0));
            case OPEN ->
                    finish(
                            halfDone || tx.hasWork()
                                    ? () -> listener.broken(how + " while work was outstanding", 0)
                                    : listener::disconnected);
            case DRAINING, FIN_SENT -> finish(listener::disconnected);
            case NEW, CONNECTING, ENDED -> {
                // There is no stream.
            }
        }
    }

    private static String text(IOException error) {
        String message = error.getMessage();
        return message == null ? error.getClass().getSimpleName() : message;
    }

    // ---- failures

    /** This side ends the connection, with the incoming lock held. */
    void fail(String reason, byte @Nullable [] terminate) {
        if (state == State.ENDED) {
            return;
        }
        tx.terminate(terminate);
        end(() -> listener.broken(reason, 0));
        linger();
    }

    /** The oldest read of this side has failed, and with it the connection. */
    void failRead(CompletionStatus status, String reason, byte[] terminate) {
        tx.failOldestRead(status, 0);
        fail(reason, terminate);
    }

    /** The peer has ended the connection with a Terminate. */
    void terminated(TerminateMessage message) {
        int code = message.layer() << 12 | message.type() << 8 | message.errorCode();
        CompletionStatus status = ReadRefusals.statusOf(message);
        if (status != CompletionStatus.SUCCESS) {
            tx.failOldestRead(status, code);
        }
        finish(() -> listener.broken(message.sentence(), code));
    }

    /** The outgoing half has failed; any thread, with the outgoing lock held. */
    void localFailure(String reason, byte @Nullable [] terminate) {
        later(() -> fail(reason, terminate));
    }

    /** The stream takes nothing any more; any thread, with the outgoing lock held. */
    void writeFailed(IOException error) {
        engine.execute(
                () -> {
                    // The peer may have said why.
                    readable();
                    locked(() -> streamEnded(true, error));
                });
    }

    // ---- the end

    private void beginDisconnect(boolean graceful) {
        if (state == State.ENDED) {
            return;
        }
        if (graceful && state == State.OPEN) {
            state = State.DRAINING;
            setLimit(DRAIN_LIMIT_NS);
            tx.drain();
        } else if (!graceful || (state != State.DRAINING && state != State.FIN_SENT)) {
            finish(listener::disconnected);
        }
    }

    /** All that was posted is done; any thread, with the outgoing lock held. */
    void drained() {
        later(
                () -> {
                    if (state == State.DRAINING) {
                        state = State.FIN_SENT;
                        setLimit(FIN_LIMIT_NS);
                        stream.shutdownOutput();
                    }
                });
    }

    private void limitReached() {
        switch (state) {
            case AWAIT_REPLY ->
                    finish(() -> listener.unreachable("the peer did not answer the MPA request"));
            case AWAIT_FIRST_FRAME ->
                    finish(
                            () ->
                                    listener.broken(
                                            "the initiator did not send its first message", 0));
            case DRAINING, FIN_SENT -> finish(listener::disconnected);
            case NEW, CONNECTING, OPEN, ENDED -> {
                // The limit was taken back.
            }
        }
    }

    private void nudge() {
        if (state == State.OPEN && rx.framesSeen() == 0) {
            tx.wantFiller();
        }
    }

    /** Ends the connection and closes its stream. */
    private void finish(Runnable event) {
        tx.kill();
        end(event);
        closeStream();
    }

    private void end(Runnable event) {
        state = State.ENDED;
        cancelTimers();
        rx.die();
        engine.staging.forget(rx);
        engine.execute(event);
    }

    private void closeStream() {
        stream.close();
        stream = NoStream.INSTANCE;
    }

    private void linger() {
        LingeringClose.start(engine, stream);
        stream = NoStream.INSTANCE;
    }

    private void setLimit(long delayNs) {
        engine.timers.set(limit, engine.clock.nanoTime() + delayNs);
    }

    private void cancelTimers() {
        engine.timers.cancel(limit);
        engine.timers.cancel(nudge);
    }
}
