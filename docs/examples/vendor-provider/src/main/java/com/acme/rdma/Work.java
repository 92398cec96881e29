package com.acme.rdma;

import java.lang.foreign.MemorySegment;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.spi.WorkRequest;

/** A copy of a posted work request, and how far it has come. Used again for later ones. */
final class Work {

    private final Regions.Region[] region;
    private final long[] offset;
    private final long[] length;
    private int segments;

    long id;
    OperationKind kind;
    int flags;
    long total;
    long remoteAddress;
    long remoteKey;

    /** For a read: all of its bytes are here. */
    boolean answered;

    /** Anything but success: it failed, and is told of when its turn comes. */
    CompletionStatus status;

    Work(int maxSegments) {
        region = new Regions.Region[maxSegments];
        offset = new long[maxSegments];
        length = new long[maxSegments];
    }

    void copyOf(WorkRequest request) {
        id = request.id;
        kind = request.kind;
        flags = request.flags;
        total = request.totalLength;
        remoteAddress = request.remoteAddress;
        remoteKey = request.remoteKey;
        answered = false;
        status = CompletionStatus.SUCCESS;
        segments = request.segments;
        for (int i = 0; i < segments; i++) {
            region[i] = (Regions.Region) request.region[i];
            offset[i] = request.offset[i];
            length[i] = request.length[i];
        }
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /**
     * Copies between the segments and a buffer.
     *
     * @param at the first byte, counted over all segments
     * @param buffer the buffer, all of which is copied
     * @param intoSegments the direction
     * @return false where the memory is gone
     */
    boolean copy(long at, MemorySegment buffer, boolean intoSegments) {
        long skip = at;
        long left = buffer.byteSize();
        for (int i = 0; i < segments && left > 0; i++) {
            long piece = Math.min(length[i] - skip, left);
            if (piece > 0) {
                MemorySegment part = buffer.asSlice(buffer.byteSize() - left, piece);
                if (!region[i].copy(offset[i] + skip, part, intoSegments)) {
                    return false;
                }
                left -= piece;
            }
            skip = Math.max(skip - length[i], 0);
        }
        return left == 0;
    }
}
