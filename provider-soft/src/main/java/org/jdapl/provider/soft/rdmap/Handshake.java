package org.jdapl.provider.soft.rdmap;

import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.wire.Fpdu;
import org.jdapl.provider.soft.wire.MpaDecoding;
import org.jdapl.provider.soft.wire.MpaFrame;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jspecify.annotations.Nullable;

/**
 * The set-up of one connection from either side: what this side wants, what it says, and what it
 * makes of what it hears. It has no state.
 */
final class Handshake {

    private final ConnectionSettings settings;
    private final int readsIn;
    private final int readsOut;
    private final byte[] privateData;

    Handshake(ConnectionSettings settings, int readsIn, int readsOut, byte[] privateData) {
        this.settings = settings;
        this.readsIn = readsIn;
        this.readsOut = readsOut;
        this.privateData = privateData;
    }

    /** What an initiator says. */
    byte[] request() {
        return MpaNegotiation.bytes(
                MpaNegotiation.request(settings, readsIn, readsOut, privateData));
    }

    /** Takes a responder's reply out of the buffer; null while it is not all there. */
    MpaNegotiation.@Nullable Verdict reply(Staging staging) {
        MpaDecoding decoding =
                MpaFrame.decode(
                        staging.buffer.segment, staging.start, staging.end - staging.start, true);
        return switch (decoding) {
            case MpaDecoding.NeedMore _ -> null;
            case MpaDecoding.Malformed(var fault) ->
                    MpaNegotiation.Verdict.no(TerminateCode.MPA_INVALID_FRAME, fault.sentence());
            case MpaDecoding.Complete(var frame, int size) -> {
                staging.start += size;
                yield MpaNegotiation.judge(settings, readsIn, readsOut, frame);
            }
        };
    }

    /** What a responder agrees to. */
    MpaNegotiation.Agreement answer(MpaFrame request) {
        return MpaNegotiation.answer(settings, readsIn, readsOut, request);
    }

    /** What a responder says. */
    byte[] replyTo(MpaFrame request, MpaNegotiation.Agreement agreement) {
        return MpaNegotiation.bytes(MpaNegotiation.reply(request, agreement, privateData));
    }

    /**
     * Reads of the peer to make room for: a ready-to-receive message may be one, whatever was
     * agreed.
     */
    InboundReads inboundReads() {
        return new InboundReads(Math.max(readsIn, 1));
    }

    boolean packed() {
        return settings.packed();
    }

    /** The size of a full frame on a stream. */
    int maxFrame(ByteStream stream) {
        if (settings.packed()) {
            return Fpdu.maxSizeForMss(Integer.MAX_VALUE);
        }
        int mss = settings.mss() > 0 ? settings.mss() : stream.segmentSize();
        return Fpdu.maxSizeForMss(Math.max(mss, Fpdu.MIN_MSS_BYTES));
    }
}
