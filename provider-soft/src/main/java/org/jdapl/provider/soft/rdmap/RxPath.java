package org.jdapl.provider.soft.rdmap;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;
import org.jdapl.provider.soft.wire.DdpHeader;
import org.jdapl.provider.soft.wire.Fpdu;
import org.jdapl.provider.soft.wire.InboundSegment;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.provider.soft.wire.TerminateMessage;
import org.jdapl.provider.soft.wire.WireFault;
import org.jspecify.annotations.Nullable;

/**
 * The incoming half of a connection: takes frames off the stream, checks them and places what they
 * carry. Nothing is placed before its CRC and its rights are checked, and nothing is allocated by
 * the measure of what a peer says.
 *
 * <p>Everything here belongs to the driver while it holds the connection's incoming lock.
 */
final class RxPath {

    /** Bytes that one call reads at most, so that other streams get their turn. */
    private static final int BYTES_PER_CALL = 1 << 20;

    /** Bytes that make it worth while to go on with the CRC of an incomplete frame. */
    private static final int CHECK_AHEAD = 4096;

    private final Engine engine;
    private final WorkQueues work;
    private final Connection connection;
    private final CRC32C checksum = new CRC32C();

    private final TaggedReceiver tagged;
    private final MessageReceiver messages;
    private final ReadRequestReceiver readRequests;
    private final AtomicResponseReceiver atomics;

    // Set before the first frame.
    private boolean crc;

    // What is left of an incomplete frame while another connection has the staging buffer.
    private @Nullable PooledBuffer kept;
    private int keptBytes;

    /** Bytes of the incomplete frame that the checksum covers already. */
    private int checked;

    private long framesSeen;
    private boolean dead;

    private boolean kick;

    RxPath(Engine engine, WorkQueues work, Connection connection) {
        this.engine = engine;
        this.work = work;
        this.connection = connection;
        tagged = new TaggedReceiver(engine.regions, work, connection);
        messages = new MessageReceiver(engine.regions, work, connection);
        readRequests = new ReadRequestReceiver(engine.regions, work, connection);
        atomics = new AtomicResponseReceiver(work.sends, connection);
    }

    void configure(OutstandingReads reads, InboundReads inbound, boolean crc) {
        tagged.reads(reads);
        atomics.reads(reads);
        readRequests.inbound(inbound);
        this.crc = crc;
    }

    // ---- the buffer

    /** Another connection needs the staging buffer. */
    void keep(MemorySegment from, int start, int bytes) {
        connection.lockIncoming();
        try {
            if (!dead) {
                PooledBuffer b = engine.pool.takeExactly(bytes);
                MemorySegment.copy(from, start, b.segment, 0, bytes);
                kept = b;
                keptBytes = bytes;
            }
        } finally {
            connection.unlockIncoming();
        }
    }

    /** Puts what was kept back to the start of the staging buffer; returns how many bytes. */
    int restore(MemorySegment to) {
        PooledBuffer b = kept;
        if (b == null) {
            return 0;
        }
        int bytes = keptBytes;
        MemorySegment.copy(b.segment, 0, to, 0, bytes);
        forgetKept();
        return bytes;
    }

    private void forgetKept() {
        PooledBuffer b = kept;
        if (b != null) {
            kept = null;
            keptBytes = 0;
            engine.pool.giveBack(b);
        }
    }

    /** Nothing is placed or completed any more. */
    void die() {
        dead = true;
        forgetKept();
    }

    /**
     * Whether a completed read or a new request of the peer is the outgoing half's business; says
     * it once.
     */
    boolean takeKick() {
        boolean k = kick;
        kick = false;
        return k;
    }

    /** The outgoing half is to look again. */
    void wantKick() {
        kick = true;
    }

    /** Tells the receive completion queue's listener; with no lock held. */
    void notifyReady() {
        work.receiveCompletions.notifyReady();
    }

    /** Whether the receive completion queue is to be told; says it once. */
    boolean takeNotify() {
        return messages.takeNotify();
    }

    long framesSeen() {
        return framesSeen;
    }

    /**
     * Reads and works until the stream has nothing more, or its turn is over; returns bytes read.
     */
    int receive() {
        if (dead) {
            return 0;
        }
        Staging staging = engine.staging;
        staging.claim(this);
        PooledBuffer b = staging.buffer;
        int total = 0;
        while (total < BYTES_PER_CALL && !dead) {
            staging.compact();
            int room = Staging.BYTES - staging.end;
            b.io.limit(Staging.BYTES).position(staging.end);
            int n;
            try {
                n = connection.stream().read(b.io);
            } catch (IOException e) {
                connection.streamEnded(staging.end > staging.start || isHalfDone(), e);
                return total + 1;
            }
            if (n < 0) {
                connection.streamEnded(staging.end > staging.start || isHalfDone(), null);
                return total + 1;
            }
            if (n == 0) {
                break;
            }
            total += n;
            staging.end += n;
            connection.arrived(staging);
            if (n < room) {
                break;
            }
        }
        return total;
    }

