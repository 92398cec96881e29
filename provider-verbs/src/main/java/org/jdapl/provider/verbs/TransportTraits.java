package org.jdapl.provider.verbs;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jdapl.api.data.AttributeKey;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionMeaning;
import org.jdapl.api.data.Transport;
import org.jdapl.verbs.LinkLayer;

/**
 * What a transport is like, as far as one verbs transport differs from another: facts, no
 * algorithms. The base reads it at each place where they part.
 *
 * @param provider the provider's name, the first part of its adapters' names
 * @param transport the kind of fabric, told by adapters; {@link Transport#ROCE} also where the
 *     port's link is InfiniBand's own, see {@link #over}
 * @param completionMeaning what the success of a request says
 * @param lacks capabilities that the transport does not have, whatever a device says of itself
 * @param readSinkNeedsRemoteWrite whether memory that a read writes into must grant remote write to
 *     the device (RFC 5040: a read response is tagged)
 * @param maxPrivateDataBytes the most private data in each direction
 * @param privateDataPadded whether the peer sees private data filled up with zeros
 * @param establishes whether the connecting side is asked to complete the connection, after it has
 *     brought its queue pair up (InfiniBand's three messages)
 * @param hiddenFirstMessage whether the connecting side sends a write of nothing once it is
 *     connected, so that the accepting side may send first (RFC 5044, section 7.1)
 * @param attemptsLinger whether starting to connect may block in the driver, and an attempt that is
 *     under way holds its identifier and its queue pair until it is answered or its time is over
 *     (iWARP's connection manager waits for both)
 * @param receiveNeedsElement whether the driver refuses a receive without any element, but takes
 *     one of no length
 * @param rejectedByProgram the status of a rejected connection that says that the other program did
 *     it, not its system
 * @param cutOffStatus the status of a request that was being sent when the connection ended, told
 *     as flushed; {@link #NO_STATUS} where no status of its own says that
 * @param placeholderDepth depth of a completion queue that is made first on each device that is
 *     opened, and left alone: it takes the place in the device's file that the driver's library
 *     mistakes for none; 0 where there is no such place
 * @param invalidatedFlags flags of which one in a receive's completion says that it ended a key
 * @param endpointKeys transport attributes that endpoints take
 */
public record TransportTraits(
        String provider,
        Transport transport,
        CompletionMeaning completionMeaning,
        Set<Capability> lacks,
        boolean readSinkNeedsRemoteWrite,
        int maxPrivateDataBytes,
        boolean privateDataPadded,
        boolean establishes,
        boolean hiddenFirstMessage,
        boolean attemptsLinger,
        boolean receiveNeedsElement,
        int rejectedByProgram,
        int cutOffStatus,
        int placeholderDepth,
        int invalidatedFlags,
        List<AttributeKey<?>> endpointKeys) {

    /** No status of completions. */
    public static final int NO_STATUS = -1;

    /** Copies the collections. */
    public TransportTraits {
        EnumSet<Capability> absent = EnumSet.noneOf(Capability.class);
        absent.addAll(lacks);
        lacks = Set.copyOf(absent);
        endpointKeys = List.copyOf(endpointKeys);
    }

    /**
     * The same under another name, for a vendor's own provider.
     *
     * @param name of the provider
     * @return the traits
     */
    public TransportTraits named(String name) {
        return with(name, lacks);
    }

    /**
     * The same with less.
     *
     * @param more capabilities that are lacking besides
     * @return the traits
     */
    public TransportTraits lacking(Set<Capability> more) {
        Set<Capability> all = new HashSet<>(lacks);
        all.addAll(more);
        return with(provider, all);
    }

    private TransportTraits with(String name, Set<Capability> absent) {
        return new TransportTraits(
                name,
                transport,
                completionMeaning,
                absent,
                readSinkNeedsRemoteWrite,
                maxPrivateDataBytes,
                privateDataPadded,
                establishes,
                hiddenFirstMessage,
                attemptsLinger,
                receiveNeedsElement,
                rejectedByProgram,
                cutOffStatus,
                placeholderDepth,
                invalidatedFlags,
                endpointKeys);
    }

    /** The kind of fabric of a port: RoCE is InfiniBand's transport over Ethernet. */
    Transport over(LinkLayer link) {
        return transport == Transport.ROCE && link == LinkLayer.INFINIBAND
                ? Transport.INFINIBAND
                : transport;
    }
}
