package org.jdapl.provider.soft.rdmap;

import org.jdapl.api.data.CompletionStatus;
import org.jdapl.provider.soft.wire.DdpHeader;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.provider.soft.wire.TerminateMessage;

/**
 * Finds out whether a Terminate is about a read or an atomic operation of this side. They are
 * answered in order, so it is then the oldest one that has no answer; for other operations there is
 * no telling which one it was.
 */
final class ReadRefusals {

    private ReadRefusals() {}

    /** The status for the oldest read, or success where the Terminate is not about a read. */
    static CompletionStatus statusOf(TerminateMessage message) {
        TerminateCode code = message.code();
        boolean protection = message.layer() == TerminateCode.LAYER_RDMAP && message.type() == 1;
        if (message.ddpHeader().byteSize() == 0) {
            // Writes are refused by DDP, so a protection error of RDMAP without any header is a
            // read's.
            return protection && code != TerminateCode.RDMAP_PROTECTION_CANNOT_INVALIDATE
                    ? CompletionStatus.REMOTE_ACCESS
                    : CompletionStatus.SUCCESS;
        }
        int opcode = RdmapControl.opcode(DdpHeader.rdmapControl(message.ddpHeader(), 0));
        if (opcode != RdmapControl.READ_REQUEST && opcode != RdmapControl.ATOMIC_REQUEST) {
            return CompletionStatus.SUCCESS;
        }
        return protection ? CompletionStatus.REMOTE_ACCESS : CompletionStatus.REMOTE_RESPONDER;
    }
}
