package org.jdapl.verbs.umad;

import java.util.ArrayList;
import java.util.List;
import org.jdapl.verbs.ffm.Memory;

/**
 * A channel adapter (or switch or router) of this machine: {@code umad_ca_t}.
 *
 * @param name its name, such as {@code mlx5_0}
 * @param nodeType 1 for a channel adapter, 2 for a switch, 3 for a router, 4 for an iWARP adapter
 * @param firmwareVersion the firmware's version
 * @param type the model, such as {@code MT4123}
 * @param hardwareVersion the hardware's revision
 * @param nodeGuid its globally unique identifier
 * @param systemGuid that of the system that it belongs to
 * @param ports its ports, in the order of their numbers
 */
public record CaInfo(
        String name,
        int nodeType,
        String firmwareVersion,
        String type,
        String hardwareVersion,
        long nodeGuid,
        long systemGuid,
        List<CaPort> ports) {

    private static final long NAME = UmadStructs.CA.offset("ca_name");
    private static final long NODE_TYPE = UmadStructs.CA.offset("node_type");
    private static final long FIRMWARE = UmadStructs.CA.offset("fw_ver");
    private static final long TYPE = UmadStructs.CA.offset("ca_type");
    private static final long HARDWARE = UmadStructs.CA.offset("hw_ver");
    private static final long NODE_GUID = UmadStructs.CA.offset("node_guid");
    private static final long SYSTEM_GUID = UmadStructs.CA.offset("system_guid");
    private static final long PORTS = UmadStructs.CA.offset("ports");

    /** Keeps a copy of the ports. */
    public CaInfo {
        ports = List.copyOf(ports);
    }

    static CaInfo at(long ca) {
        List<CaPort> ports = new ArrayList<>();
        for (int i = 0; i < UmadStructs.CA_MAX_PORTS; i++) {
            long port = Memory.getLong(ca + PORTS + 8L * i);
            if (port != Memory.NULL) {
                ports.add(CaPort.at(port));
            }
        }
        return new CaInfo(
                Memory.string(ca + NAME, UmadStructs.NAME_LENGTH),
                Memory.getInt(ca + NODE_TYPE),
                Memory.string(ca + FIRMWARE, UmadStructs.FIRMWARE_LENGTH),
                Memory.string(ca + TYPE, UmadStructs.TYPE_LENGTH),
                Memory.string(ca + HARDWARE, UmadStructs.HARDWARE_LENGTH),
                Memory.getBigLong(ca + NODE_GUID),
                Memory.getBigLong(ca + SYSTEM_GUID),
                ports);
    }
}
