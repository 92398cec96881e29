package org.jdapl.provider.soft.rdmap;

import java.io.IOException;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jspecify.annotations.Nullable;

/**
 * The outgoing half of a connection: decides what goes out next, requests or read responses, writes
 * it, and lets one thread at a time do so.
 *
 * <p>Everything here belongs to the holder of {@link #lock}, except what is volatile.
 */
final class TxPath {

    /**
     * Bytes that one run writes at most; the rest is the driver's, so that a post does not last and
     * streams get turns.
     */
    private static final int BYTES_PER_RUN = 1 << 20;

    private final RunLock lock = new RunLock();
    private final Engine engine;
    private final WorkQueues work;
    private final Connection connection;
    private final FrameWriter frames;
    private final TxBuffer buffer;
    private final Retirement retirement;
    private final RequestFrames requests;
    private final ReadResponder responses;

    // Set before the first byte.
    private ByteStream stream = NoStream.INSTANCE;

    /**
     * False until frames may go out: during set-up, and at a passive side that has to let the peer
     * go first.
     */
    private volatile boolean open;

    /** Zero-length writes to send, counted up by the driver. */
    private volatile int fillersWanted;

    private volatile boolean draining;

    private int fillersSent;
    private boolean responseWasLast;

    /** Nothing at all is done any more. */
    private boolean dead;

    TxPath(Engine engine, WorkQueues work, Connection connection) {
        this.engine = engine;
        this.work = work;
        this.connection = connection;
        frames = new FrameWriter(work.sent);
        buffer = new TxBuffer(engine.pool);
        retirement = new Retirement(work, connection);
        requests = new RequestFrames(work, retirement, frames, buffer, connection);
        responses = new ReadResponder(retirement, frames, buffer, connection);
    }

    // ---- calls of the driver, while it holds the incoming lock

    void attach(ByteStream newStream) {
        lock.lock();
        try {
            stream = newStream;
        } finally {
            unlock();
        }
    }

    /** Sets what was agreed, before any frame. */
    void configure(
            OutstandingReads reads,
            InboundReads inbound,
            int maxFrame,
            boolean packed,
            boolean crc) {
        lock.lock();
        try {
            retirement.reads(reads);
            requests.reads(reads);
            responses.inbound(inbound);
            frames.configure(maxFrame, packed, crc);
        } finally {
            unlock();
        }
    }

    /** Frames may go out from now on. */
    void open() {
        open = true;
    }

    /** Writes bytes that are no frame: those of connection set-up. */
    void writeRaw(byte[] bytes) {
        lock.lock();
        try {
            if (!dead) {
                buffer.add(bytes);
            }
        } finally {
            notifyLater(work());
        }
    }

    /** Has a zero-length write sent. */
    void wantFiller() {
        // The driver alone writes it.
        int wanted = fillersWanted + 1;
        fillersWanted = wanted;
        kickLocked();
    }

    /** Tells the connection when everything that was posted is done. */
    void drain() {
        draining = true;
        kickLocked();
    }

    /** As {@link #kick()}, for a driver that holds the incoming lock. */
    private void kickLocked() {
        if (lock.request()) {
            notifyLater(work());
        }
    }

    /** Whether anything of this side waits to be written or to be answered. */
    boolean hasWork() {
        lock.lock();
        try {
            retirement.retire();
            return retirement.hasOutstanding() || !buffer.isEmpty();
        } finally {
            unlock();
        }
    }

    /** The oldest outstanding read has failed. */
    void failOldestRead(CompletionStatus status, int vendorStatus) {
        lock.lock();
        try {
            if (!dead) {
                retirement.failOldestRead(status, vendorStatus);
            }
        } finally {
            unlock();
        }
    }