    private boolean isHalfDone() {
        return messages.isHalfDone() || tagged.isHalfDone();
    }

    // ---- frames

    /** Works on all complete frames in the staging buffer. */
    void frames(Staging staging) {
        MemorySegment bytes = staging.buffer.segment;
        while (!dead) {
            int start = staging.start;
            int size = Fpdu.completeSize(bytes, start, staging.end - start);
            if (size <= 0) {
                if (size == Fpdu.BAD_LENGTH) {
                    fail(TerminateCode.MPA_LENGTH_OR_MARKER);
                } else if (crc) {
                    checkAhead(staging);
                }
                break;
            }
            int length = Fpdu.ulpduLength(bytes, start);
            if (crc && !crcMatches(staging.buffer, start, length)) {
                work.received.crcError();
                fail(TerminateCode.MPA_CRC);
                break;
            }
            int at = start + Fpdu.ULPDU_OFFSET;
            WireFault fault = InboundSegment.check(bytes, at, length);
            if (fault != WireFault.NONE) {
                connection.fail(
                        fault.sentence(),
                        Terminates.about(fault.terminateCode(), bytes, at, length));
                break;
            }
            framesSeen++;
            work.received.fpdu(size, DdpHeader.isLast(DdpHeader.control(bytes, at)));
            if (framesSeen == 1) {
                connection.firstFrame();
            }
            frame(bytes, at, length);
            staging.start = start + size;
        }
        if (staging.start == staging.end) {
            staging.start = 0;
            staging.end = 0;
        }
    }

    /**
     * Computes the CRC of what is there of a long frame, while it is in the cache and the rest is
     * under way.
     */
    private void checkAhead(Staging staging) {
        int available = staging.end - staging.start;
        if (available - checked < CHECK_AHEAD) {
            return;
        }
        int length = Fpdu.ulpduLength(staging.buffer.segment, staging.start);
        int covered = Math.min(available, Fpdu.crcOffset(length));
        if (checked == 0) {
            checksum.reset();
        }
        Fpdu.updateCrc(checksum, staging.buffer.view, staging.start + checked, covered - checked);
        checked = covered;
    }

    private boolean crcMatches(PooledBuffer buffer, int start, int length) {
        if (checked == 0) {
            return Fpdu.crcMatches(checksum, buffer.view, start, length);
        }
        int end = Fpdu.crcOffset(length);
        Fpdu.updateCrc(checksum, buffer.view, start + checked, end - checked);
        checked = 0;
        buffer.view.clear();
        return Fpdu.wireCrc(checksum) == buffer.view.getInt(start + end);
    }

    private void frame(MemorySegment bytes, int at, int length) {
        int opcode = RdmapControl.opcode(DdpHeader.rdmapControl(bytes, at));
        switch (opcode) {
            case RdmapControl.WRITE -> tagged.write(bytes, at, length);
            case RdmapControl.READ_RESPONSE -> kick |= tagged.readResponse(bytes, at, length);
            case RdmapControl.SEND,
                    RdmapControl.SEND_INVALIDATE,
                    RdmapControl.SEND_SOLICITED,
                    RdmapControl.SEND_SOLICITED_INVALIDATE -> {
                tagged.takeWriteBytes();
                messages.send(bytes, at, length, opcode);
            }
            case RdmapControl.IMMEDIATE, RdmapControl.IMMEDIATE_SOLICITED ->
                    messages.immediate(
                            bytes,
                            at,
                            length,
                            RdmapControl.isSolicited(opcode),
                            tagged.takeWriteBytes());
            case RdmapControl.READ_REQUEST, RdmapControl.ATOMIC_REQUEST ->
                    readRequest(bytes, at, length);
            case RdmapControl.ATOMIC_RESPONSE -> kick |= atomics.response(bytes, at, length);
            case RdmapControl.TERMINATE -> terminated(bytes, at, length);
            default -> fail(TerminateCode.RDMAP_UNEXPECTED_OPCODE, bytes, at, length);
        }
    }

    private void fail(TerminateCode code) {
        connection.fail(code.sentence(), Terminates.of(code));
    }

    private void fail(TerminateCode code, MemorySegment bytes, int at, int length) {
        connection.fail(code.sentence(), Terminates.about(code, bytes, at, length));
    }

    private void readRequest(MemorySegment bytes, int at, int length) {
        kick = true;
        if (!readRequests.request(bytes, at, length)) {
            // The outgoing half ends the connection in its time.
            dead = true;
            connection.deaf();
        }
    }

    private void terminated(MemorySegment bytes, int at, int length) {
        work.received.terminate();
        TerminateMessage message =
                TerminateMessage.decode(
                        bytes,
                        at + DdpHeader.UNTAGGED_BYTES,
                        length - DdpHeader.UNTAGGED_BYTES,
                        framesSeen == 1);
        connection.terminated(message);
    }
}
