/**
 * The bytes of iWARP: MPA (RFC 5044, 6581), DDP (RFC 5041) and RDMAP (RFC 5040, 7306) as codecs
 * over memory, without sockets and without state.
 *
 * <pre>
 *   TCP stream:  MpaFrame | Fpdu | Fpdu | Fpdu ...
 *   Fpdu:        length | DDP segment | pad | CRC
 *   DDP segment: DdpHeader (its second byte: RdmapControl) | one of
 *                  data                    Send, RDMA Write, RDMA Read Response
 *                  ReadRequestHeader       RDMA Read Request
 *                  AtomicRequestHeader     Atomic Request
 *                  AtomicResponseHeader    Atomic Response
 *                  ImmediateData           Immediate Data
 *                  TerminateMessage        Terminate
 * </pre>
 *
 * <p>Start at {@link org.jdapl.provider.soft.wire.MpaFrame} for connection set-up and at {@link
 * org.jdapl.provider.soft.wire.Fpdu} for the stream. A receiver goes {@code Fpdu.completeSize},
 * {@code Fpdu.crcMatches}, {@code InboundSegment.check}, then reads fields by the getters; a sender
 * goes {@code DdpHeader.putTagged} or {@code putUntagged}, payload, {@code Fpdu.putUlpduLength},
 * {@code Fpdu.seal}.
 *
 * <p><strong>Hostile bytes.</strong> Whatever a peer sends, a decoder answers with a typed reason
 * ({@link org.jdapl.provider.soft.wire.MpaFault}, {@link org.jdapl.provider.soft.wire.WireFault})
 * and throws nothing. Getters do not check: they are for fields behind a check.
 *
 * <p><strong>Threads and allocation.</strong> Nothing here has state. Header codecs are static
 * methods that allocate nothing; only {@code MpaFrame} and {@code TerminateMessage}, once per
 * connection each, make objects.
 */
package org.jdapl.provider.soft.wire;
