package org.jdapl.verbs;

import org.jdapl.verbs.struct.IbvGidEntry;

/**
 * A used entry of a port's table of GIDs: {@code struct ibv_gid_entry}.
 *
 * @param gid the address
 * @param port the port, from 1
 * @param index its place in the port's table, from 0
 * @param type which kind of packets it stands for
 * @param interfaceIndex the kernel's index of the network interface that it belongs to; 0: of none,
 *     or not known
 */
public record GidEntry(Gid gid, int port, int index, GidType type, int interfaceIndex) {

    /** Reads the {@code ibv_gid_entry} at an address. */
    static GidEntry read(long address) {
        Fields entry = new Fields(address);
        return new GidEntry(
                entry.gid(IbvGidEntry.GID),
                entry.s32(IbvGidEntry.PORT_NUM),
                entry.s32(IbvGidEntry.GID_INDEX),
                GidType.of(entry.s32(IbvGidEntry.GID_TYPE)),
                entry.s32(IbvGidEntry.NDEV_IFINDEX));
    }
}
