package org.jdapl.provider.soft.rdmap;

import org.jdapl.api.data.CompletionStatus;
import org.jdapl.provider.soft.memory.SoftMemoryRegion;
import org.jdapl.provider.soft.memory.SoftMemoryWindow;
import org.jdapl.provider.soft.memory.SteeringTag;
import org.jdapl.provider.soft.wire.DdpHeader;
import org.jdapl.provider.soft.wire.Fpdu;
import org.jdapl.provider.soft.wire.Msn;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.provider.soft.wire.TaggedRange;
import org.jdapl.spi.WorkRequest;

/**
 * Cuts requests into frames: one message at a time, in the order of posting.
 *
 * <p><strong>Threads:</strong> whoever holds the connection's outgoing lock.
 */
final class RequestFrames {

    private final WorkQueues work;
    private final Connection connection;
    private final SendQueue queue;
    private final Retirement retirement;
    private final FrameWriter frames;
    private final TxBuffer buffer;
    private OutstandingReads reads = new OutstandingReads(0);

    // The message that is being cut, where there is one.
    private boolean inMessage;
    private long messageOffset;
    private int segment;
    private long segmentOffset;

    /** The write of a write with immediate data is cut, the immediate data is not. */
    private boolean written;

    private int sendMsn = Msn.FIRST;
    private int readMsn = Msn.FIRST;

    RequestFrames(
            WorkQueues work,
            Retirement retirement,
            FrameWriter frames,
            TxBuffer buffer,
            Connection connection) {
        this.work = work;
        this.connection = connection;
        this.queue = work.sends;
        this.retirement = retirement;
        this.frames = frames;
        this.buffer = buffer;
    }

    void reads(OutstandingReads outstanding) {
        reads = outstanding;
    }

    /** Whether a message has begun and not ended. */
    boolean isInMessage() {
        return inMessage;
    }

    /**
     * Carries out what is next and needs no frame, then tells whether the next request may begin: a
     * read or an atomic operation within the agreed depth, a fence behind all of them.
     */
    boolean mayStart() {
        while (retirement.hasNext()) {
            int i = (int) retirement.next() & queue.mask;
            if ((queue.flags[i] & WorkRequest.FENCE) != 0 && !reads.allDone()) {
                return false;
            }
            if (queue.kind[i] != Kinds.BIND) {
                return !Kinds.isAnswered(queue.kind[i]) || reads.hasRoom();
            }
            if (!retirement.nextIsOldest()) {
                // A bind completes when it takes effect, so that a flushed one never had any.
                return false;
            }
            bind(i);
        }
        return false;
    }

    private void bind(int i) {
        if (queue.bind(i, connection)) {
            retirement.advance();
            retirement.retire();
        } else {
            retirement.failNext(CompletionStatus.RMR_OPERATION_FAILED);
        }
    }

    /** Puts the first frame of the next request into the buffer; returns its bytes. */
    int start() {
        int i = (int) retirement.next() & queue.mask;
        if (Kinds.isAnswered(queue.kind[i])) {
            return queue.kind[i] == Kinds.RDMA_READ ? readRequest(i) : atomicRequest(i);
        }
        inMessage = true;
        messageOffset = 0;
        segment = 0;
        segmentOffset = 0;
        return next();
    }

    /** Puts the next frame of the message into the buffer; returns its bytes, 0 where it failed. */
    int next() {
        int i = (int) retirement.next() & queue.mask;
        boolean tagged =
                queue.kind[i] == Kinds.RDMA_WRITE || queue.kind[i] == Kinds.WRITE_WITH_IMMEDIATE;
        if (written) {
            return immediate(i);
        }
        long left = queue.totalLength[i] - messageOffset;
        PooledBuffer b = buffer.want(frames.bufferFor(left));
        int at = buffer.end();
        int limit = frames.limit(b.capacity - at);
        int max = tagged ? Fpdu.maxTaggedPayload(limit) : Fpdu.maxUntaggedPayload(limit);
        int length = (int) Math.min(left, max);
        boolean last = length == left;
        int header;
        if (tagged) {
            header = DdpHeader.TAGGED_BYTES;
            writeHeader(i, b, at, last, length);
        } else {
            header = DdpHeader.UNTAGGED_BYTES;
            sendHeader(i, b, at, last, length);
        }
        if (length > 0 && !gather(i, b, at + Fpdu.ULPDU_OFFSET + header, length)) {
            inMessage = false;
            retirement.failNext(CompletionStatus.LOCAL_PROTECTION);
            return 0;
        }
        messageOffset += length;
        if (last && queue.kind[i] == Kinds.WRITE_WITH_IMMEDIATE) {
            written = true;
        } else if (last) {
            inMessage = false;
            retirement.advance();
            if (!tagged) {
                sendMsn = Msn.next(sendMsn);
            }
        }
        return buffer.add(frames.seal(b, at, header + length));
    }