    /**
     * Writes a Terminate behind the frame that is under way, as far as the stream takes it, and
     * ends the half.
     */
    void terminate(byte @Nullable [] payload) {
        lock.lock();
        try {
            if (!dead) {
                boolean clean = flush();
                retirement.retire();
                if (payload != null && clean && !dead) {
                    PooledBuffer b = buffer.want(BufferPool.SMALL_BYTES);
                    buffer.add(frames.terminate(b, buffer.end(), payload));
                    flush();
                }
                die();
            }
        } finally {
            unlock();
        }
    }

    /**
     * Ends the half.
     *
     * @return successes of unsignaled requests after the last completion
     */
    int kill() {
        lock.lock();
        try {
            if (!dead) {
                retirement.retire();
                die();
            }
            return retirement.unsignaledSuccesses();
        } finally {
            unlock();
        }
    }

    private void die() {
        dead = true;
        buffer.release();
    }

    /**
     * Lets go of the lock; does what others asked for meanwhile. The incoming lock is still held.
     */
    private void unlock() {
        boolean tell = retirement.takeNotify();
        if (!lock.release()) {
            tell |= work();
        }
        notifyLater(tell);
    }

    private void notifyLater(boolean tell) {
        if (tell) {
            engine.execute(work.requestCompletions::notifyReady);
        }
    }

    // ---- any thread

    /** There may be something to do: does it, or leaves word to whoever is at it. */
    void kick() {
        if (lock.request() && work()) {
            work.requestCompletions.notifyReady();
        }
    }

    /**
     * Does what there is to do and lets go of the lock; whether an armed completion queue has to be
     * told.
     */
    private boolean work() {
        boolean tell = false;
        do {
            try {
                run();
            } catch (RuntimeException | Error e) {
                // One connection's trouble must not become the others'.
                retirement.stop();
                tellOfFailure(e);
            }
            tell |= retirement.takeNotify();
        } while (!lock.release());
        return tell;
    }

    /** Whatever becomes of that, the lock is let go of. */
    private void tellOfFailure(Throwable failure) {
        try {
            connection.localFailure("internal error: " + failure, null);
        } catch (RuntimeException | Error e) {
            failure.addSuppressed(e);
            dead = true;
        }
    }

    private void run() {
        if (dead) {
            return;
        }
        retirement.retire();
        int budget = BYTES_PER_RUN;
        int size;
        do {
            if (!flush()) {
                return;
            }
            if (budget <= 0) {
                buffer.release();
                stream.wantWrite();
                return;
            }
            size = build();
            budget -= size;
        } while (size > 0);
        buffer.release();
        if (draining && !retirement.hasOutstanding() && !responses.hasRequests()) {
            draining = false;
            connection.drained();
        }
    }

    /** Writes what is in the buffer; true where all of it went. */
    private boolean flush() {
        if (buffer.isEmpty()) {
            return true;
        }
        try {
            if (!buffer.write(stream)) {
                stream.wantWrite();
                return false;
            }
        } catch (IOException e) {
            die();
            connection.writeFailed(e);
            return false;
        }
        retirement.allWritten();
        return true;
    }

    /**
     * Puts one frame into the empty buffer, or as many as fit where packing is on; returns their
     * bytes.
     */
    private int build() {
        if (!open || retirement.isStopped()) {
            return 0;
        }
        int more = buildFrame();
        if (frames.packed()) {
            while (more > 0 && buffer.hasRoom(frames.maxFrame()) && !retirement.isStopped()) {
                more = buildFrame();
            }
        }
        return buffer.end();
    }

    private int buildFrame() {
        if (responses.isInResponse()) {
            return responses.next();
        }
        if (requests.isInMessage()) {
            return requests.next();
        }
        if (fillersSent != fillersWanted) {
            fillersSent++;
            PooledBuffer b = buffer.want(BufferPool.SMALL_BYTES);
            return buffer.add(frames.filler(b, buffer.end()));
        }
        boolean response = responses.hasRequests();
        boolean message = requests.mayStart();
        if (response && (!message || !responseWasLast)) {
            responseWasLast = true;
            return responses.start();
        }
        if (message) {
            responseWasLast = false;
            return requests.start();
        }
        return 0;
    }
}
