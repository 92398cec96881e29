package org.jdapl.provider.verbs;

import java.util.EnumMap;
import java.util.Map;
import org.jdapl.api.data.OperationKind;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.WorkRequest;
import org.jdapl.verbs.ReceiveWorkRequests;
import org.jdapl.verbs.SendFlags;
import org.jdapl.verbs.SendOpcode;
import org.jdapl.verbs.SendWorkRequests;

/** Writes the runtime's work requests into those of the verbs library. Allocates nothing. */
final class RequestWriter {

    private static final Map<OperationKind, SendOpcode> OPCODES =
            new EnumMap<>(
                    Map.of(
                            OperationKind.SEND, SendOpcode.SEND,
                            OperationKind.SEND_WITH_INVALIDATE, SendOpcode.SEND_WITH_INV,
                            OperationKind.SEND_WITH_IMMEDIATE, SendOpcode.SEND_WITH_IMM,
                            OperationKind.RDMA_WRITE, SendOpcode.RDMA_WRITE,
                            OperationKind.WRITE_WITH_IMMEDIATE, SendOpcode.RDMA_WRITE_WITH_IMM,
                            OperationKind.RDMA_READ, SendOpcode.RDMA_READ,
                            OperationKind.FETCH_AND_ADD, SendOpcode.ATOMIC_FETCH_AND_ADD,
                            OperationKind.COMPARE_AND_SWAP, SendOpcode.ATOMIC_CMP_AND_SWP));

    /** By the ordinal of the kind: a map's look-up is a call more. */
    private static final SendOpcode[] BY_KIND = new SendOpcode[OperationKind.values().length];

    static {
        OPCODES.forEach((kind, opcode) -> BY_KIND[kind.ordinal()] = opcode);
    }

    private RequestWriter() {}

    /** Whether a kind of request is a single work request of verbs; binds are not. */
    static boolean isPlain(OperationKind kind) {
        return BY_KIND[kind.ordinal()] != null;
    }

    /** Writes a plain request. */
    static void write(WorkRequest request, SendWorkRequests to, int at) {
        SendOpcode opcode = BY_KIND[request.kind.ordinal()];
        to.wrId(at, request.id);
        to.opcode(at, opcode);
        to.flags(at, flags(request.flags));
        segments(request, to, at);
        switch (opcode) {
            case RDMA_WRITE, RDMA_READ ->
                    to.remote(at, request.remoteAddress, (int) request.remoteKey);
            case RDMA_WRITE_WITH_IMM -> {
                to.remote(at, request.remoteAddress, (int) request.remoteKey);
                to.immediate(at, request.immediate);
            }
            case SEND_WITH_IMM -> to.immediate(at, request.immediate);
            case SEND_WITH_INV -> to.invalidate(at, (int) request.invalidateKey);
            case ATOMIC_FETCH_AND_ADD, ATOMIC_CMP_AND_SWP ->
                    to.atomic(
                            at,
                            request.remoteAddress,
                            (int) request.remoteKey,
                            request.compareOrAdd,
                            request.swap);
            default -> {
                // A send has nothing more.
            }
        }
    }

    private static void segments(WorkRequest request, SendWorkRequests to, int at) {
        if ((request.flags & WorkRequest.INLINE) != 0) {
            inline(request, to, at);
            return;
        }
        int count = 0;
        for (int i = 0; i < request.segments; i++) {
            if (request.length[i] > 0) { // a length of 0 would mean 2^31
                VerbsMemoryRegion region = verbs(request.region[i]);
                to.element(
                        at,
                        count++,
                        region.address() + request.offset[i],
                        (int) request.length[i],
                        region.lkey());
            }
        }
        to.elementCount(at, count);
    }

    private static void inline(WorkRequest request, SendWorkRequests to, int at) {
        to.beginInline(at);
        for (int i = 0; i < request.segments; i++) {
            to.appendInline(
                    at,
                    verbs(request.region[i]).verbs().segment(),
                    request.offset[i],
                    (int) request.length[i]);
        }
    }

    /** Writes a receive; one of nothing with an element of no length where the driver needs one. */
    static void write(WorkRequest request, ReceiveWorkRequests to, int at, boolean needsElement) {
        to.wrId(at, request.id);
        int count = segments(request, to, at, 0);
        if (count == 0 && needsElement) {
            to.element(at, count++, 0, 0, 0);
        }
        to.elementCount(at, count);
    }

    /** Writes the receive of a datagram, whose header goes to a place of its own. */
    static void write(WorkRequest request, ReceiveWorkRequests to, long header, int lkey) {
        to.wrId(0, request.id);
        to.element(0, 0, header, DatagramHeaders.BYTES, lkey);
        to.elementCount(0, segments(request, to, 0, 1));
    }

    private static int segments(WorkRequest request, ReceiveWorkRequests to, int at, int from) {
        int count = from;
        for (int i = 0; i < request.segments; i++) {
            if (request.length[i] > 0) {
                VerbsMemoryRegion region = verbs(request.region[i]);
                to.element(
                        at,
                        count++,
                        region.address() + request.offset[i],
                        (int) request.length[i],
                        region.lkey());
            }
        }
        return count;
    }

    static int flags(int flags) {
        return ((flags & WorkRequest.SIGNALED) != 0 ? SendFlags.SIGNALED : 0)
                | ((flags & WorkRequest.FENCE) != 0 ? SendFlags.FENCE : 0)
                | ((flags & WorkRequest.SOLICITED) != 0 ? SendFlags.SOLICITED : 0);
    }

    private static VerbsMemoryRegion verbs(@org.jspecify.annotations.Nullable MemoryRegion region) {
        if (region == null) {
            throw new IllegalStateException("a segment without a region");
        }
        return (VerbsMemoryRegion) region;
    }
}