    /** The second message of a write with immediate data. */
    private int immediate(int i) {
        written = false;
        inMessage = false;
        retirement.advance();
        int msn = sendMsn;
        sendMsn = Msn.next(msn);
        PooledBuffer b = buffer.want(BufferPool.SMALL_BYTES);
        return buffer.add(
                frames.immediate(
                        b,
                        buffer.end(),
                        msn,
                        (queue.flags[i] & WorkRequest.SOLICITED) != 0,
                        queue.immediate[i]));
    }

    private void writeHeader(int i, PooledBuffer b, int at, boolean last, int length) {
        int stag = queue.remoteKey[i];
        FrameWriter.tagged(
                b,
                at,
                last,
                RdmapControl.WRITE,
                stag == 0 && length == 0 ? FrameWriter.FILLER_STAG : stag,
                queue.remoteAddress[i] + messageOffset,
                length);
    }

    private void sendHeader(int i, PooledBuffer b, int at, boolean last, int length) {
        boolean invalidate = queue.kind[i] == Kinds.SEND_WITH_INVALIDATE;
        FrameWriter.untagged(
                b,
                at,
                last,
                sendOpcode(invalidate, (queue.flags[i] & WorkRequest.SOLICITED) != 0),
                invalidate ? queue.invalidateKey[i] : 0,
                DdpHeader.QUEUE_SEND,
                sendMsn,
                (int) messageOffset,
                length);
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
                long offset = queue.offset[s] + segmentOffset;
                if (region == null || !Copies.out(region, offset, b.segment, at + done, piece)) {
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

    private int readRequest(int i) {
        int s = i * queue.maxSegments;
        SoftMemoryRegion sink = queue.segments[i] == 0 ? null : queue.region[s];
        int sinkStag = sink == null ? FrameWriter.FILLER_STAG : sinkStag(i, sink);
        if (sinkStag == 0) {
            retirement.failNext(CompletionStatus.LOCAL_PROTECTION);
            return 0;
        }
        queue.sinkStag[i] = sinkStag;
        long sinkOffset = sink == null ? 0 : sink.remoteAddress() + queue.offset[s];
        int sourceStag = queue.remoteKey[i] == 0 ? FrameWriter.FILLER_STAG : queue.remoteKey[i];
        int size =
                frames.readRequest(
                        buffer.want(BufferPool.SMALL_BYTES),
                        buffer.end(),
                        readMsn,
                        sinkStag,
                        sinkOffset,
                        (int) queue.totalLength[i],
                        sourceStag,
                        queue.remoteAddress[i]);
        return asked(size);
    }

    /**
     * The tag by which the peer is to name the sink of a read; 0 where a window does not cover it.
     */
    private int sinkStag(int i, SoftMemoryRegion sink) {
        SoftMemoryWindow window = queue.window[i];
        if (window == null) {
            return sink.tag().stag();
        }
        SteeringTag tag = window.bound();
        return tag != null
                        && tag.region() == sink
                        && tag.isFor(work.domain, connection)
                        && TaggedRange.contains(
                                tag.base(),
                                tag.length(),
                                sink.remoteAddress() + queue.offset[i * queue.maxSegments],
                                queue.totalLength[i])
                ? tag.stag()
                : 0;
    }

    private int atomicRequest(int i) {
        return asked(
                frames.atomicRequest(
                        buffer.want(BufferPool.SMALL_BYTES),
                        buffer.end(),
                        readMsn,
                        queue,
                        i,
                        AtomicResponseReceiver.requestId(retirement.next())));
    }

    /** A request that wants an answer is in the buffer. */
    private int asked(int size) {
        readMsn = Msn.next(readMsn);
        reads.add(retirement.next());
        retirement.advance();
        return buffer.add(size);
    }
}
