package org.jdapl.middleware;

import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.Transport;

/**
 * How to move a message, by its size. Small ones go inline, which saves the adapter a look at the
 * memory; those up to the eager limit are copied into a registered buffer and sent, which costs two
 * copies; larger ones are moved by RDMA from where they are to where they belong, which costs a
 * round trip and a registration. The defaults are starting points for each kind of fabric: {@link
 * #measured} computes the limit for the one at hand.
 *
 * @param inlineBytes longest message to send inline; 0 for none
 * @param eagerBytes longest message to copy and send in one piece; at least {@code inlineBytes}
 * @param large what to do with longer ones
 */
public record SizeHints(int inlineBytes, int eagerBytes, Protocol large) {

    /** How a message is moved. */
    public enum Protocol {
        /** A send that is copied when posted. */
        INLINE,
        /** A send from a registered buffer, received into one. */
        EAGER,
        /** The sender describes its memory, the receiver reads it by RDMA: one message less. */
        RENDEZVOUS_READ,
        /** The receiver describes its memory, the sender writes it by RDMA. */
        RENDEZVOUS_WRITE,
        /** Several eager sends: the adapter has no RDMA. */
        SEGMENTED
    }

    /** Two copies of 8 KiB take about as long as a round trip of a microsecond or two. */
    private static final int EAGER_INFINIBAND = 8 << 10;

    /** A round trip takes longer over TCP, in hardware too. */
    private static final int EAGER_IWARP = 32 << 10;

    private static final int EAGER_SOFTWARE = 64 << 10;

    /** Checks the numbers. */
    public SizeHints {
        if (inlineBytes < 0 || eagerBytes < inlineBytes) {
            throw Refusals.parameter(
                    "inlineBytes=" + inlineBytes + ", eagerBytes=" + eagerBytes + " do not ascend");
        }
    }

    /**
     * What an adapter's attributes suggest.
     *
     * @param adapter the adapter's attributes
     * @return the hints
     */
    public static SizeHints of(AdapterAttributes adapter) {
        return of(adapter, usualEager(adapter.transport()));
    }

    /**
     * What measured costs suggest: eager up to where two copies cost as much as a registration and
     * a round trip.
     *
     * @param adapter the adapter's attributes
     * @param copyNsPerByte what copying a byte costs, in nanoseconds, above zero
     * @param registerNs what registering a large message's memory costs, in nanoseconds; close to 0
     *     with a {@link RegistrationCache} that hits
     * @param roundTripNs a round trip of small messages, in nanoseconds
     * @return the hints
     */
    public static SizeHints measured(
            AdapterAttributes adapter,
            double copyNsPerByte,
            double registerNs,
            double roundTripNs) {
        if (!(copyNsPerByte > 0) || !(registerNs >= 0) || !(roundTripNs >= 0)) {
            throw Refusals.parameter(
                    "copyNsPerByte="
                            + copyNsPerByte
                            + ", registerNs="
                            + registerNs
                            + ", roundTripNs="
                            + roundTripNs
                            + " are no costs");
        }
        return of(adapter, (registerNs + roundTripNs) / (2 * copyNsPerByte));
    }

    private static SizeHints of(AdapterAttributes adapter, double eager) {
        int inline = adapter.has(Capability.INLINE) ? adapter.maxInlineBytes() : 0;
        double most = Math.min(Integer.MAX_VALUE, adapter.maxMessageBytes());
        return new SizeHints(inline, (int) Math.max(inline, Math.min(most, eager)), large(adapter));
    }

    private static int usualEager(Transport transport) {
        return switch (transport) {
            case INFINIBAND, ROCE -> EAGER_INFINIBAND;
            case IWARP -> EAGER_IWARP;
            case SOFTWARE -> EAGER_SOFTWARE;
        };
    }

    private static Protocol large(AdapterAttributes adapter) {
        if (adapter.has(Capability.RDMA_READ)) {
            return Protocol.RENDEZVOUS_READ;
        }
        return adapter.has(Capability.RDMA_WRITE) ? Protocol.RENDEZVOUS_WRITE : Protocol.SEGMENTED;
    }

    /**
     * How to move a message.
     *
     * @param bytes its length, from 0 on
     * @return the protocol
     */
    public Protocol protocol(long bytes) {
        if (bytes > eagerBytes) {
            return large;
        }
        return inlineBytes > 0 && bytes <= inlineBytes ? Protocol.INLINE : Protocol.EAGER;
    }
}
