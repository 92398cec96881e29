package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Optional;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.struct.IbvAhAttr;
import org.jdapl.verbs.struct.IbvGlobalRoute;
import org.jdapl.verbs.struct.IbvGrh;

/**
 * The way to a port of the fabric: {@code struct ibv_ah_attr}. Where the link layer is Ethernet the
 * global route counts, and the LID does not.
 *
 * @param port the port of this side, from 1
 * @param dlid the destination's local identifier; 0 on Ethernet
 * @param serviceLevel 0 to 15
 * @param sourcePathBits which of the source port's LIDs
 * @param staticRate the limit of the rate, as {@code enum ibv_rate}; 0: none
 * @param route the global route; needed between subnets and on Ethernet
 */
public record AddressVector(
        int port,
        int dlid,
        int serviceLevel,
        int sourcePathBits,
        int staticRate,
        Optional<GlobalRoute> route) {

    /**
     * A global route: {@code struct ibv_global_route}.
     *
     * @param destination the destination's GID
     * @param sourceGidIndex index in the source port's table of GIDs
     * @param hopLimit 0 to 255
     * @param trafficClass 0 to 255
     * @param flowLabel 20 bits
     */
    public record GlobalRoute(
            Gid destination, int sourceGidIndex, int hopLimit, int trafficClass, int flowLabel) {}

    /**
     * The way to a port of the same subnet.
     *
     * @param port the port of this side, from 1
     * @param dlid the destination's local identifier
     * @return the way, on service level 0
     */
    public static AddressVector of(int port, int dlid) {
        return new AddressVector(port, dlid, 0, 0, 0, Optional.empty());
    }

    /**
     * The way to a port by its GID, as RoCE needs it.
     *
     * @param port the port of this side, from 1
     * @param sourceGidIndex index in its table of GIDs
     * @param destination the destination's GID
     * @return the way, with a hop limit of 64
     */
    public static AddressVector of(int port, int sourceGidIndex, Gid destination) {
        return new AddressVector(
                port,
                0,
                0,
                0,
                0,
                Optional.of(new GlobalRoute(destination, sourceGidIndex, 64, 0, 0)));
    }

    /**
     * The way back to the sender of a datagram: {@code ibv_init_ah_from_wc}.
     *
     * @param context the device that received it
     * @param completions where the completion of the receive is
     * @param index which one it is
     * @param received what was received, from its beginning: its first 40 bytes are the header
     * @param port the port that received it, from 1
     * @return the way
     * @throws IllegalArgumentException if less than the header was given
     * @throws VerbsException if the header names no GID of the port, or the context is closed
     */
    public static AddressVector ofSender(
            Context context,
            WorkCompletions completions,
            int index,
            MemorySegment received,
            int port) {
        Checks.range("port", port, 1, 0xff);
        if (received.byteSize() < IbvGrh.SIZE) {
            throw new IllegalArgumentException("the header has 40 bytes: " + received);
        }
        try (var _ = context.lifetime().use("AddressVector.ofSender");
                Arena arena = Arena.ofConfined()) {
            MemorySegment header = arena.allocate(IbvGrh.SIZE, 8);
            header.copyFrom(received.asSlice(0, IbvGrh.SIZE));
            long attr = arena.allocate(IbvAhAttr.SIZE, 8).address();
            context.library()
                    .initAhFromWc
                    .check(
                            context.pointer(),
                            port,
                            completions.address(index),
                            header.address(),
                            attr);
            return read(attr);
        } finally {
            Reference.reachabilityFence(completions);
        }
    }

    /** Writes it into the {@code ibv_ah_attr} at an address. */
    void write(long attr) {
        Memory.fill(attr, IbvAhAttr.SIZE, (byte) 0);
        Memory.putShort(attr + IbvAhAttr.DLID, (short) dlid);
        Memory.putByte(attr + IbvAhAttr.SL, (byte) serviceLevel);
        Memory.putByte(attr + IbvAhAttr.SRC_PATH_BITS, (byte) sourcePathBits);
        Memory.putByte(attr + IbvAhAttr.STATIC_RATE, (byte) staticRate);
        Memory.putByte(attr + IbvAhAttr.PORT_NUM, (byte) port);
        if (route.isPresent()) {
            GlobalRoute global = route.get();
            long grh = attr + IbvAhAttr.GRH;
            Memory.putByte(attr + IbvAhAttr.IS_GLOBAL, (byte) 1);
            Memory.putBytes(grh + IbvGlobalRoute.DGID, global.destination().bytes());
            Memory.putInt(grh + IbvGlobalRoute.FLOW_LABEL, global.flowLabel());
            Memory.putByte(grh + IbvGlobalRoute.SGID_INDEX, (byte) global.sourceGidIndex());
            Memory.putByte(grh + IbvGlobalRoute.HOP_LIMIT, (byte) global.hopLimit());
            Memory.putByte(grh + IbvGlobalRoute.TRAFFIC_CLASS, (byte) global.trafficClass());
        }
    }

    /** Reads the {@code ibv_ah_attr} at an address. */
    static AddressVector read(long attr) {
        long grh = attr + IbvAhAttr.GRH;
        Optional<GlobalRoute> route =
                Memory.getByte(attr + IbvAhAttr.IS_GLOBAL) == 0
                        ? Optional.empty()
                        : Optional.of(
                                new GlobalRoute(
                                        Gid.of(Memory.bytes(grh + IbvGlobalRoute.DGID, 16)),
                                        unsigned(grh + IbvGlobalRoute.SGID_INDEX),
                                        unsigned(grh + IbvGlobalRoute.HOP_LIMIT),
                                        unsigned(grh + IbvGlobalRoute.TRAFFIC_CLASS),
                                        Memory.getInt(grh + IbvGlobalRoute.FLOW_LABEL)));
        return new AddressVector(
                unsigned(attr + IbvAhAttr.PORT_NUM),
                Short.toUnsignedInt(Memory.getShort(attr + IbvAhAttr.DLID)),
                unsigned(attr + IbvAhAttr.SL),
                unsigned(attr + IbvAhAttr.SRC_PATH_BITS),
                unsigned(attr + IbvAhAttr.STATIC_RATE),
                route);
    }

    private static int unsigned(long address) {
        return Byte.toUnsignedInt(Memory.getByte(address));
    }
}
