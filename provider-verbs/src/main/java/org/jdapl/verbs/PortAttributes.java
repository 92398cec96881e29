package org.jdapl.verbs;

import org.jdapl.verbs.struct.IbvPortAttr;

/**
 * What a port can and in which state it is, at the time when it was asked: {@code struct
 * ibv_port_attr}.
 *
 * @param state whether data passes
 * @param maxMtu the largest MTU of the device
 * @param activeMtu the MTU that is in use
 * @param gidTableLength entries of the table of GIDs, with the unused ones
 * @param capabilityFlags C's mask {@code enum ibv_port_cap_flags}
 * @param maxMessageSize the longest message, in bytes
 * @param badPkeyCounter packets with a bad P_Key so far
 * @param qkeyViolationCounter packets with a bad queue key so far
 * @param pkeyTableLength entries of the table of P_Keys
 * @param lid its local identifier; 0 on Ethernet
 * @param smLid that of the subnet manager
 * @param lmc how many of its LID's lower bits may differ
 * @param maxVlNum code of the number of virtual lanes
 * @param smServiceLevel the service level of the subnet manager
 * @param subnetTimeout how long a packet takes: 4.096 microseconds times two to this
 * @param initTypeReply how it was set up
 * @param activeWidth code of its lanes, see {@link #lanes}
 * @param activeSpeed code of their speed, see {@link #laneMbps}
 * @param physicalState code of its physical state; 5: linked up, 3: disabled
 * @param linkLayer what it is linked by
 * @param flags 1: addresses need a global route
 * @param capabilityFlags2 C's mask {@code enum ibv_port_cap_flags2}
 */
public record PortAttributes(
        PortState state,
        Mtu maxMtu,
        Mtu activeMtu,
        int gidTableLength,
        int capabilityFlags,
        long maxMessageSize,
        long badPkeyCounter,
        long qkeyViolationCounter,
        int pkeyTableLength,
        int lid,
        int smLid,
        int lmc,
        int maxVlNum,
        int smServiceLevel,
        int subnetTimeout,
        int initTypeReply,
        int activeWidth,
        int activeSpeed,
        int physicalState,
        LinkLayer linkLayer,
        int flags,
        int capabilityFlags2) {

    /**
     * How many lanes are in use.
     *
     * @return 1, 2, 4, 8 or 12; 0 if the code is unknown
     */
    public int lanes() {
        return switch (activeWidth) {
            case 1 -> 1;
            case 2 -> 4;
            case 4 -> 8;
            case 8 -> 12;
            case 16 -> 2;
            default -> 0;
        };
    }

    /**
     * How fast a lane is.
     *
     * @return in millions of bits in a second, such as 10,000; 0 if the code is unknown
     */
    public int laneMbps() {
        return switch (activeSpeed) {
            case 1 -> 2_500;
            case 2 -> 5_000;
            case 4, 8 -> 10_000;
            case 16 -> 14_000;
            case 32 -> 25_000;
            case 64 -> 50_000;
            case 128 -> 100_000;
            default -> 0;
        };
    }

    /** Reads the {@code ibv_port_attr} at an address. */
    static PortAttributes read(long address) {
        Fields attr = new Fields(address);
        return new PortAttributes(
                PortState.of(attr.s32(IbvPortAttr.STATE)),
                Mtu.of(attr.s32(IbvPortAttr.MAX_MTU)),
                Mtu.of(attr.s32(IbvPortAttr.ACTIVE_MTU)),
                attr.s32(IbvPortAttr.GID_TBL_LEN),
                attr.s32(IbvPortAttr.PORT_CAP_FLAGS),
                attr.u32(IbvPortAttr.MAX_MSG_SZ),
                attr.u32(IbvPortAttr.BAD_PKEY_CNTR),
                attr.u32(IbvPortAttr.QKEY_VIOL_CNTR),
                attr.u16(IbvPortAttr.PKEY_TBL_LEN),
                attr.u16(IbvPortAttr.LID),
                attr.u16(IbvPortAttr.SM_LID),
                attr.u8(IbvPortAttr.LMC),
                attr.u8(IbvPortAttr.MAX_VL_NUM),
                attr.u8(IbvPortAttr.SM_SL),
                attr.u8(IbvPortAttr.SUBNET_TIMEOUT),
                attr.u8(IbvPortAttr.INIT_TYPE_REPLY),
                attr.u8(IbvPortAttr.ACTIVE_WIDTH),
                attr.u8(IbvPortAttr.ACTIVE_SPEED),
                attr.u8(IbvPortAttr.PHYS_STATE),
                LinkLayer.of(attr.u8(IbvPortAttr.LINK_LAYER)),
                attr.u8(IbvPortAttr.FLAGS),
                attr.u16(IbvPortAttr.PORT_CAP_FLAGS2));
    }
}
