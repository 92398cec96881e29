package org.jdapl.verbs.cm;

import java.util.ArrayList;
import java.util.List;
import org.jdapl.verbs.Gid;
import org.jdapl.verbs.Mtu;
import org.jdapl.verbs.cm.struct.IbvSaPathRec;
import org.jdapl.verbs.ffm.Memory;

/**
 * A path through the fabric: {@code struct ibv_sa_path_rec}.
 *
 * @param source the GID of this side
 * @param destination the GID of the other side
 * @param slid the local identifier of this side; 0 on Ethernet
 * @param dlid the local identifier of the other side; 0 on Ethernet
 * @param pkey the partition's key
 * @param serviceLevel 0 to 15
 * @param trafficClass 0 to 255
 * @param flowLabel 20 bits
 * @param hopLimit 0 to 255
 * @param mtu the largest payload of a packet
 * @param rate as {@code enum ibv_rate}
 * @param packetLifeTime how long a packet is under way at the most: 4.096 µs times 2 to this
 */
public record PathRecord(
        Gid source,
        Gid destination,
        int slid,
        int dlid,
        int pkey,
        int serviceLevel,
        int trafficClass,
        int flowLabel,
        int hopLimit,
        Mtu mtu,
        int rate,
        int packetLifeTime) {

    static List<PathRecord> read(long from, int count) {
        List<PathRecord> paths = new ArrayList<>();
        for (int i = 0; i < count && from != Memory.NULL; i++) {
            paths.add(read(from + i * IbvSaPathRec.SIZE));
        }
        return List.copyOf(paths);
    }

    private static PathRecord read(long path) {
        return new PathRecord(
                Gid.of(Memory.bytes(path + IbvSaPathRec.SGID, 16)),
                Gid.of(Memory.bytes(path + IbvSaPathRec.DGID, 16)),
                big16(path + IbvSaPathRec.SLID),
                big16(path + IbvSaPathRec.DLID),
                big16(path + IbvSaPathRec.PKEY),
                u8(path + IbvSaPathRec.SL),
                u8(path + IbvSaPathRec.TRAFFIC_CLASS),
                Memory.getBigInt(path + IbvSaPathRec.FLOW_LABEL),
                u8(path + IbvSaPathRec.HOP_LIMIT),
                Mtu.of(u8(path + IbvSaPathRec.MTU)),
                u8(path + IbvSaPathRec.RATE),
                u8(path + IbvSaPathRec.PACKET_LIFE_TIME));
    }

    private static int u8(long address) {
        return Byte.toUnsignedInt(Memory.getByte(address));
    }

    private static int big16(long address) {
        return Short.toUnsignedInt(Memory.getBigShort(address));
    }
}
