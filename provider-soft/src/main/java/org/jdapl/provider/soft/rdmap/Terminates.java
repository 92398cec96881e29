package org.jdapl.provider.soft.rdmap;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.provider.soft.wire.TerminateMessage;

/** Payloads of Terminates, made when a connection fails. */
final class Terminates {

    /** This side failed for a reason of its own. */
    static final byte[] LOCAL_CATASTROPHIC = of(TerminateCode.RDMAP_LOCAL_CATASTROPHIC);

    /** The source of a read is gone. */
    static final byte[] INVALID_SOURCE = of(TerminateCode.RDMAP_INVALID_STAG);

    private Terminates() {}

    static byte[] of(TerminateCode code) {
        byte[] bytes = new byte[TerminateMessage.MAX_BYTES];
        int length = TerminateMessage.encode(MemorySegment.ofArray(bytes), 0, code);
        return Arrays.copyOf(bytes, length);
    }

    /** A Terminate that repeats headers of the segment it complains about. */
    static byte[] about(TerminateCode code, MemorySegment offender, long offset, int ulpduLength) {
        byte[] bytes = new byte[TerminateMessage.MAX_BYTES];
        int length =
                TerminateMessage.encode(
                        MemorySegment.ofArray(bytes), 0, code, offender, offset, ulpduLength);
        return Arrays.copyOf(bytes, length);
    }
}
