package org.jdapl.provider.soft.rdmap;

import org.jdapl.provider.soft.memory.SteeringTag;
import org.jdapl.provider.soft.wire.DdpHeader;
import org.jdapl.provider.soft.wire.Fpdu;
import org.jdapl.provider.soft.wire.Msn;
import org.jdapl.provider.soft.wire.RdmapControl;

/**
 * Answers the peer's reads and atomic operations: one at a time, in the order of the requests, in
 * pieces of a frame's size, so that nothing is allocated by the measure of what a peer asks for.
 *
 * <p><strong>Threads:</strong> whoever holds the connection's outgoing lock.
 */
final class ReadResponder {

    private final Retirement retirement;
    private final FrameWriter frames;
    private final TxBuffer buffer;
    private final Connection connection;
    private InboundReads inbound = new InboundReads(0);
    private final AtomicUnit atomics = new AtomicUnit();
    private int atomicMsn = Msn.FIRST;
    private boolean inResponse;
    private long offset;

    ReadResponder(
            Retirement retirement, FrameWriter frames, TxBuffer buffer, Connection connection) {
        this.retirement = retirement;
        this.frames = frames;
        this.buffer = buffer;
        this.connection = connection;
    }

    void inbound(InboundReads requests) {
        inbound = requests;
    }

    /** Whether a response has begun and not ended. */
    boolean isInResponse() {
        return inResponse;
    }

    boolean hasRequests() {
        return !inbound.isEmpty();
    }

    /**
     * Puts the first frame of the next response into the buffer; returns its bytes, 0 for a
     * refusal.
     */
    int start() {
        InboundReads.Refusal refusal = inbound.oldestRefused();
        if (refusal != null) {
            fail(refusal.reason(), refusal.terminate());
            return 0;
        }
        if (inbound.isAtomic()) {
            return atomic();
        }
        inResponse = true;
        offset = 0;
        return next();
    }

    /**
     * Puts the next frame of the response into the buffer; returns its bytes, 0 where it failed.
     */
    int next() {
        long left = inbound.size() - offset;
        PooledBuffer b = buffer.want(frames.bufferFor(left));
        int at = buffer.end();
        int max = Fpdu.maxTaggedPayload(frames.limit(b.capacity - at));
        int length = (int) Math.min(left, max);
        boolean last = length == left;
        FrameWriter.tagged(
                b,
                at,
                last,
                RdmapControl.READ_RESPONSE,
                inbound.sinkStag(),
                inbound.sinkOffset() + offset,
                length);
        if (length > 0 && !copy(b, at + FrameWriter.TAGGED_PAYLOAD, length)) {
            fail("the source of a read was closed while it was read", Terminates.INVALID_SOURCE);
            return 0;
        }
        offset += length;
        if (last) {
            inResponse = false;
            inbound.remove();
        }
        return buffer.add(frames.seal(b, at, DdpHeader.TAGGED_BYTES + length));
    }

    /** Carries an atomic operation out and answers it; returns the bytes, 0 where it failed. */
    private int atomic() {
        if (!atomics.perform(inbound)) {
            fail("the target of an atomic operation was closed", Terminates.INVALID_SOURCE);
            return 0;
        }
        PooledBuffer b = buffer.want(BufferPool.SMALL_BYTES);
        int size =
                frames.atomicResponse(
                        b, buffer.end(), atomicMsn, inbound.requestId(), atomics.original());
        atomicMsn = Msn.next(atomicMsn);
        inbound.remove();
        return buffer.add(size);
    }

    private boolean copy(PooledBuffer b, int at, int length) {
        SteeringTag source = inbound.source();
        return source != null
                && Copies.out(source, inbound.sourceAddress() + offset, b.segment, at, length);
    }

    private void fail(String reason, byte[] terminate) {
        retirement.stop();
        connection.localFailure(reason, terminate);
    }
}
