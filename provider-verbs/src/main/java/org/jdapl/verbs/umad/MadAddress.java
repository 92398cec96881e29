package org.jdapl.verbs.umad;

import org.jdapl.verbs.ffm.Memory;
import org.jspecify.annotations.Nullable;

/**
 * Where a MAD goes, or came from: {@code ib_mad_addr_t}, in the byte order of Java.
 *
 * @param lid the local identifier, from 0 to 65535; {@link #PERMISSIVE_LID} for a directed route
 * @param queuePair 0 for subnet management, 1 for everything else
 * @param qKey the queue key; {@link #GENERAL_QKEY} at queue pair 1
 * @param serviceLevel from 0 to 15
 * @param pathBits the low bits of the local port's own identifier, from 0 to 127
 * @param pKeyIndex where the partition's key stands in the port's table
 * @param globalRoute the route to another subnet; null within one's own
 */
public record MadAddress(
        int lid,
        int queuePair,
        int qKey,
        int serviceLevel,
        int pathBits,
        int pKeyIndex,
        @Nullable GlobalRoute globalRoute) {

    /** The identifier of a MAD that finds its way by a list of ports. */
    public static final int PERMISSIVE_LID = 0xffff;

    /** The queue key of every management queue pair 1. */
    public static final int GENERAL_QKEY = 0x80010000;

    private static final long QPN = UmadStructs.ADDRESS.offset("qpn");
    private static final long QKEY = UmadStructs.ADDRESS.offset("qkey");
    private static final long LID = UmadStructs.ADDRESS.offset("lid");
    private static final long SL = UmadStructs.ADDRESS.offset("sl");
    private static final long PATH_BITS = UmadStructs.ADDRESS.offset("path_bits");
    private static final long GRH_PRESENT = UmadStructs.ADDRESS.offset("grh_present");
    private static final long GID_INDEX = UmadStructs.ADDRESS.offset("gid_index");
    private static final long HOP_LIMIT = UmadStructs.ADDRESS.offset("hop_limit");
    private static final long TRAFFIC_CLASS = UmadStructs.ADDRESS.offset("traffic_class");
    private static final long GID = UmadStructs.ADDRESS.offset("gid");
    private static final long FLOW_LABEL = UmadStructs.ADDRESS.offset("flow_label");
    private static final long P_KEY_INDEX = UmadStructs.ADDRESS.offset("pkey_index");

    /**
     * The part of an address that a global route header has.
     *
     * @param prefix the subnet's half of the other port's GID
     * @param guid the port's half of it
     * @param gidIndex where the own GID stands in the port's table
     * @param flowLabel 20 bits
     * @param hopLimit how many routers the MAD may pass, from 0 to 255
     * @param trafficClass from 0 to 255
     */
    public record GlobalRoute(
            long prefix, long guid, int gidIndex, int flowLabel, int hopLimit, int trafficClass) {}

    /**
     * A subnet management agent.
     *
     * @param lid its port's local identifier, from 1 to 65535
     * @return its address at queue pair 0
     */
    public static MadAddress subnetManagement(int lid) {
        return new MadAddress(lid, 0, 0, 0, 0, 0, null);
    }

    /**
     * An agent of any other class.
     *
     * @param lid its port's local identifier, from 1 to 65535
     * @param serviceLevel the service level that leads there, from 0 to 15
     * @return its address at queue pair 1
     */
    public static MadAddress general(int lid, int serviceLevel) {
        return new MadAddress(lid, 1, GENERAL_QKEY, serviceLevel, 0, 0, null);
    }

    static MadAddress at(long address) {
        @Nullable GlobalRoute route = null;
        if (Memory.getByte(address + GRH_PRESENT) != 0) {
            route =
                    new GlobalRoute(
                            Memory.getBigLong(address + GID),
                            Memory.getBigLong(address + GID + 8),
                            u8(address + GID_INDEX),
                            Memory.getBigInt(address + FLOW_LABEL),
                            u8(address + HOP_LIMIT),
                            u8(address + TRAFFIC_CLASS));
        }
        return new MadAddress(
                Short.toUnsignedInt(Memory.getBigShort(address + LID)),
                Memory.getBigInt(address + QPN),
                Memory.getBigInt(address + QKEY),
                u8(address + SL),
                u8(address + PATH_BITS),
                Short.toUnsignedInt(Memory.getShort(address + P_KEY_INDEX)),
                route);
    }

    private static int u8(long address) {
        return Byte.toUnsignedInt(Memory.getByte(address));
    }

    /** Writes it over zeroes. */
    void putAt(long address) {
        Memory.putBigInt(address + QPN, queuePair);
        Memory.putBigInt(address + QKEY, qKey);
        Memory.putBigShort(address + LID, (short) lid);
        Memory.putByte(address + SL, (byte) serviceLevel);
        Memory.putByte(address + PATH_BITS, (byte) pathBits);
        Memory.putShort(address + P_KEY_INDEX, (short) pKeyIndex);
        if (globalRoute != null) {
            Memory.putByte(address + GRH_PRESENT, (byte) 1);
            Memory.putByte(address + GID_INDEX, (byte) globalRoute.gidIndex());
            Memory.putByte(address + HOP_LIMIT, (byte) globalRoute.hopLimit());
            Memory.putByte(address + TRAFFIC_CLASS, (byte) globalRoute.trafficClass());
            Memory.putBigLong(address + GID, globalRoute.prefix());
            Memory.putBigLong(address + GID + 8, globalRoute.guid());
            Memory.putBigInt(address + FLOW_LABEL, globalRoute.flowLabel());
        }
    }
}
