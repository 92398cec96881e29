package org.jdapl.provider.soft.wire;

import java.lang.foreign.MemorySegment;

/**
 * All checks of a received DDP segment that need no state of the connection, in one call.
 *
 * <p>After {@link WireFault#NONE} the DDP header is whole, both versions and the opcode are known,
 * the T bit and the queue go with the opcode, and a message of fixed size (requests, Atomic
 * Response, Immediate Data) has exactly its size in one segment. Left to the owner of the
 * connection: MSN, message offset of Sends, buffers, STags, bounds, rights, whether the peer may
 * use RFC 7306 at all, and operation and address of an Atomic Request ({@link
 * AtomicRequestHeader#check}), which is refused behind the answers to the requests before it.
 *
 * <p>A Terminate is checked for its queue only: the stream is over anyway, and its text is worth
 * reading even from a sloppy peer. <strong>Threads:</strong> stateless, no allocation.
 */
public final class InboundSegment {

    private InboundSegment() {}

    /**
     * Checks one segment. Reads only inside the given length.
     *
     * @param segment the buffer
     * @param offset start of the DDP header
     * @param ulpduLength bytes of the DDP segment as framed, header included
     * @return the first fault found, or {@link WireFault#NONE}
     */
    public static WireFault check(MemorySegment segment, long offset, int ulpduLength) {
        WireFault fault = DdpHeader.check(segment, offset, ulpduLength);
        if (fault != WireFault.NONE) {
            return fault;
        }
        int rdmapControl = DdpHeader.rdmapControl(segment, offset);
        fault = RdmapControl.check(rdmapControl);
        if (fault != WireFault.NONE) {
            return fault;
        }
        int control = DdpHeader.control(segment, offset);
        RdmapOpcode opcode = RdmapOpcode.of(RdmapControl.opcode(rdmapControl));
        if (opcode.isTagged() != DdpHeader.isTagged(control)) {
            return WireFault.WRONG_BUFFER_MODEL;
        }
        if (opcode.isTagged()) {
            return WireFault.NONE;
        }
        if (opcode.queueNumber() != DdpHeader.queueNumber(segment, offset)) {
            return WireFault.WRONG_QUEUE;
        }
        return opcode.isFixedSize()
                ? checkFixedSize(segment, offset, ulpduLength, opcode, control)
                : WireFault.NONE;
    }

    private static WireFault checkFixedSize(
            MemorySegment segment, long offset, int ulpduLength, RdmapOpcode opcode, int control) {
        if (DdpHeader.messageOffset(segment, offset) != 0) {
            return WireFault.NONZERO_MESSAGE_OFFSET;
        }
        int excess = ulpduLength - DdpHeader.UNTAGGED_BYTES - opcode.exactPayloadBytes();
        if (excess > 0) {
            return WireFault.LONG_PAYLOAD;
        }
        if (!DdpHeader.isLast(control)) {
            return WireFault.NOT_LAST;
        }
        if (excess < 0) {
            return WireFault.SHORT_PAYLOAD;
        }
        return WireFault.NONE;
    }
}
