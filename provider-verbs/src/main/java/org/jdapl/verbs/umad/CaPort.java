package org.jdapl.verbs.umad;

import java.util.ArrayList;
import java.util.List;
import org.jdapl.verbs.ffm.Memory;

/**
 * A port of a channel adapter: {@code umad_port_t}.
 *
 * @param caName the adapter's name
 * @param number its number, from 1
 * @param baseLid its local identifier; 0 before a subnet manager gave one
 * @param lmc how many low bits of the local identifier are free to choose
 * @param smLid the subnet manager's local identifier; 0 where there is none
 * @param smSl the service level that leads to the subnet manager
 * @param state 1 down, 2 initialising, 3 armed, 4 active
 * @param physicalState 2 polling, 3 disabled, 5 link up
 * @param rateGbps the link's rate in Gbit/s, without its fraction
 * @param capabilityMask the capabilities that {@link PortInfo} has too
 * @param gidPrefix the subnet's part of its global identifier
 * @param portGuid the port's part
 * @param pKeys the table of partition keys, each from 0 to 65535
 * @param linkLayer {@code IB} or {@code InfiniBand}, or {@code Ethernet}
 */
public record CaPort(
        String caName,
        int number,
        int baseLid,
        int lmc,
        int smLid,
        int smSl,
        int state,
        int physicalState,
        int rateGbps,
        int capabilityMask,
        long gidPrefix,
        long portGuid,
        List<Integer> pKeys,
        String linkLayer) {

    private static final long NAME = UmadStructs.PORT.offset("ca_name");
    private static final long NUMBER = UmadStructs.PORT.offset("portnum");
    private static final long BASE_LID = UmadStructs.PORT.offset("base_lid");
    private static final long LMC = UmadStructs.PORT.offset("lmc");
    private static final long SM_LID = UmadStructs.PORT.offset("sm_lid");
    private static final long SM_SL = UmadStructs.PORT.offset("sm_sl");
    private static final long STATE = UmadStructs.PORT.offset("state");
    private static final long PHYSICAL_STATE = UmadStructs.PORT.offset("phys_state");
    private static final long RATE = UmadStructs.PORT.offset("rate");
    private static final long CAPABILITY_MASK = UmadStructs.PORT.offset("capmask");
    private static final long GID_PREFIX = UmadStructs.PORT.offset("gid_prefix");
    private static final long PORT_GUID = UmadStructs.PORT.offset("port_guid");
    private static final long P_KEY_COUNT = UmadStructs.PORT.offset("pkeys_size");
    private static final long P_KEYS = UmadStructs.PORT.offset("pkeys");
    private static final long LINK_LAYER = UmadStructs.PORT.offset("link_layer");

    /** Keeps a copy of the keys. */
    public CaPort {
        pKeys = List.copyOf(pKeys);
    }

    static CaPort at(long port) {
        return new CaPort(
                Memory.string(port + NAME, UmadStructs.NAME_LENGTH),
                Memory.getInt(port + NUMBER),
                Memory.getInt(port + BASE_LID),
                Memory.getInt(port + LMC),
                Memory.getInt(port + SM_LID),
                Memory.getInt(port + SM_SL),
                Memory.getInt(port + STATE),
                Memory.getInt(port + PHYSICAL_STATE),
                Memory.getInt(port + RATE),
                Memory.getBigInt(port + CAPABILITY_MASK),
                Memory.getBigLong(port + GID_PREFIX),
                Memory.getBigLong(port + PORT_GUID),
                pKeys(port),
                Memory.string(port + LINK_LAYER, UmadStructs.NAME_LENGTH));
    }

    private static List<Integer> pKeys(long port) {
        long table = Memory.getLong(port + P_KEYS);
        List<Integer> keys = new ArrayList<>();
        if (table != Memory.NULL) {
            int count = Memory.getInt(port + P_KEY_COUNT);
            for (int i = 0; i < count; i++) {
                keys.add(Short.toUnsignedInt(Memory.getShort(table + 2L * i)));
            }
        }
        return keys;
    }
}
