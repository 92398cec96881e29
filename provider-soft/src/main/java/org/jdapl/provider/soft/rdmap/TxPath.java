package org.jdapl.provider.soft.rdmap;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.provider.soft.memory.SoftMemoryRegion;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.wire.DdpHeader;
import org.jdapl.provider.soft.wire.Fpdu;
import org.jdapl.provider.soft.wire.Msn;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.spi.WorkRequest;
import org.jspecify.annotations.Nullable;

/**
 * The outgoing half of a connection: cuts requests and read responses into frames, writes them, and
 * retires requests in the order of posting.
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
    private final SendQueue queue;
    private final Connection connection;
    private final FrameWriter frames = new FrameWriter();

    // Set before the first byte.
    private ByteStream stream = NoStream.INSTANCE;

    // Set before the first frame.
    private OutstandingReads reads;
    private InboundReads inbound;
    private int maxFrame = Fpdu.MIN_MSS_BYTES;
    private boolean packed;

    /**
     * False until frames may go out: during set-up, and at a passive side that has to let the peer
     * go first.
     */
    private volatile boolean open;

    /** Zero-length writes to send, counted up by the driver. */
    private volatile int fillersWanted;

    private volatile boolean draining;

    private int fillersSent;
    private @Nullable PooledBuffer buffer;
    private int from;
    private int to;

    // Entries below are in frames completely, and below the second one those frames are written.
    private long built;
    private long written;
    private long readsRetired;

    // The message that is being cut, where there is one.
    private boolean inMessage;
    private long messageOffset;
    private int segment;
    private long segmentOffset;
    private int sendMsn = Msn.FIRST;
    private int readMsn = Msn.FIRST;

    private boolean inResponse;
    private long responseOffset;
    private boolean responseWasLast;

    /** Nothing is built any more: an error is on its way to the driver. */
    private boolean stopped;

    /** A request has failed: what was posted behind it gets no completion from here. */
    private boolean failed;

    /** Nothing at all is done any more. */
    private boolean dead;

    private boolean notify;
    private int unsignaledSuccesses;

    TxPath(Engine engine, WorkQueues work, Connection connection) {
        this.engine = engine;
        this.work = work;
        this.queue = work.sends;
        this.connection = connection;
        this.reads = new OutstandingReads(0);
        this.inbound = new InboundReads(0);
        built = queue.head();
        written = built;
    }

    // ---- calls of the driver, while it holds the incoming lock

    void attach(ByteStream newStream) {
        lock.lock();
        stream = newStream;
        unlock();
    }

    /** Sets what was agreed, before any frame. */
    void configure(
            OutstandingReads reads,
            InboundReads inbound,
            int maxFrame,
            boolean packed,
            boolean crc) {
        lock.lock();
        this.reads = reads;
        this.inbound = inbound;
        this.maxFrame = maxFrame;
        this.packed = packed;
        frames.crc(crc);
        unlock();
    }

    /** Frames may go out from now on. */
    void open() {
        open = true;
    }

    /** Writes bytes that are no frame: those of connection set-up. */
    void writeRaw(byte[] bytes) {
        lock.lock();
        if (!dead) {
            PooledBuffer b = takeBuffer(bytes.length);
            MemorySegment.copy(MemorySegment.ofArray(bytes), 0, b.segment, to, bytes.length);
            to += bytes.length;
        }
        notifyLater(work());
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
        retire();
        boolean busy = queue.head() < queue.tail() || to > from;
        unlock();
        return busy;
    }

    /**
     * The oldest outstanding read has failed: completes it, after what was posted before it.
     *
     * @return whether there was one
     */
    boolean failOldestRead(CompletionStatus status, int vendorStatus) {
        lock.lock();
        boolean found = false;
        if (!dead) {
            retire();
            long head = queue.head();
            int i = (int) head & queue.mask;
            if (!failed && head < built && queue.kind[i] == Kinds.RDMA_READ) {
                complete(i, status.value(), vendorStatus);
                queue.retire();
                readsRetired++;
                found = true;
            }
            stopped = true;
        }
        unlock();
        return found;
    }

    /**
     * Writes a Terminate behind the frame that is under way, as far as the stream takes it, and
     * ends the half.
     */
    void terminate(byte @Nullable [] payload) {
        lock.lock();
        if (!dead) {
            boolean clean = flush();
            retire();
            if (payload != null && clean && !dead) {
                PooledBuffer b = takeBuffer(BufferPool.SMALL_BYTES);
                to = frames.terminate(b, 0, payload);
                from = 0;
                flush();
            }
            die();
        }
        unlock();
    }

    /**
     * Ends the half.
     *
     * @return successes of unsignaled requests after the last completion
     */
    int kill() {
        lock.lock();
        if (!dead) {
            retire();
            die();
        }
        int successes = unsignaledSuccesses;
        unlock();
        return successes;
    }

    private void die() {
        dead = true;
        from = 0;
        to = 0;
        releaseBuffer();
    }

    /**
     * Lets go of the lock; does what others asked for meanwhile. The incoming lock is still held.
     */
    private void unlock() {
        boolean tell = notify;
        notify = false;
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
                fail("internal error: " + e, null);
            }
            tell |= notify;
            notify = false;
        } while (!lock.release());
        return tell;
    }

    private void run() {
        if (dead) {
            return;
        }
        retire();
        int budget = BYTES_PER_RUN;
        int size;
        do {
            if (!flush()) {
                return;
            }
            if (budget <= 0) {
                releaseBuffer();
                stream.wantWrite();
                return;
            }
            size = build();
            budget -= size;
        } while (size > 0);
        releaseBuffer();
        if (draining && queue.head() == queue.tail() && inbound.isEmpty()) {
            draining = false;
            connection.drained();
        }
    }

    // ---- writing

    /** Writes what is in the buffer; true where all of it went. */
    private boolean flush() {
        if (to == from) {
            return true;
        }
        PooledBuffer b = buffer;
        if (b == null) {
            throw new IllegalStateException("from=" + from + ", to=" + to);
        }
        try {
            b.io.limit(to).position(from);
            stream.write(b.io);
            from = b.io.position();
        } catch (IOException e) {
            die();
            connection.writeFailed(e);
            return false;
        }
        if (from < to) {
            stream.wantWrite();
            return false;
        }
        from = 0;
        to = 0;
        written = built;
        retire();
        return true;
    }

    private PooledBuffer takeBuffer(int bytes) {
        PooledBuffer b = buffer;
        if (b != null && to == 0 && b.capacity < bytes) {
            releaseBuffer();
            b = null;
        }
        if (b == null) {
            b = engine.pool.take(bytes);
            buffer = b;
        }
        return b;
    }

    private void releaseBuffer() {
        PooledBuffer b = buffer;
        if (b != null) {
            buffer = null;
            engine.pool.giveBack(b);
        }
    }

    // ---- building

    /**
     * Puts one frame into the buffer, or as many as fit where packing is on; returns their bytes.
     */
    private int build() {
        if (!open || stopped) {
            return 0;
        }
        int size = buildFrame();
        if (packed && size > 0) {
            int more = size;
            PooledBuffer b = buffer;
            while (more > 0 && b != null && b.capacity - to >= maxFrame && !stopped) {
                more = buildFrame();
            }
        }
        return to;
    }

    private int buildFrame() {
        if (fillersSent != fillersWanted) {
            fillersSent++;
            return append(frames.filler(takeBuffer(BufferPool.SMALL_BYTES), to));
        }
        if (inResponse) {
            return responseFrame();
        }
        if (inMessage) {
            return messageFrame();
        }
        boolean response = !inbound.isEmpty();
        boolean message = mayStart();
        if (response && (!message || !responseWasLast)) {
            responseWasLast = true;
            return startResponse();
        }
        if (message) {
            responseWasLast = false;
            return startMessage();
        }
        return 0;
    }

    private int append(int size) {
        to += size;
        return size;
    }

    private boolean mayStart() {
        if (built >= queue.tail()) {
            return false;
        }
        int i = (int) built & queue.mask;
        if ((queue.flags[i] & WorkRequest.FENCE) != 0 && !reads.allDone()) {
            return false;
        }
        return queue.kind[i] != Kinds.RDMA_READ || reads.hasRoom();
    }

    private int startMessage() {
        int i = (int) built & queue.mask;
        if (queue.kind[i] == Kinds.RDMA_READ) {
            return readRequestFrame(i);
        }
        inMessage = true;
        messageOffset = 0;
        segment = 0;
        segmentOffset = 0;
        return messageFrame();
    }

    private int messageFrame() {
        int i = (int) built & queue.mask;
        boolean tagged = queue.kind[i] == Kinds.RDMA_WRITE;
        long left = queue.totalLength[i] - messageOffset;
        PooledBuffer b = takeBuffer(frameFor(left));
        int limit = Math.min(maxFrame, b.capacity - to);
        int max = tagged ? Fpdu.maxTaggedPayload(limit) : Fpdu.maxUntaggedPayload(limit);
        int length = (int) Math.min(left, max);
        boolean last = length == left;
        int header;
        if (tagged) {
            header = DdpHeader.TAGGED_BYTES;
            FrameWriter.tagged(
                    b,
                    to,
                    last,
                    RdmapControl.WRITE,
                    queue.remoteKey[i] == 0 && length == 0
                            ? FrameWriter.FILLER_STAG
                            : queue.remoteKey[i],
                    queue.remoteAddress[i] + messageOffset,
                    length);
        } else {
            header = DdpHeader.UNTAGGED_BYTES;
            boolean invalidate = queue.kind[i] == Kinds.SEND_WITH_INVALIDATE;
            FrameWriter.untagged(
                    b,
                    to,
                    last,
                    sendOpcode(invalidate, (queue.flags[i] & WorkRequest.SOLICITED) != 0),
                    invalidate ? queue.invalidateKey[i] : 0,
                    DdpHeader.QUEUE_SEND,
                    sendMsn,
                    (int) messageOffset,
                    length);
        }
        if (length > 0 && !gather(i, b, to + Fpdu.ULPDU_OFFSET + header, length)) {
            failEntry(i, CompletionStatus.LOCAL_PROTECTION);
            return 0;
        }
        messageOffset += length;
        if (last) {
            inMessage = false;
            built++;
            if (!tagged) {
                sendMsn = Msn.next(sendMsn);
            }
        }
        return append(frames.seal(b, to, header + length));
    }

    /** How large a buffer a message's next frame wants. */
    private int frameFor(long left) {
        return packed
                ? Staging.BYTES
                : (int)
                        Math.min(
                                left + FrameWriter.UNTAGGED_PAYLOAD + Fpdu.MAX_TRAILER_BYTES,
                                maxFrame);
    }

    private static int sendOpcode(boolean invalidate, boolean solicited) {
        if (invalidate) {
            return solicited
                    ? RdmapControl.SEND_SOLICITED_INVALIDATE
                    : RdmapControl.SEND_INVALIDATE;
        }
        return solicited ? RdmapControl.SEND_SOLICITED : RdmapControl.SEND;
    }

    /** Copies the next bytes of a message into a frame; false where its memory may not be read. */
    private boolean gather(int i, PooledBuffer b, int at, int length) {
        int done = 0;
        while (done < length) {
            if (segment >= queue.segments[i]) {
                return false;
            }
            int s = i * queue.maxSegments + segment;
            int piece = (int) Math.min(queue.length[s] - segmentOffset, length - done);
            if (piece > 0) {
                SoftMemoryRegion region = queue.region[s];
                if (region == null
                        || !Copies.out(
                                region,
                                queue.offset[s] + segmentOffset,
                                b.segment,
                                at + done,
                                piece)) {
                    return false;
                }
                done += piece;
                segmentOffset += piece;
            }
            if (segmentOffset >= queue.length[s]) {
                segment++;
                segmentOffset = 0;
            }
        }
        return true;
    }

    private int readRequestFrame(int i) {
        int s = i * queue.maxSegments;
        SoftMemoryRegion sink = queue.segments[i] == 0 ? null : queue.region[s];
        int sinkStag = sink == null ? FrameWriter.FILLER_STAG : sink.stag();
        long sinkOffset = sink == null ? 0 : sink.remoteAddress() + queue.offset[s];
        int sourceStag = queue.remoteKey[i] == 0 ? FrameWriter.FILLER_STAG : queue.remoteKey[i];
        int size =
                frames.readRequest(
                        takeBuffer(BufferPool.SMALL_BYTES),
                        to,
                        readMsn,
                        sinkStag,
                        sinkOffset,
                        (int) queue.totalLength[i],
                        sourceStag,
                        queue.remoteAddress[i]);
        readMsn = Msn.next(readMsn);
        reads.add(built);
        built++;
        return append(size);
    }

    private int startResponse() {
        InboundReads.Refusal refusal = inbound.oldestRefused();
        if (refusal != null) {
            fail(refusal.reason(), refusal.terminate());
            return 0;
        }
        inResponse = true;
        responseOffset = 0;
        return responseFrame();
    }

    private int responseFrame() {
        long left = inbound.size() - responseOffset;
        PooledBuffer b = takeBuffer(frameFor(left));
        int max = Fpdu.maxTaggedPayload(Math.min(maxFrame, b.capacity - to));
        int length = (int) Math.min(left, max);
        boolean last = length == left;
        FrameWriter.tagged(
                b,
                to,
                last,
                RdmapControl.READ_RESPONSE,
                inbound.sinkStag(),
                inbound.sinkOffset() + responseOffset,
                length);
        SoftMemoryRegion source = inbound.source();
        if (length > 0
                && (source == null
                        || !source.isRemotelyValid()
                        || !Copies.out(
                                source,
                                inbound.sourceOffset() + responseOffset,
                                b.segment,
                                to + FrameWriter.TAGGED_PAYLOAD,
                                length))) {
            fail("the source of a read was closed while it was read", Terminates.INVALID_SOURCE);
            return 0;
        }
        responseOffset += length;
        if (last) {
            inResponse = false;
            inbound.remove();
        }
        return append(frames.seal(b, to, DdpHeader.TAGGED_BYTES + length));
    }

    // ---- completing

    /** Takes finished requests off the queue, oldest first. */
    private void retire() {
        while (!failed) {
            long head = queue.head();
            int i = (int) head & queue.mask;
            if (head >= built) {
                if (stopped && head < queue.tail() && queue.status[i] != 0) {
                    int status = queue.status[i];
                    queue.status[i] = 0;
                    complete(i, status, 0);
                    queue.retire();
                    built++;
                    connection.localFailure(
                            "the memory of a request was not there any more",
                            Terminates.LOCAL_CATASTROPHIC);
                }
                return;
            }
            if (queue.kind[i] == Kinds.RDMA_READ) {
                if (readsRetired == reads.done()) {
                    return;
                }
                readsRetired++;
            } else if (head >= written) {
                return;
            }
            complete(i, 0, 0);
            queue.retire();
        }
    }

    private void complete(int i, int status, int vendorStatus) {
        if (status == 0 && (queue.flags[i] & WorkRequest.SIGNALED) == 0) {
            unsignaledSuccesses++;
            return;
        }
        unsignaledSuccesses = 0;
        failed = status != 0;
        notify |=
                work.requestCompletions.add(
                        queue.id[i],
                        status,
                        queue.kind[i],
                        status == 0 ? queue.totalLength[i] : 0,
                        0,
                        0,
                        0,
                        vendorStatus,
                        work.number);
    }

    /**
     * A request cannot be carried out: it completes with an error in its turn, and nothing behind
     * it starts.
     */
    private void failEntry(int i, CompletionStatus status) {
        queue.status[i] = status.value();
        stopped = true;
        inMessage = false;
        retire();
    }

    private void fail(String reason, byte @Nullable [] terminate) {
        stopped = true;
        connection.localFailure(reason, terminate);
    }
}
