package org.jdapl.provider.soft.rdmap;

import java.lang.foreign.MemorySegment;
import org.jdapl.provider.soft.wire.MpaEnhancedData;
import org.jdapl.provider.soft.wire.MpaFrame;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jspecify.annotations.Nullable;

/**
 * What the two sides agree on while a connection is set up (RFC 5044 section 7, RFC 6581): pure
 * functions from frames and wishes to results.
 */
public final class MpaNegotiation {

    private static final byte[] NO_BYTES = {};

    private MpaNegotiation() {}

    /**
     * The result.
     *
     * @param crc whether frames carry CRCs
     * @param readsIn reads that this side has to serve at once
     * @param readsOut reads that this side may have outstanding
     * @param peerToPeer whether the initiator sends a ready-to-receive message first
     * @param privateData the peer's bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Agreement(
            boolean crc, int readsIn, int readsOut, boolean peerToPeer, byte[] privateData) {}

    /**
     * What an initiator makes of a reply.
     *
     * @param agreement the result; null where there is none
     * @param byConsumer whether the peer's consumer said no
     * @param privateData what it said
     * @param terminate the Terminate to send; null for none
     * @param reason for people
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Verdict(
            @Nullable Agreement agreement,
            boolean byConsumer,
            byte[] privateData,
            @Nullable TerminateCode terminate,
            String reason) {

        static Verdict no(@Nullable TerminateCode terminate, String reason) {
            return new Verdict(null, false, NO_BYTES, terminate, reason);
        }
    }

    static MpaFrame request(
            ConnectionSettings settings, int readsIn, int readsOut, byte[] privateData) {
        int flags = settings.crc() ? MpaFrame.CRC : 0;
        MemorySegment data = MemorySegment.ofArray(privateData);
        if (settings.revision() == MpaFrame.REVISION_1) {
            return new MpaFrame(false, flags, MpaFrame.REVISION_1, null, data);
        }
        int model =
                settings.peerToPeer()
                        ? MpaEnhancedData.PEER_TO_PEER | MpaEnhancedData.RTR_WRITE
                        : 0;
        MpaEnhancedData enhanced = new MpaEnhancedData(clamp(readsIn), clamp(readsOut), model);
        return new MpaFrame(false, flags, MpaFrame.REVISION_2, enhanced, data);
    }

    static Verdict judge(ConnectionSettings settings, int readsIn, int readsOut, MpaFrame reply) {
        byte[] data = reply.privateDataBytes();
        if (reply.rejected()) {
            return new Verdict(null, true, data, null, "the peer rejected the connection");
        }
        if (reply.markers()) {
            return Verdict.no(null, "the peer wants MPA markers, which are not supported");
        }
        boolean crc = settings.crc() || reply.crc();
        MpaEnhancedData enhanced = reply.enhanced();
        if (enhanced == null) {
            return yes(new Agreement(crc, readsIn, readsOut, false, data));
        }
        int in = readsIn;
        if (enhanced.ord() != MpaEnhancedData.NOT_NEGOTIATED) {
            if (enhanced.ord() > readsIn) {
                return Verdict.no(
                        TerminateCode.MPA_INSUFFICIENT_IRD,
                        "the peer insists on "
                                + enhanced.ord()
                                + " reads at once, and this side serves "
                                + readsIn);
            }
            in = enhanced.ord();
        }
        int out =
                enhanced.ird() == MpaEnhancedData.NOT_NEGOTIATED
                        ? readsOut
                        : Math.min(readsOut, enhanced.ird());
        if (enhanced.peerToPeer() && settings.peerToPeer() && !enhanced.rtrWrite()) {
            return Verdict.no(
                    TerminateCode.MPA_NO_MATCHING_RTR,
                    "the peer did not choose the ready-to-receive message that was offered");
        }
        return yes(new Agreement(crc, in, out, enhanced.peerToPeer(), data));
    }

    private static Verdict yes(Agreement agreement) {
        return new Verdict(agreement, false, NO_BYTES, null, "");
    }

    /** What a responder agrees to; depths are those of its consumer. */
    static Agreement answer(
            ConnectionSettings settings, int readsIn, int readsOut, MpaFrame request) {
        boolean crc = settings.crc() || request.crc();
        MpaEnhancedData enhanced = request.enhanced();
        byte[] data = request.privateDataBytes();
        if (enhanced == null) {
            return new Agreement(crc, readsIn, readsOut, false, data);
        }
        int in =
                enhanced.ord() == MpaEnhancedData.NOT_NEGOTIATED
                        ? readsIn
                        : Math.min(readsIn, enhanced.ord());
        int out =
                enhanced.ird() == MpaEnhancedData.NOT_NEGOTIATED
                        ? readsOut
                        : Math.min(readsOut, enhanced.ird());
        return new Agreement(crc, in, out, enhanced.peerToPeer(), data);
    }

    static MpaFrame reply(MpaFrame request, Agreement agreement, byte[] privateData) {
        MpaEnhancedData asked = request.enhanced();
        MpaEnhancedData enhanced = null;
        if (asked != null) {
            int model = 0;
            if (asked.peerToPeer()) {
                // A peer that offers neither a Write nor a Read gets the Write, as other responders
                // do.
                model =
                        MpaEnhancedData.PEER_TO_PEER
                                | (asked.rtrRead() && !asked.rtrWrite()
                                        ? MpaEnhancedData.RTR_READ
                                        : MpaEnhancedData.RTR_WRITE);
            }
            enhanced =
                    new MpaEnhancedData(
                            clamp(agreement.readsIn()), clamp(agreement.readsOut()), model);
        }
        return new MpaFrame(
                true,
                agreement.crc() ? MpaFrame.CRC : 0,
                request.revision(),
                enhanced,
                MemorySegment.ofArray(privateData));
    }

    /**
     * The frame that refuses a request.
     *
     * @param request the request
     * @param privateData what to tell the requester
     * @return a reply with R set
     */
    public static MpaFrame rejection(MpaFrame request, byte[] privateData) {
        return new MpaFrame(
                true,
                MpaFrame.REJECT | (request.crc() ? MpaFrame.CRC : 0),
                request.revision(),
                request.enhanced() == null ? null : MpaEnhancedData.clientServer(0, 0),
                MemorySegment.ofArray(privateData));
    }

    /**
     * The bytes of a frame.
     *
     * @param frame the frame
     * @return what travels
     */
    public static byte[] bytes(MpaFrame frame) {
        byte[] bytes = new byte[frame.sizeBytes()];
        int written = frame.encode(MemorySegment.ofArray(bytes), 0);
        if (written != bytes.length) {
            throw new IllegalStateException("written=" + written + ", size=" + bytes.length);
        }
        return bytes;
    }

    private static int clamp(int depth) {
        return Math.min(depth, MpaEnhancedData.NOT_NEGOTIATED - 1);
    }
}
